/** What awaits administrators. Each list reads the first rows of an index, however many loans there are. */
import type { AdminToday } from '#contract/desk/today.ts'
import type { Queryable } from '#server/database/client.ts'
import { utcText } from '#server/http/cursor.ts'
import type { Handlers } from '#server/http/mount.ts'
import { givenUp, mostAttempts } from '#server/mail/outbox.ts'
import { excerpt } from '#server/notices/notify.ts'
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

const nameOf = (table: string) => {
  const person = sql.identifier(table)
  return sql`concat_ws(' ', nullif(${person}.first_name, ''), nullif(${person}.last_name, ''))`
}

const findApprovals = (db: Queryable) =>
  findFew<Item<'approvals'>>(db, {
    columns: sql`u.id, ${nameOf('u')} as "name", u.email, ${utcText(sql`u.created_at`)} as "createdAt"`,
    from: sql`users u where not is_approved and not is_admin and deactivated_at is null`,
    order: sql`u.created_at, u.id`,
  })

/** One for each lender and loan, from the oldest questions: more than these are answered first. */
const mostQuestions = 500

async function findQuestions(db: Queryable): Promise<AdminToday['questions']> {
  const found = await findFew<Item<'questions'>>(db, {
    columns: sql`q.loan_id as "loanId", l.title as "loanTitle", q.user_id as "lenderId",
      ${nameOf('u')} as "lenderName", q.message, ${utcText(sql`q.created_at`)} as "createdAt"`,
    from: sql`(
        select distinct on (loan_id, user_id) * from (
          select id, loan_id, user_id, message, created_at from messages
          where not from_admin and not is_answered
          order by created_at, id limit ${sql.raw(String(mostQuestions))}
        ) oldest order by loan_id, user_id, created_at, id
      ) q join loans l on l.id = q.loan_id and not l.is_draft
        join users u on u.id = q.user_id and u.deactivated_at is null`,
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
    columns: sql`c.id, c.loan_id as "loanId", l.title as "loanTitle", ${nameOf('u')} as "lenderName",
      c.percentage, c.amount, ${utcText(sql`c.created_at`)} as "createdAt"`,
    from: sql`commitments c
        join loan_availability kept on kept.loan_id = c.loan_id and kept.is_offered
        join loans l on l.id = c.loan_id join users u on u.id = c.lender_id
      where c.status = 'active' and c.is_soft_commit and c.created_at < now() - interval '14 days'`,
    order: sql`c.created_at, c.id`,
  })
