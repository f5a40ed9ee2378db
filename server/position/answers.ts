/** The answer to a lender's own act: the commitment and its loan, built from the rows that the act locked and wrote. */
import { isRepeated, type Acted, type Repeated } from '#server/book/act.ts'
import type { Services } from '#server/http/mount.ts'
import type { Caller } from '#server/sign-in/principal.ts'
import { findCommitment, toCommitment, type OwnCommitment } from './lines.ts'

/** A repeated request gets the commitment's current state. */
export async function answerToLender(
  caller: Caller & Pick<Services, 'db'>,
  acted: Acted | Repeated,
) {
  const own = isRepeated(acted)
    ? await findCommitment(caller.db, acted.lineId)
    : commitmentOf(acted)
  const answer = toCommitment(caller, own)
  return { ...answer, receiptId: acted.receiptId }
}

const commitmentOf = ({ line, loan }: Acted): OwnCommitment => ({
  id: line.id,
  loanId: line.loanId,
  lenderId: line.lenderId,
  percentage: line.percentage,
  amount: line.amount,
  isSoftCommit: line.isSoft,
  status: line.status,
  createdAt: line.createdAt,
  isOnBehalf: line.recordedBy !== null,
  loanAmount: line.loanAmount,
  interestRate: line.interestRate,
  term: line.term,
  loan,
})
