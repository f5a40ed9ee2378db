import { audiences } from '#domain/audience/audiences.ts'
import { isDay } from '#domain/days.ts'
import { dscrBases, type Ratio } from '#domain/loans/credit/credit.ts'
import { bookStages } from '#domain/loans/dates/book-stages.ts'
import { loanFieldName } from '#domain/loans/field-texts.ts'
import { parseChoice } from '#domain/loans/choices.ts'
import { makeByKind, type FieldEntry, type LoanField } from '#domain/loans/fields.ts'
import { makeFigureFilters } from '#domain/loans/figure-filters.ts'
import { dayMessage, refusalOfFundingDay } from '#domain/loans/funding.ts'
import { loanOrders } from '#domain/loans/orders.ts'
import { loanPermissions } from '#domain/loans/permissions.ts'
import { loanStatuses, parseLoanStatus, type LoanStatus } from '#domain/loans/statuses.ts'
import { isAboveZero, roundRate } from '#domain/money.ts'
import { textLimits } from '#domain/texts.ts'
import * as z from 'zod/mini'
import { ownAccessRequest } from './access-requests.ts'
import { pass } from './passes.ts'
import { loanMark } from './marks.ts'
import {
  flag,
  flagOr,
  id,
  money,
  moneyFilter,
  optionalMoment,
  optionalMoney,
  optionalPercent,
  optionalRate,
  optionalText,
  pageFields,
  percent,
  percentFilter,
  rateFilter,
  rate,
  requiredMoney,
  requiredPercent,
  searchText,
  text,
  timestamp,
} from '#contract/wire.ts'

const versionMessage = 'Must be a version of the loan, like 1'
/**
 * Incremented by each change to the loan's own fields, but not by commitments. Limited to nine digits, which fit in
 * PostgreSQL's `integer`.
 */
const version = z.string(versionMessage).check(z.regex(/^[1-9]\d{0,8}$/, versionMessage))

/** Nullable response schemas for all fields. For required fields, the schemas below replace them. */
const answeredFields = makeByKind({
  text: () => z.nullable(z.string()),
  money: () => z.nullable(money),
  percent: () => z.nullable(percent),
  rate: () => z.nullable(rate),
  quantity: () => z.nullable(money),
  months: () => z.nullable(z.int()),
  day: () => z.nullable(z.iso.date()),
  moment: () => z.nullable(timestamp),
  choice: () => z.nullable(z.string()),
})

const ratio = z.string() as unknown as z.ZodMiniType<Ratio, string>

/** The credit ratios, computed from the loan's fields. A ratio is null if one of its fields is missing. */
const credit = z.object({
  /** In-place NOI as a percentage of the loan amount. */
  debtYield: z.nullable(percent),
  debtYieldStabilized: z.nullable(percent),
  /** In-place NOI divided by one year's debt service. A figure below 1 is never rounded up to 1.00. */
  dscr: z.nullable(ratio),
  dscrStabilized: z.nullable(ratio),
  /** The debt service used for the ratio: interest only, or twelve level payments. */
  dscrBasis: z.nullable(z.enum(dscrBases)),
  ltc: z.nullable(percent),
  amountPerUnit: z.nullable(money),
})

export const shareOfLoan = z.object({ bindingPercentage: percent, softPercentage: percent })

/** The answer that the caller's firm owes to an offer, or to a question about new terms. */
export const answerOwed = z.object({ about: z.enum(['offer', 'terms']), respondBy: timestamp })
export type AnswerOwed = z.infer<typeof answerOwed>

export const loan = z.object({
  id,
  version,
  ...answeredFields,
  title: z.string(),
  borrowerName: z.string(),
  amount: money,
  interestRate: percent,
  term: z.int(),
  status: z.enum(loanStatuses),
  credit,
  /** The cover photo's URL. The cover is shown if no picture URL is set. */
  coverUrl: z.nullable(z.string()),
  createdAt: timestamp,
  /** The sum of the binding shares, which never exceeds 100. */
  committedPercentage: percent,
  /** The sum of the soft shares, which can exceed the available share. */
  softPercentage: percent,
  committedAmount: money,
  /** The part of the committed share that the originator keeps. */
  holdPercentage: percent,
  /** The stage of the loan's book, beside its status. */
  bookStage: z.enum(bookStages),
  /** True if lenders can commit: the loan isn't funded, its book is open, and its deadline hasn't passed. */
  takesCommitments: flag,
  /** `true` while lenders are asked to confirm other terms, so nobody can be bound. Otherwise omitted. */
  isTermsPending: z.optional(flag),
  /** The time until which they can answer. Omitted like `isTermsPending`. */
  termsRespondBy: z.optional(timestamp),
  /** The least and the most that one lender can hold, or null without a limit. */
  minShare: z.nullable(percent),
  maxShare: z.nullable(percent),
  /** The sum of the soft commitments' amounts. Omitted in lists. */
  softAmount: z.optional(money),
  /** `true` for a draft, which only administrators can read. Omitted for a published loan. */
  isDraft: z.optional(flag),
  /** The loan's audience. Only administrators get it. Omitted for a loan that everyone sees in full. */
  audience: z.optional(z.enum(audiences)),
  /**
   * `true` for a teaser: the borrower is "Undisclosed", the address at most a city and a state, and most other fields are
   * null. Omitted for a loan that the caller sees in full.
   */
  isTeaser: z.optional(flag),
  /** The newest request of the caller's firm for access to a teaser. Returned only by `getLoan`. */
  accessRequest: z.optional(ownAccessRequest),
  /** A funded loan's maturity date. Omitted in lists. */
  maturity: z.optional(z.iso.date()),
  /** The caller's shares. Returned only by `listLoans`, and omitted if the caller has none. */
  ownShare: z.optional(shareOfLoan),
  /** Returned only by `listLoans`, and omitted if the caller's firm owes no answer or the caller has no share. */
  answerOwed: z.optional(answerOwed),
  /** The caller's own pass on the loan. Returned only by `getLoan`. Other users' passes are never returned. */
  pass: z.optional(pass),
  /** The caller's mark on the loan. Returned only by `listLoans` and `getLoan`, and omitted if there is no mark. */
  ownMark: z.optional(loanMark),
  /**
   * The actions that the caller can currently take. `moveToStage`, `fund`, and `reopen` set the status. Lists never
   * include `unpublish` or `pass`.
   */
  can: z.array(z.enum(loanPermissions)),
})
export type Loan = z.infer<typeof loan>

const figureConditions = makeFigureFilters({
  money: (_name, { subject }) => moneyFilter(subject),
  percent: (_name, { subject }) => percentFilter(subject),
  rate: (_name, { subject }) => rateFilter(subject),
  ratio: (_name, { subject }) => percentFilter(subject),
})

const conditions = {
  /** Matches the title or the borrower's name, ignoring letter case. */
  search: searchText(textLimits.search),
  /** The value `open` selects loans that accept commitments. An empty value or `all` selects all loans. */
  status: z.optional(z.enum(['open', 'funded', 'all', ''], 'Must be open or funded')),
  propertyType: searchText(textLimits.propertyType),
  /** A state's code or name, or part of the property's address, ignoring letter case. */
  location: searchText(textLimits.address),
  /** Minimum and maximum figures. A loan that lacks the figure doesn't match. */
  ...figureConditions,
  favorites: z.optional(flag),
  held: z.optional(flag),
  hidePassed: z.optional(flag),
}

export const loanFilters = z.object({
  ...conditions,
  /** Loans with equal values are ordered by creation time. Loans without the figure come last. */
  sort: z.optional(z.enum(loanOrders, `Must be one of ${loanOrders.join(', ')}`)),
  ...pageFields(1000),
  /** A cursor for sorting by title contains the title, which can take up to 600 bytes. */
  cursor: searchText(1000),
})
export type LoanFilters = z.input<typeof loanFilters>

export const exportedLoansFilters = z.omit(loanFilters, { limit: true, cursor: true })

export const anyLoanFilters = z.extend(loanFilters, {
  isDraft: z.optional(flag),
})

export const loanTotalsFilters = z.object(conditions)

export const loanTotals = z.object({
  loans: z.int(),
  amount: money,
  /** The total uncommitted amount of all loans that accept commitments. */
  availableAmount: money,
  /** The number of matching loans that the caller has marked as passed, even if they are excluded from the list. */
  passedLoans: z.int(),
})
export type LoanTotals = z.infer<typeof loanTotals>

/** The term in months. Forms send strings, and API clients send numbers. */
const optionalMonths = (name: string, least: 0 | 1 = 1) =>
  z.pipe(
    z.optional(z.nullable(z.union([z.number(), z.string()], tooFewMonths(name, least)))),
    z.transform((value, context): number | null => {
      if (typeof value !== 'number' && !value?.trim()) return null
      const isWhole = typeof value === 'number' || /^\s*\d{1,4}\s*$/.test(value)
      const months = isWhole ? Number(value) : -1
      if (Number.isInteger(months) && months >= least && months <= 1200) return months
      const message =
        months > 1200 ? `${name} must be at most 1200 months` : tooFewMonths(name, least)
      context.issues.push({ code: 'custom', input: value, message })
      return null
    }),
  )
const tooFewMonths = (name: string, least: 0 | 1) =>
  `${name} must be ${least === 0 ? 'a whole number of months' : 'at least 1 month'}`

const optionalChoice = (name: string, entry: FieldEntry<'choice'>) =>
  z.pipe(
    optionalText(textLimits.name),
    z.transform((value: string | null, context): string | null => {
      const choice = value === null ? null : parseChoice(entry, value)
      if (value === null || choice !== null) return choice
      const choices = new Intl.ListFormat('en', { type: 'disjunction' }).format(entry.choices)
      context.issues.push({ code: 'custom', input: value, message: `${name} must be ${choices}` })
      return null
    }),
  )

const statusMessage = 'Must be Processing, Underwriting, Open, Closing or Funded'
const toStatus = z.transform((value: string, context): LoanStatus => {
  const found = parseLoanStatus(value)
  if (found) return found
  context.issues.push({ code: 'custom', input: value, message: statusMessage })
  return 'open'
})
const status = z.pipe(
  z.pipe(
    z.optional(z.nullable(z.string('Must be a loan status'))),
    z.transform((value: string | null | undefined) => value || 'open'),
  ),
  toStatus,
)
/** The status has no default, because an existing loan already has a status. */
const changedStatus = z.pipe(z.string('Must be a loan status'), toStatus)

const optionalDay = (refusalOf: (day: string) => string | null) =>
  z.pipe(
    z.optional(z.nullable(z.string(dayMessage).check(z.trim()))),
    z.transform((value: string | null | undefined, context): string | null => {
      const message = value ? refusalOf(value) : null
      if (message) context.issues.push({ code: 'custom', input: value, message })
      return value || null
    }),
  )

const imageUrl = optionalText(textLimits.imageUrl).check(
  z.refine(
    (value) =>
      value === null || /^https?:\/\/[^\s]+$/i.test(value) || /^\/(?![/\\])[^\s]*$/.test(value),
    'Must be a web address (https://…) or a path on this site',
  ),
)

function subjectOf(field: LoanField) {
  const words = loanFieldName(field)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function figureRule(
  field: LoanField,
  { subject, mayBeZero }: FieldEntry<'money' | 'percent' | 'rate' | 'quantity'>,
) {
  const name = subject ?? subjectOf(field)
  return { name, notPositive: `${name} must be a positive number`, allowZero: mayBeZero === true }
}

/** Optional input schemas for all fields. For required fields, the schemas below replace them. */
const optionalFields = makeByKind({
  text: ({ maxLength }) => optionalText(maxLength),
  money: (entry, field) => optionalMoney(figureRule(field, entry)),
  percent: (entry, field) => optionalPercent(figureRule(field, entry)),
  rate: (entry, field) => optionalRate(figureRule(field, entry)),
  quantity: (entry, field) => optionalMoney(figureRule(field, entry)),
  months: ({ mayBeZero }, field) => optionalMonths(subjectOf(field), mayBeZero ? 0 : 1),
  day: () => optionalDay((day) => (isDay(day) ? null : dayMessage)),
  moment: (_entry, field) => optionalMoment(subjectOf(field)),
  choice: (entry, field) => optionalChoice(subjectOf(field), entry),
})

export const enteredLoan = z.object({
  ...optionalFields,
  title: text(textLimits.title, 'Loan title is required'),
  borrowerName: text(textLimits.name, 'Borrower name is required'),
  amount: requiredMoney({
    name: 'Amount',
    required: 'Amount is required',
    notPositive: 'Amount must be a positive number',
  }),
  interestRate: requiredPercent({
    name: 'Interest rate',
    required: 'Interest rate is required',
    notPositive: 'Interest rate must be a positive number',
  }),
  noteRate: optionalFields.noteRate.check(
    z.refine(
      (exact) => exact === null || isAboveZero(roundRate(exact)),
      'Exact note rate must be from 0.005 to 999.99, with at most five decimals',
    ),
  ),
  term: z.pipe(
    optionalMonths('Term'),
    z.transform((months: number | null, context): number => {
      if (months !== null) return months
      const message = 'Term must be at least 1 month'
      context.issues.push({ code: 'custom', input: months, message })
      return 0
    }),
  ),
  status,
  fundedOn: optionalDay((day) => refusalOfFundingDay(day, new Date())),
  imageUrl,
})

export const newLoan = z.extend(enteredLoan, {
  isDraft: flagOr('false'),
})

/** The version that the change or deletion is based on. If omitted, any version is accepted. */
const baseVersion = z.optional(version)

/** The updated fields. Omitted fields keep their values, and null and blank text clear optional fields. */
export const loanChange = z.extend(z.partial(z.extend(enteredLoan, { status: changedStatus })), {
  version: baseVersion,
})
export type LoanChange = z.output<typeof loanChange>

export const loanDeletion = z.object({
  version: baseVersion,
  /**
   * The binding amount shown on the screen. The version alone isn't enough, because commitments don't change the
   * version.
   */
  bindingAmount: moneyFilter('Binding amount'),
})

export const loanPublication = z.object({
  version: baseVersion,
  /** Lenders are notified when a loan is first published. Later publications notify them only if this is `true`. */
  notifyAgain: flagOr('false'),
})

export const loanUnpublication = z.object({ version: baseVersion })

export const publication = z.object({
  loan,
  lendersToNotify: z.int(),
  wasPublished: flag,
})

export const loanContents = z.object({
  version,
  title: z.string(),
  status: z.enum(loanStatuses),
  bindingCommitments: z.int(),
  bindingAmount: money,
  softCommitments: z.int(),
  documents: z.int(),
  photos: z.int(),
  messages: z.int(),
})
export type LoanContents = z.infer<typeof loanContents>

export const stats = z.object({
  totalLoansAmount: money,
  totalAvailableAmount: money,
  activeLoansCount: z.int(),
  /** Approved lenders, excluding administrators. */
  totalLendersCount: z.int(),
  totalLoansCount: z.int(),
})
export type Stats = z.infer<typeof stats>

export const newFavorite = z.object({ loanId: id })

export const favorite = z.object({ id, userId: id, loanId: id, createdAt: timestamp })
export type Favorite = z.infer<typeof favorite>

export const loanVisit = z.object({
  /** The end of the previous visit or, on a first one, when the user began to follow the loan, or null. */
  previousAt: z.nullable(timestamp),
})
