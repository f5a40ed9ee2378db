/** The register of a closed book, in numbered versions, and the certificates of its lines. */
import { registerStates } from '#domain/book/deal/closing/register-states.ts'
import { isDay } from '#domain/days.ts'
import { textLimits } from '#domain/texts.ts'
import * as z from 'zod/mini'
import { loan } from '#contract/loans/shapes.ts'
import { flag, flagOr, id, money, percent, rate, text, timestamp } from '#contract/wire.ts'

const share = { percentage: percent, amount: money }

export const registerEntry = z.object({
  id,
  /** The place in the register, in the order of names. The originator's hold comes last. */
  line: z.int(),
  /** The firm that holds the share. */
  firmId: id,
  /** The names as of when the register was made. The company's name for the originator's hold. */
  lenderName: z.string(),
  companyName: z.nullable(z.string()),
  /** True for the share that the originator keeps. */
  isHold: flag,
  ...share,
  /** The start of the loan's id, the version and the line, such as "3F2A91C0-1-04". */
  certificateNumber: z.string(),
})
export type RegisterEntry = z.infer<typeof registerEntry>

export const register = z.object({
  id,
  loanId: id,
  version: z.int(),
  state: z.enum(registerStates),
  /** The day from which the shares count. */
  effectiveDate: z.iso.date(),
  /** The loan as of then. */
  originator: z.string(),
  loanTitle: z.string(),
  borrowerName: z.string(),
  propertyAddress: z.nullable(z.string()),
  loanAmount: money,
  interestRate: percent,
  noteRate: z.nullable(rate),
  /** The term in months. */
  term: z.int(),
  /** True if the loan was funded before its book was closed, so that nothing is due. */
  wasFunded: flag,
  /** The reason of a later version, or null for a book that was closed. */
  reason: z.nullable(z.string()),
  madeBy: z.string(),
  madeAt: timestamp,
  endedBy: z.nullable(z.string()),
  endedAt: z.nullable(timestamp),
  /** The reason why the book was reopened, or why a later version replaced this one. */
  endReason: z.nullable(z.string()),
  /** SHA-256 of the register as canonical JSON, in hexadecimal (docs/closing-a-loan.md). */
  fingerprint: z.string(),
  entries: z.array(registerEntry),
})
export type Register = z.infer<typeof register>

/** The current register in the answer of a deal. */
export const currentRegister = z.object({
  id,
  version: z.int(),
  effectiveDate: z.iso.date(),
  madeAt: timestamp,
  fingerprint: z.string(),
  /** The number of lenders, without the originator. */
  lenders: z.int(),
})
export type CurrentRegister = z.infer<typeof currentRegister>

/** An own line of a current register, with its loan. */
export const ownRegisterEntry = z.object({
  id,
  lenderName: z.string(),
  ...share,
  certificateNumber: z.string(),
  version: z.int(),
  effectiveDate: z.iso.date(),
  madeAt: timestamp,
  loan,
})
export type OwnRegisterEntry = z.infer<typeof ownRegisterEntry>

const noDay = 'Please give the effective day'

export const bookClosing = z.object({
  /** The version of the book that the screen showed. */
  bookVersion: text(200, 'Please send the version of the book'),
  /** Within `maxDaysFromToday`. */
  effectiveDate: z.string(noDay).check(z.refine(isDay, noDay)),
  /** Raises the originator's hold by what is left. */
  retainRest: flagOr('false'),
})

export const bookReopening = z.object({
  reason: text(textLimits.releaseReason, 'Please give a reason'),
})
