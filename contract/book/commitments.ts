import {
  commitmentActionNames,
  commitmentStatuses,
  positionEvents,
} from '#domain/book/commitments.ts'
import { maxSharesAsked } from '#domain/limits.ts'
import { parseMoney, parsePercent, parseRate, wholePercent } from '#domain/money.ts'
import { loanStatuses } from '#domain/loans/statuses.ts'
import * as z from 'zod/mini'
import { answerOwed, loan, shareOfLoan } from '#contract/loans/shapes.ts'
import {
  flag,
  flagOr,
  id,
  ignoredText,
  money,
  pageFields,
  percent,
  timestamp,
} from '#contract/wire.ts'

export const can = z.array(z.enum(commitmentActionNames))

const wholeShare = 'Percentage must be a whole number from 1 to 100'
const share = z.pipe(
  z
    .string({ error: wholeShare })
    // Accepts "25" and "25.00", but not "25.5".
    .check(z.regex(/^(100|[1-9]\d?)(\.0{1,2})?$/, wholeShare)),
  z.transform((value) => wholePercent(Number.parseInt(value, 10))),
)

/** The request is rejected as out of date if the stored amount differs by more than a cent. */
export const shownAmount = z.optional(
  z.pipe(
    z
      .string('Must be a decimal number as a text')
      .check(z.regex(/^\d{1,13}(\.\d{1,2})?$/, 'Must be an amount like 250000.00')),
    // The pattern allows only values that fit decimal(15,2), so parsing can't fail.
    z.transform((text) => parseMoney(text) ?? undefined),
  ),
)

/**
 * The terms shown on the screen. A mismatch is rejected so that lenders can't commit to terms that they haven't seen.
 * Omitted terms aren't compared.
 */
const shownTerms = {
  amount: shownAmount,
  interestRate: z.optional(
    z.pipe(
      z
        .string('Must be a decimal number as a text')
        .check(z.regex(/^\d{1,3}(\.\d{1,2})?$/, 'Must be a rate like 7.25')),
      z.transform((text) => parsePercent(text) ?? undefined),
    ),
  ),
  /** The exact rate as shown: the loan's `noteRate`, or its `interestRate` if that is null. */
  noteRate: z.optional(
    z.pipe(
      z
        .string('Must be a decimal number as a text')
        .check(z.refine((text) => parseRate(text) !== null, 'Must be a rate like 7.125')),
      z.transform((text) => parseRate(text) ?? undefined),
    ),
  ),
  /** The term in months. */
  term: z.optional(z.int('Must be a whole number of months')),
}

export const newCommitment = z.object({
  loanId: id,
  percentage: share,
  ...shownTerms,
  isSoftCommit: flagOr('false'),
  /** This field is accepted and ignored, because the lender is always the signed-in user. */
  lenderId: ignoredText,
})

export const commitmentChange = z.object({ percentage: share })

export const commitmentConfirmation = z.object(shownTerms)

export const commitment = z.object({
  id,
  loanId: id,
  /** The person who made the commitment. */
  lenderId: id,
  /** The firm that holds the commitment. */
  firmId: id,
  /** The name of the person who made it, or null if the person is alone in the firm. */
  madeBy: z.nullable(z.string()),
  percentage: percent,
  amount: money,
  isSoftCommit: flag,
  status: z.enum(commitmentStatuses),
  createdAt: timestamp,
  isOnBehalf: flag,
  loanAmount: money,
  interestRate: percent,
  term: z.int(),
  can,
  loan,
})
export type Commitment = z.infer<typeof commitment>

/** A request that leaves the share unchanged creates no receipt. */
export const withReceipt = { receiptId: id }
export const commitmentAfterAct = z.extend(commitment, withReceipt)
export const commitmentAfterChange = z.extend(commitment, { receiptId: z.optional(id) })

/** Without a `limit`, the response contains all of the caller's commitments. */
export const ownCommitmentPage = z.object({
  loanId: z.optional(id),
  /**
   * The value `loan` groups the commitments by loan: those that await an answer of the firm, or a decision on soft
   * interest, by that time first, then unfunded loans by planned closing, then the loan with the newest commitment. The
   * default is `newest`.
   */
  order: z.optional(z.enum(['newest', 'loan'], 'Must be newest or loan')),
  ...pageFields(200),
})

export const portfolio = z.object({
  bindingAmount: money,
  /** A soft commitment isn't an obligation, so its amount is never included in the binding amount. */
  softAmount: money,
  activeLoans: z.int(),
  /** The unweighted mean of the loans' rates, or null if there are no active loans. */
  averageRate: z.nullable(percent),
  /**
   * The mean of the loans' rates, weighted by binding amount, or null if there are no binding commitments. Only the
   * result is rounded: to two decimal places, with halves rounded up.
   */
  weightedRate: z.nullable(percent),
  /**
   * One year's simple interest on the fully drawn binding amounts, before fees and taxes. Only the total is rounded, so
   * it can differ by a few cents from the sum of the commitments' rounded figures.
   */
  annualInterest: money,
  /**
   * The loan with the earliest upcoming date, or null if there is none. Only this date is set: the time to answer, the
   * deadline of a soft share, or the closing date of an unfunded loan.
   */
  nextDue: z.nullable(
    z.object({
      loanId: id,
      loanTitle: z.string(),
      status: z.enum(loanStatuses),
      commitmentDeadline: z.nullable(timestamp),
      closingDate: z.nullable(z.iso.date()),
      answerOwed: z.nullable(answerOwed),
    }),
  ),
})
export type Portfolio = z.infer<typeof portfolio>

export const ownHolding = z.object({
  loan,
  bindingPercentage: percent,
  bindingAmount: money,
  softPercentage: percent,
  softAmount: money,
  /** Binding and soft shares combined, in percent. The sum can exceed 100. */
  totalPercentage: percent,
  /** Null if the loan isn't funded or its funding date is unknown. */
  maturity: z.nullable(z.iso.date()),
  lines: z.array(z.omit(commitment, { loan: true })),
})
export type OwnHolding = z.infer<typeof ownHolding>

export const ownHoldingPage = z.object(pageFields(200))

const listOfLoans = `Must be 1 to ${maxSharesAsked} ids of loans, separated by commas`
const loanIds = z.array(id).check(z.minLength(1), z.maxLength(maxSharesAsked))

/** A comma-separated list, because each query parameter can appear only once. */
export const sharesAsked = z.object({
  loanIds: z.pipe(
    z
      .string(listOfLoans)
      .check(z.refine((text) => loanIds.safeParse(text.split(',')).success, listOfLoans)),
    z.transform((text: string) => text.split(',')),
  ),
})

export const ownShare = z.extend(shareOfLoan, { loanId: id })
export type OwnShare = z.infer<typeof ownShare>

const slice = z.object({
  name: z.string(),
  amount: money,
  /** The slice's percentage of all binding amounts, to two decimal places. The percentages in a list add up to 100. */
  percentage: percent,
})
export type Slice = z.infer<typeof slice>

const maturitySlice = z.extend(slice, {
  /** The part of the amount that is in unfunded loans, whose maturity is an estimate. */
  estimatedAmount: money,
})

/** The distribution of a lender's binding amounts. Each list adds up to `bindingAmount` to the cent. */
export const concentration = z.object({
  bindingAmount: money,
  byPropertyType: z.array(slice),
  /** The slices by the state in the property's address, largest first. Addresses without a state count as `Other`. */
  byState: z.array(slice),
  /** The slices by note rate, one for each whole percent, lowest first. */
  byRate: z.array(slice),
  /**
   * The slices by quarter of maturity, soonest first, then `Not set` for funded loans without a funding date. For
   * unfunded loans, the quarter is an estimate that assumes closing on the planned closing date or today.
   */
  byMaturity: z.array(maturitySlice),
})

const figures = z.object({ percentage: percent, amount: money })

export const ownEvent = z.object({
  id,
  /** The id of the audit entry. One entry about several commitments produces several events. */
  entryId: id,
  at: timestamp,
  event: z.enum(positionEvents),
  loanId: id,
  /** The current title, or the title at the time of the event if the loan has been deleted. */
  loanTitle: z.string(),
  isLoanRemoved: flag,
  /** True if the commitment is soft after the event. For an ended commitment, true if it was soft before it ended. */
  isSoftCommit: flag,
  ...figures.shape,
  /** The figures before the event, or null if the event didn't change them. */
  previous: z.nullable(figures),
  reason: z.nullable(z.string()),
  /** For an administrator's action, the person who gave the instruction and the date: "Lena Brook on Nov 20, 2026". */
  onWhoseWord: z.nullable(z.string()),
  /** The person of the firm who acted. Null if the person is alone in the firm, and for all other events. */
  actedBy: z.nullable(z.string()),
})
export type OwnEvent = z.infer<typeof ownEvent>

export const ownEventPage = z.object(pageFields(200))
