/** Soft and binding commitments, as sent and as read. */
import {
  commitmentActionNames,
  commitmentStatuses,
  positionEvents,
} from '#domain/book/commitments.ts'
import { maxSharesAsked } from '#domain/position/shares-asked.ts'
import { parseMoney, parsePercent, wholePercent } from '#domain/money.ts'
import * as z from 'zod/mini'
import { loan } from '#contract/loans/shapes.ts'
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

/** The actions on a commitment that the caller may take now, as far as its share fits what is left of the loan. */
export const can = z.array(z.enum(commitmentActionNames))

const wholeShare = 'Percentage must be a whole number from 1 to 100'
const share = z.pipe(
  z
    .string({ error: wholeShare })
    // "25" and "25.00" are whole; "25.5" is not.
    .check(z.regex(/^(100|[1-9]\d?)(\.0{1,2})?$/, wholeShare)),
  z.transform((value) => wholePercent(Number.parseInt(value, 10))),
)

/** The terms on the screen. Nobody is bound to other terms; omitted ones aren't compared. */
const shownTerms = {
  /** Refused as out of date if off by more than a cent. */
  amount: z.optional(
    z.pipe(
      z
        .string('Must be a decimal number as a text')
        .check(z.regex(/^\d{1,13}(\.\d{1,2})?$/, 'Must be an amount like 250000.00')),
      // The pattern fits decimal(15,2).
      z.transform((text) => parseMoney(text) ?? undefined),
    ),
  ),
  interestRate: z.optional(
    z.pipe(
      z
        .string('Must be a decimal number as a text')
        .check(z.regex(/^\d{1,3}(\.\d{1,2})?$/, 'Must be a rate like 7.25')),
      z.transform((text) => parsePercent(text) ?? undefined),
    ),
  ),
  /** In months. */
  term: z.optional(z.int('Must be a whole number of months')),
}

export const newCommitment = z.object({
  loanId: id,
  /** A whole percentage of the loan, as a text. */
  percentage: share,
  ...shownTerms,
  isSoftCommit: flagOr('false'),
  /** Accepted and ignored: the lender is the signed-in user. */
  lenderId: ignoredText,
})

export const commitmentChange = z.object({ percentage: share })

export const commitmentConfirmation = z.object(shownTerms)

export const commitment = z.object({
  id,
  loanId: id,
  lenderId: id,
  percentage: percent,
  amount: money,
  isSoftCommit: flag,
  status: z.enum(commitmentStatuses),
  createdAt: timestamp,
  /** Whether an administrator recorded it on the lender's behalf. */
  isOnBehalf: flag,
  /** The terms when it was made. */
  loanAmount: money,
  interestRate: percent,
  term: z.int(),
  can,
  loan,
})
export type Commitment = z.infer<typeof commitment>

/** The receipt of the act. A change to the same share has none. */
export const withReceipt = { receiptId: id }
/** A commitment as an act leaves it. */
export const commitmentAfterAct = z.extend(commitment, withReceipt)
export const commitmentAfterChange = z.extend(commitment, { receiptId: z.optional(id) })

/** Without a `limit`, the own commitments are not cut into pages. */
export const ownCommitmentPage = z.object({
  /** Only those on this loan. */
  loanId: z.optional(id),
  /** `loan` keeps those of one loan together; the loan with the newest comes first. By default `newest`. */
  order: z.optional(z.enum(['newest', 'loan'], 'Must be newest or loan')),
  ...pageFields(200),
})

/** The sums of a person's active commitments. */
export const portfolio = z.object({
  bindingAmount: money,
  /** Soft interest; it is not owed, so it is never added to the binding amount. */
  softAmount: money,
  /** Loans with an active commitment, each counted once. */
  activeLoans: z.int(),
  /** The plain mean of those loans' rates, not weighted by amount; null without loans. */
  averageRate: z.nullable(percent),
  /**
   * The mean of the loans' rates, weighted by binding amount; null without any. Computed exactly, and rounded
   * half up to two decimals at the end.
   */
  weightedRate: z.nullable(percent),
  /**
   * A year's simple interest on the binding amounts at the loans' note rates, before fees and taxes, as if all
   * of it were drawn. The exact sum is rounded half up to the cent once, so the interest of single
   * commitments, each rounded, may differ from it by cents.
   */
  annualInterest: money,
})
export type Portfolio = z.infer<typeof portfolio>

/** A lender's active commitments to one loan, newest first, and their sums. */
export const ownHolding = z.object({
  loan,
  bindingPercentage: percent,
  bindingAmount: money,
  softPercentage: percent,
  softAmount: money,
  /** Binding and soft together; may exceed 100. */
  totalPercentage: percent,
  /** The day on which the loan matures; null until it is funded, and without its `fundedOn`. */
  maturity: z.nullable(z.iso.date()),
  lines: z.array(z.omit(commitment, { loan: true })),
})
export type OwnHolding = z.infer<typeof ownHolding>

export const ownHoldingPage = z.object(pageFields(200))

const listOfLoans = `Must be 1 to ${maxSharesAsked} ids of loans, separated by commas`
const loanIds = z.array(id).check(z.minLength(1), z.maxLength(maxSharesAsked))

/** One text, since a call has each part of its query once. */
export const sharesAsked = z.object({
  loanIds: z.pipe(
    z
      .string(listOfLoans)
      .check(z.refine((text) => loanIds.safeParse(text.split(',')).success, listOfLoans)),
    z.transform((text: string) => text.split(',')),
  ),
})

/** The sums of a person's active commitments to a loan. */
export const ownShare = z.object({
  loanId: id,
  bindingPercentage: percent,
  softPercentage: percent,
})
export type OwnShare = z.infer<typeof ownShare>

/** Binding amounts on loans that have something in common. */
const slice = z.object({
  name: z.string(),
  amount: money,
  /** The share of all binding amounts, to two decimals; a list totals 100. */
  percentage: percent,
})
export type Slice = z.infer<typeof slice>

/** How a person's binding amounts are spread; each list totals `bindingAmount` to the cent. */
export const concentration = z.object({
  bindingAmount: money,
  /** Largest first. */
  byPropertyType: z.array(slice),
  /** By the state at the end of the property's address, largest first; `Other` without one. */
  byState: z.array(slice),
  /** By whole percents of the note rate, lowest first. */
  byRate: z.array(slice),
  /** By the quarter in which the loan matures, soonest first; `Not funded yet` before. */
  byMaturity: z.array(slice),
})

/** A share and what it is worth. */
const figures = z.object({ percentage: percent, amount: money })

/** An event of a commitment, from the audit trail. */
export const ownEvent = z.object({
  /** Its own, in this list: two events never share one. */
  id,
  /** The id of its audit entry; what happens to many commitments at once has one entry. */
  entryId: id,
  at: timestamp,
  event: z.enum(positionEvents),
  loanId: id,
  /** The title now; of a loan that was deleted, the title at that event. */
  loanTitle: z.string(),
  /** Whether the loan has been deleted since. */
  isLoanRemoved: flag,
  /** Whether it is soft after that, or was when it ended. */
  isSoftCommit: flag,
  ...figures.shape,
  /** The figures before it was changed, made binding or followed its loan; null for other events, which change none. */
  previous: z.nullable(figures),
  /** Why it was released. */
  reason: z.nullable(z.string()),
  /** On whose word an administrator did it: "Lena Brook on Nov 20, 2026". */
  onWhoseWord: z.nullable(z.string()),
})
export type OwnEvent = z.infer<typeof ownEvent>

export const ownEventPage = z.object(pageFields(200))
