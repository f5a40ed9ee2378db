/** Compares the possible recipients of a message with the results of a slow but simple search. */
import { maxRecipients } from '#domain/limits.ts'
import type { Person } from '#test/support/builders.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'

interface Row {
  id: string
  firstName: string
  lastName: string
  email: string
  companyName: string | null
  mayBeAddressed: boolean
  isHolder: boolean
}

let desk: Desk
let admin: Person
let loanId: string
let rows: Row[]
beforeAll(async () => {
  desk = await openDesk()
  admin = await desk.makeAdmin()
  loanId = (await desk.makeLoan()).id
  // There are enough users that a search by name uses the trigram index instead of a scan.
  await desk.rows(`
    insert into users (id, email, password, first_name, last_name, company_name, is_admin, is_approved,
      deactivated_at)
    select gen_random_uuid(), 'person' || n || '@' || (array['quay.example', 'mill.example'])[1 + n % 2], '-',
      (array['ada', 'Ada', 'Luis', 'Mei', 'Zoë'])[1 + n % 5], 'Brook' || n,
      case when n % 3 = 0 then (array['Harbor Bank', '100% Credit_Union', 'Mill & Sons'])[1 + n % 7 % 3] end,
      n % 41 = 0, n % 11 <> 0, case when n % 37 = 0 then now() end
    from generate_series(1, 400) n`)
  await desk.rows(
    `insert into commitments (id, loan_id, lender_id, percentage, amount, is_soft_commit, status, ended_at,
       loan_amount, interest_rate, term)
     select gen_random_uuid(), $1, users.id, 1, loans.amount / 100, true,
       case when place = 0 then 'withdrawn' else 'active' end, case when place = 0 then now() end,
       loans.amount, interest_rate, term
     from loans, (select id, row_number() over (order by email) % 9 as place from users where password = '-') users
     where loans.id = $1 and place < 2`,
    [loanId],
  )
  rows = await desk.rows<Row>(
    `select id, first_name as "firstName", last_name as "lastName", email,
       company_name as "companyName",
       is_approved and not is_admin and deactivated_at is null as "mayBeAddressed",
       id in (select lender_id from commitments where loan_id = $1 and status = 'active') as "isHolder"
     from users order by lower(first_name), lower(last_name), id`,
    [loanId],
  )
})
afterAll(() => desk.close())

function search(text: string) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const found = rows.filter(
    ({ firstName, lastName, email, companyName, mayBeAddressed }) =>
      mayBeAddressed &&
      words.every((word) =>
        [firstName, lastName, email, companyName ?? ''].some((each) =>
          each.toLowerCase().includes(word),
        ),
      ),
  )
  return [...found.filter(({ isHolder }) => isHolder), ...found.filter(({ isHolder }) => !isHolder)]
    .slice(0, maxRecipients)
    .map(({ id, isHolder }) => ({ id, isHolder: String(isHolder) }))
}

it.each([
  ...['', 'a', 'e', 'zo', 'ZOË', 'luis', 'mei brook', 'brook1', 'brook399', 'brook40 ada', '7'],
  ...['harbor', 'bank luis', '100%', '_', 'union zoë 3', 'quay.example', 'mill', 'nobody', 'é'],
])(
  'finds recipients matching %j, with holders first and each group sorted by name',
  async (text) => {
    const found = await admin.call('listMessageRecipients', {
      params: { id: loanId },
      query: text ? { search: text } : {},
    })
    expect(found.map(({ id, isHolder }) => ({ id, isHolder }))).toEqual(search(text))
  },
)

it('creates enough users for the recipient search tests to detect a wrong result', () => {
  expect(search('luis')).toHaveLength(maxRecipients)
  expect(search('brook399').length).toBeLessThan(3)
  expect(search('').filter(({ isHolder }) => isHolder === 'true')).toHaveLength(maxRecipients)
  expect(search('mei brook').some(({ isHolder }) => isHolder === 'false')).toBe(true)
})

it('lists each recipient only once, sorted by name, for a loan with 600 holders', async () => {
  const { id } = await desk.makeLoan()
  await desk.rows(`
    insert into users (id, email, password, first_name, last_name, is_approved, deactivated_at)
    select gen_random_uuid(), 'many' || n || '@quay.example', 'many', chr(97 + n % 26), 'Holder' || n,
      n % 13 <> 0, case when n % 17 = 0 then now() end
    from generate_series(1, 1200) n`)
  await desk.rows(
    `insert into commitments (id, loan_id, lender_id, percentage, amount, is_soft_commit, status, loan_amount,
       interest_rate, term)
     select gen_random_uuid(), loans.id, users.id, 1, loans.amount / 100, true, 'active', loans.amount,
       interest_rate, loans.term
     from loans, users where loans.id = $1 and password = 'many' and first_name > 'm'`,
    [id],
  )
  const expected = await desk.rows<{ id: string }>(
    `select users.id from users join commitments on lender_id = users.id and loan_id = $1
     where is_approved and not is_admin and deactivated_at is null
     order by lower(first_name), lower(last_name), users.id limit $2`,
    [id, maxRecipients],
  )
  const found = await admin.call('listMessageRecipients', { params: { id } })
  expect(found.map((each) => each.id)).toEqual(expected.map((each) => each.id))
  expect(found.every(({ isHolder }) => isHolder === 'true')).toBe(true)
})
