import { importKinds, importLimits } from '#domain/imports/columns.ts'
import { units } from '#domain/imports/units.ts'
import { textLimits } from '#domain/texts.ts'
import * as z from 'zod/mini'
import { loanFieldNames } from '#domain/loans/fields.ts'
import { flag, flagOr, id, money, percent, rate, searchText } from '#contract/wire.ts'
import { matchingProfile } from './profiles.ts'

/**
 * The field for each column, separated by commas. An empty entry skips the column. By default, the headers determine
 * the fields.
 */
const columns = searchText(importLimits.maxColumns * 20)

const rowMessage = 'Must be the number of a row'
const reading = {
  columns,
  /**
   * The unit of each column, separated by commas. By default, the header determines the unit, and figures that are
   * unlikely in that unit cause an error.
   */
  units: searchText(importLimits.maxColumns * 20),
  /** The name of the workbook's sheet. By default, the first visible sheet. */
  sheet: searchText(100),
  /** The number of the row with the headers. By default, the first row with two or more known headers. */
  headerRow: z.optional(
    z.pipe(
      z.string(rowMessage).check(z.regex(/^[1-9]\d{0,5}$/, rowMessage)),
      z.transform((row: string) => Number(row)),
    ),
  ),
  /** Skips rows that are hidden in the workbook, for example by a filter. */
  skipHidden: flagOr('false'),
  /** Skips loans whose title and borrower already exist, and people who have an account or an invitation. */
  skipKnown: flagOr('false'),
}

export const importPreviewRequest = z.object({
  ...reading,
  kind: z.enum(importKinds, 'Must be loans or lenders'),
})

export const loanImport = z.object({
  ...reading,
  filename: searchText(textLimits.filename),
})

export const lenderImport = z.extend(loanImport, {
  /** Approves lenders in advance, unless the file says otherwise for a lender. */
  isApproved: flagOr('false'),
})

const rowError = z.object({
  /** The row's number in a spreadsheet, in which the header is row 1. */
  row: z.int(),
  /** The header of the column, or null if the error is about the entire row. */
  column: z.nullable(z.string()),
  value: z.string(),
  message: z.string(),
})
export type RowError = z.infer<typeof rowError>

export const importPreview = z.object({
  sheets: z.array(z.object({ name: z.string(), isHidden: flag })),
  sheet: z.nullable(z.string()),
  headerRow: z.int(),
  /** The first nonblank rows, any of which can be chosen as the header row. */
  firstRows: z.array(z.object({ row: z.int(), text: z.string() })),
  /** The number of hidden rows below the headers, even if they are skipped. */
  hiddenRows: z.int(),
  /** The profiles whose headers occur in the file, ordered by name. */
  profiles: z.array(matchingProfile),
  columns: z.array(
    z.object({
      header: z.string(),
      sample: z.string(),
      /** True if the workbook hides the column. Hidden columns are read like the others. */
      isHidden: flag,
      field: z.nullable(z.string()),
      /** The unit in which the column is read, or null if its field has no units. */
      unit: z.nullable(z.enum(units)),
      /**
       * A question for the user about figures that are unlikely in this unit. The rows are checked after the user
       * answers.
       */
      question: z.nullable(z.string()),
    }),
  ),
  missing: z.array(z.string()),
  rows: z.int(),
  importable: z.int(),
  /** The number of rows whose loan or lender already exists. `knownSome` lists some of them. */
  known: z.int(),
  knownSome: z.array(
    z.object({
      row: z.int(),
      name: z.string(),
      /** Null for lenders. */
      loanId: z.nullable(id),
      /** The loan's figures that the file states differently. */
      differing: z.array(
        z.object({ field: z.enum(loanFieldNames), desk: z.nullable(z.string()), file: z.string() }),
      ),
    }),
  ),
  /** The sum and the ranges of the loans to import. Null without any, and for lenders. */
  totals: z.nullable(
    z.object({
      amount: money,
      lowestRate: rate,
      highestRate: rate,
      /** Null if no loan states an LTV. */
      lowestLtv: z.nullable(percent),
      highestLtv: z.nullable(percent),
      shortestTerm: z.int(),
      longestTerm: z.int(),
    }),
  ),
  badRows: z.int(),
  errors: z.int(),
  firstErrors: z.array(rowError),
  /** The number of notes about rounded, differing and unlikely figures, and unknown states. */
  notes: z.int(),
  firstNotes: z.array(rowError),
  /** The headers of columns with a figure that is unlikely in the chosen unit. */
  unlikelyColumns: z.array(z.string()),
  /** The first rows as they will be stored. Blank fields are omitted. */
  first: z.array(
    z.object({ row: z.int(), values: z.record(z.string(), z.union([z.string(), z.number()])) }),
  ),
})
export type ImportPreview = z.infer<typeof importPreview>

export const imported = z.object({
  imported: z.int(),
  skipped: z.int(),
})
export type Imported = z.infer<typeof imported>
