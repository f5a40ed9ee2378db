import type { AdminToday } from '#contract/desk/today.ts'
import { isSeen } from '#server/loans/loans-seen.ts'
import { fullNameOf } from '#server/database/schema/accounts.ts'
import { companyOf, displayNameOf } from '#server/sign-in/people-of-firms.ts'
import { hasStatus } from '#server/loans/list/conditions.ts'
import { loans } from '#server/database/schema/loans.ts'
import { momentText, utcText } from '#server/database/sql/time-texts.ts'
import { notSentPrefix, maxAttempts } from '#server/mail/outbox.ts'
import { excerpt, isReachableLender } from '#server/notices/notify.ts'
import { firmOrCompany } from '#server/database/schema/firms.ts'
import { sql, type SQL } from 'drizzle-orm'
import { duesOf } from '#server/book/missing-money.ts'
import { findTopItems, type Lists } from './today.ts'

export async function readAdminToday(lists: Lists): Promise<AdminToday> {
  const [
    approvals,
    questions,
    accessRequests,
    failedMails,
    oldBackups,
    due,
    openRounds,
    openTerms,
    missingMoney,
    oversubscribed,
    nearlyCovered,
    staleSoft,
  ] = await Promise.all([
    findApprovals(lists),
    findQuestions(lists),
    findAccessRequests(lists),
    findFailedMails(lists),
    findOldBackups(lists),
    findDue(lists),
    findOpenRounds(lists),
    findOpenTerms(lists),
    findMissingMoney(lists),
    findByInterest(lists, sql`> 0`),
    findByInterest(lists, sql`between -10 and 0`),
    findStaleSoft(lists),
  ])
  return {
    approvals,
    questions,
    accessRequests,
    failedMails,
    oldBackups,
    due,
    openRounds,
    openTerms,
    missingMoney,
    oversubscribed,
    nearlyCovered,
    staleSoft,
  }
}

type Item<Kind extends keyof AdminToday> = AdminToday[Kind]['items'][number]

const findApprovals = (lists: Lists) =>
  findTopItems<Item<'approvals'>>(lists, {
    columns: sql`u.id, ${fullNameOf('u')} as "name", u.email, ${firmOrCompany('u')} as "companyName",
      ${utcText(sql`u.created_at`)} as "createdAt"`,
    from: sql`users u where not is_approved and not is_admin and deactivated_at is null`,
    order: sql`u.created_at, u.id`,
  })

/**
 * Lists each pair of lender and loan once, ordered by the oldest question. Questions that can't be answered are
 * excluded.
 */
async function findQuestions(lists: Lists): Promise<AdminToday['questions']> {
  const found = await findTopItems<Item<'questions'>>(lists, {
    columns: sql`asked.loan_id as "loanId", loans.title as "loanTitle", asked.user_id as "lenderId",
      ${fullNameOf('u')} as "lenderName", ${firmOrCompany('u')} as "lenderCompanyName", asked.message, ${utcText(sql`asked.created_at`)} as "createdAt"`,
    from: sql`(
        select distinct on (loan_id, user_id) id, loan_id, user_id, message, created_at from messages
        where not from_admin and not is_answered
        order by loan_id, user_id, created_at, id
      ) asked
      join loans on loans.id = asked.loan_id and ${isSeen('published')}
      join users u on u.id = asked.user_id and ${isReachableLender('u')}`,
    order: sql`asked.created_at, asked.id`,
  })
  return { ...found, items: found.items.map((row) => ({ ...row, message: excerpt(row.message) })) }
}

const findAccessRequests = (lists: Lists) =>
  findTopItems<Item<'accessRequests'>>(lists, {
    columns: sql`request.id, request.loan_id as "loanId", loans.title as "loanTitle", coalesce(${companyOf(sql`firm.id`)}, ${displayNameOf(sql`firm.id`)}) as "firmName",
      ${utcText(sql`request.created_at`)} as "createdAt"`,
    from: sql`access_requests request join firms firm on firm.id = request.firm_id
      join loans on loans.id = request.loan_id and ${isSeen('published')} where request.state = 'open'`,
    order: sql`request.created_at, request.id`,
  })

/** Excludes emails that were abandoned intentionally, because they can't be sent again. */
const findFailedMails = (lists: Lists) =>
  findTopItems<Item<'failedMails'>>(lists, {
    columns: sql`id, recipient, subject, ${utcText(sql`created_at`)} as "createdAt"`,
    from: sql`mails where sent_at is null and attempts >= ${sql.raw(String(maxAttempts))}
      and not coalesce(starts_with(last_error, '${sql.raw(notSentPrefix)}'), false)`,
    order: sql`created_at desc, id desc`,
  })

/** Finds a backup older than 30 hours. Two daily backups can be a few hours more than a day apart. */
const findOldBackups = (lists: Lists) =>
  findTopItems<Item<'oldBackups'>>(lists, {
    columns: sql`${utcText(sql`made_at`)} as "createdAt"`,
    from: sql`last_backup where made_at < now() - interval '30 hours'`,
    order: sql`made_at`,
  })

/** Passed deadlines come first, because they need a new date or a decision. */
const findDue = (lists: Lists) =>
  findTopItems<Item<'due'>>(lists, {
    columns: sql`loans.id as "loanId", loans.title as "loanTitle", loans.status,
      ${momentText(loans.commitmentDeadline)} as "commitmentDeadline",
      loans.committed_percentage as "committedPercentage", loans.soft_percentage as "softPercentage"`,
    from: sql`loans where ${isOffered}
      and loans.commitment_deadline between now() - interval '14 days' and now() + interval '7 days'`,
    order: sql`loans.commitment_deadline, loans.id`,
  })

const findOpenRounds = (lists: Lists) =>
  findUnanswered(
    lists,
    sql`(select * from allocations where state = 'published')`,
    sql`(select state = 'offered' as is_waiting from allocation_lines
      where allocation_id = open.id and state in ('offered', 'accepted', 'declined'))`,
  )

const findOpenTerms = (lists: Lists) =>
  findUnanswered(
    lists,
    sql`(select * from terms_proposals where state = 'open')`,
    sql`(select state = 'asked' as is_waiting from terms_answers where proposal_id = open.id)`,
  )

/** Finds rounds or proposals, with the numbers of lenders that are asked and that haven't answered. */
const findUnanswered = (lists: Lists, open: SQL, answers: SQL) =>
  findTopItems<Item<'openRounds'>>(lists, {
    columns: sql`loans.id as "loanId", loans.title as "loanTitle",
      ${momentText(sql`open.respond_by`)} as "respondBy", answers.asked, answers.waiting`,
    from: sql`${open} open join loans on loans.id = open.loan_id
      cross join lateral (
        select count(*)::int as asked, (count(*) filter (where is_waiting))::int as waiting from ${answers} answer
      ) answers`,
    order: sql`open.respond_by, loans.id`,
  })

const findMissingMoney = (lists: Lists) =>
  findTopItems<Item<'missingMoney'>>(lists, {
    columns: sql`loans.id as "loanId", loans.title as "loanTitle", ${momentText(sql`missing.due_at`)} as "dueAt",
      missing.outstanding, missing.lenders`,
    from: sql`(
        select loan_id, min(due_at) as due_at, sum(outstanding)::numeric(30, 2) as outstanding, count(*)::int as lenders
        from ${duesOf(sql`true`)} where outstanding > 0 group by loan_id
      ) missing join loans on loans.id = missing.loan_id
      where ${hasStatus('open')}`,
    order: sql`missing.due_at, loans.id`,
  })

/** Sorts loans by the percentage by which interest exceeds the loan amount, largest first. */
const findByInterest = (lists: Lists, isWithin: SQL) => {
  const beyond = sql`(loans.committed_percentage + loans.soft_percentage - 100)`
  return findTopItems<Item<'nearlyCovered'>>(lists, {
    columns: sql`loans.id as "loanId", loans.title as "loanTitle",
      loans.committed_percentage as "committedPercentage", loans.soft_percentage as "softPercentage"`,
    from: sql`loans where ${isOffered} and ${beyond} ${isWithin}`,
    order: sql`${beyond} desc, loans.created_at desc, loans.id desc`,
  })
}

const findStaleSoft = (lists: Lists) =>
  findTopItems<Item<'staleSoft'>>(lists, {
    columns: sql`c.id, c.loan_id as "loanId", loans.title as "loanTitle", u.id as "lenderId",
      ${fullNameOf('u')} as "lenderName", ${firmOrCompany('u')} as "lenderCompanyName", ${isReachableLender('u')}::text as "isReachable", c.percentage,
      c.amount, ${utcText(sql`c.created_at`)} as "createdAt"`,
    from: sql`commitments c join loans on loans.id = c.loan_id join users u on u.id = c.lender_id
      where ${isOffered} and c.status = 'active' and c.is_soft_commit
        and c.created_at < now() - interval '14 days'`,
    order: sql`c.created_at, c.id`,
  })

/** Excludes a book that is closed or whose offers are out, because it takes no more interest. */
const isOffered = sql`(${isSeen('published')} and ${hasStatus('open')} and loans.book_stage = 'open')`
