/** What awaits administrators. Each list reads the first rows of an index, however many loans there are. */
import type { AdminToday } from '#contract/desk/today.ts'
import { mostCounted } from '#domain/desk/today.ts'
import type { Queryable } from '#server/database/client.ts'
import { fullNameOf } from '#server/database/schema/accounts.ts'
import { utcText } from '#server/http/cursor.ts'
import type { Handlers } from '#server/http/mount.ts'
import { givenUp, mostAttempts } from '#server/mail/outbox.ts'
import { excerpt, isReachableLender } from '#server/notices/notify.ts'
import { sql, type SQL } from 'drizzle-orm'
import { findFew } from './few.ts'

export const adminTodayHandlers: Pick<Handlers, 'getAdminToday'> = {
  async getAdminToday({ db }) {
    const [
      approvals,
      questions,
      failedMails,
      oldBackups,
      oversubscribed,
      nearlyCovered,
      staleSoft,
    ] = await Promise.all([
      findApprovals(db),
      findQuestions(db),
      findFailedMails(db),
      findOldBackups(db),
      findByInterest(db, sql`> 0`),
      findByInterest(db, sql`between -10 and 0`),
      findStaleSoft(db),
    ])
    return {
      approvals,
      questions,
      failedMails,
      oldBackups,
      oversubscribed,
      nearlyCovered,
      staleSoft,
    }
  },
}

type Item<Kind extends keyof AdminToday> = AdminToday[Kind]['items'][number]

const findApprovals = (db: Queryable) =>
  findFew<Item<'approvals'>>(db, {
    columns: sql`u.id, ${fullNameOf('u')} as "name", u.email, ${utcText(sql`u.created_at`)} as "createdAt"`,
    from: sql`users u where not is_approved and not is_admin and deactivated_at is null`,
    order: sql`u.created_at, u.id`,
  })

/**
 * One for each lender and loan, by its oldest question. Each step goes on in the index from the question before to
 * the next one that can be answered and is of another lender or loan. So it reads what it lists and passes, however
 * many questions wait after that; and neither many of one lender nor what nobody can answer take others' places.
 * Subqueries rather than joins, so that PostgreSQL reads the index in order even before it has statistics.
 */
async function findQuestions(db: Queryable): Promise<AdminToday['questions']> {
  const pair = sql`m.loan_id || '/' || m.user_id`
  const next = (pairs: SQL, isLater: SQL) => sql`
    select m.id, m.loan_id, m.user_id, m.message, m.created_at, ${pairs} as pairs
    from messages m where not m.from_admin and not m.is_answered and ${isLater}
      and (select not l.is_draft from loans l where l.id = m.loan_id)
      and (select ${isReachableLender('u')} from users u where u.id = m.user_id)
    order by m.created_at, m.id limit 1`
  const found = await findFew<Item<'questions'>>(db, {
    columns: sql`q.loan_id as "loanId", l.title as "loanTitle", q.user_id as "lenderId",
      ${fullNameOf('u')} as "lenderName", q.message, ${utcText(sql`q.created_at`)} as "createdAt"`,
    from: sql`(
        with recursive asked as (
          (${next(sql`array[${pair}]`, sql`true`)})
          union all
          select later.* from asked cross join lateral (${next(
            sql`asked.pairs || (${pair})`,
            sql`(m.created_at, m.id) > (asked.created_at, asked.id) and ${pair} <> all (asked.pairs)`,
          )}) later
          where cardinality(asked.pairs) < ${sql.raw(String(mostCounted))}
        )
        select * from asked
      ) q join loans l on l.id = q.loan_id join users u on u.id = q.user_id`,
    order: sql`q.created_at, q.id`,
  })
  return { ...found, items: found.items.map((row) => ({ ...row, message: excerpt(row.message) })) }
}

/** What was given up on purpose can't be sent again. */
const findFailedMails = (db: Queryable) =>
  findFew<Item<'failedMails'>>(db, {
    columns: sql`id, recipient, subject, ${utcText(sql`created_at`)} as "createdAt"`,
    from: sql`mails where sent_at is null and attempts >= ${sql.raw(String(mostAttempts))}
      and not coalesce(starts_with(last_error, '${sql.raw(givenUp)}'), false)`,
    order: sql`created_at desc, id desc`,
  })

/** Daily backups may be some hours more than a day apart. */
const findOldBackups = (db: Queryable) =>
  findFew<Item<'oldBackups'>>(db, {
    columns: sql`${utcText(sql`made_at`)} as "createdAt"`,
    from: sql`last_backup where made_at < now() - interval '30 hours'`,
    order: sql`made_at`,
  })

/** Offered loans by how far interest exceeds them, in percent: the most first. */
const findByInterest = (db: Queryable, isWithin: SQL) =>
  findFew<Item<'nearlyCovered'>>(db, {
    columns: sql`l.id as "loanId", l.title as "loanTitle",
      l.committed_percentage as "committedPercentage", l.soft_percentage as "softPercentage"`,
    from: sql`loan_availability kept join loans l on l.id = kept.loan_id
      where kept.is_offered and (kept.soft_percentage - kept.available) ${isWithin}`,
    order: sql`(kept.soft_percentage - kept.available) desc, kept.created_at desc, kept.loan_id desc`,
  })

const findStaleSoft = (db: Queryable) =>
  findFew<Item<'staleSoft'>>(db, {
    columns: sql`c.id, c.loan_id as "loanId", l.title as "loanTitle", ${fullNameOf('u')} as "lenderName",
      c.percentage, c.amount, ${utcText(sql`c.created_at`)} as "createdAt"`,
    from: sql`commitments c
        join loan_availability kept on kept.loan_id = c.loan_id and kept.is_offered
        join loans l on l.id = c.loan_id join users u on u.id = c.lender_id
      where c.status = 'active' and c.is_soft_commit and c.created_at < now() - interval '14 days'`,
    order: sql`c.created_at, c.id`,
  })
