import { pass } from '#contract/loans/passes.ts'
import { flag, id, money, percent, timestamp } from '#contract/wire.ts'
import { lenderSigns, lenderStages, nextLenderActs } from '#domain/book/syndicate/stages.ts'
import * as z from 'zod/mini'

/** An entry in a loan's list of lenders: an approved lender, or any account with a share of the loan. */
export const loanLender = z.object({
  lenderId: id,
  lenderName: z.string(),
  lenderEmail: z.string(),
  lenderCompanyName: z.nullable(z.string()),
  /** True if the lender can receive messages. The account must be approved and active, and not an administrator's. */
  isReachable: flag,
  stage: z.enum(lenderStages),
  /** The ids of the documents that the lender opened or downloaded. Deleted documents don't count. */
  opened: z.array(id),
  /** The lender's last action on the loan, or the notification about the loan if the lender took no action. */
  lastSign: z.nullable(
    z.object({
      kind: z.enum(lenderSigns),
      at: timestamp,
      document: z.nullable(z.string()),
      /** The person who acted, or null if the person is alone in the firm. */
      by: z.nullable(z.string()),
    }),
  ),
  /** The time of the oldest unanswered question. */
  askedAt: z.nullable(timestamp),
  writtenAt: z.nullable(timestamp),
  bindingPercentage: percent,
  bindingAmount: money,
  softPercentage: percent,
  softAmount: money,
  pass: z.nullable(pass),
  /** The newest offer on the deal desk that asked the lender for an answer. */
  offer: z.nullable(
    z.object({
      state: z.enum(['offered', 'accepted', 'declined']),
      percentage: percent,
      amount: money,
      respondBy: timestamp,
    }),
  ),
  next: z.nullable(z.enum(nextLenderActs)),
})
export type LoanLender = z.infer<typeof loanLender>

export const loanLenders = z.object({
  documents: z.array(z.object({ id, filename: z.string() })),
  /** Sorted so that the lenders to call first are at the top. */
  lenders: z.array(loanLender),
})
export type LoanLenders = z.infer<typeof loanLenders>
