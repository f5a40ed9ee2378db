/** What awaits a person today. */
import { commitment } from '#contract/book/commitments.ts'
import { flag, id, money, percent, timestamp } from '#contract/wire.ts'
import * as z from 'zod/mini'

/** The first of a kind, and how many there are, at most `maxCounted` of `domain/desk/today.ts`. */
const few = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({ items: z.array(item), count: z.int() })

/** A person who registered and awaits approval. */
const approval = z.object({
  id,
  name: z.string(),
  email: z.string(),
  createdAt: timestamp,
})

/** A conversation with a lender whose last word is the lender's. */
const question = z.object({
  loanId: id,
  loanTitle: z.string(),
  lenderId: id,
  lenderName: z.string(),
  /** The start of the oldest question in it without an answer. */
  message: z.string(),
  /** When that was asked. */
  createdAt: timestamp,
})

/** An offered loan by the interest in it. */
const interest = z.object({
  loanId: id,
  loanTitle: z.string(),
  committedPercentage: percent,
  softPercentage: percent,
})

/** A soft commitment that nobody has made binding for long. */
const staleSoft = z.object({
  /** The commitment's. */
  id,
  loanId: id,
  loanTitle: z.string(),
  lenderName: z.string(),
  percentage: percent,
  amount: money,
  createdAt: timestamp,
})

/** An email that is not tried again. */
const failedMail = z.object({
  id,
  recipient: z.string(),
  subject: z.string(),
  createdAt: timestamp,
})

/** The last backup that `npm run backup` made. */
const oldBackup = z.object({ createdAt: timestamp })

export const adminToday = z.object({
  /** Oldest first, as the questions and the soft interest. */
  approvals: few(approval),
  questions: few(question),
  /** Newest first. */
  failedMails: few(failedMail),
  /** The last one, if it was made between 30 hours and 31 days ago. */
  oldBackups: few(oldBackup),
  /** Loans with more soft interest than is available, by how much they exceed it. */
  oversubscribed: few(interest),
  /** Loans of which interest covers 90% or more, and not more than all. */
  nearlyCovered: few(interest),
  /** Of more than 14 days. */
  staleSoft: few(staleSoft),
})
export type AdminToday = z.infer<typeof adminToday>

/** An answer that its lender has not marked as read. */
const answer = z.object({
  /** The notification's. */
  id,
  loanId: id,
  loanTitle: z.string(),
  message: z.string(),
  createdAt: timestamp,
})

/** Documents that were added to a loan since its reader last saw them. */
const newDocuments = z.object({
  loanId: id,
  loanTitle: z.string(),
  documents: z.int(),
  /** When the newest was added. */
  createdAt: timestamp,
  isHeld: flag,
})

const terms = z.object({
  amount: z.optional(money),
  interestRate: z.optional(percent),
  /** Months. */
  term: z.optional(z.int()),
})

/** What of a loan's terms is other than at its reader's last visit. */
const changedTerms = z.object({
  loanId: id,
  loanTitle: z.string(),
  before: terms,
  after: terms,
  /** When they last changed. */
  createdAt: timestamp,
})

export const today = z.object({
  /** Your soft commitments on loans that accept commitments, newest first. */
  firmable: few(commitment),
  answers: few(answer),
  /** Of loans that you hold or marked as favorites. */
  changedTerms: few(changedTerms),
  newDocuments: few(newDocuments),
})
export type Today = z.infer<typeof today>
