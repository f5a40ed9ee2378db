/** The global search finds only what the caller can see on other screens. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Person } from '#test/support/builders.ts'
import type { Caller } from '#test/support/caller.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'

let desk: Desk
let olga: Person
let lender: Person
let pending: Person
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off' })
  olga = await desk.makeAdmin({ firstName: 'Olga', lastName: 'Keller' })
  lender = await desk.makeLender({ firstName: 'Theo', lastName: 'Lindqvist' })
  pending = await desk.makePending({ firstName: 'Perla', lastName: 'Lindqvist' })
})
afterAll(() => desk.close())

const search = (caller: Caller, q: string) => caller.call('search', { query: { q } })
const titles = async (caller: Caller, q: string) =>
  (await search(caller, q)).loans.map(({ title }) => title)
const nothing = { loans: [], documents: [], lenders: [], firms: [], companies: [] }

it('finds published loans for every signed-in user, and drafts only for administrators', async () => {
  await desk.makeLoan({ title: 'Saltmarsh Lofts', borrowerName: 'Heron LLC' })
  await desk.makeLoan({ title: 'Saltmarsh Yard', isDraft: 'true' })
  expect(await titles(lender, 'saltmarsh')).toEqual(['Saltmarsh Lofts'])
  expect(await titles(pending, 'saltmarsh')).toEqual(['Saltmarsh Lofts'])
  const { loans } = await search(olga, 'saltmarsh')
  expect(loans.map(({ title, isDraft }) => [title, isDraft])).toEqual([
    ['Saltmarsh Lofts', 'false'],
    ['Saltmarsh Yard', 'true'],
  ])
  expect(await desk.visitor().refusal('search', { query: { q: 'saltmarsh' } })).toMatch(/^401: /)
})

it('finds loans by parts of the title, borrower, or address that together contain every search word', async () => {
  await desk.makeLoan({
    title: 'Cattail Court',
    borrowerName: 'Bittern Partners',
    propertyAddress: '12 Sedge Street, Duluth, MN',
  })
  for (const q of ['cattail', 'TAIL co', 'bittern', 'duluth cattail', 'sedge part'])
    expect(await titles(lender, q), q).toEqual(['Cattail Court'])
  expect(await titles(lender, 'cattail omaha')).toEqual([])
})

it('finds documents of published loans for approved users, and of drafts only for administrators', async () => {
  const loan = await desk.makeLoan({ title: 'Osprey House' })
  const draft = await desk.makeLoan({ title: 'Osprey Annex', isDraft: 'true' })
  const { id } = await desk.makeDocument(loan, { filename: 'Osprey Rent Roll.xlsx' })
  await desk.makeDocument(loan, { filename: 'Survey.pdf' })
  await desk.makeDocument(draft, { filename: 'Osprey Rent Roll Draft.xlsx' })
  const found = { id, filename: 'Osprey Rent Roll.xlsx', loanId: loan.id, loanTitle: loan.title }
  expect((await search(lender, 'rent roll')).documents).toEqual([{ ...found, isDraft: 'false' }])
  expect((await search(pending, 'rent roll')).documents).toEqual([])
  expect((await search(olga, 'rent roll')).documents).toHaveLength(2)
  // A word from the loan's title narrows the search but doesn't find a document by itself.
  expect((await search(lender, 'house survey')).documents).toMatchObject([
    { filename: 'Survey.pdf' },
  ])
  expect((await search(lender, 'house')).documents).toEqual([])
})

it('finds people and companies only for administrators', async () => {
  await desk.rows(`update users set company_name = 'Lindqvist & Daughters' where id = any($1)`, [
    [lender.id, pending.id],
  ])
  for (const caller of [lender, pending])
    for (const q of ['lindqvist', lender.email, 'daughters', 'keller'])
      expect(await search(caller, q), q).toEqual(nothing)
  const { lenders, companies } = await search(olga, 'lindqvist')
  expect(lenders).toMatchObject([
    { id: pending.id, name: 'Perla Lindqvist', isApproved: 'false', isAdmin: 'false' },
    { id: lender.id, name: 'Theo Lindqvist', isApproved: 'true', isDeactivated: 'false' },
  ])
  expect(companies).toEqual([{ name: 'Lindqvist & Daughters', people: 2 }])
  expect((await search(olga, lender.email)).lenders).toMatchObject([{ id: lender.id }])
})

it('finds firms, and people by the name of their firm, only for administrators', async () => {
  const person = await desk.makeLender({ firstName: 'Rosa', lastName: 'Egret' })
  await person.call('updateProfile', { body: { companyName: 'Curlew Savings Bank' } })
  const { firmId } = await person.call('getCurrentUser')
  await olga.call('updateFirm', { params: { id: firmId }, body: { name: 'Curlew Savings Bank' } })
  expect(await search(lender, 'curlew')).toEqual(nothing)
  expect(await search(olga, 'curlew bank')).toMatchObject({
    firms: [{ id: firmId, name: 'Curlew Savings Bank', people: 1 }],
    lenders: [{ id: person.id, companyName: 'Curlew Savings Bank' }],
    companies: [],
  })
  await person.call('updateProfile', { body: { companyName: 'Curlew Holdings' } })
  expect(await search(olga, 'curlew')).toMatchObject({
    firms: [{ id: firmId }],
    lenders: [{ companyName: 'Curlew Savings Bank' }],
    companies: [{ name: 'Curlew Holdings', people: 1 }],
  })
})

it("never finds a loan by another lender's name, share, or message, or by a private note", async () => {
  const other = await desk.makeLender({ firstName: 'Wilhelmina', lastName: 'Vanterpool' })
  const loan = await desk.makeLoan({ title: 'Grebe Terrace' })
  await desk.makeCommitment(other, loan)
  await other.call('createMessage', { body: { loanId: loan.id, message: 'Is the roof leaking?' } })
  await other.call('markLoan', {
    params: { id: loan.id },
    body: { stage: 'reviewing', note: 'Too humid' },
  })
  for (const q of ['wilhelmina', 'vanterpool', 'roof', 'leaking', 'humid'])
    expect(await search(lender, q), q).toEqual(nothing)
})

it("returns no search results about other lenders or drafts to a loan's holder", async () => {
  const [holder, other] = [await desk.makeLender(), await desk.makeLender({ lastName: 'Pipit' })]
  const loan = await desk.makeLoan({ title: 'Siskin Court' })
  await desk.makeLoan({ title: 'Siskin Annex', isDraft: 'true' })
  await desk.makeCommitment(holder, loan)
  await desk.makeCommitment(other, loan)
  const message = 'The Pipit share is reserved.'
  const recipientId = other.id
  await olga.call('createMessage', { body: { loanId: loan.id, message, recipientId } })
  expect(await titles(holder, 'siskin')).toEqual(['Siskin Court'])
  for (const q of ['pipit', 'reserved', other.email, holder.email])
    expect(await search(holder, q), q).toEqual(nothing)
})

it("rejects a deactivated user's search, and finds only published loans for a former administrator", async () => {
  const gone = await desk.makeLender()
  await desk.rows('update users set deactivated_at = now() where id = $1', [gone.id])
  expect(await gone.refusal('search', { query: { q: 'salt' } })).toMatch(/^401: /)
  const former = await desk.makeAdmin()
  await desk.makeLoan({ title: 'Dunlin Depot', isDraft: 'true' })
  expect(await titles(former, 'dunlin')).toEqual(['Dunlin Depot'])
  await desk.rows('update users set is_admin = false, is_approved = true where id = $1', [
    former.id,
  ])
  for (const q of ['dunlin', 'lindqvist', 'keller'])
    expect(await search(former, q), q).toEqual(nothing)
})

it('treats %, _, backslashes, and quotes as literal characters in a search', async () => {
  await desk.makeLoan({ title: String.raw`110% pre-leased_\ "O'Hare"` })
  for (const q of ['110%', '%', '_', '\\', `"O'h`, `o'hare"`, 'd_\\'])
    expect(await titles(lender, q), q).toEqual([String.raw`110% pre-leased_\ "O'Hare"`])
  for (const q of ['1%0', '1_0', 'O%e', `'; --`]) expect(await titles(lender, q), q).toEqual([])
})

it('lists at most eight search results of each type, starting with titles that begin with the search text', async () => {
  for (const n of [1, 2, 3, 4, 5, 6, 7, 8, 9]) await desk.makeLoan({ title: `Unter Pelican ${n}` })
  await desk.makeLoan({ title: 'Superpelican' })
  await desk.makeLoan({ title: 'Pelican Quay' })
  const found = await titles(lender, 'pelican')
  expect(found).toHaveLength(8)
  expect(found.slice(0, 3)).toEqual(['Pelican Quay', 'Unter Pelican 1', 'Unter Pelican 2'])
  expect(found).not.toContain('Superpelican')
})

it('rejects a search without text', async () => {
  for (const q of ['', '  ', 'x'.repeat(201)])
    expect(await lender.refusal('search', { query: { q } }), q).toMatch(/^400: /)
})

it("shows an administrator without the required two-factor sign-in only a pending lender's search results", async () => {
  const strict = await openDesk({ REQUIRE_ADMIN_2FA: 'on', RATE_LIMIT: 'off' })
  try {
    const admin = await strict.makeAdmin({ lastName: 'Plover' })
    await strict.rows(
      `insert into loans (id, title, borrower_name, amount, interest_rate, term, status, is_draft)
       values (gen_random_uuid(), 'Plover Point', 'A', 1000000, 7, 24, 'open', true)`,
    )
    expect(await search(admin, 'plover')).toEqual(nothing)
  } finally {
    await strict.close()
  }
})

it("ranks each sample loan first in a search for two letters: the start of a word in its title, or the title's initials", async () => {
  const sample = await openDesk({ RATE_LIMIT: 'off' })
  try {
    const reader = await sample.makeLender()
    const listed = JSON.parse(readFileSync('server/sample/portfolio/loans.json', 'utf8')) as {
      title: string
    }[]
    for (const { title } of listed) await sample.makeLoan({ title })
    for (const { title } of listed) {
      const words = title.split(/[ -]/)
      const initials = words.map((word) => word.charAt(0)).join('')
      const starts = [...words.map((word) => word.slice(0, 2)), initials.slice(0, 2)]
      const firsts = await Promise.all(starts.map(async (q) => (await titles(reader, q))[0]))
      expect(firsts, title).toContain(title)
    }
  } finally {
    await sample.close()
  }
})
