/** Searches return the same rows as simple SQL, page by page. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AuditEntry } from '#contract/audit/shapes.ts'
import type { Person } from '#test/support/builders.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { readPages } from '#test/support/pages.ts'

let desk: Desk
let olga: Person
beforeAll(async () => {
  desk = await openDesk()
  olga = await desk.makeAdmin()
})
afterAll(() => desk.close())

const loans = [
  ['Harbor Point', 'Pier LLC'],
  ['harbor view', 'Éclair & Söhne'],
  ['Große Straße 7', 'A'],
  ['İstanbul Tower', 'ΣΊΣΥΦΟΣ'],
  ['100% leased_\\', "O'Hara"],
  ['倉庫 🏗️ 12', 'Zq Holdings'],
  ['Line\nbreak', 'tab\there'],
] as const

it('finds loans by any literal part of the title or borrower, ignoring letter case', async () => {
  for (const [title, borrowerName] of loans) await desk.makeLoan({ title, borrowerName })
  const searches = [
    ...['h', 'OR', 'harbor', 'pier ll', 'É', 'söhne', 'ß', 'straße 7', 'i', 'tower', 'σ', 'ΣΊΣ'],
    ...['%', '_', '\\', '100%', 'd_\\', "o'h", '倉', '🏗️', 'zq', 'e\nb', 'b\th'],
    ...['zx', 'q', 'tl', 'eP', '💡', 'point pier'],
  ]
  const plain = async (search: string) =>
    (
      await desk.rows<{ title: string }>(
        String.raw`select title from loans
          where title ilike '%' || regexp_replace($1, '([\\%_])', '\\\1', 'g') || '%'
            or borrower_name ilike '%' || regexp_replace($1, '([\\%_])', '\\\1', 'g') || '%'
          order by created_at desc, id desc`,
        [search],
      )
    ).map(({ title }) => title)
  for (const search of searches) {
    const found = await desk.visitor().call('listLoans', { query: { search } })
    expect(
      found.map(({ title }) => title),
      search,
    ).toEqual(await plain(search))
  }
})

it('finds loans by common and rare words on every page, even with other filters', async () => {
  await desk.rows(
    `insert into loans (id, title, borrower_name, amount, interest_rate, term, status, property_type, created_at)
     select gen_random_uuid(), concat_ws(' ', 'Depot', n, case when n % 9 = 0 then 'frequent' end,
         case when n % 90 = 0 then 'seldom' end,
         case when n < 5 or n > 590 then 'clustered' end, case when n > 597 then 'ancient' end),
       case when n % 2 = 0 then 'Even LLC' else 'Odd LLC' end, 1000000, 7, 24,
       case when n % 5 = 0 then 'funded' else 'open' end, case when n % 3 = 0 then 'Hotel' end,
       timestamptz '2020-01-01' - n / 2 * interval '1 minute'
     from generate_series(1, 600) n`,
  )
  const words = ['depot', 'frequent', 'seldom', 'clustered', 'ancient', '599', 'even', 'missing']
  const besides = [{}, { status: 'funded' }, { status: 'open', propertyType: 'Hotel' }]
  for (const filters of words.flatMap((search) => besides.map((each) => ({ search, ...each })))) {
    const { search, status, propertyType }: Record<string, string> = filters
    const expected = await desk.rows<{ id: string }>(
      `select id from loans where (title ilike $1 or borrower_name ilike $1)
         and ($2::text is null or status = $2) and ($3::text is null or property_type = $3)
       order by created_at desc, id desc`,
      [`%${search}%`, status, propertyType],
    )
    const query = new URLSearchParams({ ...filters, limit: '18' })
    const pages = await readPages<{ id: string }>(olga, `/api/loans?${query}`)
    expect(
      pages.flat().map(({ id }) => id),
      JSON.stringify(filters),
    ).toEqual(expected.map(({ id }) => id))
  }
})

it('finds users by common and rare words, and shows their record counts on every page of results', async () => {
  await desk.rows(
    `insert into users (id, email, password, first_name, last_name, is_approved, deactivated_at, created_at)
     select md5('u' || n)::uuid, 'person' || n || '@example.com', 'none',
       case when n % 9 = 0 then 'Frequa' when n > 597 then 'Ancientia' else 'Plain' end,
       'Name' || n || case when n % 90 = 0 then ' Seldomski' else '' end, n % 3 > 0,
       case when n % 10 = 0 then now() end, timestamptz '2020-01-01' - n / 2 * interval '1 minute'
     from generate_series(1, 600) n`,
  )
  const loan = await desk.makeLoan({ title: 'Held by many' })
  const ids = [loan.id, olga.id]
  await desk.rows(
    `insert into commitments (id, loan_id, lender_id, percentage, amount, is_soft_commit, status, loan_amount,
       interest_rate, term, recorded_by, ended_at, released_by)
     select gen_random_uuid(), $1, md5('u' || n)::uuid, 0.01, 1, n % 8 > 4,
       case when n % 5 = 0 then 'released' when n % 7 = 0 then 'withdrawn' else 'active' end, 1000000, 7, 24,
       case when n % 7 = 1 then $2::uuid end, case when n % 5 = 0 or n % 7 = 0 then now() end,
       case when n % 5 = 0 then md5('u' || n % 11 + 1)::uuid end
     from generate_series(1, 600, 3) n, generate_series(1, n % 4)`,
    ids,
  )
  await desk.rows(
    `insert into messages (id, loan_id, user_id, recipient_id, message, from_admin)
     select gen_random_uuid(), $1::uuid, $2::uuid, md5('u' || n)::uuid, 'Hello', true from generate_series(1, 600, 10) n
     union all
     select gen_random_uuid(), $1, md5('u' || n)::uuid, null, 'Hello', false from generate_series(1, 600, 5) n`,
    ids,
  )
  const words = ['frequa', 'seldom', 'ancient', 'frequa seldom', '599@', 'missing']
  const filters = [...words.map((search) => [search]), ['', 'true'], ['seldom', 'true']]
  for (const [search = '', mayCommit = ''] of filters) {
    const expected = await desk.rows<{ id: string; records: number; bindingCommitments: number }>(
      `select u.id, count(*) filter (where c.lender_id = u.id and c.status = 'active' and not c.is_soft_commit)::int
           as "bindingCommitments", count(c.part)::int as records
       from users u left join (
         select 1 as part, lender_id as person, lender_id, status, is_soft_commit from commitments
         union all select 2, recorded_by, null, null, null from commitments
         union all select 3, released_by, null, null, null from commitments
         union all select 4, user_id, null, null, null from messages
         union all select 5, recipient_id, null, null, null from messages) c on c.person = u.id
       where (select coalesce(bool_and(u.first_name ilike w or u.last_name ilike w or u.email ilike w), true)
           from unnest($1::text[]) w)
         and ($2 = '' or u.is_approved and u.deactivated_at is null)
       group by u.id order by u.created_at desc, u.id desc`,
      [
        search
          .split(' ')
          .filter(Boolean)
          .map((word) => `%${word}%`),
        mayCommit,
      ],
    )
    const query = new URLSearchParams({ limit: '20', search, ...(mayCommit && { mayCommit }) })
    const pages = await readPages<(typeof expected)[number]>(olga, `/api/admin/users?${query}`)
    expect(
      pages
        .flat()
        .map(({ id, records, bindingCommitments }) => ({ id, records, bindingCommitments })),
      `${search} ${mayCommit}`,
    ).toEqual(expected)
  }
})

it.each(['document', 'photo'])(
  'finds a loan by a common or a rare word in its %s, on every page of results',
  async (kind) => {
    const [type, caption] = kind === 'photo' ? ['content_type', 'caption'] : ['file_type', null]
    await desk.rows(
      `insert into loans (id, title, borrower_name, amount, interest_rate, term, status, created_at)
       select md5($1 || n)::uuid, concat_ws(' ', 'Filed', n, case when n % 9 = 0 then 'oftenowned' end),
         case when n % 130 = 0 then 'Rarelyowned LLC' else 'Anybody' end, 1000000, 7, 24, 'open', now()
       from generate_series(1, 260) n`,
      [kind],
    )
    // Each loan has a newer and an older file, and two loans' files share each timestamp.
    await desk.rows(
      `insert into ${kind}s (id, loan_id, filename, file_url, ${type} ${caption ? ', caption' : ''}, uploaded_at)
       select gen_random_uuid(), md5($1 || n)::uuid, concat_ws(' ', 'Paper', part, case when n % 8 = part then 'oftennamed' end,
           case when n % 125 = 7 and part = 2 then 'rarelynamed' end,
           case when n < 4 or n > 257 and part = 2 then 'clustered' end), '/objects/' || $1 || n || '-' || part, 'any'
           ${caption ? ", case when n % 100 = 3 then 'Captioned' else '' end" : ''},
         timestamptz '2020-01-01' - (n / 2 + part * 500) * interval '1 minute'
       from generate_series(1, 260) n, generate_series(1, 2) part`,
      [kind],
    )
    const has = (names: string[]) => names.map((name) => `${name} ilike $1`).join(' or ')
    const words = [
      'filed',
      'oftenowned',
      'rarelyowned',
      'oftennamed',
      'rarelynamed',
      'clustered',
      '253',
    ]
    for (const search of [...words, 'captioned', 'missing', 'paper 2']) {
      const expected = await desk.rows<{ id: string; fileIds: string[] }>(
        `select loan_id as id, array_agg(f.id::text order by uploaded_at desc, f.id desc) as "fileIds"
       from ${kind}s f join loans l on l.id = loan_id
       where ${has(['filename', 'title', 'borrower_name', ...(caption ? [caption] : [])])}
       group by loan_id order by max(uploaded_at) desc,
         (array_agg(f.id order by uploaded_at desc, f.id desc))[1] desc`,
        [`%${search}%`],
      )
      const query = new URLSearchParams({ kind, search, limit: '24' })
      const path = `/api/admin/loans/with-files?${query}`
      const pages = await readPages<(typeof expected)[number]>(olga, path)
      const found = pages.flat().map(({ id, fileIds }) => ({ id, fileIds }))
      expect(found, search).toEqual(expected)
    }
  },
  60_000,
)

it("finds audit entries by people's names at the time of the action and by their current email addresses", async () => {
  const lender = await desk.makeLender({ firstName: 'Petra', lastName: 'Quillfeather' })
  const loan = await desk.makeLoan({ title: 'Zephyr Mill' })
  await desk.makeCommitment(lender, loan, { percentage: '1' })
  await lender.call('updateProfile', { body: { firstName: 'Petra', lastName: 'Zuckmayer' } })
  await desk.makeCommitment(lender, loan, { percentage: '2' })
  await olga.call('updateLoan', { params: { id: loan.id }, body: { title: 'Boreas Mill' } })
  const sharesOf = async (query: Record<string, string>) =>
    (await olga.call('listAudit', { query: { kind: 'commitmentMade', ...query } })).map(
      ({ after }) => after?.['percentage'],
    )
  expect(await sharesOf({ person: 'quillf' })).toEqual(['1.00'])
  expect(await sharesOf({ person: 'zuckM' })).toEqual(['2.00'])
  expect(await sharesOf({ person: 'petra ' })).toEqual(['2.00', '1.00'])
  expect(await sharesOf({ person: lender.email })).toEqual(['2.00', '1.00'])
  expect(await sharesOf({ person: 'zuckm', loan: 'zephyr' })).toEqual(['2.00'])
  expect(await sharesOf({ loan: 'boreas' })).toEqual([])
  expect(await sharesOf({ person: 'quillf', loan: 'nothing like it' })).toEqual([])
  const renamed = await olga.call('listAudit', { query: { loan: 'boreas' } })
  expect(renamed.map(({ kind }) => kind)).toContain('loanChanged')
})

const writeTrail = (people: number, entries: number) =>
  desk.rows(
    `insert into audit (id, at, kind, actor_id, actor_name, person_id, person_name)
     select gen_random_uuid(), timestamptz '2020-01-01' + (i * 7919 % ${entries}) / 3 * interval '1 minute',
       case when i % 40 = 0 then 'accountDeleted' else 'signedIn' end, md5('p' || i % ${people})::uuid,
       case when i % 50 = 0 then 'Formerly ' else 'Xyl ' end || i % ${people},
       md5('p' || i / 3 % ${people})::uuid, 'Xyl ' || i / 3 % ${people}
     from generate_series(1, ${entries}) i`,
  )

it('returns the same filtered audit entries as a direct database query, for searches that match few or many people', async () => {
  await writeTrail(1_200, 4_000)
  // These searches match 1, 11, 111, and all users.
  const people = ['Xyl 777', 'xyl 77', 'xyl 7', 'Xyl ']
  const besides = [{}, { kind: 'accountDeleted' }, { from: '2020-01-01', to: '2020-01-01' }]
  const counts: number[] = []
  for (const filters of people.flatMap((person) => besides.map((each) => ({ person, ...each })))) {
    const { person, kind, from }: { person: string; kind?: string; from?: string } = filters
    const expected = await desk.rows<{ id: string }>(
      `select id from audit where (actor_name ilike $1 or person_name ilike $1)
         and ($2::text is null or kind = $2)
         and ($3::date is null or at >= $3::date and at < $3::date + 1)
       order by at desc, id desc`,
      [`%${person}%`, kind, from],
    )
    counts.push(expected.length)
    const query = new URLSearchParams({ ...filters, limit: '100' })
    const pages = await readPages<AuditEntry>(olga, `/api/admin/audit?${query}`)
    expect(
      pages.flat().map(({ id }) => id),
      JSON.stringify(filters),
    ).toEqual(expected.map(({ id }) => id))
  }
  // A search that matches only one person may find no entries.
  expect(counts.filter((count) => count === 0).length).toBeLessThan(3)
})
