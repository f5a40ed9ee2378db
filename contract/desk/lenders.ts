/** One lender, as administrators see them: what they hold, asked and read. */
import { loanStatuses } from '#domain/loans/statuses.ts'
import { flag, id, money, pageFields, percent, timestamp } from '#contract/wire.ts'
import * as z from 'zod/mini'

export const lenderProfile = z.object({
  id,
  name: z.string(),
  email: z.string(),
  companyName: z.nullable(z.string()),
  isAdmin: flag,
  isApproved: flag,
  createdAt: timestamp,
  /** Null while the account is active. */
  deactivatedAt: z.nullable(timestamp),
  /** Null for somebody who never signed in. */
  lastSignInAt: z.nullable(timestamp),
  /** Of the terms and the privacy policy that they accepted last; null for none on record. */
  termsVersion: z.nullable(z.string()),
  /** The sums of active commitments. */
  bindingAmount: money,
  softAmount: money,
  activeLoans: z.int(),
  /** Soft commitments ever made. */
  indications: z.int(),
  /** How many of them became binding. */
  firmedUp: z.int(),
  questionsAsked: z.int(),
  questionsOpen: z.int(),
  /** Some of them: those without an answer, then the others, each from the newest. */
  questions: z.array(
    z.object({
      id,
      loanId: id,
      loanTitle: z.string(),
      /** The start of it. */
      message: z.string(),
      isAnswered: flag,
      createdAt: timestamp,
    }),
  ),
  /** How many different ones were opened or downloaded. */
  documentsRead: z.int(),
  /** Those that were read last, each once. */
  documents: z.array(
    z.object({
      /** The document's. */
      id,
      name: z.string(),
      /** Null for a loan that was deleted. */
      loanId: z.nullable(id),
      loanTitle: z.string(),
      readAt: timestamp,
    }),
  ),
})
export type LenderProfile = z.infer<typeof lenderProfile>

/** What the lender holds of one loan. */
export const lenderHolding = z.object({
  loanId: id,
  loanTitle: z.string(),
  loanStatus: z.enum(loanStatuses),
  interestRate: percent,
  bindingPercentage: percent,
  bindingAmount: money,
  softPercentage: percent,
  softAmount: money,
  /** When the newest of its commitments was made. */
  createdAt: timestamp,
})
export type LenderHolding = z.infer<typeof lenderHolding>

export const lenderHoldingPage = z.object(pageFields(200))
