/** What the audit trail says of the sample's books, as if everything had been done on the screens. */
import { utcDay } from '#domain/days.ts'
import { recordPast, type Actor, type PastEntry } from '#server/audit/record.ts'
import type { Queryable } from '#server/database/client.ts'
import type { Funding, PortfolioRows } from './portfolio-rows.ts'
import { signInsOf } from './sign-ins.ts'

type Named = NonNullable<Actor['account']>

interface HistoryParts {
  rows: PortfolioRows
  fundings: Funding[]
  /** Released lenders, and funded the loans. */
  admin: Named
  now: Date
}

/** Writes the entries, in one statement. */
export const recordHistory = (tx: Queryable, parts: HistoryParts): Promise<void> =>
  recordPast(tx, historyOf(parts))

function historyOf({ rows, fundings, admin, now }: HistoryParts): PastEntry[] {
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
      // As `entryOfMaking` has it, for the receipt.
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
      before: { status: 'Closing', fundedOn: null, version: '1' },
      after: { status: 'funded', fundedOn: utcDay(at), version: '2' },
    },
  }))
  return [...arrivalsOf(rows, now), ...commitments, ...funded]
}

/** Registrations, with the terms that were accepted, and sign-ins. */
function arrivalsOf(rows: PortfolioRows, now: Date): PastEntry[] {
  const signIns = signInsOf(rows, now)
  return rows.users.flatMap(({ id, firstName, lastName, email, termsVersion, createdAt }) => {
    if (!id || !createdAt) return []
    const person = { id, firstName, lastName }
    const registered: PastEntry = {
      at: createdAt,
      actor: by(person),
      entry: { kind: 'registered', person, after: { email, termsVersion } },
    }
    const signedIn = (signIns.get(id) ?? []).map((at): PastEntry => ({
      at,
      actor: by(person),
      entry: { kind: 'signedIn', person },
    }))
    return [registered, ...signedIn]
  })
}

/** Networks that are reserved for documentation. */
const networks = ['192.0.2', '198.51.100', '203.0.113']

/** From one address for each person. */
function by(account: Named): Actor {
  const seed = Number.parseInt(account.id.slice(0, 4), 16)
  const address = `${networks[seed % networks.length]}.${10 + (seed % 200)}`
  return { account, address, requestId: null }
}
