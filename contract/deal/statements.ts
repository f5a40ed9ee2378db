/** Receipts that are proposed of a bank's statement. Nothing is stored: an administrator records each. */
import { proposalKinds } from '#domain/deal/statements/awaited.ts'
import { statementFormats } from '#domain/deal/statements/statement.ts'
import * as z from 'zod/mini'
import { flag, id, money } from '#contract/wire.ts'

const proposedReceipt = z.object({
  /** The line of the file, or the row of the table. */
  line: z.int(),
  firmId: id,
  lenderName: z.string(),
  amount: money,
  receivedOn: z.iso.date(),
  /** The bank's reference. Recorded with the receipt, it keeps the entry from being proposed again. */
  reference: z.string(),
  kind: z.enum(proposalKinds),
  /** The reasons, as sentences. */
  why: z.array(z.string()),
})
export type ProposedReceipt = z.infer<typeof proposedReceipt>

const leftEntry = z.object({
  line: z.int(),
  amount: money,
  /** False for a reversal, which takes a credit back. */
  isCredit: flag,
  bookedOn: z.iso.date(),
  text: z.string(),
  why: z.string(),
})
export type LeftEntry = z.infer<typeof leftEntry>

export const statementProposals = z.object({
  format: z.enum(statementFormats),
  /** The number of entries that were read, credits and debits. */
  entries: z.int(),
  proposals: z.array(proposedReceipt),
  /** The credits and reversals that aren't proposed, by line, and their number. */
  left: z.array(leftEntry),
  leftCount: z.int(),
  /** The lines that aren't clear, and totals and balances that don't add up. */
  problems: z.array(z.object({ line: z.int(), message: z.string() })),
  problemCount: z.int(),
})
export type StatementProposals = z.infer<typeof statementProposals>
