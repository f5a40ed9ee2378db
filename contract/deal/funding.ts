/** Funding of a closed loan: instructions, lenders' call-backs, and money that has come. */
import { isAccountNumber, isRoutingNumber } from '#domain/deal/funding/bank-details.ts'
import { dueStates, instructionActs, instructionStates } from '#domain/deal/funding/states.ts'
import { isDay } from '#domain/days.ts'
import { textLimits } from '#domain/texts.ts'
import { dayAt } from '#domain/time-zone.ts'
import * as z from 'zod/mini'
import { bothFactors } from '#contract/accounts/shapes.ts'
import { loan } from '#contract/loans/shapes.ts'
import {
  flag,
  id,
  money,
  optionalText,
  percent,
  requiredMoment,
  requiredMoney,
  storable,
  text,
  timestamp,
} from '#contract/wire.ts'
import { currentRegister } from './registers.ts'

/** An administrator's record of whom they called, at a number of the originator's file. */
const verification = z.object({
  spokeWith: z.string(),
  phone: z.string(),
  calledAt: timestamp,
  result: z.string(),
  verifiedBy: z.string(),
  verifiedAt: timestamp,
})

/** Funding instructions without their account number, of which only the last four characters are shown. */
export const instructions = z.object({
  id,
  loanId: id,
  version: z.int(),
  state: z.enum(instructionStates),
  beneficiary: z.string(),
  bank: z.string(),
  routingNumber: z.string(),
  accountLastFour: z.string(),
  reference: z.string(),
  dueAt: timestamp,
  createdBy: z.string(),
  createdAt: timestamp,
  verification: z.nullable(verification),
  sentBy: z.nullable(z.string()),
  sentAt: z.nullable(timestamp),
  replacedAt: z.nullable(timestamp),
  can: z.array(z.enum(instructionActs)),
})
export type Instructions = z.infer<typeof instructions>

const callBack = z.object({
  /** The version of the instructions that the lender verified. */
  version: z.int(),
  spokeWith: z.string(),
  phone: z.string(),
  calledAt: timestamp,
  madeBy: z.string(),
  madeAt: timestamp,
  receiptId: id,
})
export type CallBack = z.infer<typeof callBack>

/** Money of a lender that has come. */
export const fundsReceipt = z.object({
  id,
  loanId: id,
  firmId: id,
  lenderName: z.string(),
  amount: money,
  receivedOn: z.iso.date(),
  /** The bank's reference. */
  reference: z.string(),
  note: z.nullable(z.string()),
  recordedBy: z.string(),
  recordedAt: timestamp,
  reversal: z.nullable(
    z.object({ reversedBy: z.string(), reversedAt: timestamp, reason: z.string() }),
  ),
  can: z.array(z.enum(['reverse'])),
})
export type FundsReceipt = z.infer<typeof fundsReceipt>

const due = {
  percentage: percent,
  /** The amount that is due. */
  amount: money,
  received: money,
  outstanding: money,
  state: z.enum(dueStates),
}

const lenderFunding = z.object({
  /** The line of the current register. */
  entryId: id,
  line: z.int(),
  certificateNumber: z.string(),
  firmId: id,
  lenderName: z.string(),
  companyName: z.nullable(z.string()),
  ...due,
  /** The call-back on the instructions in force. One on an earlier version is void. */
  callBack: z.nullable(callBack),
  can: z.array(z.enum(['recordReceipt', 'takeOver'])),
})
export type LenderFunding = z.infer<typeof lenderFunding>

const fundingTotals = {
  due: money,
  received: money,
  outstanding: money,
  /** The number of lenders that haven't paid in full. */
  lendersOutstanding: z.int(),
}

export const funding = z.object({
  loan,
  register: currentRegister,
  /** All versions, newest first. */
  instructions: z.array(instructions),
  lenders: z.array(lenderFunding),
  /** Reversed ones too, newest first. */
  receipts: z.array(fundsReceipt),
  totals: z.object({ ...fundingTotals, holdPercentage: percent, holdAmount: money }),
})
export type Funding = z.infer<typeof funding>

/** The funding in the answer of a deal, or null for a book that isn't closed. */
export const fundingInShort = z.object({
  ...fundingTotals,
  /** The state of the newest instructions, or null if there are none. */
  instructions: z.nullable(z.enum(instructionStates)),
  /** True if lenders can read instructions. */
  areInstructionsSent: flag,
})
export type FundingInShort = z.infer<typeof fundingInShort>

/** A lender's own funding. Only this answer has an account number, and each reading of it is on record. */
export const ownFunding = z.object({
  loanId: id,
  loanTitle: z.string(),
  entryId: id,
  certificateNumber: z.string(),
  effectiveDate: z.iso.date(),
  ...due,
  receipts: z.array(z.object({ id, amount: money, receivedOn: z.iso.date() })),
  /** The instructions in force, or null before any were sent. */
  instructions: z.nullable(
    z.object({
      version: z.int(),
      beneficiary: z.string(),
      bank: z.string(),
      routingNumber: z.string(),
      accountNumber: z.string(),
      reference: z.string(),
      dueAt: timestamp,
      sentAt: timestamp,
      /** The time when they replaced earlier ones, for 30 days. */
      changedAt: z.nullable(timestamp),
      /** The company's telephone number in the operator's settings, to call before wiring. */
      phone: z.nullable(z.string()),
    }),
  ),
  callBack: z.nullable(callBack),
})
export type OwnFunding = z.infer<typeof ownFunding>

const typed = (message: string, isValid: (value: string) => boolean) =>
  z.string(message).check(z.trim(), z.refine(isValid, message), ...storable)

/** Entered with the password and, where it is on, a code of the second factor, once more. */
export const newInstructions = z.object({
  beneficiary: text(textLimits.bankDetail, 'Please name the beneficiary'),
  bank: text(textLimits.bankDetail, 'Please name the bank'),
  routingNumber: typed(
    'Routing number must be nine digits, with a right check digit',
    isRoutingNumber,
  ),
  accountNumber: typed('Account number must be 6 to 17 letters and digits', isAccountNumber),
  reference: text(textLimits.bankDetail, 'Please give the reference'),
  dueAt: requiredMoment('Due must be a date and time with its offset, like 2026-12-05T22:00:00Z'),
  currentPassword: bothFactors.shape.currentPassword,
  code: z.optional(bothFactors.shape.code),
})

const call = {
  spokeWith: text(textLimits.instructedBy, 'Please say whom you spoke with'),
  phone: text(textLimits.phone, 'Please give the number that you called'),
  calledAt: requiredMoment('Please give the time of the call, with its offset'),
}

export const instructionsVerification = z.object({
  ...call,
  result: text(textLimits.note, 'Please say what came of the call'),
})

export const newCallBack = z.object({
  version: z.int('Please send the version of the instructions'),
  ...call,
})

export const newFundsReceipt = z.object({
  firmId: z.guid('Please select a lender').check(z.toLowerCase()),
  amount: requiredMoney({
    name: 'Amount',
    required: 'Please give the amount',
    notPositive: 'Amount must be a positive number',
  }),
  receivedOn: z.string('Please give the day').check(
    z.refine(isDay, 'Please give the day'),
    z.refine((day) => !isDay(day) || day <= dayAt(new Date()), "Can't be in the future"),
  ),
  reference: text(textLimits.bankDetail, "Please give the bank's reference"),
  note: optionalText(textLimits.note),
})
export type NewFundsReceipt = z.output<typeof newFundsReceipt>

export const reversal = z.object({
  reason: text(textLimits.releaseReason, 'Please give a reason'),
})

export const takeOver = z.object({
  firmId: z.guid('Please select a lender').check(z.toLowerCase()),
  reason: text(textLimits.releaseReason, 'Please give a reason'),
})
