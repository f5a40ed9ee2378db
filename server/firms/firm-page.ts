/** The administrators' page of a firm: its people, invitations, positions and last acts. */
import type { FirmOfAdmin } from '#contract/firms/shapes.ts'
import { toFlag } from '#contract/wire.ts'
import type { FirmAct } from '#domain/firms/people.ts'
import { fullNameOf } from '#server/database/schema/accounts.ts'
import { momentText, utcText } from '#server/database/sql/time-texts.ts'
import { duesOf } from '#server/book/missing-money.ts'
import { answersOwedBy } from '#server/book/shares.ts'
import { notFound } from '#server/errors.ts'
import type { Context } from '#server/http/mount.ts'
import { excerpt } from '#server/notices/notify.ts'
import { sql } from 'drizzle-orm'
import { listInvitationsWithLinks } from './invitations.ts'
import { findSummary } from './list-firms.ts'
import { readPeople } from './read-people.ts'

type Lists = 'positions' | 'withoutPosition' | 'questions' | 'documentsRead' | 'firmedUp' | 'passes'
type Question = FirmOfAdmin['questions'][number]
interface Row extends Omit<Pick<FirmOfAdmin, Lists | 'note' | 'lastSignAt'>, 'questions'> {
  questions: (Omit<Question, 'isAnswered'> & { isAnswered: boolean })[]
  hasBinding: boolean
}

/** @throws {ApiError} 404 if the firm doesn't exist. */
export async function readFirm(
  context: Pick<Context<'admin'>, 'db' | 'config' | 'principal'>,
  id: string,
): Promise<FirmOfAdmin> {
  const { db, principal } = context
  const [summary, { rows }, people, invitations] = await Promise.all([
    findSummary(context, id),
    db.execute<{ [Name in keyof Row]: Row[Name] }>(actsOf(id)),
    readPeople(db, [id], principal.account),
    listInvitationsWithLinks(context, id),
  ])
  const [row] = rows
  if (!summary || !row) throw notFound('The firm')
  const { hasBinding, ...acts } = row
  const peopleList = people.get(id) ?? []
  const hasAdministrator = peopleList.some(
    ({ isAdmin, state }) => isAdmin === 'true' && state === 'active',
  )
  return {
    ...summary,
    ...acts,
    questions: row.questions.map((question) => ({
      ...question,
      message: excerpt(question.message),
      isAnswered: toFlag(question.isAnswered),
    })),
    peopleList,
    invitations,
    can: actsOnFirm(summary, { mayEnd: !hasBinding && !hasAdministrator }),
  }
}

function actsOnFirm(
  { isOriginator, deactivatedAt }: Pick<FirmOfAdmin, 'isOriginator' | 'deactivatedAt'>,
  { mayEnd }: { mayEnd: boolean },
): FirmAct[] {
  if (isOriginator === 'true') return []
  if (deactivatedAt !== null) return ['rename', 'reactivate']
  return mayEnd ? ['rename', 'invite', 'deactivate'] : ['rename', 'invite']
}

const listed = sql.raw('50')

/** A single statement reads all data from the same snapshot. */
const actsOf = (id: string) => sql`
  with firm as (
    select * from firms where id = ${id}::uuid
  ), member as (
    select id from users where firm_id = ${id}::uuid
  ), read as (
    select object_id, max(object_name) as name, min(audit.loan_id::text)::uuid as loan_id,
      max(loan_title) as title, max(at) as at, (array_agg(actor_name order by at desc))[1] as reader
    from audit
    where actor_id = any(array(select id from member))
      and kind in ('documentViewed', 'documentDownloaded') and object_id is not null
    group by object_id order by max(at) desc, object_id limit ${listed}
  ), question as (
    select * from messages where firm_id = ${id}::uuid and not from_admin
    order by is_answered, created_at desc, id limit ${listed}
  ), bound as (
    select audit.id, audit.loan_id, audit.loan_title, audit.actor_name, audit.at,
      (audit.after ->> 'percentage')::numeric(9, 2)::text as percentage,
      (audit.after ->> 'amount')::numeric(30, 2)::text as amount
    from commitments c join audit on audit.person_id = c.lender_id
      and audit.object_id = c.id and audit.kind = 'commitmentMadeBinding'
    where c.firm_id = ${id}::uuid
    order by audit.at desc, audit.id limit ${listed}
  ), held as (
    select loan_id,
      coalesce(sum(percentage) filter (where not is_soft_commit), 0)::numeric(9, 2)::text as binding_share,
      coalesce(sum(amount) filter (where not is_soft_commit), 0)::numeric(30, 2)::text as binding,
      coalesce(sum(percentage) filter (where is_soft_commit), 0)::numeric(9, 2)::text as soft_share,
      coalesce(sum(amount) filter (where is_soft_commit), 0)::numeric(30, 2)::text as soft,
      max(created_at) as newest, min(created_at) as oldest
    from commitments where firm_id = ${id}::uuid and status = 'active' group by loan_id
  ), owed as (
    select distinct on (loan_id) loan_id, json_build_object('what', what,
      'share', share::numeric(9, 2)::text, 'amount', amount::numeric(30, 2)::text, 'dueAt', ${momentText(sql`due_at`)}) as owes
    from (
      select loan_id, about || 'Answer' as what, share, null::numeric as amount, respond_by as due_at
      from ${answersOwedBy(sql`${id}`)} answer
      union all
      select loan_id, 'money', null, outstanding, due_at
      from ${duesOf(sql`e.firm_id = ${id}::uuid`)} where outstanding > 0
    ) every_debt order by loan_id, due_at
  ), unheld as (
    select loan_id, 'asks' as state, created_at from access_requests
    where firm_id = ${id}::uuid and state = 'open'
    union all
    select loan_id, case when exists (select from passes p
      where p.firm_id = ${id}::uuid and p.loan_id = a.loan_id) then 'passed' else 'admitted' end, created_at
    from admissions a where firm_id = ${id}::uuid and loan_id not in (select loan_id from held)
  )
  select firm.note,
    exists (select from commitments where firm_id = firm.id and status = 'active' and not is_soft_commit)
      as "hasBinding",
    (select ${utcText(sql`max(last.at)`)} from member cross join lateral (
      select at from audit where audit.actor_id = member.id and audit.kind <> 'registered'
      order by at desc limit 1) last) as "lastSignAt",
    (select coalesce(json_agg(json_build_object('loanId', held.loan_id, 'loanTitle', loans.title,
        'loanStatus', loans.status, 'since', ${utcText(sql`oldest`)}, 'bindingPercentage', binding_share, 'bindingAmount', binding,
        'softPercentage', soft_share, 'softAmount', soft, 'owes', owed.owes)
        order by owed.owes ->> 'dueAt', newest desc, held.loan_id), '[]')
      from held join loans on loans.id = held.loan_id
        left join owed on owed.loan_id = held.loan_id) as positions,
    (select coalesce(json_agg(json_build_object('loanId', loans.id, 'loanTitle', loans.title,
        'loanStatus', loans.status, 'state', unheld.state, 'since', ${utcText(sql`unheld.created_at`)})
        order by unheld.state <> 'asks', unheld.created_at desc, loans.id), '[]')
      from unheld join loans on loans.id = unheld.loan_id
      where loans.audience <> 'everyone' and not loans.is_draft) as "withoutPosition",
    (select coalesce(json_agg(json_build_object('id', m.id, 'loanId', m.loan_id, 'loanTitle', loans.title,
        'lenderId', m.user_id, 'askedBy', ${fullNameOf('author')}, 'message', m.message, 'isAnswered', m.is_answered,
        'createdAt', ${utcText(sql`m.created_at`)}) order by m.is_answered, m.created_at desc, m.id), '[]')
      from question m join loans on loans.id = m.loan_id join users author on author.id = m.user_id) as questions,
    (select coalesce(json_agg(json_build_object('id', object_id, 'name', name, 'loanId', loans.id,
        'loanTitle', read.title, 'readBy', reader, 'readAt', ${utcText(sql`read.at`)})
        order by read.at desc, object_id), '[]')
      from read left join loans on loans.id = read.loan_id) as "documentsRead",
    (select coalesce(json_agg(json_build_object('id', id, 'loanId', loan_id, 'loanTitle', loan_title,
        'percentage', percentage, 'amount', amount, 'by', actor_name, 'at', ${utcText(sql`at`)})
        order by at desc, id), '[]') from bound) as "firmedUp",
    (select coalesce(json_agg(json_build_object('loanId', p.loan_id, 'loanTitle', loans.title,
        'reason', p.reason, 'comment', p.comment, 'createdAt', ${utcText(sql`p.created_at`)},
        'passedBy', ${fullNameOf('passer')}) order by p.created_at desc, p.loan_id), '[]')
      from passes p join loans on loans.id = p.loan_id join users passer on passer.id = p.lender_id
      where p.firm_id = firm.id) as passes
  from firm`
