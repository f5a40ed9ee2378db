import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readJson } from '#test/support/caller.ts'
import type { Message } from '#contract/messages/shapes.ts'
import type { Person } from '#test/support/builders.ts'
import { readPages } from '#test/support/pages.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { security, spec } from '#test/support/requirements.ts'

let desk: Desk
let admin: Person
let lena: Person
let luis: Person
beforeAll(async () => {
  desk = await openDesk()
  admin = await desk.makeAdmin({ firstName: 'Olga', lastName: 'Reyes' })
  lena = await desk.makeLender({ firstName: 'Lena', lastName: 'Brook' })
  luis = await desk.makeLender({ firstName: 'Luis', lastName: 'Marsh' })
})
afterAll(() => desk.close())

let loanId: string
beforeEach(async () => {
  loanId = (await desk.makeLoan()).id
})

const write = (from: Person, message: string, recipientId?: string) =>
  from.call('createMessage', { body: { loanId, message, recipientId } })
const read = async (reader: Person) =>
  (await reader.call('listLoanMessages', { params: { loanId } })).map(({ message }) => message)

describe('access to messages', () => {
  it('shows lenders their own messages, replies to their messages, and announcements', async () => {
    spec('7.22')
    security('8.2.2')
    await write(lena, 'When is closing?')
    await write(luis, 'Is the roof new?')
    await write(admin, 'In May, Lena.', lena.id)
    await write(admin, 'Yes, Luis.', luis.id)
    await write(admin, 'The appraisal is in.')
    expect(await read(lena)).toEqual(['When is closing?', 'In May, Lena.', 'The appraisal is in.'])
    expect(await read(luis)).toEqual(['Is the roof new?', 'Yes, Luis.', 'The appraisal is in.'])
    expect(await read(admin)).toHaveLength(5)
  })

  it("lists approved lenders as possible recipients of a message, with the loan's holders first", async () => {
    const mark = randomUUID().slice(0, 8)
    const people = await Promise.all(
      ['Adam', 'Berta', 'Zoe'].map((firstName) => desk.makeLender({ firstName, lastName: mark })),
    )
    const [adam, berta, zoe] = people.map(({ id }) => id)
    const gone = await desk.makeLender({ lastName: mark })
    await desk.rows('update users set deactivated_at = now() where id = $1', [gone.id])
    await desk.makePending({ lastName: mark })
    await desk.makeAdmin({ lastName: mark })
    await people[2]?.call('createCommitment', {
      body: { loanId, percentage: '5', isSoftCommit: 'true' },
    })
    const find = async (search: string) =>
      admin.call('listMessageRecipients', { params: { id: loanId }, query: { search } })
    expect(await find(mark.toUpperCase())).toMatchObject([
      { id: zoe, name: `Zoe ${mark}`, email: people[2]?.email, isHolder: 'true' },
      { id: adam, isHolder: 'false' },
      { id: berta, isHolder: 'false' },
    ])
    expect(await find(`${mark} ber`)).toMatchObject([{ id: berta }])
    expect(await find(people[0]?.email ?? '')).toMatchObject([{ id: adam }])
    expect(await find('%')).toEqual([])
    await desk.rows('update users set company_name = $2 where id = $1', [zoe, `Quay ${mark} Bank`])
    expect(await find(`quay ${mark}`)).toMatchObject([
      { id: zoe, companyName: `Quay ${mark} Bank` },
    ])
    expect(await find(`${mark} ber`)).toMatchObject([{ id: berta, companyName: null }])
    const all = await admin.call('listMessageRecipients', { params: { id: loanId } })
    expect(all[0]).toMatchObject({ id: zoe })
  })

  it('shows how many lenders an announcement will reach and notify', async () => {
    const own = await openDesk()
    try {
      const author = await own.makeAdmin()
      await own.makeAdmin()
      const [holder, admirer, , gone] = await Promise.all(
        Array.from({ length: 4 }, () => own.makeLender()),
      )
      await own.makePending()
      const loan = await own.makeLoan()
      const params = { id: loan.id }
      expect(await author.call('getAnnouncementAudience', { params })).toEqual({
        audience: 'everyone',
        readers: 4,
        notified: 0,
      })
      await holder?.call('createCommitment', {
        body: { loanId: loan.id, percentage: '5', isSoftCommit: 'true' },
      })
      for (const person of [holder, admirer, gone])
        await person?.call('addFavorite', { body: { loanId: loan.id } })
      await own.rows('update users set deactivated_at = now() where id = $1', [gone?.id])
      const audience = await author.call('getAnnouncementAudience', { params })
      expect(audience).toEqual({ audience: 'everyone', readers: 3, notified: 2 })
      await author.call('createMessage', { body: { loanId: loan.id, message: 'Closing soon.' } })
      expect(
        await own.rows("select 1 from notifications where type = 'announcement'"),
      ).toHaveLength(audience.notified)
    } finally {
      await own.close()
    }
  })

  it("returns only a loan's announcements on request, with pagination", async () => {
    await write(admin, 'The first appraisal is in.')
    await write(luis, 'Is the roof new?')
    await write(admin, 'Yes, Luis.', luis.id)
    await write(admin, 'The second appraisal is in.')
    await write(luis, 'Thank you.')
    const params = { loanId }
    for (const reader of [admin, luis]) {
      const first = `/api/messages/loan/${loanId}?announcements=true&limit=1`
      const pages = await readPages<Message>(reader, first)
      expect(pages.map((page) => page.map(({ message }) => message))).toEqual([
        ['The second appraisal is in.'],
        ['The first appraisal is in.'],
      ])
    }
    expect(
      await admin.call('listLoanMessages', { params, query: { announcements: 'false' } }),
    ).toHaveLength(5)
  })

  it("hides lenders' names from other lenders", async () => {
    await write(luis, 'Is the roof new?')
    await write(admin, 'Yes.', luis.id)
    const seen = await lena.send('listLoanMessages', { params: { loanId } })
    expect(readJson(seen)).toEqual([])
    expect(seen.text).not.toContain(luis.id)
  })

  it('shows administrators every message about a loan, with the oldest first', async () => {
    spec('2.10.10')
    const other = await desk.makeLoan()
    await lena.call('createMessage', { body: { loanId: other.id, message: 'Elsewhere' } })
    for (let number = 1; number <= 5; number += 1) await write(lena, `Question ${number}`)
    const second = await desk.makeAdmin()
    const expected = [1, 2, 3, 4, 5].map((number) => `Question ${number}`)
    expect(await read(second)).toEqual(expected)
    expect(await read(lena)).toEqual(expected)
  })

  it("still shows a former administrator's announcements but treats later messages as a lender's", async () => {
    const former = await desk.makeAdmin()
    await write(former, 'To all.')
    await desk.rows('update users set is_admin = false where id = $1', [former.id])
    await write(former, 'As a lender.')
    expect(await read(lena)).toEqual(['To all.'])
  })
})

describe('a message', () => {
  it('returns a sent message with its author and recipient', async () => {
    spec('3.11')
    const question = await write(lena, '  When is closing?\n')
    expect(question).toEqual({
      id: expect.any(String),
      loanId,
      userId: lena.id,
      userName: 'Lena Brook',
      firmId: expect.any(String),
      firmName: null,
      isAdmin: 'false',
      recipientId: null,
      recipientName: null,
      isReachable: 'true',
      message: 'When is closing?',
      createdAt: expect.stringMatching(/Z$/),
    })
    const answer = await write(admin, 'In May.', lena.id)
    expect(answer).toMatchObject({
      userName: 'Olga Reyes',
      isAdmin: 'true',
      recipientId: lena.id,
      recipientName: 'Lena Brook',
      isReachable: 'true',
    })
    expect(await write(admin, 'Closing is in May.')).toMatchObject({ isReachable: 'false' })
  })

  it('stores the signed-in user as the author, regardless of the userId sent', async () => {
    spec('7.23')
    const body = { loanId, message: 'Hello', userId: luis.id }
    expect(await lena.call('createMessage', { body })).toMatchObject({ userId: lena.id })
    const placeholder = { loanId, message: 'Hello', userId: 'placeholder' }
    expect(await lena.call('createMessage', { body: placeholder })).toMatchObject({
      userId: lena.id,
    })
  })

  it("sends a lender's message to the originator, regardless of the recipient sent", async () => {
    expect(await write(lena, 'Psst', luis.id)).toMatchObject({ recipientId: null })
    expect(await read(luis)).toEqual([])
  })

  it('accepts messages with any content', async () => {
    for (const message of [
      '🏗️ ok',
      'مرحبا بالعالم',
      '<script>alert(1)</script>',
      'x'.repeat(5000),
    ]) {
      const reply = await lena.send('createMessage', { body: { loanId, message } })
      expect(reply.status).toBe(201)
      expect(readJson(reply)).toMatchObject({ message })
    }
  })

  it('rejects an empty or overlong message', async () => {
    spec('5.4.1')
    for (const message of ['', ' \n\t ', null, undefined, 5, {}])
      expect(await lena.refusal('createMessage', { body: { loanId, message } })).toBe(
        '400: Please write a message',
      )
    const long = { loanId, message: 'x'.repeat(5001) }
    expect(await lena.refusal('createMessage', { body: long })).toBe(
      '400: Must be at most 5000 characters',
    )
  })

  it('rejects a message for a missing loan or lender', async () => {
    const nowhere = { loanId: randomUUID(), message: 'Hello' }
    expect(await lena.refusal('createMessage', { body: nowhere })).toBe(
      '404: The loan was not found',
    )
    expect(await admin.refusal('createMessage', { body: nowhere })).toBe(
      '404: The loan was not found',
    )
    for (const recipientId of [randomUUID(), admin.id]) {
      const body = { loanId, message: 'Hello', recipientId }
      expect(await admin.refusal('createMessage', { body })).toBe('404: The lender was not found')
    }
    const malformed = { loanId, message: 'Hello', recipientId: 'lena' }
    expect(await admin.refusal('createMessage', { body: malformed })).toBe(
      "400: This isn't a valid id",
    )
    expect(await read(admin)).toEqual([])
  })

  it("rejects a message to a lender who couldn't read it, even a reply to a question", async () => {
    const gone = await desk.makeLender()
    const suspended = await desk.makeLender()
    const promoted = await desk.makeLender()
    const asked = [gone, suspended, promoted, lena]
    for (const lender of asked) await write(lender, 'When is closing?')
    await desk.rows('update users set deactivated_at = now() where id = $1', [gone.id])
    await admin.call('updateUser', { params: { id: suspended.id }, body: { isApproved: 'false' } })
    await desk.rows('update users set is_admin = true where id = $1', [promoted.id])
    const answer = (lender: Person) =>
      admin.refusal('createMessage', {
        body: { loanId, message: 'In May.', recipientId: lender.id },
      })
    expect(await answer(gone)).toMatch(/^409: This lender can't read messages: .*deactivated/)
    expect(await answer(suspended)).toMatch(/^409: This lender can't read messages: .*approval/)
    expect(await answer(promoted)).toBe('404: The lender was not found')
    for (const lender of [gone, lena])
      await desk.rows(
        `insert into commitments (id, loan_id, lender_id, percentage, amount, is_soft_commit, loan_amount,
           interest_rate, term) values (gen_random_uuid(), $1, $2, 1, 1, true, 100, 7, 24)`,
        [loanId, lender.id],
      )
    const { entries } = await admin.call('getBook', { params: { id: loanId } })
    const reach = Object.fromEntries(
      entries.map(({ lenderId, isReachable }) => [lenderId, isReachable]),
    )
    expect(reach).toEqual({ [gone.id]: 'false', [lena.id]: 'true' })
    const listed = await admin.call('listLoanMessages', { params: { loanId } })
    expect(listed.map(({ userId, isReachable }) => [userId, isReachable])).toEqual(
      asked.map(({ id }) => [id, String(id === lena.id)]),
    )
  })
})

it('returns 404 for the messages of a missing loan', async () => {
  const params = { loanId: randomUUID() }
  expect(await lena.refusal('listLoanMessages', { params })).toBe('404: The loan was not found')
})

it('returns the latest messages on the first page, and sorts each page by time', async () => {
  const loan = await desk.makeLoan()
  const say = (author: Person, message: string) =>
    author.call('createMessage', { body: { loanId: loan.id, message } })
  for (let number = 1; number <= 7; number += 1) {
    await say(lena, `Question ${number}`)
    await say(luis, `Another's ${number}`)
  }
  // If timestamps are equal, rows are ordered by id.
  await desk.rows('update messages set created_at = $2 where loan_id = $1 and message < $3', [
    loan.id,
    '2026-01-05T15:04:05.123456Z',
    'Question 4',
  ])
  const params = { loanId: loan.id }
  for (const reader of [lena, admin]) {
    const whole = await reader.call('listLoanMessages', { params })
    const pages = await readPages<Message>(reader, `/api/messages/loan/${loan.id}?limit=3`)
    expect(pages.length).toBe(Math.ceil(whole.length / 3))
    expect(pages.toReversed().flat()).toEqual(whole)
    expect(pages[0]).toEqual(whole.slice(-3))
  }
  expect(await lena.refusal('listLoanMessages', { params, query: { limit: '201' } })).toBe(
    '400: Must be 1 to 200',
  )
})
