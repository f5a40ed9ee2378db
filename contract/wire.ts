/** JSON text forms that all shapes share: flags, ids, times and figures. */
import { parseMoney, parsePercent, compareFigures, zeroMoney, zeroPercent } from '#domain/money.ts'
import type { Money, Percent } from '#domain/money.ts'
import * as z from 'zod/mini'

/** Flags are booleans in the server, and on the wire the texts 'true' and 'false'. */
export const flag = z.enum(['true', 'false'], "Must be 'true' or 'false'")
export type Flag = z.infer<typeof flag>
/** For answers. */
export const toFlag = (value: boolean): Flag => (value ? 'true' : 'false')
/** A flag of a body or query, which handlers get as a boolean. */
export const inputFlag = z.pipe(flag, z.transform(isSet))
/** The same, and what it is when it was not sent. */
export const flagOr = (otherwise: Flag) => z.pipe(z._default(flag, otherwise), z.transform(isSet))
function isSet(value: Flag) {
  return value === 'true'
}

/** An id in a body; anything but a UUID gets 400. */
export const id = z.guid("This isn't a valid id").check(z.toLowerCase())

/** ISO 8601 in UTC. */
export const timestamp = z.iso.datetime()

// The server's own figures are only typed, not validated: the server wrote them.
export const money = z.string() as unknown as z.ZodMiniType<Money, string>
export const percent = z.string() as unknown as z.ZodMiniType<Percent, string>

/** PostgreSQL can't store a NUL in a text. */
export const withoutNul = z.refine<string>(
  (text) => !text.includes('\0'),
  'Must not contain NUL characters',
)

/** PostgreSQL can't store half of a surrogate pair in JSON, such as the audit trail. */
const wellFormed = z.refine<string>(
  (text) => !/\p{Surrogate}/u.test(text),
  'Must be valid Unicode text',
)

/** The conditions of every text that is stored. */
export const storable = [withoutNul, wellFormed] as const

/** A text that must not be empty after trimming. */
export const text = (max: number, missing = 'Required') =>
  z
    .string({ error: missing })
    .check(
      z.trim(),
      z.minLength(1, missing),
      z.maxLength(max, `Must be at most ${max} characters`),
      ...storable,
    )

/** A search text in a query: given at most once, and of limited length. */
export const searchText = (max: number) =>
  z.optional(
    z
      .string('Must be a single text')
      .check(z.maxLength(max, `Must be at most ${max} characters`), ...storable),
  )

const wholeUpTo = {
  20: /^([1-9]|1\d|20)$/,
  200: /^([1-9]\d?|1\d\d|200)$/,
  1000: /^([1-9]\d{0,2}|1000)$/,
}

/** The query of a paged list. */
export const pageFields = (max: keyof typeof wholeUpTo) => ({
  /** Number of items; by default the longest page. */
  limit: z.optional(
    z.string(`Must be 1 to ${max}`).check(z.regex(wholeUpTo[max], `Must be 1 to ${max}`)),
  ),
  /** Where the page starts, from the previous page's `Link` header. */
  cursor: searchText(200),
})

/** A field that callers may send and nothing reads, such as an id already known from the session. */
export const ignoredText = z.pipe(
  z.optional(
    z.nullable(z.string('Must be text').check(z.maxLength(200, 'Must be at most 200 characters'))),
  ),
  z.transform(() => undefined),
)

/** An optional text; null and blank count as missing. */
export const optionalText = (max: number) =>
  z.pipe(
    z.optional(
      z.nullable(
        z
          .string('Must be text')
          .check(z.trim(), z.maxLength(max, `Must be at most ${max} characters`), ...storable),
      ),
    ),
    z.transform((value: string | null | undefined) => value || null),
  )

interface Figure<F> {
  parse: (text: string) => F | null
  isPositive: (figure: F) => boolean
  isNegative: (figure: F) => boolean
  range: string
}
const moneyFigure: Figure<Money> = {
  parse: parseMoney,
  isPositive: (figure) => compareFigures(figure, zeroMoney) > 0,
  isNegative: (figure) => compareFigures(figure, zeroMoney) < 0,
  range: 'up to 9999999999999.99, with at most two decimals',
}
const percentFigure: Figure<Percent> = {
  parse: parsePercent,
  isPositive: (figure) => compareFigures(figure, zeroPercent) > 0,
  isNegative: (figure) => compareFigures(figure, zeroPercent) < 0,
  range: 'up to 999.99, with at most two decimals',
}

interface FigureRule {
  /** The field's name in a sentence: "Loan Amount". */
  name: string
  required?: string
  /** The message when the figure is zero or below, or below zero where zero is allowed. */
  notPositive: string
  allowZero?: boolean
}

type Sent = string | null | undefined

function checkFigure<F, Given extends Sent = Sent>(kind: Figure<F>, rule: FigureRule) {
  return z.transform((value: Given, context): F | null => {
    const trimmed = value?.trim() ?? ''
    const refuse = (message: string) => {
      context.issues.push({ code: 'custom', message, input: value })
      return null
    }
    if (!trimmed) return rule.required ? refuse(rule.required) : null
    const figure = kind.parse(trimmed)
    if (!figure) {
      // Digits match in one way only: in several, a megabyte of them takes hours.
      const isNumber = /^\+?(\d+(\.\d*)?|\.\d+)$/.test(trimmed)
      return refuse(isNumber ? `${rule.name} must be ${kind.range}` : rule.notPositive)
    }
    const fits = rule.allowZero ? !kind.isNegative(figure) : kind.isPositive(figure)
    return fits ? figure : refuse(rule.notPositive)
  })
}

const figureInput = z.optional(z.nullable(z.string('Must be a decimal number as a text')))
const required = <F>(schema: z.ZodMiniType<F | null, string | null | undefined>) =>
  // A missing required figure is refused above, so null can't get here.
  schema as unknown as z.ZodMiniType<F, string>

export const requiredMoney = (rule: FigureRule & { required: string }) =>
  required(z.pipe(figureInput, checkFigure(moneyFigure, rule)))
export const requiredPercent = (rule: FigureRule & { required: string }) =>
  required(z.pipe(figureInput, checkFigure(percentFigure, rule)))
export const optionalMoney = (rule: FigureRule) =>
  z.pipe(figureInput, checkFigure(moneyFigure, rule))
export const optionalPercent = (rule: FigureRule) =>
  z.pipe(figureInput, checkFigure(percentFigure, rule))

const figureText = z.optional(z.string('Must be a decimal number as a text'))
const filterRule = (name: string, highest: string): FigureRule => ({
  name,
  notPositive: `${name} must be a number from 0 to ${highest}`,
  allowZero: true,
})
/** An amount in a query, from zero up; undefined when it is missing or blank. */
export const moneyFilter = (name: string) =>
  z.pipe(
    z.pipe(figureText, checkFigure(moneyFigure, filterRule(name, '9999999999999.99'))),
    z.transform((figure: Money | null) => figure ?? undefined),
  )
/** The same for a rate or ratio. */
export const percentFilter = (name: string) =>
  z.pipe(
    z.pipe(figureText, checkFigure(percentFigure, filterRule(name, '999.99'))),
    z.transform((figure: Percent | null) => figure ?? undefined),
  )

/** The shape of every refusal. */
export const refusal = z.object({
  message: z.string(),
  code: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
})
export type Refusal = z.infer<typeof refusal>
