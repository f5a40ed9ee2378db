/** Reminders of commitment deadlines and of the time to answer offers. Each is sent once. */
import { formatMoment } from '#domain/days.ts'
import { formatShare, sumPercent, type Percent } from '#domain/money.ts'
import type { AddressedNotice } from '#domain/notifications/notices.ts'
import { byTheProgram } from '#server/audit/record.ts'
import { writeEffects } from '#server/change/effects.ts'
import type { Database, Transaction } from '#server/database/client.ts'
import { momentText } from '#server/database/sql/time-texts.ts'
import { transact } from '#server/database/transactions.ts'
import { followersOf } from '#server/notices/notify.ts'
import { sql } from 'drizzle-orm'

/** Returns true if something was sent. A reminder is marked in the transaction that writes its notices. */
export const sendDealReminders = (db: Database): Promise<boolean> =>
  transact(db, async (tx) => {
    await noteDeadlines(tx)
    const notices = [
      ...(await remindOfDeadlines(tx)),
      ...(await noticesOfPassedDeadlines(tx)),
      ...(await remindOfOffers(tx)),
    ]
    await writeEffects(tx, byTheProgram, { notices })
    return notices.length > 0
  })

/** A deadline that is set less than three days ahead gets no reminder, because lenders have just been notified. */
const noteDeadlines = (tx: Transaction) =>
  tx.execute(sql`
    insert into deadline_reminders as known (loan_id, deadline, remind_at)
    select id, commitment_deadline, case when commitment_deadline > now() + interval '3 days'
      then commitment_deadline - interval '3 days' end
    from loans where commitment_deadline > now() and status <> 'funded' and not is_draft
    on conflict (loan_id) do update set deadline = excluded.deadline, remind_at = excluded.remind_at,
      passed_at = null
    where known.deadline <> excluded.deadline`)

/** A deadline that was moved or cleared isn't due, and neither is one of a book that takes no commitments. */
const isDue = sql`loans.id = r.loan_id and loans.commitment_deadline = r.deadline
  and loans.status <> 'funded' and not loans.is_draft and loans.book_stage = 'open'`

async function remindOfDeadlines(tx: Transaction): Promise<AddressedNotice[]> {
  const { rows } = await tx.execute<{ id: string; title: string; deadline: string }>(sql`
    update deadline_reminders r set remind_at = null from loans
    where ${isDue} and r.remind_at <= now() and r.deadline > now()
    returning loans.id, loans.title, ${momentText(sql`r.deadline`)} as deadline`)
  const notices: AddressedNotice[] = []
  for (const { id, title, deadline } of rows) {
    const message = `Commitments to ${title} are taken until ${formatMoment(deadline)}`
    const ids = await softHoldersAndFollowers(tx, id)
    if (ids.length > 0)
      notices.push({ to: 'people', ids, notice: { type: 'deadlineSoon', loanId: id, message } })
  }
  return notices
}

/** People of firms with soft commitments, and people who favor the loan and see it. */
async function softHoldersAndFollowers(tx: Transaction, loanId: string): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select u.id from users u
    where ${followersOf(loanId)} and (
      u.firm_id in (select firm_id from commitments
        where loan_id = ${loanId}::uuid and status = 'active' and is_soft_commit)
      or u.id in (select user_id from favorites where loan_id = ${loanId}::uuid))`)
  return rows.map(({ id }) => id)
}

async function noticesOfPassedDeadlines(tx: Transaction): Promise<AddressedNotice[]> {
  const { rows } = await tx.execute<{
    id: string
    title: string
    bound: Percent
    soft: Percent
  }>(sql`
    update deadline_reminders r set passed_at = now() from loans
    where ${isDue} and r.passed_at is null and r.deadline <= now()
    returning loans.id, loans.title, loans.committed_percentage as bound, loans.soft_percentage as soft`)
  return rows.map(({ id, title, bound, soft }) => ({
    to: 'administrators',
    notice: {
      type: 'deadlinePassed',
      loanId: id,
      message: `The commitment deadline of ${title} has passed: ${formatShare(sumPercent([bound, soft]))} is covered`,
    },
  }))
}

/** An offer for less than a day gets no reminder, because its lender has just been notified. */
async function remindOfOffers(tx: Transaction): Promise<AddressedNotice[]> {
  const { rows } = await tx.execute<{ loanId: string; title: string; firmIds: string[] }>(sql`
    update allocations a set reminded_at = now() from loans
    where loans.id = a.loan_id and a.state = 'published' and a.reminded_at is null
      and a.respond_by > now() and a.respond_by <= now() + interval '24 hours'
      and a.respond_by > a.respond_by_set_at + interval '24 hours'
    returning a.loan_id as "loanId", loans.title,
      array(select l.firm_id::text from allocation_lines l
        where l.allocation_id = a.id and l.state = 'offered') as "firmIds"`)
  return rows.map(({ loanId, title, firmIds }) => ({
    to: 'firms',
    ids: firmIds,
    notice: { type: 'offerSoon', loanId, message: `Your offer on ${title} ends in 24 hours` },
  }))
}
