/** JSON formats shared by all schemas: flags, ids, times, and figures. */
import {
  parseMoney,
  parsePercent,
  parseRate,
  compareFigures,
  isSameRate,
  zeroMoney,
  zeroPercent,
} from '#domain/money.ts'
import type { Money, Percent, Rate } from '#domain/money.ts'
import { isDay, isMoment } from '#domain/days.ts'
import * as z from 'zod/mini'

/** Flags are the strings 'true' and 'false' in JSON, and booleans in server code. */
export const flag = z.enum(['true', 'false'], "Must be 'true' or 'false'")
export type Flag = z.infer<typeof flag>
export const toFlag = (value: boolean): Flag => (value ? 'true' : 'false')
export const inputFlag = z.pipe(flag, z.transform(isSet))
export const flagOr = (otherwise: Flag) => z.pipe(z._default(flag, otherwise), z.transform(isSet))
function isSet(value: Flag) {
  return value === 'true'
}

export const id = z.guid("This isn't a valid id").check(z.toLowerCase())

/** A time in ISO 8601, in UTC. */
export const timestamp = z.iso.datetime()

// Responses aren't validated, so the branded types need no parser.
export const money = z.string() as unknown as z.ZodMiniType<Money, string>
export const percent = z.string() as unknown as z.ZodMiniType<Percent, string>
/** A rate with two to five decimal places. */
export const rate = z.string() as unknown as z.ZodMiniType<Rate, string>

/** PostgreSQL can't store NUL in text. */
export const withoutNul = z.refine<string>(
  (text) => !text.includes('\0'),
  'Must not contain NUL characters',
)

/** PostgreSQL can't store unpaired surrogates in JSON, which is the format of audit entries. */
const wellFormed = z.refine<string>(
  (text) => !/\p{Surrogate}/u.test(text),
  'Must be valid Unicode text',
)

export const storable = [withoutNul, wellFormed] as const

/** Characters that draw nothing, such as zero-width spaces. A text of only such characters looks empty. */
const onlyInvisible = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]+$/u

/** A string that is trimmed and can't be empty. */
export const text = (max: number, missing = 'Required') =>
  z.string({ error: missing }).check(
    z.trim(),
    z.minLength(1, missing),
    z.refine((typed) => !onlyInvisible.test(typed), missing),
    z.maxLength(max, `Must be at most ${max} characters`),
    ...storable,
  )

/** A query parameter that may appear only once. */
export const searchText = (max: number) =>
  z.optional(
    z
      .string('Must be a single text')
      .check(z.maxLength(max, `Must be at most ${max} characters`), ...storable),
  )

const wholeUpTo = {
  20: /^([1-9]|1\d|20)$/,
  100: /^([1-9]\d?|100)$/,
  200: /^([1-9]\d?|1\d\d|200)$/,
  1000: /^([1-9]\d{0,2}|1000)$/,
}

export const limitUpTo = (max: keyof typeof wholeUpTo) =>
  z.optional(z.string(`Must be 1 to ${max}`).check(z.regex(wholeUpTo[max], `Must be 1 to ${max}`)))

export const pageFields = (max: keyof typeof wholeUpTo) => ({
  limit: limitUpTo(max),
  /** The start of the page, taken from the `Link` header of the previous page. */
  cursor: searchText(200),
})

/** A field that callers can send but the server ignores, such as an id already known from the session. */
export const ignoredText = z.pipe(
  z.optional(
    z.nullable(z.string('Must be text').check(z.maxLength(200, 'Must be at most 200 characters'))),
  ),
  z.transform(() => undefined),
)

/** Null and blank text count as missing. */
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

const rateFigure: Figure<Rate> = {
  parse: parseRate,
  isPositive: (figure) => !isSameRate(figure, zeroPercent),
  isNegative: () => false,
  range: 'up to 999.99, with at most five decimals',
}

interface FigureRule {
  /** The field's name in a sentence, such as "Loan Amount". */
  name: string
  required?: string
  /** The error message for a figure that isn't positive or, with `allowZero`, for a negative figure. */
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
      // The pattern can't backtrack. Otherwise, a megabyte of digits could take hours to match.
      const isNumber = /^\+?(\d+(\.\d*)?|\.\d+)$/.test(trimmed)
      if (/^\d[\d.]*,[\d.,]*$/.test(trimmed))
        return refuse(`${rule.name} has a comma. Write decimals with a point, like 7.25.`)
      return refuse(isNumber ? `${rule.name} must be ${kind.range}` : rule.notPositive)
    }
    const fits = rule.allowZero ? !kind.isNegative(figure) : kind.isPositive(figure)
    return fits ? figure : refuse(rule.notPositive)
  })
}

const figureInput = z.optional(z.nullable(z.string('Must be a decimal number as a text')))
const required = <F>(schema: z.ZodMiniType<F | null, string | null | undefined>) =>
  // `checkFigure` rejects a missing required figure, so the value is never null.
  schema as unknown as z.ZodMiniType<F, string>

export const requiredMoney = (rule: FigureRule & { required: string }) =>
  required(z.pipe(figureInput, checkFigure(moneyFigure, rule)))
export const requiredPercent = (rule: FigureRule & { required: string }) =>
  required(z.pipe(figureInput, checkFigure(percentFigure, rule)))
export const optionalMoney = (rule: FigureRule) =>
  z.pipe(figureInput, checkFigure(moneyFigure, rule))
export const optionalPercent = (rule: FigureRule) =>
  z.pipe(figureInput, checkFigure(percentFigure, rule))
export const optionalRate = (rule: FigureRule) => z.pipe(figureInput, checkFigure(rateFigure, rule))

/** Returns a time with its offset as one in UTC, or null if it can't be read. */
function readMoment(value: string): string | null {
  // `Date.parse` turns February 30 into a day in March.
  const isWritten = momentText.test(value) && isDay(value.slice(0, 10))
  const time = isWritten ? Date.parse(value) : Number.NaN
  const moment = Number.isNaN(time) ? '' : new Date(time).toISOString()
  return isMoment(moment) && moment < '3000' ? moment : null
}
const momentText = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)$/
const momentMessage = (name: string) =>
  `${name} must be a date and time with its offset, like 2026-12-05T22:00:00Z`

export const requiredMoment = (message: string) =>
  z.pipe(
    z.string(message).check(z.trim()),
    z.transform((value: string, context): string => {
      const moment = readMoment(value)
      if (moment !== null) return moment
      context.issues.push({ code: 'custom', input: value, message })
      return ''
    }),
  )

/** Null and blank text count as missing. */
export const optionalMoment = (name: string) =>
  z.pipe(
    z.optional(z.nullable(z.string(momentMessage(name)).check(z.trim()))),
    z.transform((value: string | null | undefined, context): string | null => {
      if (!value) return null
      const moment = readMoment(value)
      if (moment === null)
        context.issues.push({ code: 'custom', input: value, message: momentMessage(name) })
      return moment
    }),
  )

/** A moment that must be given. */
export const enteredMoment = (name: string, missing: string) =>
  z.pipe(
    optionalMoment(name),
    z.transform((moment: string | null, context): string => {
      if (moment !== null) return moment
      context.issues.push({ code: 'custom', input: moment, message: missing })
      return ''
    }),
  )

const figureText = z.optional(z.string('Must be a decimal number as a text'))
const filterRule = (name: string, highest: string): FigureRule => ({
  name,
  notPositive: `${name} must be a number from 0 to ${highest}`,
  allowZero: true,
})
/** An amount of zero or more in a query, or undefined if it is missing or blank. */
export const moneyFilter = (name: string) =>
  z.pipe(
    z.pipe(figureText, checkFigure(moneyFigure, filterRule(name, '9999999999999.99'))),
    z.transform((figure: Money | null) => figure ?? undefined),
  )
export const percentFilter = (name: string) =>
  z.pipe(
    z.pipe(figureText, checkFigure(percentFigure, filterRule(name, '999.99'))),
    z.transform((figure: Percent | null) => figure ?? undefined),
  )
export const rateFilter = (name: string) =>
  z.pipe(
    z.pipe(figureText, checkFigure(rateFigure, filterRule(name, '999.99'))),
    z.transform((figure: Rate | null) => figure ?? undefined),
  )

export const refusal = z.object({
  message: z.string(),
  code: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
})
export type Refusal = z.infer<typeof refusal>
