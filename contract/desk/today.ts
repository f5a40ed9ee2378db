import { commitment } from '#contract/book/commitments.ts'
import { fullTerms } from '#contract/loans/terms.ts'
import { flag, id, limitUpTo, money, percent, timestamp } from '#contract/wire.ts'
import { maxCounted } from '#domain/limits.ts'
import { loanStatuses } from '#domain/loans/statuses.ts'
import * as z from 'zod/mini'

/** `limit` is the maximum number of items in each list, 5 by default. */
export const todayLists = z.object({ limit: limitUpTo(maxCounted) })

/** The first items of a list, and the total number of items, counted up to `maxCounted` (`domain/limits.ts`). */
const few = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({ items: z.array(item), count: z.int() })

const approval = z.object({
  id,
  name: z.string(),
  companyName: z.nullable(z.string()),
  email: z.string(),
  createdAt: timestamp,
})

/** A conversation whose last message is from the lender. */
const question = z.object({
  loanId: id,
  loanTitle: z.string(),
  lenderId: id,
  lenderName: z.string(),
  lenderCompanyName: z.nullable(z.string()),
  /** The beginning of the oldest unanswered question. */
  message: z.string(),
  createdAt: timestamp,
})

const interest = z.object({
  loanId: id,
  loanTitle: z.string(),
  committedPercentage: percent,
  softPercentage: percent,
})

const dueLoan = z.object({
  loanId: id,
  loanTitle: z.string(),
  status: z.enum(loanStatuses),
  commitmentDeadline: timestamp,
  committedPercentage: percent,
  softPercentage: percent,
})

/** A round of an allocation, or a proposal of other terms, that awaits answers. */
const openRound = z.object({
  loanId: id,
  loanTitle: z.string(),
  respondBy: timestamp,
  /** The lenders that were asked, and those of them that haven't answered. */
  asked: z.int(),
  waiting: z.int(),
})

const missingMoney = z.object({
  loanId: id,
  loanTitle: z.string(),
  dueAt: timestamp,
  outstanding: money,
  /** The number of lenders that haven't paid in full. */
  lenders: z.int(),
})

const staleSoft = z.object({
  id,
  loanId: id,
  loanTitle: z.string(),
  lenderId: id,
  lenderName: z.string(),
  lenderCompanyName: z.nullable(z.string()),
  isReachable: flag,
  percentage: percent,
  amount: money,
  createdAt: timestamp,
})

const accessRequest = z.object({
  id,
  loanId: id,
  loanTitle: z.string(),
  firmName: z.string(),
  createdAt: timestamp,
})

const failedMail = z.object({
  id,
  recipient: z.string(),
  subject: z.string(),
  createdAt: timestamp,
})

const oldBackup = z.object({ createdAt: timestamp })

export const adminToday = z.object({
  /** Registrations to approve, oldest first. `questions` and `staleSoft` have the same order. */
  approvals: few(approval),
  questions: few(question),
  /** Open requests of firms for access to teasers, oldest first. */
  accessRequests: few(accessRequest),
  failedMails: few(failedMail),
  /** The last backup, if it is more than 30 hours old. */
  oldBackups: few(oldBackup),
  /** Allocations that await answers, with the earliest end first. */
  openRounds: few(openRound),
  /** Proposals of other terms that await answers, with the earliest end first. */
  openTerms: few(openRound),
  /** Closed loans whose lenders have the instructions and haven't paid in full, with the earliest due first. */
  missingMoney: few(missingMoney),
  /** Loans whose soft commitments exceed the available share, with the largest excess first. */
  oversubscribed: few(interest),
  /** Loans whose binding and soft commitments add up to 90 to 100%. */
  nearlyCovered: few(interest),
  /** Loans that accept commitments and whose deadline is in the next 7 days or was in the last 14 days. */
  due: few(dueLoan),
  /** Soft commitments older than 14 days. */
  staleSoft: few(staleSoft),
})
export type AdminToday = z.infer<typeof adminToday>

const openOffer = z.object({
  id,
  loanId: id,
  loanTitle: z.string(),
  percentage: percent,
  amount: money,
  respondBy: timestamp,
})

const openTerms = z.object({
  id,
  loanId: id,
  loanTitle: z.string(),
  previous: fullTerms,
  proposed: fullTerms,
  respondBy: timestamp,
  /** The firm's binding share, and its amount in the present terms. */
  percentage: percent,
  amount: money,
})

const dueMoney = z.object({
  loanId: id,
  loanTitle: z.string(),
  dueAt: timestamp,
  outstanding: money,
})
export type DueMoney = z.infer<typeof dueMoney>

const answer = z.object({
  id,
  loanId: id,
  loanTitle: z.string(),
  message: z.string(),
  createdAt: timestamp,
})

const newDocuments = z.object({
  loanId: id,
  loanTitle: z.string(),
  documents: z.int(),
  createdAt: timestamp,
  isHeld: flag,
})

const terms = z.object({
  amount: z.optional(money),
  interestRate: z.optional(percent),
  /** The term in months. */
  term: z.optional(z.int()),
})

const changedTerms = z.object({
  loanId: id,
  loanTitle: z.string(),
  before: terms,
  after: terms,
  createdAt: timestamp,
})

export const today = z.object({
  /** The offers that await the answer of the caller's firm, with the earliest end first. */
  openOffers: few(openOffer),
  /** The questions about new terms that await the answer of the caller's firm, with the earliest end first. */
  openTerms: few(openTerms),
  /** The money that the caller's firm owes on closed loans, with the earliest due first. */
  dueMoney: few(dueMoney),
  /**
   * The caller's soft commitments on loans that accept commitments: the soonest deadline first, then newest first.
   */
  firmable: few(commitment),
  answers: few(answer),
  /** Only loans in which the caller has a share or that the caller marked as a favorite. */
  changedTerms: few(changedTerms),
  newDocuments: few(newDocuments),
})
export type Today = z.infer<typeof today>
