/** The sample portfolio's audit trail, with an entry for every action, as if users had used the app. */
import { utcDay } from '#domain/days.ts'
import { fullName } from '#domain/texts.ts'
import type { Actor, PastEntry } from '#server/audit/record.ts'
import { dealHistoryOf } from './deal-history.ts'
import { hoursBefore, type PortfolioRows } from './portfolio-rows.ts'
import { sampleLoans, samplePeople } from './sample-data.ts'

type Named = NonNullable<Actor['account']>

export function historyOf(rows: PortfolioRows, admin: Named, now: Date): PastEntry[] {
  const people = new Map(rows.users.map((user) => [user.id, user]))
  const titles = new Map(rows.loans.map(({ id, title }) => [id, title]))
  const arrivals = samplePeople.flatMap(({ id, signInsHoursAgo }): PastEntry[] => {
    const user = people.get(id)
    if (!user) return []
    const { email, termsVersion, createdAt: at } = user
    const [actor, person] = [by(user), nameOf(user)]
    const signIns = signInsHoursAgo.map((hours): PastEntry => ({
      at: hoursBefore(now, hours),
      actor,
      entry: { kind: 'signedIn', person },
    }))
    const entry = { kind: 'registered', person, after: { email, termsVersion } } as const
    return [{ at, actor, entry }, ...signIns]
  })
  const commitments = rows.commitments.flatMap((row): PastEntry[] => {
    const lender = people.get(row.lenderId)
    if (!lender) return []
    const { id, loanAmount, interestRate, term, status } = row
    const { isSoftCommit, percentage, amount } = row.made ?? row
    const position = { kind: isSoftCommit ? 'soft' : 'binding', percentage, amount }
    const loan = { id: row.loanId, title: titles.get(row.loanId) ?? '' }
    const about = { person: nameOf(lender), loan, object: { id } }
    const after = { ...position, loanAmount, interestRate, term }
    const made = {
      at: row.createdAt,
      actor: by(lender),
      entry: { id, kind: 'commitmentMade', ...about, after },
    } as const
    if (!row.endedAt) return [made]
    const isReleased = status === 'released'
    const ended: PastEntry = {
      at: row.endedAt,
      actor: by(isReleased ? admin : lender),
      entry: {
        kind: isReleased ? 'commitmentReleased' : 'commitmentWithdrawn',
        ...about,
        before: { ...position, status: 'active' },
        after: { ...position, status, ...(isReleased && { reason: row.releaseReason }) },
      },
    }
    return [made, ended]
  })
  const fundings = sampleLoans.flatMap((loan): PastEntry[] => {
    if (loan.fundedAfterHours === undefined) return []
    const at = hoursBefore(now, loan.listedHoursAgo - loan.fundedAfterHours)
    const before = { status: 'Closing', fundedOn: null, version: '1' }
    const after = { status: 'funded', fundedOn: utcDay(at), version: '2' }
    const about = { id: loan.id, title: loan.title }
    return [{ at, actor: by(admin), entry: { kind: 'loanChanged', loan: about, before, after } }]
  })
  const firms = namesOfFirms(rows)
  const deals = dealHistoryOf({ rows, admin, by, firmName: (id) => firms.get(id) ?? '' })
  return [...arrivals, ...audiencesOf(rows, admin), ...commitments, ...fundings, ...deals]
}

function namesOfFirms(rows: PortfolioRows): Map<string, string> {
  const firms = new Map(rows.users.map((user) => [user.firmId, fullName(user)]))
  for (const { id, name } of rows.firms) if (name !== null) firms.set(id, name)
  return firms
}

function audiencesOf(rows: PortfolioRows, admin: Named): PastEntry[] {
  const firms = namesOfFirms(rows)
  return rows.loans.flatMap(({ id, title, audience, createdAt: at }): PastEntry[] => {
    if (audience === 'everyone') return []
    const loan = { id, title }
    const actor = by(admin)
    const chosen: PastEntry = {
      at,
      actor,
      entry: {
        kind: 'audienceChanged',
        loan,
        before: { audience: 'everyone' },
        after: { audience },
      },
    }
    const about = (firmId: string) => {
      const name = firms.get(firmId) ?? ''
      return { loan, object: { id: firmId, name }, after: { firm: name } }
    }
    const admitted = rows.admissions
      .filter(({ loanId }) => loanId === id)
      .map(({ firmId }): PastEntry => {
        const entry = { kind: 'firmAdmitted', ...about(firmId) } as const
        return { at, actor, entry }
      })
    const asked = rows.accessRequests.flatMap(
      ({ loanId, userId, firmId, message, createdAt }): PastEntry[] => {
        const user = rows.users.find((each) => each.id === userId)
        if (!user || loanId !== id) return []
        const { after, ...rest } = about(firmId)
        const person = nameOf(user)
        const entry = {
          ...{ ...rest, kind: 'accessAsked' as const, person },
          after: { ...after, message },
        }
        return [{ at: createdAt, actor: by(user), entry }]
      },
    )
    return [chosen, ...admitted, ...asked]
  })
}

const nameOf = ({ id, firstName, lastName }: Named): Named => ({ id, firstName, lastName })

const networks = ['192.0.2', '198.51.100', '203.0.113']

function by(account: Named): Actor {
  const seed = Number.parseInt(account.id.slice(0, 4), 16)
  const address = `${networks[seed % networks.length]}.${10 + (seed % 200)}`
  return { account: nameOf(account), address, requestId: null }
}
