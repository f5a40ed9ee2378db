/** The offers of a round as their lender reads them, without any figure of another lender. */
import { offerStates } from '#domain/deal/rounds/rounds.ts'
import { parseMoney, zeroMoney } from '#domain/money.ts'
import { textLimits } from '#domain/texts.ts'
import * as z from 'zod/mini'
import { loan } from '#contract/loans/shapes.ts'
import { flag, id, money, optionalText, pageFields, percent, timestamp } from '#contract/wire.ts'

export const offer = z.object({
  id,
  loanId: id,
  /** The firm to which the offer is made. */
  firmId: id,
  /** The number of the loan's round. */
  round: z.int(),
  bound: percent,
  /** Binding and soft shares together. */
  asked: percent,
  /** The whole share and amount if all lenders accept. */
  share: percent,
  amount: money,
  /** The share and amount that accepting binds, and the part of the request that stays soft. */
  added: percent,
  addedAmount: money,
  staysSoft: percent,
  explanation: z.array(z.string()),
  /** The originator's note to all lenders. */
  note: z.nullable(z.string()),
  state: z.enum(offerStates),
  publishedAt: timestamp,
  respondBy: timestamp,
  /** True if the caller may accept or decline the offer now. */
  canAnswer: flag,
  /** False once the loan's terms differ from those of the offer, which can then only be declined. */
  isOnTerms: flag,
  answeredAt: z.nullable(timestamp),
  /** The person who answered, or the administrator who recorded the answer. */
  answeredBy: z.nullable(z.string()),
  /** How the lender gave an answer that an administrator recorded. */
  answeredHow: z.nullable(z.string()),
  /** The receipt of the answer, if it was recorded. */
  receiptId: z.nullable(id),
  loan,
})
export type Offer = z.infer<typeof offer>

export const ownOfferPage = z.object({ loanId: z.optional(id), ...pageFields(200) })

const amountMessage = 'Send the amount that the screen showed, like 250000.00'
export const acceptance = z.object({
  /** The `addedAmount` that the screen showed. */
  amount: z.pipe(
    z.string(amountMessage).check(z.regex(/^\d{1,13}(\.\d{1,2})?$/, amountMessage)),
    // The pattern allows only values that fit decimal(15,2), so parsing can't fail.
    z.transform((typed) => parseMoney(typed) ?? zeroMoney),
  ),
})

export const refusalOfOffer = z.object({ reason: optionalText(textLimits.passComment) })
