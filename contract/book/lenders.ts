import { pass } from '#contract/loans/passes.ts'
import { flag, id, money, percent, timestamp } from '#contract/wire.ts'
import { lenderSigns, lenderStages, nextLenderActs } from '#domain/book/syndicate/stages.ts'
import * as z from 'zod/mini'

/** A lender beside a loan: an approved lender, or an account that holds a share. */
export const loanLender = z.object({
  lenderId: id,
  lenderName: z.string(),
  lenderEmail: z.string(),
  lenderCompanyName: z.nullable(z.string()),
  /** True if the lender can receive messages, that is, has an approved, active account and isn't an administrator. */
  isReachable: flag,
  stage: z.enum(lenderStages),
  /** The ids of the documents that the lender opened or downloaded. Deleted documents don't count. */
  opened: z.array(id),
  /** The lender's last act on the loan, or the notification of the loan if there was none. */
  lastSign: z.nullable(
    z.object({
      kind: z.enum(lenderSigns),
      at: timestamp,
      /** The name of the document that was opened. */
      document: z.nullable(z.string()),
    }),
  ),
  /** The time of the oldest question without an answer. */
  askedAt: z.nullable(timestamp),
  /** The time of the last private message to the lender about the loan. */
  writtenAt: z.nullable(timestamp),
  bindingPercentage: percent,
  bindingAmount: money,
  softPercentage: percent,
  softAmount: money,
  pass: z.nullable(pass),
  /** The administrator's next act; null if there is none. */
  next: z.nullable(z.enum(nextLenderActs)),
})
export type LoanLender = z.infer<typeof loanLender>

export const loanLenders = z.object({
  /** Newest first. */
  documents: z.array(z.object({ id, filename: z.string() })),
  /** Ordered by whom to call first. */
  lenders: z.array(loanLender),
})
export type LoanLenders = z.infer<typeof loanLenders>
