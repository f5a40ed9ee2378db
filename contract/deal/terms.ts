/** Changed terms of a loan to which lenders are bound, and their answers. */
import { answerStates, proposalStates } from '#domain/deal/terms/states.ts'
import { shownAmount } from '#contract/book/commitments.ts'
import { enteredLoan } from '#contract/loans/shapes.ts'
import { fullTerms } from '#contract/loans/terms.ts'
import {
  flag,
  id,
  money,
  optionalText,
  percent,
  requiredMoment,
  text,
  timestamp,
} from '#contract/wire.ts'
import { textLimits } from '#domain/texts.ts'
import { parseMoney, zeroMoney, type Money } from '#domain/money.ts'
import * as z from 'zod/mini'

const answerFields = {
  /** The binding share, which the new terms don't change. */
  percentage: percent,
  /** The binding amount in the present terms, and in the proposed ones if every lender confirms. */
  amount: money,
  newAmount: money,
  state: z.enum(answerStates),
  answeredAt: z.nullable(timestamp),
  /** The person who answered, or null. */
  answeredBy: z.nullable(z.string()),
  /** The way in which the lender answered, if an administrator recorded the answer. */
  how: z.nullable(z.string()),
  /** The lender's reason for declining, if it gave one. */
  declineReason: z.nullable(z.string()),
  receiptId: z.nullable(id),
}

const proposalFields = {
  id,
  loanId: id,
  previous: fullTerms,
  proposed: fullTerms,
  /** The reason for lenders. */
  reason: z.string(),
  respondBy: timestamp,
  proposedAt: timestamp,
  endedAt: z.nullable(timestamp),
}

const termsAnswer = z.object({
  firmId: id,
  lenderName: z.string(),
  companyName: z.nullable(z.string()),
  ...answerFields,
  /** True if a person of the firm has an active, approved account, so that it can confirm. */
  isEligible: flag,
})
export type TermsAnswer = z.infer<typeof termsAnswer>

export const termsProposal = z.object({
  ...proposalFields,
  state: z.enum(proposalStates),
  proposedBy: z.nullable(z.string()),
  endedBy: z.nullable(z.string()),
  /** The lenders that are asked, the largest share first. */
  answers: z.array(termsAnswer),
  /** True if all have answered or the time to answer is over. */
  canApply: flag,
  /** The book if the terms were applied now, or null for a proposal that has ended. */
  ifApplied: z.nullable(
    z.object({
      committedPercentage: percent,
      committedAmount: money,
      lapsing: z.int(),
    }),
  ),
})
export type TermsProposal = z.infer<typeof termsProposal>

/** A lender's own question. It has no figures of others. */
export const termsQuestion = z.object({
  ...proposalFields,
  loanTitle: z.string(),
  proposalState: z.enum(proposalStates),
  ...answerFields,
  /** True if the caller can answer now. */
  canAnswer: flag,
  /** True if the commitment lapsed because it wasn't confirmed. */
  isLapsed: flag,
})
export type TermsQuestion = z.infer<typeof termsQuestion>

/** Omitted terms stay as they are. Setting only the interest rate clears an exact rate that doesn't round to it. */
export const newTermsProposal = z.extend(
  z.partial(z.pick(enteredLoan, { amount: true, interestRate: true, noteRate: true, term: true })),
  {
    reason: text(textLimits.message, 'Reason is required'),
    /** An hour to 60 days ahead. The default is five days. */
    respondBy: z.optional(
      requiredMoment(
        'Time to answer must be a date and time with its offset, like 2026-12-05T22:00:00Z',
      ),
    ),
  },
)
export type NewTermsProposal = z.output<typeof newTermsProposal>

const shown = 'Must be an amount like 250000.00'
const requiredAmount = z.pipe(
  z.string(shown).check(z.regex(/^\d{1,13}(\.\d{1,2})?$/, shown)),
  // The pattern allows only amounts, so parsing can't fail.
  z.transform((value: string): Money => parseMoney(value) ?? zeroMoney),
)

/** The own amount in the new terms, as shown. */
export const termsConfirmation = z.object({ amount: requiredAmount })
export const termsRefusal = z.object({ reason: optionalText(textLimits.note) })

export const termsAnswerOnBehalf = z.object({
  firmId: id,
  answer: z.enum(['confirmed', 'declined'], 'Must be confirmed or declined'),
  amount: shownAmount,
  how: text(textLimits.instructedBy, 'Say how the lender answered'),
})

/** Questions about one loan, or about all. */
export const ownTermsQuestions = z.object({ loanId: z.optional(id) })
