/** The answer to a lender's own act: the commitment with its loan, built from the rows that the act locked and wrote. */
import type { Commitment } from '#contract/book/commitments.ts'
import { toFlag } from '#contract/wire.ts'
import { isRepeated, type Acted, type Repeated } from '#server/book/act.ts'
import type { Database } from '#server/database/client.ts'
import { commitments } from '#server/database/schema/book.ts'
import { eq } from 'drizzle-orm'
import { findCommitment, toCommitment } from './lines.ts'

/** The lender's own commitment with its loan. A repeated request gets it as it is now. */
export async function answerToLender(db: Database, acted: Acted | Repeated) {
  const answer = isRepeated(acted)
    ? toCommitment(await findCommitment(db, eq(commitments.id, acted.lineId)))
    : commitmentOf(acted)
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
