/** What the audit trail says of the sample's books, as if everything had been done on the screens. */
import { randomUUID } from 'node:crypto'
import {
  auditCells,
  auditInsertOf,
  auditRecord,
  auditValues,
  type Actor,
  type NewEntry,
} from '#server/audit/record.ts'
import type { Transaction } from '#server/database/client.ts'
import { sql } from 'drizzle-orm'
import type { Funding, PortfolioRows } from './portfolio-rows.ts'

interface PastEntry {
  at: Date
  actor: Actor
  entry: NewEntry
}

type Named = NonNullable<Actor['account']>

interface HistoryParts {
  rows: PortfolioRows
  fundings: Funding[]
  /** Released lenders, and funded the loans. */
  admin: Named
}

/** Writes the entries, in one statement. */
export async function recordHistory(
  tx: Pick<Transaction, 'execute'>,
  parts: HistoryParts,
): Promise<void> {
  const past = historyOf(parts).map(({ at, actor, entry }) => ({
    at: at.toISOString(),
    ...auditValues(actor, { ...entry, id: entry.id ?? randomUUID() }),
  }))
  const source = sql`
    from json_to_recordset(${JSON.stringify(past)}::json) as past (id uuid, at timestamptz, ${auditRecord})`
  const cells = { ...auditCells('past'), id: sql`past.id` }
  await tx.execute(sql`with ${auditInsertOf('past_entries', cells, source, sql`past.at`)} select 1`)
}

function historyOf({ rows, fundings, admin }: HistoryParts): PastEntry[] {
  const people = new Map(rows.users.map((user) => [user.id, user]))
  const titles = new Map(rows.loans.map(({ id, title }) => [id, title]))
  const commitments = rows.commitments.flatMap((row): PastEntry[] => {
    const { createdAt, endedAt } = row
    const user = people.get(row.lenderId)
    if (!user || !createdAt) return []
    const person = { id: row.lenderId, firstName: user.firstName, lastName: user.lastName }
    const position = {
      kind: row.isSoftCommit ? 'soft' : 'binding',
      percentage: row.percentage,
      amount: row.amount,
    }
    const about = {
      person,
      loan: { id: row.loanId, title: titles.get(row.loanId) ?? '' },
      object: { id: row.id },
    }
    const terms = { loanAmount: row.loanAmount, interestRate: row.interestRate, term: row.term }
    const made: PastEntry = {
      at: createdAt,
      actor: by(person),
      // As `newPositionEntry` has it, for the receipt.
      entry: { id: row.id, kind: 'commitmentMade', ...about, after: { ...position, ...terms } },
    }
    if (!endedAt) return [made]
    const isReleased = row.status === 'released'
    const after = { ...position, status: row.status }
    const ended: PastEntry = {
      at: endedAt,
      actor: by(isReleased ? admin : person),
      entry: {
        kind: isReleased ? 'commitmentReleased' : 'commitmentWithdrawn',
        ...about,
        before: { ...position, status: 'active' },
        after: isReleased ? { ...after, reason: row.releaseReason } : after,
      },
    }
    return [made, ended]
  })
  const funded = fundings.map(({ loanId, at }): PastEntry => ({
    at,
    actor: by(admin),
    entry: {
      kind: 'loanChanged',
      loan: { id: loanId, title: titles.get(loanId) ?? '' },
      before: { status: 'Closing', version: '1' },
      after: { status: 'funded', version: '2' },
    },
  }))
  return [...commitments, ...funded]
}

/** From addresses that are reserved for documentation, one for each person. */
const by = (account: Named): Actor => ({
  account,
  address: `203.0.113.${10 + (Number.parseInt(account.id.slice(0, 4), 16) % 200)}`,
  requestId: null,
})
