/** A loan's book: who holds what. Only administrators see it. */
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

/** A book entry: one indication or commitment. */
export const bookEntry = z.object({
  id,
  lenderId: id,
  lenderName: z.string(),
  lenderEmail: z.string(),
  /** The lender's firm, if it is known. */
  lenderCompanyName: z.nullable(z.string()),
  /** Whether the lender can read messages now. */
  isReachable: flag,
  /** Whether the lender is an administrator, who may commit too. */
  isAdmin: flag,
  percentage: percent,
  amount: money,
  isSoftCommit: flag,
  status: z.enum(commitmentStatuses),
  createdAt: timestamp,
  /** When it was withdrawn or released. */
  endedAt: z.nullable(timestamp),
  /** The administrator who recorded it on the lender's behalf; null when the lender made it. */
  recordedBy: z.nullable(z.string()),
  /** The administrator who released it. */
  releasedBy: z.nullable(z.string()),
  releaseReason: z.nullable(z.string()),
  /** The last recording, change, firming up or withdrawal on the lender's word; null since the lender acted, or for none. */
  instruction: z.nullable(
    z.object({
      /** The administrator. */
      actedBy: z.string(),
      instructedBy: z.string(),
      /** "2026-11-20". */
      instructedOn: z.iso.date(),
    }),
  ),
  /** The administrator who withdrew it by deactivating the lender's account. */
  withdrawnBy: z.nullable(z.string()),
  /** The terms when it was made. */
  loanAmount: money,
  interestRate: percent,
  term: z.int(),
  /** Whether its making has a receipt, which has the entry's id: entries of other programs have none. */
  hasReceipt: flag,
  can,
})
export type BookEntry = z.infer<typeof bookEntry>

/** An entry as an administrator's act leaves it. */
export const bookEntryAfterAct = z.extend(bookEntry, withReceipt)
/** A change that changed nothing has no receipt. */
export const bookEntryAfterChange = z.extend(bookEntry, { receiptId: z.optional(id) })

/** The sums of one lender's active entries. */
export const bookHolder = z.object({
  lenderId: id,
  lenderName: z.string(),
  lenderEmail: z.string(),
  /** The lender's firm, if it is known. */
  lenderCompanyName: z.nullable(z.string()),
  bindingPercentage: percent,
  bindingAmount: money,
  softPercentage: percent,
  softAmount: money,
})
export type BookHolder = z.infer<typeof bookHolder>

/** A loan and the totals of its book. */
export const bookTotals = z.object({
  loan,
  totals: z.object({
    bindingPercentage: percent,
    bindingAmount: money,
    softPercentage: percent,
    softAmount: money,
    /** Binding and soft together: how much of the loan interest covers; may exceed 100. */
    coveragePercentage: percent,
    availablePercentage: percent,
    availableAmount: money,
  }),
})
export type BookTotals = z.infer<typeof bookTotals>

/** The committed and soft shares of a loan at the end of a day on which they changed. */
export const fundingDay = z.object({
  /** In UTC, "2026-11-21". */
  day: z.iso.date(),
  committedPercentage: percent,
  softPercentage: percent,
})
export type FundingDay = z.infer<typeof fundingDay>

/** A whole book. */
export const book = z.object({
  ...bookTotals.shape,
  /** Active entries first, then withdrawn and released ones; newest first within each. */
  entries: z.array(bookEntry),
  /** Largest first, by binding share, then by soft share. */
  holders: z.array(bookHolder),
})
export type Book = z.infer<typeof book>

export const bookEntryPage = z.object({
  /** Only active binding ones. */
  isBinding: z.optional(inputFlag),
  /** Only those of this lender. */
  lenderId: z.optional(id),
  ...pageFields(200),
})
export const bookHolderPage = z.object({
  /** Only what this lender holds. */
  lenderId: z.optional(id),
  ...pageFields(200),
})

/** On whose behalf; a form asks for this separately from the figures. */
export const lenderChoice = z.object({
  lenderId: z.guid('Please select a lender').check(z.toLowerCase()),
})

/** On whose word an administrator acts for a lender; a form asks for this separately from the share. */
export const instruction = z.object({
  instructedBy: text(textLimits.instructedBy, 'Please say who gave the instruction'),
  instructedOn: z.string('Please give the date of the instruction').check(
    z.refine(isDay, 'Please give the date of the instruction'),
    z.refine((day) => !isDay(day) || !isFutureDay(day, new Date()), "Can't be in the future"),
  ),
})
export type Instruction = z.output<typeof instruction>

/**
 * A commitment that a lender made in another way, such as by letter or phone. The screens always say on whose word;
 * other programs may leave it out, both parts of it.
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
