/**
 * Fills a migrated, empty database. Every row is consistent with the product's own invariants, which
 * are checked at the end of each run: the loans' stored sums equal their commitments, no loan is
 * beyond 100 %, amounts are exact, and every audit entry is sealed.
 */
import type { Client } from 'pg'
import { idSql } from './ids.ts'
import { sealEntries } from './seals.ts'
import { administrators, drafts, signedInLenders, type Size } from './size.ts'

/** Lenders by number, from 1; administrators have their own numbers. */
const lenderName = `case n % 5 when 0 then 'Ada' when 1 then 'Luis' when 2 then 'Mei' when 3 then 'Omar' else 'Ingrid' end`

const usersSql = (password: string) => `
  insert into users (id, email, password, first_name, last_name, is_admin, is_approved, notify_by_email, created_at)
  select ${idSql('lender', 'n')}, 'lender' || n || '@example.com', '${password}', ${lenderName},
    'Brook' || n, false, n % 50 <> 0 or n <= ${signedInLenders}, false, now() - n * interval '1 minute'
  from generate_series(1, $1::int) n
  union all
  select ${idSql('admin', 'n')}, 'admin' || n || '@example.com', '${password}', 'Admin', 'Number' || n,
    true, true, false, now() - n * interval '1 hour'
  from generate_series(1, ${administrators}) n`

const propertyTypes = `(array['Office', 'Industrial', 'Retail', 'Multifamily', 'Hotel', 'Mixed Use', 'Land', 'Self Storage'])`

/** One in ten has no state. ZIP codes are no numbers of loans that `typedWords` has. */
const places = `(array['Springfield', 'Boston, MA 02110', 'Savannah, GA 31401', 'Dallas, TX 75201', 'Denver, CO 80202', 'Columbus, OH 43215', 'Tampa, FL 33602', 'Newark, NJ 07102', 'Phoenix, AZ 85004', 'Nashville, TN 37203'])`

/** The published ones by number, newest first; those with further numbers are drafts, older than all others. */
const loansSql = `
  insert into loans (id, title, borrower_name, property_address, amount, interest_rate, term, status,
    property_type, purpose, summary, ltv, origination_fee, interest_reserve, property_occupancy,
    as_is_value, as_complete_value, created_at, funded_on, is_draft)
  select ${idSql('loan', 'n')},
    (array['Harbor', 'Mill', 'Summit', 'Canal', 'Orchard', 'Station', 'Foundry'])[1 + n % 7] || ' '
      || (array['Court', 'Yard', 'Plaza', 'Works', 'Terrace'])[1 + n % 5] || ' ' || n
      || case when n % 1000 = 500 then ' Zephyr' else '' end,
    'Borrower ' || n % 997 || ' LLC', n || ' Main Street, ' || ${places}[1 + n % 10],
    1000000 + (n % 977) * 25013.37, 5 + (n % 60) * 0.1, 12 + n % 48,
    case when n % 25 = 0 and n <= $1 then 'funded' when n % 7 = 0 then 'Underwriting' else 'open' end,
    ${propertyTypes}[1 + n % 8], 'Acquisition',
    'A stabilized asset in an established market, with a sponsor who has owned comparable properties for '
      || 5 + n % 30 || ' years. The business plan is to lease what is vacant and to refinance.',
    55 + n % 20, 1, 250000, (70 + n % 30) || '%', 1500000 + n % 977 * 40000, 2000000 + n % 977 * 45000,
    now() - n * interval '1 minute',
    case when n % 25 = 0 and n <= $1 then current_date - n % 900 end, n > $1
  from generate_series(1, $1::int + ${drafts}) n`

/** Who holds a position of a loan, but for the further ones of the first loan: as `commitmentsSql` has it. */
export const lenderOf = (held: { loan: number; position: number; lenders: number }) =>
  1 + ((held.loan * 7 + held.position * 13) % held.lenders)

/**
 * Of ten positions of a loan, six are binding (9 % together), three soft and one withdrawn: most of
 * each loan is left for the commitments of the run. The first loan has further soft ones.
 */
const commitmentsSql = `
  with positions as (
    select n, k, 1 + (n * 7 + k * 13) % $2::int as lender from generate_series(1, $1::int) n,
      generate_series(1, $3::int) k
    union all
    select 1, k, 1 + (k * 17) % $2::int from generate_series($3::int + 1, $4::int) k
  ), shares as (
    select *, case when k > $3 or k % 10 in (6, 7, 8) then 'soft' when k % 10 = 9 then 'withdrawn'
        else 'binding' end as kind,
      case when k > $3 then 1 when k % 10 in (6, 7, 8) then 1 + n % 5 else 1 + k % 2 end as share
    from positions
  )
  insert into commitments (id, loan_id, lender_id, percentage, amount, is_soft_commit, status,
    loan_amount, interest_rate, term, created_at, ended_at)
  select md5('commitment' || n || '-' || k)::uuid, l.id, ${idSql('lender', 'lender')}, share,
    round(l.amount * share / 100, 2), kind <> 'binding',
    case kind when 'withdrawn' then 'withdrawn' else 'active' end, l.amount, l.interest_rate, l.term,
    l.created_at + k * interval '1 second',
    case kind when 'withdrawn' then l.created_at + interval '1 hour' end
  from shares join loans l on l.id = ${idSql('loan', 'n')}`

const sumsSql = `
  update loans set committed_percentage = s.binding, soft_percentage = s.soft, committed_amount = s.amount
  from (
    select loan_id, coalesce(sum(percentage) filter (where not is_soft_commit), 0) as binding,
      coalesce(sum(percentage) filter (where is_soft_commit), 0) as soft,
      coalesce(sum(amount) filter (where not is_soft_commit), 0) as amount
    from commitments where status = 'active' group by loan_id
  ) s where s.loan_id = loans.id`

const auditSql = `
  insert into audit (id, at, kind, actor_id, actor_name, person_id, person_name, loan_id, loan_title,
    object_id, after, address, request_id)
  select md5('entry' || c.id)::uuid, c.created_at, 'commitmentMade', u.id,
    u.first_name || ' ' || u.last_name, u.id, u.first_name || ' ' || u.last_name, l.id, l.title, c.id,
    json_build_object('kind', case when c.is_soft_commit then 'soft' else 'binding' end,
      'percentage', c.percentage::text, 'amount', c.amount::text, 'loanAmount', c.loan_amount::text,
      'interestRate', c.interest_rate::text, 'term', c.term),
    '127.0.0.1', md5('request' || c.id)::uuid
  from commitments c join users u on u.id = c.lender_id join loans l on l.id = c.loan_id`

/**
 * Who opened what: of the longest book, half of those who hold something and one who holds nothing opened
 * its papers; the first lender opened a paper of a hundred loans.
 */
const readingsSql = `
  with opened as (
    select c.lender_id as person, c.loan_id as loan, d.id as paper, d.filename, c.created_at + interval '1 day' as at
    from commitments c join documents d on d.loan_id = c.loan_id
    where c.loan_id = ${idSql('loan', '1')} and hashtext(c.lender_id::text) % 2 = 0
    union
    select ${idSql('lender', '1')}, d.loan_id, d.id, d.filename, d.uploaded_at + interval '1 hour'
    from generate_series(1, least($1::int, 100)) n join documents d on d.loan_id = ${idSql('loan', 'n')}
    where d.filename = 'Paper 1.pdf'
  )
  insert into audit (id, at, kind, actor_id, actor_name, loan_id, loan_title, object_id, object_name, address,
    request_id)
  select md5('reading' || o.person || o.paper || o.at)::uuid, o.at, 'documentViewed', u.id,
    u.first_name || ' ' || u.last_name, l.id, l.title, o.paper, o.filename, '127.0.0.1',
    md5('reading of ' || o.person || o.paper)::uuid
  from opened o join users u on u.id = o.person join loans l on l.id = o.loan`

/** The names in the trail, which lead a search to the entries. */
const namesSql = `
  insert into audit_names (id, name, is_loan)
  select distinct person_id, person_name, false from audit where person_id is not null
  union select distinct loan_id, loan_title, true from audit`

/** Everything else that a screen shows. */
const othersSql = [
  `insert into documents (id, loan_id, filename, file_type, file_url, size_bytes, uploaded_at)
   select md5('document' || n || '-' || k)::uuid, ${idSql('loan', 'n')}, 'Paper ' || k || '.pdf',
     'application/pdf', 'documents/' || md5('file' || n || '-' || k)::uuid, 250000,
     now() - n * interval '1 minute'
   from generate_series(1, least($1::int, 10000)) n, generate_series(1, 3) k`,
  // The newest loans have no cover: the list of them is compared with those of other programs.
  `insert into photos (id, loan_id, filename, file_url, content_type, caption, is_cover, uploaded_at)
   select md5('photo' || n || '-' || k)::uuid, ${idSql('loan', 'n')}, 'Front ' || k || '.jpg',
     'photos/' || md5('picture' || n || '-' || k)::uuid, 'image/jpeg', 'From the street',
     k = 1 and n > 1000, now() - n * interval '1 minute'
   from generate_series(1, least($1::int, 5000)) n, generate_series(1, 2) k`,
  `insert into messages (id, loan_id, user_id, recipient_id, message, from_admin, is_answered,
     created_at)
   select md5('message' || n || '-' || k)::uuid, ${idSql('loan', 'n')},
     case when k % 2 = 0 then ${idSql('admin', '1')} else ${idSql('lender', '1')} end,
     case when k % 2 = 0 then ${idSql('lender', '1')} end,
     'What is the expected date of closing, and who holds the deposit meanwhile? ' || k, k % 2 = 0,
     k % 2 = 1,
     now() - n * interval '1 hour' + k * interval '1 minute'
   from generate_series(1, least($1::int, 1000)) n, generate_series(1, 6) k`,
  `insert into favorites (id, user_id, loan_id)
   select md5('favorite' || n || '-' || k)::uuid, ${idSql('lender', 'n')}, ${idSql('loan', 'k * 3')}
   from generate_series(1, ${signedInLenders}) n, generate_series(1, 20) k where k * 3 <= $1::int`,
  `insert into notifications (id, user_id, type, related_loan_id, message, is_read, mail_handled_at, created_at)
   select md5('notice' || n || '-' || k)::uuid, ${idSql('lender', 'n')}, 'newLoan', ${idSql('loan', '1 + k % 900')},
     'Harbor Court: $2,500,000 at 7.25% for 24 months', k % 4 <> 0, now(), now() - k * interval '1 hour'
   from generate_series(1, ${signedInLenders}) n, generate_series(1, 100) k where $1::int > 0`,
  `insert into notifications (id, user_id, type, related_loan_id, message, is_read, mail_handled_at, created_at)
   select md5('admin notice' || n || '-' || k)::uuid, ${idSql('admin', 'n')}, 'commitmentMade',
     ${idSql('loan', '1 + k % 900')}, 'Luis Brook1 committed 2% ($50,000.00) of Harbor Court, binding',
     k > 50, now(), now() - k * interval '1 minute'
   from generate_series(1, ${administrators}) n, generate_series(1, least($1::int, 20000)) k`,
  `insert into mails (id, recipient, kind, subject, body, created_at, sent_at, transport)
   select md5('mail' || k)::uuid, 'lender' || k || '@example.com', 'newLoan', 'A new loan',
     'Harbor Court is open for commitments.', now() - k * interval '1 minute', now(), 'folder'
   from generate_series(1, least($1::int, 20000)) k`,
  `insert into mails (id, recipient, kind, subject, body, created_at, attempts, last_error)
   select md5('failed mail' || k)::uuid, 'lender' || k || '@example.com', 'newLoan', 'A new loan',
     'Harbor Court is open for commitments.', now() - k * interval '1 hour', 100, 'No such mailbox'
   from generate_series(1, 20) k where $1::int > 0`,
  `insert into saved_filters (id, user_id, name, is_notifying, search, property_type, location, ltv_max,
     rate_min, created_at)
   select md5('filter' || n || '-' || k)::uuid, ${idSql('lender', 'n')}, 'Filter ' || k, k = 1,
     case k when 1 then 'harbor' end, case k when 2 then 'Hotel' end, case k when 3 then 'Boston' end,
     55 + k, 5 + k, now() - k * interval '1 day'
   from generate_series(1, ${signedInLenders}) n, generate_series(1, 5) k where $1::int > 0`,
  // Open ones, and some that ended in each way.
  `insert into invitations (id, email, is_approved, invited_by, created_at, expires_at, withdrawn_at,
     accepted_at, accepted_by)
   select md5('invitation' || k)::uuid, 'invited' || k || '@example.com', k % 2 = 0,
     ${idSql('admin', '1')}, now() - k * interval '1 hour', now() + (168 - k) * interval '1 hour',
     case when k % 5 = 1 then now() end, case when k % 5 = 2 then now() end,
     case when k % 5 = 2 then ${idSql('lender', 'k')} end
   from generate_series(1, 200) k where $1::int > 0`,
  // None asks lenders again, who would have to accept it before they commit.
  `insert into legal_texts (version, kind, text, created_at, created_by)
   select k, case when k % 2 = 0 then 'privacy' else 'terms' end,
     '# Version ' || k || repeat(E'\\n\\nA share is a promise to fund a percentage of a loan.', 200),
     now() - (100 - k) * interval '1 day', ${idSql('admin', '1')}
   from generate_series(1, 50) k where $1::int > 0`,
]

/** Runs `fill` without the indexes that aren't unique, and makes them anew, each at once. */
async function withoutIndexes(client: Client, fill: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index join pg_class on pg_class.oid = indexrelid
     where relnamespace = 'public'::regnamespace and not indisunique`,
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  await fill()
  for (const { definition } of rows) await client.query(definition)
}

/** The triggers that check foreign keys are off meanwhile: every reference is computed from its number. */
export async function seed(
  client: Client,
  size: Size,
  password: string,
  say: (words: string) => void,
): Promise<void> {
  await client.query(`set session_replication_role = replica; set maintenance_work_mem = '256MB';
    set work_mem = '256MB'; set synchronous_commit = off`)
  await withoutIndexes(client, async () => {
    await client.query(usersSql(password), [size.lenders])
    await client.query(loansSql, [size.loans])
    say(`${size.loans} loans`)
    await client.query(commitmentsSql, [
      ...[size.loans, size.lenders, size.commitmentsPerLoan, size.longestBook],
    ])
    await client.query(sumsSql)
    say(`${size.loans * size.commitmentsPerLoan} commitments`)
    await client.query(auditSql)
    say('their audit entries')
    for (const sql of othersSql) await client.query(sql, [size.loans])
    await client.query(readingsSql, [size.loans])
    await client.query(namesSql)
    say('names, papers, messages and notifications')
  })
  say('all indexes')
  await sealEntries(client)
  say('their seals')
  await client.query('set session_replication_role = origin')
  await client.query('vacuum (analyze, freeze)')
}
