import { makeFigureFilters } from '#domain/loans/figure-filters.ts'
import { statusFilters, type StatusFilter } from '#domain/loans/statuses.ts'
import { textLimits } from '#domain/texts.ts'
import * as z from 'zod/mini'
import {
  flag,
  flagOr,
  inputFlag,
  id,
  money,
  moneyFilter,
  optionalText,
  percent,
  percentFilter,
  text,
  timestamp,
} from '#contract/wire.ts'

export const maxSavedFilters = 20

// `Object.keys` is typed as `string[]`, but these are exactly the table's keys.
const statuses = Object.keys(statusFilters) as [StatusFilter, ...StatusFilter[]]

const orNull = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.pipe(
    schema,
    z.transform((value: z.output<Schema>) => value ?? null),
  )

const name = text(textLimits.filterName, 'Name is required')

export const newSavedFilter = z.object({
  name,
  /**
   * True to notify the user of new loans that match. Filters with `favorites` or `held` can't match a new loan, so they
   * never cause notifications.
   */
  isNotifying: flagOr('false'),
  search: optionalText(textLimits.search),
  status: z.pipe(
    z.optional(z.nullable(z.enum(statuses, 'Must be open or funded'))),
    z.transform((status: StatusFilter | null | undefined) => status ?? null),
  ),
  propertyType: optionalText(textLimits.propertyType),
  location: optionalText(textLimits.address),
  ...makeFigureFilters({
    money: (_name, { subject }) => orNull(moneyFilter(subject)),
    percent: (_name, { subject }) => orNull(percentFilter(subject)),
    // Saved rates have two decimal places.
    rate: (_name, { subject }) => orNull(percentFilter(subject)),
    ratio: (_name, { subject }) => orNull(percentFilter(subject)),
  }),
  favorites: flagOr('false'),
  held: flagOr('false'),
})
export type NewSavedFilter = z.input<typeof newSavedFilter>

export const savedFilterChange = z.object({
  name: z.optional(name),
  isNotifying: z.optional(inputFlag),
})

/** The conditions have the format of the loan list's query parameters, or are null if not set. */
export const savedFilter = z.object({
  id,
  name: z.string(),
  isNotifying: flag,
  search: z.nullable(z.string()),
  status: z.nullable(z.enum(statuses)),
  propertyType: z.nullable(z.string()),
  location: z.nullable(z.string()),
  ...makeFigureFilters({
    money: () => z.nullable(money),
    percent: () => z.nullable(percent),
    rate: () => z.nullable(percent),
    ratio: () => z.nullable(percent),
  }),
  favorites: flag,
  held: flag,
  createdAt: timestamp,
})
export type SavedFilter = z.infer<typeof savedFilter>
