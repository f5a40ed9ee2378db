/** Allocations as administrators read them. */
import type {
  Allocation,
  AllocationInShort,
  AllocationLine,
  Allocations,
} from '#contract/deal/allocations.ts'
import { toFlag } from '#contract/wire.ts'
import type { OfferState } from '#domain/deal/rounds/rounds.ts'
import { isAboveZero, subtractPercent, sumMoney, sumPercent, wholePercent } from '#domain/money.ts'
import type { Database, Queryable } from '#server/database/client.ts'
import { readSnapshot } from '#server/database/transactions.ts'
import { bookVersionOf, readActiveLines } from '#server/deal/book-version.ts'
import type { Context } from '#server/http/mount.ts'
import { findAnyLoan, type LoanRow } from '#server/loans/read-loans.ts'
import { companyOf, displayNameOf } from '#server/sign-in/people-of-firms.ts'
import type { Line } from '#domain/book/lines.ts'
import { sql } from 'drizzle-orm'
import { toDealLine } from './compute.ts'
import { explainLines } from './explain.ts'
import { isCurrent } from './save.ts'
import { readAllocations, readShareStep, type StoredAllocation, type StoredLine } from './stored.ts'

type Reader = Pick<Context<'admin'>, 'db' | 'config' | 'principal'>

interface Present {
  loan: LoanRow
  lines: Line[]
  version: string
  shareStep: string
}

async function readPresent(tx: Queryable, loanId: string): Promise<Present> {
  const loan = await findAnyLoan(tx, loanId)
  const lines = await readActiveLines(tx, loanId)
  const version = bookVersionOf({ loan, lines })
  return { loan, lines, version, shareStep: await readShareStep(tx, loanId) }
}

export const listAllocations = (reader: Reader, loanId: string): Promise<Allocations> =>
  readSnapshot(reader.db, async (tx) => {
    const present = await readPresent(tx, loanId)
    const found = await readAllocations(tx, sql`a.loan_id = ${loanId}::uuid`)
    const all = found.map((each) => toAllocation(each, present))
    const names = await readNames(tx, loanId, reader.config.company.name)
    return {
      draft: all.find(({ number }) => number === null) ?? null,
      rounds: all.filter(({ number }) => number !== null),
      bookVersion: present.version,
      lines: present.lines.map((line) => ({
        ...toDealLine(line),
        ...(names.get(line.firmId) ?? { lenderName: '', companyName: null }),
        isSoft: toFlag(line.isSoft),
        isHold: toFlag(line.isHold),
      })),
      needsApproval: toFlag(reader.config.twoAdministrators),
      hasSecondAdministrator: toFlag(await hasSecond(tx)),
    }
  })

/** The originator goes by the company's name. */
async function readNames(tx: Queryable, loanId: string, company: string) {
  const { rows } = await tx.execute<{
    id: string
    lenderName: string
    companyName: string | null
    isHold: boolean
  }>(sql`
    select c.firm_id as id, ${displayNameOf(sql`c.firm_id`)} as "lenderName",
      ${companyOf(sql`c.firm_id`)} as "companyName", bool_or(c.is_hold) as "isHold"
    from commitments c where c.loan_id = ${loanId}::uuid and c.status = 'active' group by c.firm_id`)
  return new Map(
    rows.map(({ id, isHold, lenderName, companyName }) => [
      id,
      isHold ? { lenderName: company, companyName: null } : { lenderName, companyName },
    ]),
  )
}

async function hasSecond(tx: Queryable): Promise<boolean> {
  const { rows } = await tx.execute<{ count: number }>(
    sql`select count(*)::int as count from users where is_admin and deactivated_at is null`,
  )
  return (rows[0]?.count ?? 0) > 1
}

export const readAllocation = (db: Database, id: string): Promise<Allocation> =>
  readSnapshot(db, async (tx) => {
    const [found] = await readAllocations(tx, sql`a.id = ${id}::uuid`)
    if (!found) throw new Error('The allocation was changed just before')
    return toAllocation(found, await readPresent(tx, found.loanId))
  })

function toAllocation(stored: StoredAllocation, present: Present): Allocation {
  const bound = sumPercent(stored.lines.map((line) => line.bound))
  const {
    loanAmount: _1,
    interestRate: _2,
    noteRate: _3,
    term: _4,
    savedById: _5,
    ...rest
  } = stored
  return {
    ...rest,
    ...toShort(stored, present),
    room: subtractPercent(wholePercent(100), sumPercent([stored.hold, bound])),
    requests: subtractPercent(sumPercent(stored.lines.map(({ asks }) => asks)), bound),
    lines: explainLines(stored),
  }
}

export const toShort = (
  stored: StoredAllocation,
  present: Pick<Present, 'loan' | 'version' | 'shareStep'>,
): AllocationInShort => {
  const { id, number, state, savedBy, savedAt, respondBy, endedAt, holdShare, lines } = stored
  const offered = lines.filter(({ added }) => isAboveZero(added))
  const inState = (...states: OfferState[]) =>
    sumOf(offered.filter((line) => states.some((each) => each === line.state)))
  return {
    ...{ id, number, state, savedBy, savedAt, respondBy, endedAt, holdShare },
    isCurrent: toFlag(isCurrent(stored, { ...present.loan, ...present })),
    offered: sumOf(offered),
    accepted: inState('accepted'),
    declined: inState('declined'),
    waiting: inState('offered'),
  }
}

const sumOf = (lines: readonly StoredLine[]) => ({
  lenders: lines.length,
  added: sumPercent(lines.map(({ added }) => added)),
  addedAmount: sumMoney(lines.map(({ addedAmount }) => addedAmount)),
})

/** A line of a round after an answer. */
export async function readLine(
  db: Database,
  allocationId: string,
  offerId: string,
): Promise<AllocationLine & { loanId: string }> {
  const { loanId, lines } = await readAllocation(db, allocationId)
  const line = lines.find(({ id }) => id === offerId)
  if (!line) throw new Error('The offer was answered just before')
  return { ...line, loanId }
}
