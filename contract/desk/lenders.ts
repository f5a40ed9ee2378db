import { loanStatuses } from '#domain/loans/statuses.ts'
import { flag, id, money, pageFields, percent, timestamp } from '#contract/wire.ts'
import * as z from 'zod/mini'

export const lenderProfile = z.object({
  id,
  name: z.string(),
  email: z.string(),
  companyName: z.nullable(z.string()),
  firmId: id,
  /** The firm's own name. Null for a firm that goes by its first person. */
  firmName: z.nullable(z.string()),
  isAdmin: flag,
  isApproved: flag,
  createdAt: timestamp,
  deactivatedAt: z.nullable(timestamp),
  lastSignInAt: z.nullable(timestamp),
  /** The last accepted version of the terms and the privacy policy, or null if no acceptance is recorded. */
  termsVersion: z.nullable(z.string()),
  bindingAmount: money,
  softAmount: money,
  activeLoans: z.int(),
  indications: z.int(),
  firmedUp: z.int(),
  questionsAsked: z.int(),
  questionsOpen: z.int(),
  /** The newest questions, with unanswered questions first. */
  questions: z.array(
    z.object({
      id,
      loanId: id,
      loanTitle: z.string(),
      message: z.string(),
      isAnswered: flag,
      createdAt: timestamp,
    }),
  ),
  documentsRead: z.int(),
  documents: z.array(
    z.object({
      id,
      name: z.string(),
      /** Null if the loan was deleted. */
      loanId: z.nullable(id),
      loanTitle: z.string(),
      readAt: timestamp,
    }),
  ),
})
export type LenderProfile = z.infer<typeof lenderProfile>

export const lenderHolding = z.object({
  loanId: id,
  loanTitle: z.string(),
  loanStatus: z.enum(loanStatuses),
  interestRate: percent,
  bindingPercentage: percent,
  bindingAmount: money,
  softPercentage: percent,
  softAmount: money,
  createdAt: timestamp,
})
export type LenderHolding = z.infer<typeof lenderHolding>

export const lenderHoldingPage = z.object(pageFields(200))
