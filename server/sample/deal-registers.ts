/** The register of the sample's closed book. */
import { createHash } from 'node:crypto'
import { fingerprintText, linesOfRegister } from '#domain/book/deal/closing/register.ts'
import type { HolderNames } from '#domain/book/deal/holder-names.ts'
import type { Line } from '#domain/book/lines.ts'
import type { CommitmentRow } from './portfolio-rows.ts'
import { sampleCompany, type SampleLoan } from './sample-data.ts'
import { stableId } from './sample-ids.ts'

interface Making {
  effectiveDate: string
  madeAt: Date
  maker: { id: string; name: string }
}

export function certificateLines(
  loan: SampleLoan,
  rows: readonly CommitmentRow[],
  holderOf: (firmId: string) => HolderNames,
  { effectiveDate, madeAt, maker }: Making,
) {
  const id = stableId('register', loan.key)
  const terms = { interestRate: loan.interestRate, noteRate: loan.noteRate, term: loan.term }
  const held = rows.map(
    ({ createdAt, standingSince, endedAt, made: _made, isSoftCommit, ...row }): Line => ({
      ...{ ...row, isSoft: isSoftCommit, createdAt: createdAt.toISOString() },
      standingSince: standingSince?.toISOString() ?? null,
      endedAt: endedAt?.toISOString() ?? null,
      ...{ recordedBy: null, endReason: null, actedBy: null },
      ...{ instructedBy: null, instructedOn: null },
    }),
  )
  const lines = linesOfRegister(held, ({ isHold, firmId }) =>
    isHold ? { lenderName: sampleCompany.name, companyName: null } : holderOf(firmId),
  )
  const content = {
    ...terms,
    loanId: loan.id,
    version: 1,
    effectiveDate,
    amount: loan.amount,
    lines,
  }
  const fingerprint = createHash('sha256').update(fingerprintText(content)).digest('hex')
  return {
    register: {
      ...{ id, loanId: loan.id, version: 1, state: 'current' as const, effectiveDate },
      ...{ originator: sampleCompany.name, loanTitle: loan.title, fingerprint },
      ...{ borrowerName: loan.borrowerName, propertyAddress: loan.propertyAddress },
      ...{ ...terms, loanAmount: loan.amount, wasFunded: false },
      ...{ madeBy: maker.id, madeByName: maker.name, madeAt },
    },
    entries: lines.map((line) => ({
      ...line,
      ...{ id: stableId('register entry', loan.key, String(line.line)), registerId: id },
    })),
  }
}
