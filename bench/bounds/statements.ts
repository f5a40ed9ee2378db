/**
 * The statements of the bounds: what the product has to do, written by hand. They are of the same
 * effect as the product's, not the same texts, so that they stay when the product's change.
 */
import { idSql } from '#bench/seed/ids.ts'
import { lenderTokenStart, type SignedIn } from '#bench/seed/sign-ins.ts'

/** Who asks: $1 is the session's hash. */
export const sessionSql = sessionSqlFor('$1')

function sessionSqlFor(sid: string): string {
  return `
  select u.id, u.email, u.first_name, u.last_name, u.is_admin, u.is_approved, u.created_at,
    s.sess ->> 'id' as session, s.sess ->> 'role' as role, f.user_id is not null as has_two_factor,
    (s.sess ->> 'seenAt')::timestamptz < now() - interval '1 minute' as is_stale
  from sessions s join users u on u.id = (s.sess ->> 'userId')::uuid
    left join two_factors f on f.user_id = u.id and f.confirmed_at is not null
  where s.sid = ${sid} and s.expire > now() and u.deactivated_at is null
    and (s.sess ->> 'startedAt')::timestamptz + interval '168 hours' > now()`
}

const loanColumns = `
  l.id, l.version::text, l.title, l.borrower_name as "borrowerName",
  l.property_address as "propertyAddress", l.amount, l.interest_rate as "interestRate", l.term, l.status,
  to_char(l.funded_on, 'YYYY-MM-DD') as "fundedOn",
  l.property_type as "propertyType", l.purpose, l.summary, l.image_url as "imageUrl", l.ltv,
  l.origination_fee as "originationFee", l.interest_reserve as "interestReserve",
  l.property_occupancy as "propertyOccupancy", l.as_is_value as "asIsValue",
  l.as_complete_value as "asCompleteValue", l.committed_percentage as "committedPercentage",
  l.soft_percentage as "softPercentage", l.committed_amount as "committedAmount",
  to_char(l.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "createdAt",
  p.id as "coverPhotoId"`

/** One loan by its id, $1. */
export const loanSql = `
  select ${loanColumns} from loans l left join photos p on p.loan_id = l.id and p.is_cover
  where l.id = $1`

/** The 50 loans, newest first, after the one of this time, $1, and id, $2, and whether there are more. */
export const pageSql = `
  select ${loanColumns} from loans l left join photos p on p.loan_id = l.id and p.is_cover
  where (l.created_at, l.id) < ($1::timestamptz, $2::uuid)
  order by l.created_at desc, l.id desc limit 51`

/** The expressions that a commitment of 1 % is made of. */
interface CommitValues {
  loan: string
  lender: string
  key: string
}

/** A binding commitment of 1 % with all that the product writes for it, as one statement. */
const commitSqlFor = ({ loan, lender, key }: CommitValues) => `
  with lender as (
    select id, first_name || ' ' || last_name as name from users
    where id = ${lender} and is_approved and deactivated_at is null for share
  ), guarded as (
    update loans set committed_percentage = committed_percentage + 1,
      committed_amount = committed_amount + round(amount / 100, 2)
    where id = ${loan} and status in ('Processing', 'Underwriting', 'open', 'Closing')
      and committed_percentage + 1 <= 99 and exists (select 1 from lender)
    returning id, title, amount, interest_rate, term, status, property_type, committed_percentage,
      substring(property_address from ', ([A-Z]{2}) [0-9]{5}$') as state
  ), figured as (
    insert into loan_figures (status, property_type, loans, amount, committed_amount)
    select status, property_type, 0, 0, round(amount / 100, 2) from guarded
  ), available as (
    update loan_availability a set available = 100 - g.committed_percentage,
      binding_amount = binding_amount + round(g.amount / 100, 2),
      uncommitted = uncommitted - round(g.amount / 100, 2), moved_at = clock_timestamp()
    from guarded g where a.loan_id = g.id
  ), made as (
    insert into commitments (id, loan_id, lender_id, percentage, amount, is_soft_commit, loan_amount,
      interest_rate, term)
    select gen_random_uuid(), g.id, l.id, 1, round(g.amount / 100, 2), false, g.amount, g.interest_rate,
      g.term
    from guarded g, lender l
    returning *
  ), exposed as (
    insert into exposure_changes (lender_id, state, rate, binding_amount, soft_amount)
    select m.lender_id, g.state, floor(g.interest_rate)::int, m.amount, 0 from made m, guarded g
  ), keyed as (
    insert into idempotency_keys (user_id, key, call, request_hash, result_id)
    select lender_id, ${key}, 'createCommitment', md5(${key}), id from made
  ), entry as (
    insert into audit (id, at, kind, actor_id, actor_name, person_id, person_name, loan_id, loan_title,
      object_id, after, address, request_id)
    select gen_random_uuid(), clock_timestamp(), 'commitmentMade', l.id, l.name, l.id, l.name, g.id,
      g.title, m.id, json_build_object('kind', 'binding', 'percentage', m.percentage::text, 'amount',
      m.amount::text, 'loanAmount', m.loan_amount::text, 'interestRate', m.interest_rate::text,
      'term', m.term), '127.0.0.1', gen_random_uuid()
    from made m, guarded g, lender l
    returning id, person_id, person_name, loan_id, loan_title
  ), named as (
    insert into audit_names (id, name, is_loan)
    select n.id, n.name, n.is_loan from entry e cross join lateral (values
      (e.person_id, e.person_name, false), (e.loan_id, e.loan_title, true)) n (id, name, is_loan)
    where not exists (select 1 from audit_names k where k.id = n.id and k.name = n.name)
    on conflict do nothing
  ), queued as (
    insert into audit_unsealed (entry_id) select id from entry
  ), admins as materialized (
    select u.id from users u, made where u.is_admin and u.deactivated_at is null for key share of u
  ), addressed as (
    select id as user_id, 'commitmentMade' as type, null::uuid as receipt_id from admins
    union all select m.lender_id, 'receipt', m.id from made m
  ), told as (
    insert into notifications (id, user_id, type, related_loan_id, receipt_id, message, created_at)
    select gen_random_uuid(), n.user_id, n.type, g.id, n.receipt_id,
      l.name || ' committed 1% (' || round(g.amount / 100, 2) || ') of ' || g.title || ', binding',
      clock_timestamp()
    from addressed n, guarded g, lender l
    returning user_id
  ), changed as (
    insert into changes (topic, subject, audience)
    select 'book', id, null from made
    union all select 'book', lender_id, lender_id::text from made
    union all select 'audit', null, 'admins' from entry
    union all select 'notifications', null, user_id::text from told
  )
  select id, loan_id, lender_id, percentage, amount, status, created_at from made`

/** The same with parameters: loan, lender, key. */
export const commitSql = commitSqlFor({ loan: '$1::uuid', lender: '$2::uuid', key: '$3::text' })

/** Session and commitment as a script of pgbench, on random loans of these by random lenders. */
export function commitScript(loans: number, lenders: number): string {
  const sid = `encode(sha256(('${lenderTokenStart}' || lpad(:lender::text, 10, '0'))::bytea), 'hex')`
  const commit = commitSqlFor({
    // A funded loan takes no commitment; every 25th is, so the script leaves those out.
    loan: idSql('loan', ':loan::int'),
    lender: idSql('lender', ':lender::int'),
    key: 'gen_random_uuid()::text',
  })
  return [
    `\\set loan random(1, ${Math.floor(loans / 25)}) * 25 - random(1, 24)`,
    `\\set lender random(1, ${lenders})`,
    `${onOneLine(sessionSqlFor(sid))};`,
    `${onOneLine(commit)};`,
    '',
  ].join('\n')
}

const onOneLine = (sql: string) => sql.replaceAll(/\s+/g, ' ').trim()

/** The loans, by number, that take commitments. */
export const isOpen = (number: number) => number % 25 !== 0

/** The lenders who commit. */
export const committers = (lenders: readonly SignedIn[]) => lenders.slice(0, 64)
