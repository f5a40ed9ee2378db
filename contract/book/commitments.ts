/** Soft and binding commitments, as sent and as read. */
import { commitmentStatuses } from '#domain/book/commitments.ts'
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

const wholeShare = 'Percentage must be a whole number from 1 to 100'
const share = z.pipe(
  z
    .string({ error: wholeShare })
    // "25" and "25.00" are whole; "25.5" is not.
    .check(z.regex(/^(100|[1-9]\d?)(\.0{1,2})?$/, wholeShare)),
  z.transform((value) => Number.parseInt(value, 10)),
)

/** The amount that the screen showed; refused as out of date if off by more than a cent. */
const shownAmount = z.optional(
  z
    .string('Must be a decimal number as a text')
    .check(z.regex(/^\d{1,13}(\.\d{1,2})?$/, 'Must be an amount such as 250000.00')),
)

export const newCommitment = z.object({
  loanId: id,
  /** A whole percentage of the loan, as a text. */
  percentage: share,
  amount: shownAmount,
  isSoftCommit: flagOr('false'),
  /** Accepted and ignored: the lender is the signed-in user. */
  lenderId: ignoredText,
})
export type NewCommitment = z.output<typeof newCommitment>

export const commitmentChange = z.object({ percentage: share })

export const commitmentConfirmation = z.object({ amount: shownAmount })

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
  loan,
})
export type Commitment = z.infer<typeof commitment>

/** Without a `limit`, the own commitments are not cut into pages. */
export const ownCommitmentPage = z.object({
  /** Only those on this loan. */
  loanId: z.optional(id),
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
})
export type Portfolio = z.infer<typeof portfolio>
