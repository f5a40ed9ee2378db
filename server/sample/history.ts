/** The audit trail of the sample portfolio. It looks as if users had taken every action on the screens. */
import { utcDay } from '#domain/days.ts'
import type { Actor, PastEntry } from '#server/audit/record.ts'
import { hoursBefore, type PortfolioRows } from './portfolio-rows.ts'
import { sampleLoans, samplePeople } from './sample-data.ts'
import { loanId, userId } from './sample-ids.ts'

type Named = NonNullable<Actor['account']>

export function historyOf(rows: PortfolioRows, admin: Named, now: Date): PastEntry[] {
  return [...arrivalsOf(rows, now), ...commitmentsOf(rows, admin), ...fundingsOf(admin, now)]
}

function arrivalsOf(rows: PortfolioRows, now: Date): PastEntry[] {
  const signIns = new Map(samplePeople.map((each) => [userId(each.key), each.signInsHoursAgo]))
  return rows.users.flatMap((user) => {
    const { email, termsVersion, createdAt: at } = user
    const [actor, person] = [by(user), nameOf(user)]
    return [
      { at, actor, entry: { kind: 'registered', person, after: { email, termsVersion } } },
      ...(signIns.get(user.id) ?? []).map((hours): PastEntry => ({
        at: hoursBefore(now, hours),
        actor,
        entry: { kind: 'signedIn', person },
      })),
    ]
  })
}

function commitmentsOf(rows: PortfolioRows, admin: Named): PastEntry[] {
  const people = new Map(rows.users.map((user) => [user.id, user]))
  const titles = new Map(rows.loans.map(({ id, title }) => [id, title]))
  return rows.commitments.flatMap((row): PastEntry[] => {
    const person = people.get(row.lenderId)
    if (!person) return []
    const { id, percentage, amount, loanAmount, interestRate, term, status } = row
    const position = { kind: row.isSoftCommit ? 'soft' : 'binding', percentage, amount }
    const about = {
      person: nameOf(person),
      loan: { id: row.loanId, title: titles.get(row.loanId) ?? '' },
      object: { id },
    }
    const terms = { loanAmount, interestRate, term }
    const made: PastEntry = {
      at: row.createdAt,
      actor: by(person),
      entry: { id, kind: 'commitmentMade', ...about, after: { ...position, ...terms } },
    }
    if (!row.endedAt) return [made]
    const isReleased = status === 'released'
    const ended: PastEntry = {
      at: row.endedAt,
      actor: by(isReleased ? admin : person),
      entry: {
        kind: isReleased ? 'commitmentReleased' : 'commitmentWithdrawn',
        ...about,
        before: { ...position, status: 'active' },
        after: { ...position, status, ...(isReleased && { reason: row.releaseReason }) },
      },
    }
    return [made, ended]
  })
}

const fundingsOf = (admin: Named, now: Date): PastEntry[] =>
  sampleLoans.flatMap(({ key, title, listedHoursAgo, fundedAfterHours }) => {
    if (fundedAfterHours === undefined) return []
    const at = hoursBefore(now, listedHoursAgo - fundedAfterHours)
    return {
      at,
      actor: by(admin),
      entry: {
        kind: 'loanChanged',
        loan: { id: loanId(key), title },
        before: { status: 'Closing', fundedOn: null, version: '1' },
        after: { status: 'funded', fundedOn: utcDay(at), version: '2' },
      },
    }
  })

const nameOf = ({ id, firstName, lastName }: Named): Named => ({ id, firstName, lastName })

const networks = ['192.0.2', '198.51.100', '203.0.113']

function by(account: Named): Actor {
  const seed = Number.parseInt(account.id.slice(0, 4), 16)
  const address = `${networks[seed % networks.length]}.${10 + (seed % 200)}`
  return { account: nameOf(account), address, requestId: null }
}
