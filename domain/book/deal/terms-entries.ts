/** Audit entries of changed terms. The entries of answers contain the figures, because receipts are derived from them. */
import type { NewEntry } from '#domain/audit/entries.ts'
import { about, firmOf, type Lender } from '#domain/book/act-entries.ts'
import { termsOf, type LoanOfBook } from '#domain/book/lines.ts'
import type { FullTerms } from '#domain/loans/credit/terms.ts'
import { pickTerms, type Stake } from './changed-terms.ts'

type About = Pick<LoanOfBook, 'id' | 'title'>

export interface Proposal {
  id: string
  previous: FullTerms
  proposed: FullTerms
  reason: string
  respondBy: string
}

export const entryOfProposal = (loan: About, proposal: Proposal): NewEntry => ({
  kind: 'termsProposed',
  loan: about(loan),
  object: { id: proposal.id },
  before: { ...pickTerms(proposal.previous) },
  after: {
    ...pickTerms(proposal.proposed),
    reason: proposal.reason,
    respondBy: proposal.respondBy,
  },
})

export interface GivenAnswer {
  answer: 'confirmed' | 'declined'
  /** The lender's reason, if it declines. */
  reason: string | null
  /** The way in which the lender answered, if an administrator records the answer. */
  how: string | null
}

/** The object is the lender's oldest binding commitment, whose firm may read the receipt. */
export const entryOfTermsAnswer = (
  loan: About,
  { previous, proposed }: Proposal,
  { lines: [oldest], percentage, amount, newAmount }: Stake,
  { answer, reason, how, lender, receiptId }: GivenAnswer & { lender: Lender; receiptId: string },
): NewEntry => ({
  id: receiptId,
  kind: answer === 'confirmed' ? 'termsConfirmed' : 'termsDeclined',
  person: lender,
  loan: about(loan),
  object: { id: oldest.id },
  before: { kind: 'binding', percentage, amount, ...termsOf(previous), ...firmOf(lender) },
  after: {
    ...{ kind: 'binding', percentage, amount: newAmount },
    ...termsOf(proposed),
    ...firmOf(lender),
    ...(reason !== null && { reason }),
    ...(how !== null && { onWhoseWord: how }),
  },
})

export const entryOfTermsEnd = (
  kind: 'termsApplied' | 'termsCanceled',
  loan: About,
  { id, previous, proposed }: Proposal,
  answers: Record<string, unknown>,
): NewEntry => ({
  kind,
  loan: about(loan),
  object: { id },
  before: { ...pickTerms(previous) },
  after: { ...pickTerms(proposed), ...answers },
})
