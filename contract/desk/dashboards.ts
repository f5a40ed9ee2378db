import { flag, id, money, percent, timestamp } from '#contract/wire.ts'
import { lenderSigns } from '#domain/book/syndicate/stages.ts'
import { bookStages } from '#domain/loans/dates/book-stages.ts'
import { loanStatuses } from '#domain/loans/statuses.ts'
import * as z from 'zod/mini'

const namedLoan = z.object({ loanId: id, loanTitle: z.string() })

/**
 * Counts of new items since the caller's previous visit. On a first visit, `previousAt` is null and all counts are 0.
 */
export const deskVisit = z.object({
  previousAt: z.nullable(timestamp),
  newLoans: z.int(),
  /** Documents added to loans that were already published at the previous visit. */
  newDocuments: z.int(),
  loansWithDocuments: z.int(),
  newestLoan: z.nullable(namedLoan),
  newestDocumentLoan: z.nullable(namedLoan),
})
export type DeskVisit = z.infer<typeof deskVisit>

export const firstSteps = z.object({
  hasSavedFilter: flag,
  hasOpenedDocument: flag,
  /** True if the caller has ever had a share, soft or binding. */
  hasIndicated: flag,
})
export type FirstSteps = z.infer<typeof firstSteps>

/** A published loan that isn't funded, and the most recent action that a lender took on it. */
export const pipelineLoan = z.object({
  ...namedLoan.shape,
  status: z.enum(loanStatuses),
  bookStage: z.enum(bookStages),
  commitmentDeadline: z.nullable(timestamp),
  closingDate: z.nullable(z.iso.date()),
  amount: money,
  uncommittedAmount: money,
  committedPercentage: percent,
  softPercentage: percent,
  softAmount: money,
  /** The allocation that awaits answers, and the number of lenders that haven't answered. */
  openRound: z.nullable(z.object({ respondBy: timestamp, waiting: z.int() })),
  /** The proposal of other terms that awaits answers. */
  openTerms: z.nullable(z.object({ respondBy: timestamp })),
  /** The money of a closed loan that has not come since its lenders got the instructions. */
  missingMoney: z.nullable(z.object({ amount: money, lenders: z.int(), dueAt: timestamp })),
  lastSign: z.nullable(
    z.object({
      kind: z.enum(lenderSigns),
      at: timestamp,
      document: z.nullable(z.string()),
      /** The person who acted, or null if the person is alone in the firm. */
      by: z.nullable(z.string()),
      lenderName: z.string(),
      lenderCompanyName: z.nullable(z.string()),
    }),
  ),
})
export type PipelineLoan = z.infer<typeof pipelineLoan>
