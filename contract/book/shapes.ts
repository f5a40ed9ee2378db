import { commitmentStatuses } from '#domain/book/commitments.ts'
import { isDay, isFutureDay } from '#domain/days.ts'
import { textLimits } from '#domain/texts.ts'
import * as z from 'zod/mini'
import {
  can,
  commitmentChange,
  commitmentConfirmation,
  newCommitment,
  withReceipt,
} from './commitments.ts'
import { loan } from '#contract/loans/shapes.ts'
import { flag, inputFlag, id, money, pageFields, percent, text, timestamp } from '#contract/wire.ts'

export const bookEntry = z.object({
  id,
  /** The person who made the commitment. */
  lenderId: id,
  /** The firm that holds the commitment. */
  firmId: id,
  /**
   * The name of the firm, which is that of its first person unless it has another. The company's name for the
   * originator's hold.
   */
  lenderName: z.string(),
  /** The firm's own name, or null if it goes by the name of its first person. */
  firmName: z.nullable(z.string()),
  /** The name of the person who made it. */
  personName: z.string(),
  lenderEmail: z.string(),
  lenderCompanyName: z.nullable(z.string()),
  /** True for the share that the originator keeps. */
  isHold: flag,
  isReachable: flag,
  isAdmin: flag,
  percentage: percent,
  amount: money,
  isSoftCommit: flag,
  status: z.enum(commitmentStatuses),
  createdAt: timestamp,
  endedAt: z.nullable(timestamp),
  /** The administrator who recorded the commitment on the lender's behalf, or null if the lender made it. */
  recordedBy: z.nullable(z.string()),
  releasedBy: z.nullable(z.string()),
  releaseReason: z.nullable(z.string()),
  /**
   * The lender's last instruction that an administrator carried out, or null if there is none or the lender has acted
   * since then.
   */
  instruction: z.nullable(
    z.object({
      actedBy: z.string(),
      instructedBy: z.string(),
      instructedOn: z.iso.date(),
    }),
  ),
  /** The administrator who withdrew the commitment by deactivating the lender's account. */
  withdrawnBy: z.nullable(z.string()),
  loanAmount: money,
  interestRate: percent,
  term: z.int(),
  /** True if there is a receipt with the entry's id. Commitments inserted by other programs have no receipt. */
  hasReceipt: flag,
  can,
})
export type BookEntry = z.infer<typeof bookEntry>

export const bookEntryAfterAct = z.extend(bookEntry, withReceipt)
export const bookEntryAfterChange = z.extend(bookEntry, { receiptId: z.optional(id) })

/** A firm's shares, with the person who made its newest commitment. */
export const bookHolder = z.object({
  lenderId: id,
  firmId: id,
  /** The name of the firm, which is that of its first person unless it has another. */
  lenderName: z.string(),
  lenderEmail: z.string(),
  lenderCompanyName: z.nullable(z.string()),
  /** True for the originator, which keeps a share. */
  isHold: flag,
  bindingPercentage: percent,
  bindingAmount: money,
  softPercentage: percent,
  softAmount: money,
})
export type BookHolder = z.infer<typeof bookHolder>

export const bookTotals = z.object({
  loan,
  totals: z.object({
    bindingPercentage: percent,
    bindingAmount: money,
    softPercentage: percent,
    softAmount: money,
    /** The loan's binding and soft shares combined, in percent. The sum can exceed 100. */
    coveragePercentage: percent,
    availablePercentage: percent,
    availableAmount: money,
  }),
})
export type BookTotals = z.infer<typeof bookTotals>

export const fundingDay = z.object({
  /** The day in UTC, such as "2026-11-21". */
  day: z.iso.date(),
  committedPercentage: percent,
  softPercentage: percent,
})
export type FundingDay = z.infer<typeof fundingDay>

export const book = z.object({
  ...bookTotals.shape,
  /** Active entries, followed by withdrawn and released entries, with the newest first in each group. */
  entries: z.array(bookEntry),
  holders: z.array(bookHolder),
})
export type Book = z.infer<typeof book>

export const bookEntryPage = z.object({
  isBinding: z.optional(inputFlag),
  lenderId: z.optional(id),
  ...pageFields(200),
})
export const bookHolderPage = z.object({
  lenderId: z.optional(id),
  ...pageFields(200),
})

export const lenderChoice = z.object({
  lenderId: z.guid('Please select a lender').check(z.toLowerCase()),
})

/**
 * A lender's instruction that an administrator carries out. The schema is separate, because forms ask for the
 * instruction and the share separately.
 */
export const instruction = z.object({
  instructedBy: text(textLimits.instructedBy, 'Please say who gave the instruction'),
  instructedOn: z.string('Please give the date of the instruction').check(
    z.refine(isDay, 'Please give the date of the instruction'),
    z.refine((day) => !isDay(day) || !isFutureDay(day, new Date()), "Can't be in the future"),
  ),
})
export type Instruction = z.output<typeof instruction>

/**
 * A commitment that a lender made by letter or phone. The screens require the instruction. API clients can omit it, but
 * if they send it, it must be complete.
 */
export const recordedCommitment = z
  .extend(newCommitment, { ...lenderChoice.shape, ...z.partial(instruction).shape })
  .check(
    z.refine(({ instructedBy, instructedOn }) => instructedBy !== undefined || !instructedOn, {
      error: 'Please say who gave the instruction',
      path: ['instructedBy'],
    }),
    z.refine(({ instructedBy, instructedOn }) => instructedOn !== undefined || !instructedBy, {
      error: 'Please give the date of the instruction',
      path: ['instructedOn'],
    }),
  )

export const changeOnBehalf = z.extend(commitmentChange, instruction.shape)
export const confirmationOnBehalf = z.extend(commitmentConfirmation, instruction.shape)

export const release = z.object({
  reason: text(textLimits.releaseReason, 'Please give a reason'),
})
