/** The response to an administrator's action: the book entry, built from the rows that the action locked and wrote. */
import type { BookEntry } from '#contract/book/shapes.ts'
import { toFlag } from '#contract/wire.ts'
import { fullName } from '#domain/texts.ts'
import type { Services } from '#server/http/mount.ts'
import { isRepeated, type Acted, type Repeated } from './act.ts'
import { findEntry, permissionsOf, type BookReader } from './entries.ts'

export async function answerToAdministrator(
  caller: BookReader & Pick<Services, 'db'>,
  acted: Acted | Repeated,
) {
  const answer = isRepeated(acted) ? await findEntry(caller, acted.lineId) : entryOf(caller, acted)
  return { ...answer, receiptId: acted.receiptId }
}

function entryOf(
  caller: BookReader,
  { line, loan, lender, people, isMakingOnRecord }: Acted,
): BookEntry {
  const nameOf = (id: string | null) => {
    const person = id === null ? undefined : people.get(id)
    return person ? fullName(person) : null
  }
  const actedBy = nameOf(line.actedBy)
  const { instructedBy, instructedOn } = line
  return {
    id: line.id,
    lenderId: lender.id,
    firmId: line.firmId,
    lenderName: lender.displayName,
    firmName: lender.firmName,
    personName: fullName(lender),
    lenderEmail: lender.email,
    lenderCompanyName: lender.companyName,
    isHold: toFlag(line.isHold),
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
    can: permissionsOf(
      caller,
      { firmId: line.firmId, isEligible: lender.isFirmEligible },
      { status: line.status, isSoft: line.isSoft, loanStatus: loan.status, book: loan },
    ),
  }
}
