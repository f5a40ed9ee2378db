/** Only administrators can see a draft. These tests make every call in every role. */
import { randomUUID } from 'node:crypto'
import type { EndpointName } from '#contract/endpoints.ts'
import type { Loan } from '#contract/loans/shapes.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '#test/support/builders.ts'
import type { Caller, LooseInput, Reply } from '#test/support/caller.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { followEvents } from '#test/support/event-stream.ts'
import { security } from '#test/support/requirements.ts'
import { rowsOfTheTable, sampleInput } from '#test/support/rows-of-the-table.ts'

const word = 'Quillwort'
const hidden = {
  title: `${word} Wharf`,
  borrowerName: `${word} Holdings`,
  propertyAddress: `1 ${word} Way, Boston, MA`,
  propertyType: `${word} Mill`,
  summary: `${word} summary`,
}

let desk: Desk
let admin: Person
let readers: Record<'visitor' | 'pending' | 'lender' | 'holder', Caller>
let drafts: { never: Draft; again: Draft }

interface Draft {
  loan: Loan
  document: { id: string; fileUrl: string }
  photo: { id: string; fileUrl: string }
}

async function withFiles(loan: Loan): Promise<Draft> {
  const document = await desk.makeDocument(loan, { filename: `${word} Appraisal.pdf` })
  const photo = await desk.makePhoto(loan, { isCover: true, filename: `${word}.png` })
  return { loan, document, photo }
}

beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off' })
  admin = await desk.makeAdmin()
  const [lender, holder] = [await desk.makeLender(), await desk.makeLender()]
  const pending = await desk.makePending()
  readers = { visitor: desk.visitor(), pending, lender, holder }
  await desk.makeCommitment(holder, await desk.makeLoan())

  const never = await withFiles(await desk.makeLoan({ ...hidden, isDraft: 'true' }))
  const published = await withFiles(await desk.makeLoan({ ...hidden, title: 'Pier 9' }))
  const { id: loanId } = published.loan
  for (const person of [pending, lender, holder])
    await person.call('addFavorite', { body: { loanId } })
  await lender.call('createMessage', { body: { loanId, message: `${word}?`, userId: lender.id } })
  await admin.call('createMessage', { body: { loanId, message: `${word}!`, userId: admin.id } })
  await desk.rows('delete from notifications where user_id = any($1)', [
    [pending.id, lender.id, holder.id],
  ])
  await admin.call('unpublishLoan', { params: { id: loanId }, body: {} })
  drafts = { never, again: published }
})
afterAll(() => desk.close())

/** These calls end the session, return a stream, or return a different page each time. */
const left = [
  'logout',
  'signOutEverywhere',
  'streamEvents',
  'getApiDocs',
] as const satisfies EndpointName[]
const rows = rowsOfTheTable.filter(([name]) => !(left as readonly EndpointName[]).includes(name))

const inputsFor = ({ loan, document, photo }: Draft, name: EndpointName): LooseInput[] =>
  [document, photo].map(({ id, fileUrl }) =>
    sampleInput(name, { loanId: loan.id, id, userId: randomUUID(), fileUrl }),
  )

const tracesOf = ({ loan, document, photo }: Draft) => [
  word,
  ...[loan, document, photo].map(({ id }) => id),
  ...[document, photo].map(({ fileUrl }) => fileUrl),
]

function comparable({ status, text, headers }: Reply) {
  const { 'x-request-id': _id, date: _date, ...rest } = headers
  return { status, text, headers: rest }
}

describe.each(['visitor', 'pending', 'lender', 'holder'] as const)(
  'a draft viewed by a %s',
  (role) => {
    describe.each(['never', 'again'] as const)('a draft (published: %s)', (which) => {
      it.each(rows)("responds to %s as if the draft didn't exist", async (name) => {
        security('8.2.2')
        const draft = drafts[which]
        const missing = {
          loan: { ...draft.loan, id: randomUUID() },
          document: { id: randomUUID(), fileUrl: `documents/${randomUUID()}` },
          photo: { id: randomUUID(), fileUrl: `photos/${randomUUID()}.png` },
        }
        const others = inputsFor(missing, name)
        for (const [place, input] of inputsFor(draft, name).entries()) {
          const reply = await readers[role].send(name, input)
          const seen = `${reply.status} ${reply.text} ${JSON.stringify(reply.headers)}`
          for (const trace of tracesOf(draft)) expect(seen).not.toContain(trace)
          if (!tracesOf(draft).some((trace) => JSON.stringify(input).includes(trace))) continue
          const other = await readers[role].send(name, others[place])
          expect(comparable(reply)).toEqual(comparable(other))
        }
      })
    })
  },
)

it('omits drafts from every list, count, total, and list of property types that other roles receive', async () => {
  const readAll = async (caller: Caller) => {
    const names = ['listLoans', 'getStats', 'getLoanTotals', 'listPropertyTypes'] as const
    const replies = await Promise.all(names.map((name) => caller.send(name)))
    return replies.map(({ text, headers }) => ({ text, etag: headers.etag }))
  }
  const everyone = [...Object.values(readers), admin]
  const before = await Promise.all(everyone.map(readAll))
  const body = { ...hidden, amount: '7000000.00', interestRate: '7.25', term: 24 }
  const { id } = await admin.call('createLoan', { body: { ...body, isDraft: 'true' } })
  expect(await Promise.all(everyone.map(readAll))).toEqual(before)
  await admin.call('updateLoan', { params: { id }, body: { amount: '9000000.00' } })
  expect(await Promise.all(everyone.map(readAll))).toEqual(before)
  await admin.call('deleteLoan', { params: { id } })
  expect(await Promise.all(everyone.map(readAll))).toEqual(before)
  const words = [{ search: word }, { location: word }, { propertyType: hidden.propertyType }]
  for (const caller of everyone)
    for (const query of [...words, { sort: '-available' as const }, { amountMin: '1' }])
      expect(JSON.stringify(await caller.call('listLoans', { query }))).not.toContain(word)
  for (const query of words)
    expect(await readers.lender.call('getLoanTotals', { query })).toMatchObject({ loans: 0 })
})

it('omits drafts from the lists of favorite and held loans', async () => {
  const { holder } = readers
  expect(await holder.call('listFavorites')).toEqual([])
  expect(await holder.call('listLoans', { query: { favorites: 'true' } })).toEqual([])
})

it('shows a draft with all its files to administrators, marked as a draft', async () => {
  for (const { loan, document, photo } of Object.values(drafts)) {
    const params = { id: loan.id, loanId: loan.id }
    expect(await admin.call('getLoan', { params })).toMatchObject({ id: loan.id, isDraft: 'true' })
    expect(await admin.call('listLoanDocuments', { params })).toHaveLength(1)
    expect(await admin.call('listLoanPhotos', { params })).toHaveLength(1)
    expect((await admin.call('getBook', { params })).loan).toMatchObject({ isDraft: 'true' })
    for (const path of [
      `/api/loans/${loan.id}/cover`,
      `/api/loans/${loan.id}/documents.zip`,
      `/objects/${document.fileUrl}`,
      `/objects/${photo.fileUrl}`,
    ])
      expect([path, (await admin.request('GET', path)).status]).toEqual([path, 200])
  }
  const { id: loanId } = drafts.again.loan
  expect(await admin.call('listLoanMessages', { params: { loanId } })).toHaveLength(2)
})

it('lists drafts only for administrators, regardless of the filters', async () => {
  const idsOf = async (query: object) =>
    (await admin.call('listAllLoans', { query })).map(({ id }) => id).toSorted()
  const both = [drafts.never.loan.id, drafts.again.loan.id].toSorted()
  expect(await idsOf({ isDraft: 'true' })).toEqual(both)
  expect(await idsOf({ isDraft: 'true', sort: '-title' })).toEqual(both)
  expect(await idsOf({ location: word })).toEqual(both)
  expect(await idsOf({ search: `${word} Wharf` })).toEqual([drafts.never.loan.id])
  expect(await idsOf({ isDraft: 'false', location: word })).toEqual([])
  const published = await admin.call('listAllLoans', { query: { isDraft: 'false' } })
  expect(published).toEqual(await admin.call('listLoans'))
  const reply = await admin.send('listAllLoans', { query: { limit: '1', isDraft: 'true' } })
  const next = /<([^>]*)>/.exec(String(reply.headers.link))?.[1] ?? ''
  const rest = JSON.parse((await admin.request('GET', next)).text) as Loan[]
  expect([...(JSON.parse(reply.text) as Loan[]), ...rest].map(({ id }) => id).toSorted()).toEqual(
    both,
  )
})

it("rejects an administrator's commitment to a draft and an administrator's message about a draft, and states the reason", async () => {
  const draft = '409: This loan is a draft. Publish it first.'
  for (const { loan } of Object.values(drafts)) {
    const loanId = loan.id
    for (const isSoftCommit of ['true', 'false'])
      for (const percentage of ['10', '100']) {
        const body = { loanId, percentage, isSoftCommit }
        expect(await admin.refusal('createCommitment', { body })).toBe(draft)
        const lender = await desk.makeLender()
        const onBehalf = { params: { loanId }, body: { ...body, lenderId: lender.id } }
        expect(await admin.refusal('recordCommitment', onBehalf)).toBe(draft)
        expect(await lender.refusal('createCommitment', { body })).toBe(
          '404: The loan was not found',
        )
      }
    expect(await admin.refusal('createMessage', { body: { loanId, message: 'Soon.' } })).toBe(draft)
    expect(await desk.rows('select 1 from commitments where loan_id = $1', [loanId])).toEqual([])
  }
})

it('sends notifications, emails, and events about a draft only to administrators', async () => {
  const [lender, other] = [await desk.makeLender(), await desk.makeAdmin()]
  await lender.call('createSavedFilter', {
    body: { name: 'All', search: word, isNotifying: 'true' },
  })
  const streams = await Promise.all([lender, other].map((person) => followEvents(person)))
  const before = await desk.rows<{ id: string }>('select id from notifications')
  const mails = await desk.rows<{ id: string }>('select id from mails')

  const loan = await admin.call('createLoan', {
    body: {
      ...hidden,
      amount: '7000000.00',
      interestRate: '7.25',
      term: 24,
      isDraft: 'true',
    },
  })
  const params = { id: loan.id }
  await admin.call('updateLoan', { params, body: { interestRate: '8.00' } })
  const { document, photo } = await withFiles(loan)
  await admin.call('updateDocument', { params: { id: document.id }, body: { group: 'legal' } })
  await admin.call('updatePhoto', { params: { id: photo.id }, body: { caption: 'From above' } })
  await admin.call('deletePhoto', { params: { id: photo.id } })
  await admin.call('deleteDocument', { params: { id: document.id } })
  await admin.call('deleteLoan', { params })
  // Events arrive in order, so once this event has arrived, all earlier events have arrived too.
  await desk.makeLoan()
  await Promise.all(streams.map((stream) => expect.poll(() => stream.changes()).toContain('stats')))
  const [lenders, administrators] = streams.map((stream) => stream.changes())
  expect(lenders?.filter((change) => change.includes(loan.id))).toEqual([])
  for (const topic of ['loans', 'documents', 'photos'])
    expect(administrators).toContain(`${topic} ${loan.id}`)
  for (const stream of streams) stream.close()

  const after = await desk.rows<{ message: string }>(
    'select message from notifications where not id = any($1)',
    [before.map(({ id }) => id)],
  )
  expect(after.filter(({ message }) => message.includes(word))).toEqual([])
  const sent = await desk.rows<{ body: string }>('select body from mails where not id = any($1)', [
    mails.map(({ id }) => id),
  ])
  expect(sent.filter(({ body }) => body.includes(word))).toEqual([])
})

it('hides drafts from an administrator without the required two-factor sign-in', async () => {
  const strict = await openDesk({ REQUIRE_ADMIN_2FA: 'on', RATE_LIMIT: 'off' })
  try {
    const olga = await strict.makeAdmin()
    const id = randomUUID()
    await strict.rows(
      `insert into loans (id, title, borrower_name, amount, interest_rate, term, is_draft)
       values ($1, 'Pier 4', 'Pier Four LLC', 1000000, 7, 24, true)`,
      [id],
    )
    await strict.rows(
      'insert into favorites (id, user_id, loan_id) values (gen_random_uuid(), $1, $2)',
      [olga.id, id],
    )
    await strict.makePhoto({ id }, { isCover: true })
    expect((await olga.send('getLoan', { params: { id } })).status).toBe(404)
    expect((await olga.send('getLoanCover', { params: { id } })).status).toBe(404)
    expect((await olga.send('addFavorite', { body: { loanId: id } })).status).toBe(404)
    expect(await olga.call('listFavorites')).toEqual([])
    expect((await olga.send('listAllLoans')).status).toBe(403)
  } finally {
    await strict.close()
  }
})

it('rejects a commitment to a draft even if it is inserted directly into the database', async () => {
  const { id } = drafts.never.loan
  for (const column of ['committed_percentage', 'soft_percentage'])
    await expect(desk.rows(`update loans set ${column} = 1 where id = $1`, [id])).rejects.toThrow(
      'loans_draft_uncommitted',
    )
})
