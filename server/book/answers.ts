/** Answers about a commitment after an act, built from what the act locked and wrote. */
import type { Commitment } from '#contract/book/commitments.ts'
import type { BookEntry } from '#contract/book/shapes.ts'
import { toFlag } from '#contract/wire.ts'
import { fullName } from '#domain/texts.ts'
import type { Database } from '#server/database/client.ts'
import { commitments } from '#server/database/schema/book.ts'
import { findCommitment, toCommitment } from './own-lines.ts'
import { eq } from 'drizzle-orm'
import { isRepeated, type Acted, type Repeated } from './act.ts'
import { findEntry } from './read.ts'

/** The lender's own commitment with its loan. A repeated request gets it as it is now. */
export async function answerToLender(db: Database, acted: Acted | Repeated) {
  const answer = isRepeated(acted)
    ? toCommitment(await findCommitment(db, eq(commitments.id, acted.lineId)))
    : commitmentOf(acted)
  return { ...answer, receiptId: acted.receiptId }
}

/** The entry of the book. */
export async function answerToAdministrator(db: Database, acted: Acted | Repeated) {
  const answer = isRepeated(acted) ? await findEntry(db, acted.lineId) : entryOf(acted)
  return { ...answer, receiptId: acted.receiptId }
}

const commitmentOf = ({ line, loan }: Acted): Commitment => ({
  id: line.id,
  loanId: line.loanId,
  lenderId: line.lenderId,
  percentage: line.percentage,
  amount: line.amount,
  isSoftCommit: toFlag(line.isSoft),
  status: line.status,
  createdAt: line.createdAt,
  isOnBehalf: toFlag(line.recordedBy !== null),
  loanAmount: line.loanAmount,
  interestRate: line.interestRate,
  term: line.term,
  loan,
})

function entryOf({ line, lender, people, isMakingOnRecord }: Acted): BookEntry {
  const nameOf = (id: string | null) => {
    const person = id === null ? undefined : people.get(id)
    return person ? fullName(person) : null
  }
  const actedBy = nameOf(line.actedBy)
  const { instructedBy, instructedOn } = line
  return {
    id: line.id,
    lenderId: lender.id,
    lenderName: fullName(lender),
    lenderEmail: lender.email,
    lenderCompanyName: lender.companyName,
    isReachable: toFlag(lender.isApproved && !lender.isAdmin && lender.isActive),
    isAdmin: toFlag(lender.isAdmin),
    percentage: line.percentage,
    amount: line.amount,
    isSoftCommit: toFlag(line.isSoft),
    status: line.status,
    createdAt: line.createdAt,
    endedAt: line.endedAt,
    recordedBy: nameOf(line.recordedBy),
    releasedBy: nameOf(line.releasedBy),
    releaseReason: line.releaseReason,
    instruction:
      actedBy !== null && instructedBy !== null && instructedOn !== null
        ? { actedBy, instructedBy, instructedOn }
        : null,
    withdrawnBy: instructedBy === null ? actedBy : null,
    loanAmount: line.loanAmount,
    interestRate: line.interestRate,
    term: line.term,
    hasReceipt: toFlag(isMakingOnRecord),
  }
}

/** The same after a change of a share: saving an unchanged one has no receipt. */
export function afterChange<Answer extends { receiptId: string }>(
  { isRecorded }: Acted | Repeated,
  { receiptId, ...answer }: Answer,
) {
  return isRecorded ? { ...answer, receiptId } : answer
}
