import { mustSetUpTwoFactor, accountRoleOf } from '#domain/access.ts'
import { calendarFeeds, twoFactors, users } from '#server/database/schema/accounts.ts'
import { commitments } from '#server/database/schema/book.ts'
import { favorites, loans } from '#server/database/schema/loans.ts'
import { notFound } from '#server/errors.ts'
import type { Context } from '#server/http/mount.ts'
import { hasStatus } from '#server/loans/list/conditions.ts'
import { isSeenRow } from '#server/loans/loans-seen.ts'
import { fromLoans, shownColumns, type LoanRow } from '#server/loans/read-loans.ts'
import { tokenHash } from '#server/sign-in/tokens.ts'
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { answerEventsOf } from './answer-events.ts'
import { writeCalendar } from './ics.ts'
import { eventsOf } from './loan-events.ts'

type Caller = Pick<Context<'anyone'>, 'db' | 'config'>

/**
 * Returns the calendar at a private URL. The URL only identifies its owner, so the owner's access rights are checked on
 * every request.
 * @throws {ApiError} 404 if the key is unknown or the owner currently has no access.
 */
export async function readFeed(caller: Caller, key: string): Promise<string> {
  const { config } = caller
  const owner = await findOwner(caller, tokenHash(key))
  if (!owner) throw notFound('The calendar')
  const loansOfOwner = await findLoans(caller, owner)
  const events = [
    ...loansOfOwner.flatMap((loan) => eventsOf(loan, config.publicUrl)),
    ...(await answerEventsOf(caller.db, owner, config.publicUrl)),
  ]
  return writeCalendar(`${config.company.name} loans`, events, new Date())
}

interface Owner {
  id: string
  firmId: string
  isAdmin: boolean
}

async function findOwner({ db, config }: Caller, hash: string): Promise<Owner | null> {
  const [found] = await db
    .select({
      id: users.id,
      firmId: users.firmId,
      isAdmin: users.isAdmin,
      isApproved: users.isApproved,
      hasTwoFactor: sql<boolean>`${twoFactors.userId} is not null`,
    })
    .from(calendarFeeds)
    .innerJoin(users, eq(users.id, calendarFeeds.userId))
    .leftJoin(twoFactors, and(eq(twoFactors.userId, users.id), isNotNull(twoFactors.confirmedAt)))
    .where(and(eq(calendarFeeds.tokenHash, hash), isNull(users.deactivatedAt)))
  if (!found || accountRoleOf(found) === 'pending') return null
  return mustSetUpTwoFactor(found, config.requireAdmin2fa) ? null : found
}

/**
 * Finds published loans with a date that the owner sees, if the owner's firm has a share of the loan or the owner
 * marked it as a favorite. For administrators, also finds all other loans that have a date and accept commitments.
 */
async function findLoans({ db }: Caller, { id, firmId, isAdmin }: Owner): Promise<LoanRow[]> {
  const seen = isAdmin ? 'published' : { firmId }
  const { rows } = await db.execute<{ [Name in keyof LoanRow]: LoanRow[Name] }>(sql`
    select ${shownColumns(seen)} ${fromLoans(seen)}
    where ${isSeenRow(seen)}
      and (${loans.commitmentDeadline} is not null or ${loans.closingDate} is not null
        or ${loans.fundedOn} is not null)
      and (${isAdmin ? hasStatus('open') : sql`false`}
        or ${loans.id} in (select loan_id from ${favorites} where user_id = ${id}::uuid)
        or ${loans.id} in (select loan_id from ${commitments}
          where firm_id = ${firmId}::uuid and ${commitments.status} = 'active'))
    order by ${loans.createdAt}, ${loans.id}`)
  return rows
}
