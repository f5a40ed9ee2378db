/** Lists a loan's lenders, one for each firm, and the stage of each. */
import type { LoanLender, LoanLenders } from '#contract/book/lenders.ts'
import type { Pass } from '#contract/loans/passes.ts'
import { toFlag } from '#contract/wire.ts'
import { byUrgency, lenderStage, nextLenderAct } from '#domain/book/syndicate/stages.ts'
import type { BookStage } from '#domain/loans/dates/book-stages.ts'
import { takesCommitments } from '#domain/loans/permissions.ts'
import type { LoanStatus } from '#domain/loans/statuses.ts'
import { isAboveZero, type Percent } from '#domain/money.ts'
import { fullName } from '#domain/texts.ts'
import type { Queryable } from '#server/database/client.ts'
import { momentText, utcText } from '#server/database/sql/time-texts.ts'
import { notFound } from '#server/errors.ts'
import { isReachableLender } from '#server/notices/notify.ts'
import { firmOrCompany } from '#server/database/schema/firms.ts'
import { makerIn } from '#server/sign-in/people-of-firms.ts'
import { sql } from 'drizzle-orm'

export async function readLenders(db: Queryable, loanId: string): Promise<LoanLenders> {
  const { rows } = await db.execute<{ [Name in keyof Row]: Row[Name] }>(lendersOf(loanId))
  const [row] = rows
  if (!row) throw notFound('The loan')
  const isOpen = !row.isDraft && row.bookStage === 'open' && takesCommitments(row)
  return {
    documents: row.documents,
    lenders: inCallOrder(row.lenders.map((lender) => toLender(lender, isOpen))),
  }
}

export const inCallOrder = (lenders: readonly LoanLender[]): LoanLender[] =>
  lenders.toSorted((one, other) => byUrgency(countRead(one), countRead(other)))

const countRead = (lender: LoanLender) => ({ ...lender, documentsRead: lender.opened.length })

interface LenderRow extends Pick<
  LoanLender,
  | 'lenderId'
  | 'lenderEmail'
  | 'lenderCompanyName'
  | 'opened'
  | 'askedAt'
  | 'writtenAt'
  | 'bindingPercentage'
  | 'bindingAmount'
  | 'softPercentage'
  | 'softAmount'
> {
  firstName: string
  lastName: string
  isReachable: boolean
  hasAsked: boolean
  isNotified: boolean
  hasOpened: boolean
  isPaid: boolean
  pass: Pass | null
  offer: LoanLender['offer']
  sign: LoanLender['lastSign']
}

interface Row {
  status: LoanStatus
  isDraft: boolean
  bookStage: BookStage
  committedPercentage: Percent
  documents: LoanLenders['documents']
  lenders: LenderRow[]
}

function toLender(row: LenderRow, isOpen: boolean): LoanLender {
  const { firstName, lastName, isReachable, hasAsked, isNotified, hasOpened, ...others } = row
  const { isPaid, sign, ...rest } = others
  const stage = lenderStage({
    hasPassed: row.pass !== null,
    hasBinding: isAboveZero(row.bindingPercentage),
    hasSoft: isAboveZero(row.softPercentage),
    hasAsked,
    documentsRead: row.opened.length,
    hasOpened,
    isNotified,
    offer: row.offer?.state ?? null,
    isPaid,
  })
  const awaitsAnswer = row.askedAt !== null
  return {
    ...rest,
    lenderName: fullName({ firstName, lastName }),
    isReachable: toFlag(isReachable),
    stage,
    lastSign: sign,
    next: nextLenderAct({ stage, awaitsAnswer, isReachable, takesCommitments: isOpen }),
  }
}

/** The maximum time between a loan's publication in the audit trail and the notifications about the new loan. */
const aroundPublication = sql.raw(`interval '5 minutes'`)

const sumOf = (column: 'percentage' | 'amount', isSoft: boolean) => sql`
  coalesce(sum(${sql.raw(column)}) filter (where ${isSoft ? sql`` : sql`not`} is_soft_commit), 0)::numeric(30, 2)::text`

/**
 * A single statement reads all data from the same snapshot. Returns no row if the loan is missing. Each part reads the
 * loan's rows once, through an index, and is joined by firm. A firm goes by its first person, or by the first one who
 * can receive messages.
 */
const lendersOf = (loanId: string) => sql`
  with held as materialized (
    select firm_id as id, ${sumOf('percentage', false)} as binding, ${sumOf('amount', false)} as binding_amount,
      ${sumOf('percentage', true)} as soft, ${sumOf('amount', true)} as soft_amount
    from commitments where loan_id = ${loanId}::uuid and status = 'active' group by firm_id
  ), people as materialized (
    select distinct on (u.firm_id) u.firm_id as id, u.id as lender_id, u.first_name, u.last_name, u.email,
      ${firmOrCompany('u')} as company_name, ${isReachableLender('u')} as is_reachable
    from users u where ${isReachableLender('u')} or u.firm_id in (select id from held)
    order by u.firm_id, is_reachable desc, u.created_at, u.id
  ), papers as materialized (
    select id, filename, uploaded_at from documents where loan_id = ${loanId}::uuid
  ), act as materialized (
    select actor.firm_id as id, actor.id as who, object_id, object_name, at,
      case when kind = 'commitmentMade' and after ->> 'kind' = 'soft' then 'indicated' else kind end as kind
    from audit join users actor on actor.id = audit.actor_id
    where loan_id = ${loanId}::uuid and kind in ('documentViewed', 'documentDownloaded',
      'commitmentMade', 'commitmentChanged', 'commitmentWithdrawn', 'commitmentMadeBinding', 'lenderPassed',
      'passTakenBack')
  ), opened as (
    select id, json_agg(distinct object_id) as ids from act
    where kind in ('documentViewed', 'documentDownloaded') and object_id in (select id from papers) group by id
  ), asked as (
    select firm_id as id, max(created_at) as at, (array_agg(user_id order by created_at desc))[1] as who,
      min(created_at) filter (where not is_answered) as open_since
    from messages where loan_id = ${loanId}::uuid and not from_admin group by firm_id
  ), written as (
    select firm_id as id, max(created_at) as at
    from messages where loan_id = ${loanId}::uuid and recipient_id is not null group by firm_id
  ), news as materialized (
    select at from audit where loan_id = ${loanId}::uuid and kind in ('loanCreated', 'loanPublished')
  ), notified as (
    select people.id, found.at from people cross join lateral (
      select n.created_at as at from users member cross join news join notifications n on n.user_id = member.id
        and n.created_at between news.at - ${aroundPublication} and news.at + ${aroundPublication}
      where member.firm_id = people.id and n.related_loan_id = ${loanId}::uuid and n.type = 'newLoan'
      order by n.created_at desc limit 1
    ) found
  ), visited as (
    select distinct on (visitor.firm_id) visitor.firm_id as id, opened_at as at, visitor.id as who
    from loan_visits join users visitor on visitor.id = user_id
    where loan_id = ${loanId}::uuid order by visitor.firm_id, opened_at desc
  ), offer as (
    select distinct on (line.firm_id) line.firm_id as id, json_build_object('state', line.state,
      'percentage', line.added::text, 'amount', line.added_amount::text, 'respondBy', ${momentText(sql`round.respond_by`)}) as offer
    from allocations round join allocation_lines line on line.allocation_id = round.id
    where round.loan_id = ${loanId}::uuid and line.state in ('offered', 'accepted', 'declined')
    order by line.firm_id, round.number desc
  ), paid as (
    select e.firm_id as id from registers r join register_entries e on e.register_id = r.id
    where r.loan_id = ${loanId}::uuid and r.state = 'current' and not e.is_hold and (r.was_funded
      or e.amount = (select sum(f.amount) from funds_receipts f
        where f.loan_id = r.loan_id and f.firm_id = e.firm_id and f.reversed_at is null))
  ), sign as (
    select distinct on (id) id, json_build_object('kind', kind, 'at', ${utcText(sql`at`)}, 'document', name,
      'by', (select ${makerIn(sql`every_sign.id`, 'maker')} from users maker where maker.id = who)) as sign
    from (
      select id, kind, at, case when kind like 'document%' then object_name end as name, who, 1 as rank from act
      union all select id, 'asked', at, null, who, 1 from asked
      union all select id, 'opened', at, null, who, 1 from visited
      union all select id, 'notified', at, null, null, 0 from notified
    ) every_sign order by id, rank desc, at desc
  )
  select loans.status, loans.is_draft as "isDraft", loans.book_stage as "bookStage",
    loans.committed_percentage::text as "committedPercentage",
    (select coalesce(json_agg(json_build_object('id', id, 'filename', filename) order by uploaded_at desc, id desc), '[]')
      from papers) as documents,
    (select coalesce(json_agg(json_build_object('lenderId', p.lender_id, 'firstName', p.first_name,
        'lastName', p.last_name, 'lenderEmail', p.email, 'lenderCompanyName', p.company_name, 'isReachable', p.is_reachable,
        'bindingPercentage', coalesce(held.binding, '0.00'), 'bindingAmount', coalesce(held.binding_amount, '0.00'),
        'softPercentage', coalesce(held.soft, '0.00'), 'softAmount', coalesce(held.soft_amount, '0.00'),
        'opened', coalesce(opened.ids, '[]'), 'hasAsked', asked.id is not null,
        'askedAt', ${utcText(sql`asked.open_since`)}, 'writtenAt', ${utcText(sql`written.at`)},
        'isNotified', notified.id is not null or written.id is not null, 'hasOpened', visited.id is not null,
        'isPaid', paid.id is not null,
        'sign', sign.sign, 'offer', offer.offer,
        'pass', case when passes.reason is not null then json_build_object('reason', passes.reason,
          'comment', passes.comment, 'createdAt', ${utcText(sql`passes.created_at`)}) end)), '[]')
      from people p left join held using (id) left join opened using (id) left join asked using (id)
        left join written using (id) left join notified using (id) left join visited using (id)
        left join sign using (id) left join offer using (id) left join paid using (id)
        left join passes on passes.firm_id = p.id and passes.loan_id = ${loanId}::uuid) as lenders
  from loans where loans.id = ${loanId}::uuid`
