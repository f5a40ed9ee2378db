/**
 * Fills an empty, migrated database. Sets only the columns that exist in all builds. Each build fills in its other
 * columns the next time it starts.
 */
import { createHash } from 'node:crypto'
import type { Client } from 'pg'

/** The data volume that the app is designed for, plus one pending account for every ten lenders. */
export const size = { loans: 5_000, lenders: 500, commitments: 100_000, auditEntries: 300_000 }
const longestBook = 400

/** MD5 spreads the ids across an index as evenly as random UUIDs. */
export function seedId(kind: string, number: number | string): string {
  const hex = createHash('md5').update(`${kind}${number}`).digest('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

const idSql = (kind: string, number: string) => `md5('${kind}' || (${number}))::uuid`

export const cookieOf = (person: number | 'admin') =>
  `sid=${createHash('sha256').update(`session of ${person}`).digest('base64url')}`

export const sessionHash = (cookie: string) =>
  createHash('sha256').update(cookie.slice('sid='.length)).digest('hex')

const ownPosition = seedId('commitment', longestBook + size.lenders - 1)
export const ownReceipt = seedId('entry of ', ownPosition)

const choose = (texts: string, number: string) => {
  const all = texts.split('|')
  return `(array['${all.join("','")}'])[1 + (${number}) % ${all.length}]`
}

const usersSql = (password: string) => `
  insert into users (id, email, password, first_name, last_name, is_admin, is_approved, notify_by_email, created_at)
  select ${idSql('lender', 'n')}, 'lender' || n || '@example.com', '${password}',
    ${choose('Ada|Luis|Mei|Omar|Ingrid', 'n')}, 'Brook' || n, false, n <= ${size.lenders}, false,
    now() - n * interval '1 minute'
  from generate_series(1, ${Math.round(size.lenders * 1.1)}) n
  union all
  select ${idSql('admin', '1')}, 'admin1@example.com', '${password}', 'Olga', 'North', true, true, false, now()`

const types = 'Office|Industrial|Retail|Multifamily|Hotel|Mixed Use|Land'
const cities = 'Springfield|Boston, MA 02110|Savannah, GA 31401|Dallas, TX 75201|Denver, CO 80202'

const loansSql = `
  insert into loans (id, title, borrower_name, property_address, amount, interest_rate, term, status,
    property_type, purpose, summary, ltv, as_is_value, created_at, funded_on)
  select ${idSql('loan', 'n')}, ${choose('Harbor|Mill|Summit|Canal|Orchard|Station|Foundry', 'n')} || ' '
      || ${choose('Court|Yard|Plaza|Works|Terrace', 'n')} || ' ' || n
      || case when n % 1000 = 500 then ' Zephyr' else '' end,
    'Borrower ' || n % 97 || ' LLC', n || ' Main Street, ' || ${choose(cities, 'n')},
    1000000 + n % 977 * 25013.37, 5 + n % 60 * 0.1, 12 + n % 48,
    case when n % 25 = 0 then 'funded' when n % 7 = 0 then 'Underwriting' else 'open' end,
    ${choose(types, 'n')}, 'Acquisition',
    'A stabilized asset in an established market, with a sponsor who has owned comparable properties for '
      || 5 + n % 30 || ' years. The business plan is to lease vacant space and to refinance.',
    55 + n % 20, 1500000 + n % 977 * 40000, now() - n * interval '1 minute',
    case when n % 25 = 0 then current_date - n % 900 end
  from generate_series(1, ${size.loans}) n`

/** A third of the loans amortize. Older builds lack these columns. */
const creditSql = `
  do $$ begin
    if exists (select from information_schema.columns where table_name = 'loans' and column_name = 'noi_in_place') then
      update loans set noi_in_place = amount * (6 + term % 7) / 100, noi_stabilized = amount * (8 + term % 7) / 100,
        amortization_months = case when term % 3 = 0 then 360 end, interest_only_months = 0,
        commitment_deadline = created_at + term * interval '1 day';
    end if;
  end $$`

/** The last loans have no commitments so that the benchmark can fill each of them. */
const bookedLoans = size.loans - 15
export const emptyLoan = (number: number) => seedId('loan', bookedLoans + number)

/**
 * Six of every ten commitments are binding, three are soft, and one is withdrawn. A loan's binding commitments take up
 * only 18% of it, so most actions succeed.
 */
const commitmentsSql = `
  with positions as (
    select i, 1 as n, i as k, i as lender, 'soft' as kind, 1 as share from generate_series(1, ${longestBook}) i
    union all
    select ${longestBook} + i, n, k, 1 + (n * 7 + k * 13) % ${size.lenders}, case when k % 10 < 6 then 'binding'
        when k % 10 < 9 then 'soft' else 'withdrawn' end, case when k % 10 < 6 then 1 + k % 2 else 1 + n % 5 end
    from generate_series(1, ${size.commitments - longestBook}) i, lateral (
      select 2 + (i - 1) % ${bookedLoans - 1} as n, (i - 1) / ${bookedLoans - 1} as k) as place
  )
  insert into commitments (id, loan_id, lender_id, percentage, amount, is_soft_commit, status, loan_amount,
    interest_rate, term, created_at, ended_at)
  select ${idSql('commitment', 'i')}, l.id, ${idSql('lender', 'lender')}, share,
    round(l.amount * share / 100, 2), kind <> 'binding',
    case kind when 'withdrawn' then kind else 'active' end, l.amount, l.interest_rate, l.term,
    l.created_at + k * interval '1 second', case kind when 'withdrawn' then now() end
  from positions join loans l on l.id = ${idSql('loan', 'n')}`

const sumsSql = `
  update loans set committed_percentage = binding, soft_percentage = soft, committed_amount = sum
  from (
    select loan_id, coalesce(sum(percentage) filter (where not is_soft_commit), 0) as binding,
      coalesce(sum(percentage) filter (where is_soft_commit), 0) as soft,
      coalesce(sum(amount) filter (where not is_soft_commit), 0) as sum
    from commitments where status = 'active' group by loan_id
  ) book where loan_id = loans.id`

const nameSql = "u.first_name || ' ' || u.last_name"

const auditSql = `
  insert into audit (id, at, kind, actor_id, actor_name, person_id, person_name, loan_id, loan_title,
    object_id, after, address, request_id)
  select md5('entry of ' || c.id)::uuid, c.created_at, 'commitmentMade', u.id, ${nameSql}, u.id, ${nameSql},
    l.id, l.title, c.id, json_build_object('kind', case when is_soft_commit then 'soft' else 'binding' end,
      'percentage', percentage::text, 'amount', c.amount::text, 'loanAmount', loan_amount::text,
      'interestRate', c.interest_rate::text, 'term', c.term), '127.0.0.1', gen_random_uuid()
  from commitments c join users u on u.id = c.lender_id join loans l on l.id = c.loan_id
  union all
  select ${idSql('entry', 'i')}, now() - i * interval '1 minute', kind, u.id, ${nameSql}, null, null,
    l.id, l.title, null, null, '127.0.0.1', gen_random_uuid()
  from generate_series(1, ${size.auditEntries - size.commitments}) i
    cross join lateral (select case when i % 2 = 0 then 'signedIn' else 'documentViewed' end as kind) entry
    join users u on u.id = ${idSql('lender', `1 + i % ${size.lenders}`)}
    left join loans l on kind = 'documentViewed' and l.id = ${idSql('loan', `1 + i % ${size.loans}`)}`

/** The hashes don't need to form a valid chain, because no benchmark verifies it. */
const sealsSql = `
  delete from audit_unsealed; delete from audit_seals;
  insert into audit_seals (number, entry_id, hash)
    select row_number() over (order by at, id), id, encode(sha256(id::text::bytea), 'hex') from audit;
  update audit_head set number = (select max(number) from audit_seals)`

const notificationsSql = `
  insert into notifications (id, user_id, type, related_loan_id, message, is_read, mail_handled_at, created_at)
  select gen_random_uuid(), u.id, case when is_admin then 'commitmentMade' else 'newLoan' end,
    ${idSql('loan', `1 + k % ${size.loans}`)}, 'Harbor Court: $2,500,000 at 7.25% for 24 months', k % 4 <> 0,
    now(), now() - k * interval '1 hour'
  from users u, generate_series(1, case when is_admin then ${size.lenders * 10} else 40 end) k`

const mailsSql = `
  insert into mails (id, recipient, subject, body, sent_at, transport)
  values (${idSql('mail', '1')}, 'lender@example.com', 'New loan: Harbor Court', 'Harbor Court is open.', now(), 'folder')`

/** `seenAt` is in the future so that sessions don't update it every minute. */
const sessionsSql = `
  insert into sessions (sid, sess, expire)
  select sid, json_build_object('id', gen_random_uuid(), 'userId', u.id, 'startedAt', now(), 'seenAt',
    now() + interval '1 day', 'address', '127.0.0.1', 'agent', 'benchmark', 'role',
    case when is_admin then 'admin' else 'lender' end), now() + interval '7 days'
  from unnest($1::text[], $2::uuid[]) as made (sid, id) join users u on u.id = made.id`

/** Fills in the `state` column from the address. Some builds lack this column. */
const statesSql = `do $$ begin
  if exists (select from information_schema.columns where table_name = 'loans' and column_name = 'state') then
    update loans set state = substring(property_address from ', ([A-Z]{2}) ');
  end if;
end $$`

const indexesSql = `
  select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
  from pg_index join pg_class on pg_class.oid = indexrelid
  where relnamespace = 'public'::regnamespace and not indisunique`

/** The triggers fill in the firms, which older builds lack. */
const firmTriggersSql = (state: 'enable always' | 'enable') => `
  do $$ begin
    if to_regclass('firms') is not null then
      alter table users ${state} trigger users_firm;
      alter table commitments ${state} trigger commitments_firm;
    end if;
  end $$`

/** Gives each lender's firm two more people, one of whom made half of its commitments. Older builds lack firms. */
const colleaguesSql = `
  do $$ begin
    if to_regclass('firms') is not null then
      insert into users (id, email, password, first_name, last_name, is_approved, notify_by_email, created_at, firm_id,
        firm_role)
      select ${idSql('colleague', 'lender || k')}, 'lender' || lender || k || '@example.com', password,
        k || first_name, last_name, true, false, users.created_at, firm_id, k
      from generate_series(1, ${size.lenders}) lender join users on users.id = ${idSql('lender', 'lender')},
        (values ('committer'), ('viewer')) as people (k);
      update commitments set lender_id = users.id
      from users
      where users.firm_id = commitments.firm_id and firm_role = 'committer' and hashtext(commitments.id::text) % 2 = 0;
    end if;
  end $$`

/** @param password The password hash to store for every account. */
export async function seed(client: Client, password = 'none'): Promise<void> {
  // The replica role skips foreign key checks, which aren't needed because all generated references are valid.
  await client.query('set session_replication_role = replica; set synchronous_commit = off')
  await client.query(firmTriggersSql('enable always'))
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(indexesSql)
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  for (const sql of [
    ...[usersSql(password), loansSql, creditSql, commitmentsSql, colleaguesSql, sumsSql, statesSql],
    ...[auditSql, sealsSql, notificationsSql, mailsSql],
  ])
    await client.query(sql)
  // Inserting rows without indexes and then building the indexes is three times as fast.
  for (const { definition } of indexes) await client.query(definition)
  await client.query(firmTriggersSql('enable'))
  await client.query('reset session_replication_role; reset synchronous_commit')
  const lenders = Array.from({ length: size.lenders }, (_, index) => index + 1)
  await client.query(sessionsSql, [
    [...lenders, 'admin' as const].map((person) => sessionHash(cookieOf(person))),
    [...lenders.map((number) => seedId('lender', number)), seedId('admin', 1)],
  ])
  await client.query('vacuum (analyze)')
}
