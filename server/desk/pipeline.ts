/**
 * The loans whose deadline has passed, those that lack money, those whose next date is closest to today, and the last
 * action that a lender took on each loan.
 */
import type { PipelineLoan } from '#contract/desk/dashboards.ts'
import type { Queryable } from '#server/database/client.ts'
import { fullNameOf } from '#server/database/schema/accounts.ts'
import { firmOrCompany } from '#server/database/schema/firms.ts'
import { loans } from '#server/database/schema/loans.ts'
import { dayText, momentText, utcText } from '#server/database/sql/time-texts.ts'
import { hasStatus } from '#server/loans/list/conditions.ts'
import { isSeen } from '#server/loans/loans-seen.ts'
import { makerIn } from '#server/sign-in/people-of-firms.ts'
import { duesOf, missingMoneyOfLoan } from '#server/book/missing-money.ts'
import { sql } from 'drizzle-orm'

const openRound = sql`from allocations round where round.loan_id = loans.id and round.state = 'published'`
const openTerms = sql`from terms_proposals terms where terms.loan_id = loans.id and terms.state = 'open'`

const closing = sql`loans.closing_date::timestamp at time zone 'UTC' + interval '12 hours'`

/** The date by which answers or money must come, or the deadline or closing. A closing date counts as noon UTC. */
const nextDate = sql`case
  when loans.book_stage = 'offered' then (select round.respond_by ${openRound})
  when loans.book_stage = 'closed' then coalesce(
    (select min(due_at) from ${duesOf(sql`r.loan_id = loans.id`)} where outstanding > 0), ${closing})
  when loans.is_terms_pending then least((select terms.respond_by ${openTerms}),
    case when loans.commitment_deadline > now() then loans.commitment_deadline end)
  when loans.commitment_deadline > now() or loans.closing_date is null then loans.commitment_deadline
  else ${closing} end`

const lacksMoney = sql`loans.book_stage = 'closed' and exists (
  select from ${duesOf(sql`r.loan_id = loans.id`)} where outstanding > 0)`

/** A passed deadline of an open book needs a new date or a decision. */
const isPastDeadline = sql`loans.book_stage = 'open' and not loans.is_terms_pending
  and coalesce(loans.commitment_deadline <= now(), false)`

const distance = sql`abs(extract(epoch from now() - (${nextDate})))`

const mostLoans = sql.raw('8')

const signKinds = sql.raw(
  [
    ...['documentViewed', 'documentDownloaded', 'commitmentMade', 'commitmentChanged'],
    ...['commitmentWithdrawn', 'commitmentMadeBinding', 'lenderPassed', 'passTakenBack'],
  ]
    .map((kind) => `'${kind}'`)
    .join(', '),
)

export async function readPipeline(db: Queryable): Promise<PipelineLoan[]> {
  const { rows } = await db.execute<{ [Name in keyof PipelineLoan]: PipelineLoan[Name] }>(sql`
    with nearest as materialized (
      select loans.*, row_number() over (order by (${isPastDeadline}) desc, (${lacksMoney}) desc, ${distance} nulls last,
        amount - committed_amount desc, created_at desc, id desc) as place
      from loans where ${isSeen('published')} and ${hasStatus('open')}
      order by place limit ${mostLoans}
    )
    select loans.id as "loanId", loans.title as "loanTitle", loans.status, loans.book_stage as "bookStage",
      ${momentText(loans.commitmentDeadline)} as "commitmentDeadline",
      ${dayText(loans.closingDate)} as "closingDate",
      loans.amount, loans.amount - loans.committed_amount as "uncommittedAmount",
      loans.committed_percentage as "committedPercentage",
      loans.soft_percentage as "softPercentage",
      (select coalesce(sum(c.amount), 0)::numeric(30, 2) from commitments c
        where c.loan_id = loans.id and c.status = 'active' and c.is_soft_commit) as "softAmount",
      (select json_build_object('respondBy', ${momentText(sql`round.respond_by`)},
          'waiting', (select count(*) from allocation_lines line
            where line.allocation_id = round.id and line.state = 'offered'))
        ${openRound}) as "openRound",
      (select json_build_object('respondBy', ${momentText(sql`terms.respond_by`)}) ${openTerms}) as "openTerms",
      ${missingMoneyOfLoan} as "missingMoney",
      case when sign.kind is not null then json_build_object('kind', sign.kind,
        'at', ${utcText(sql`sign.at`)}, 'document', sign.document, 'by', ${makerIn(sql`u.firm_id`, 'u')},
        'lenderName', ${fullNameOf('u')},
        'lenderCompanyName', ${firmOrCompany('u')}) end as "lastSign"
    from nearest as ${loans}
    left join lateral (
      select * from (
        (select e.actor_id as user_id, e.at, case when e.kind like 'document%' then e.object_name end as document,
            case when e.kind = 'commitmentMade' and e.after ->> 'kind' = 'soft' then 'indicated' else e.kind end as kind
          from audit e join users on users.id = e.actor_id and not users.is_admin
          where e.loan_id = loans.id and e.kind in (${signKinds}) order by e.at desc limit 1)
        union all
        (select user_id, created_at, null, 'asked' from messages m
          where m.loan_id = loans.id and not m.from_admin order by created_at desc limit 1)
        union all
        (select v.user_id, v.opened_at, null, 'opened'
          from loan_visits v join users on users.id = v.user_id and not users.is_admin
          where v.loan_id = loans.id order by v.opened_at desc limit 1)
      ) every_sign order by at desc limit 1
    ) sign on true
    left join users u on u.id = sign.user_id
    order by loans.place`)
  return rows
}
