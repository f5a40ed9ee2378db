import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '#test/support/builders.ts'
import { readJson } from '#test/support/caller.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { spec } from '#test/support/requirements.ts'

let desk: Desk
let olga: Person
let omar: Person
let lena: Person
let luis: Person
let loan: { id: string; title: string }
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off' })
  olga = await desk.makeAdmin({ firstName: 'Olga', lastName: 'Reyes' })
  omar = await desk.makeAdmin({ firstName: 'Omar', lastName: 'Diaz' })
  lena = await desk.makeLender({ firstName: 'Lena', lastName: 'Brook' })
  luis = await desk.makeLender({ firstName: 'Luis', lastName: 'Marsh' })
  loan = await desk.makeLoan({ title: 'Pier 4 Warehouse' })
})
afterAll(() => desk.close())
beforeEach(async () => {
  await desk.rows('delete from notifications')
})

const list = (person: Person) => person.call('listNotifications')
const said = async (person: Person) => (await list(person)).map(({ message }) => message)
const write = (from: Person, message: string, recipientId?: string) =>
  from.call('createMessage', { body: { loanId: loan.id, message, recipientId } })
const notices = (person: Person, count: number) =>
  desk.rows(
    `insert into notifications (id, user_id, type, message, created_at)
     select gen_random_uuid(), $1, 'newLoan', 'Loan ' || n, now() - n * interval '1 second'
     from generate_series(1, $2::int) as n`,
    [person.id, count],
  )

describe('notification recipients', () => {
  it('sends no notification about a new loan to an account that is being deleted', async () => {
    for (let round = 0; round < 10; round += 1) {
      const leaving = await Promise.all(Array.from({ length: 8 }, () => desk.makeLender()))
      await Promise.all([
        ...leaving.map(({ id }) => olga.call('deleteUser', { params: { id } })),
        ...Array.from({ length: 4 }, () => desk.makeLoan()),
      ])
    }
    expect((await list(lena)).length).toBe(40)
  })

  it('notifies active administrators of a registration', async () => {
    const gone = await desk.makeAdmin()
    await desk.rows('update users set deactivated_at = now() where id = $1', [gone.id])
    const body = { firstName: 'Ada', lastName: 'Cole', password: 'long enough' }
    const email = `${randomUUID()}@example.com`
    const { id } = await desk.visitor().call('register', { body: { ...body, email } })
    for (const admin of [olga, omar])
      expect(await list(admin)).toEqual([
        {
          id: expect.any(String),
          type: 'registration',
          relatedLoanId: null,
          relatedLoanTitle: null,
          relatedUserId: id,
          receiptId: null,
          message: `Ada Cole (${email}) registered and awaits approval`,
          canApprove: 'true',
          isRead: 'false',
          createdAt: expect.stringMatching(/Z$/),
        },
      ])
    await olga.call('approveUser', { params: { id } })
    for (const admin of [olga, omar])
      expect(await list(admin)).toMatchObject([
        { type: 'registration', canApprove: 'false', isRead: 'true' },
      ])
    expect(await list(lena)).toEqual([])
    const rows = await desk.rows('select 1 from notifications where user_id = $1', [gone.id])
    expect(rows).toEqual([])
    expect((await desk.visitor().send('register', { body: { ...body, email } })).status).toBe(409)
    expect(await list(olga)).toHaveLength(1)
  })

  it.each(['rejected', 'deactivated'])(
    'removes the notification about a registration, including from open pages, once the registrant is %s',
    async (outcome) => {
      const body = { firstName: 'Ada', lastName: 'Cole', password: 'long enough' }
      const email = `${randomUUID()}@example.com`
      const { id } = await desk.visitor().call('register', { body: { ...body, email } })
      if (outcome === 'deactivated') {
        await desk.rows(
          `insert into messages (id, loan_id, user_id, message, from_admin)
           values (gen_random_uuid(), $1, $2, 'When is closing?', false)`,
          [loan.id, id],
        )
      }
      const [newest] = await desk.rows<{ id: string }>('select max(id)::text as id from changes')
      await olga.call('deleteUser', { params: { id } })
      for (const admin of [olga, omar]) {
        expect(await list(admin)).toMatchObject([{ type: 'registration', isRead: 'true' }])
        const told = await desk.rows(
          `select 1 from changes where id > $1 and topic = 'notifications' and audience = $2`,
          [newest?.id, admin.id],
        )
        expect(told).toHaveLength(1)
      }
    },
  )

  it("shows a loan's current title in notifications but hides the title of a draft", async () => {
    const shown = await desk.makeLoan({ title: 'Pier 5' })
    const params = { id: shown.id }
    await olga.call('updateLoan', { params, body: { title: 'Pier 6' } })
    const [told] = await list(lena)
    expect(told).toMatchObject({ relatedLoanId: shown.id, relatedLoanTitle: 'Pier 6' })
    await olga.call('unpublishLoan', { params, body: {} })
    await olga.call('updateLoan', { params, body: { title: 'Secret' } })
    expect(await list(lena)).toMatchObject([{ relatedLoanId: null, relatedLoanTitle: null }])
    const read = { params: { id: told?.id ?? '' } }
    expect(await lena.call('markNotificationRead', read)).toMatchObject({ relatedLoanTitle: null })
  })

  it('notifies administrators about a question', async () => {
    await write(lena, ` When is\n closing? ${'x'.repeat(300)}`)
    const message = `Lena Brook asks on Pier 4 Warehouse: When is closing? ${'x'.repeat(183)}…`
    for (const admin of [olga, omar])
      expect(await list(admin)).toMatchObject([
        {
          type: 'question',
          relatedLoanId: loan.id,
          relatedLoanTitle: loan.title,
          relatedUserId: lena.id,
          message,
        },
      ])
    for (const lender of [lena, luis]) expect(await list(lender)).toEqual([])
  })

  it('notifies a lender about a reply to their question', async () => {
    await write(lena, 'When is closing?')
    await write(olga, 'In May.', lena.id)
    expect(await list(lena)).toMatchObject([
      {
        type: 'reply',
        relatedLoanId: loan.id,
        message:
          'Olga Reyes answers you on Pier 4 Warehouse: In May. To the question: “When is closing?”',
      },
    ])
    expect(await list(luis)).toEqual([])
    for (const admin of [olga, omar])
      expect(await list(admin)).toMatchObject([{ type: 'question' }])
  })

  it('sends notifications about an announcement only to holders of its loan and lenders who favorited the loan', async () => {
    const holder = await desk.makeLender()
    await desk.makeCommitment(holder, loan, { isSoftCommit: 'true' })
    await luis.call('addFavorite', { body: { loanId: loan.id } })
    await desk.rows('delete from notifications')
    await write(olga, 'The appraisal is in 🏗️.')
    const message = 'Olga Reyes announces on Pier 4 Warehouse: The appraisal is in 🏗️.'
    for (const follower of [holder, luis])
      expect(await list(follower)).toMatchObject([{ type: 'announcement', message }])
    for (const other of [olga, omar, lena]) expect(await list(other)).toEqual([])
  })
})

describe('the list of notifications', () => {
  it('lists notifications in pages, newest first', async () => {
    spec('7.40')
    await notices(lena, 5)
    await notices(luis, 1)
    expect(await said(lena)).toEqual(['Loan 1', 'Loan 2', 'Loan 3', 'Loan 4', 'Loan 5'])
    const first = await lena.send('listNotifications', { query: { limit: '2' } })
    expect(readJson(first)).toMatchObject([{ message: 'Loan 1' }, { message: 'Loan 2' }])
    const next = /^<(\/api\/notifications\?limit=2&cursor=[\w-]+)>; rel="next"$/.exec(
      String(first.headers['link']),
    )?.[1]
    const second = await lena.request('GET', next ?? '')
    expect(readJson(second)).toMatchObject([{ message: 'Loan 3' }, { message: 'Loan 4' }])
    const last = await lena.send('listNotifications', { query: { limit: '5' } })
    expect(last.headers['link']).toBeUndefined()
  })

  it('returns at most 200 notifications per page', async () => {
    await notices(lena, 201)
    const reply = await lena.send('listNotifications')
    expect(readJson(reply)).toHaveLength(200)
    expect(reply.headers['link']).toContain('rel="next"')
    for (const limit of ['0', '201', '-1', 'all'])
      expect(await lena.refusal('listNotifications', { query: { limit } })).toBe(
        '400: Must be 1 to 200',
      )
    expect(await lena.refusal('listNotifications', { query: { cursor: 'x' } })).toBe(
      '400: The cursor is not one of ours',
    )
  })

  it('lists notifications for a pending lender', async () => {
    const pending = await desk.makePending()
    expect(await list(pending)).toEqual([])
    expect(await pending.call('countUnreadNotifications')).toEqual({ unread: 0 })
  })
})

describe('marking notifications as read', () => {
  it('marks a single notification or all notifications as read', async () => {
    spec('3.13', '4.14', '4.15', '7.41', '7.42')
    await notices(lena, 3)
    await notices(luis, 1)
    expect(await lena.call('countUnreadNotifications')).toEqual({ unread: 3 })
    const [newest] = await list(lena)
    const params = { id: newest?.id ?? '' }
    for (let time = 0; time < 2; time += 1)
      expect(await lena.call('markNotificationRead', { params })).toEqual({
        ...newest,
        isRead: 'true',
      })
    expect(await lena.call('countUnreadNotifications')).toEqual({ unread: 2 })
    const reply = await lena.send('markAllNotificationsRead')
    expect([reply.status, reply.text]).toEqual([204, ''])
    expect(await lena.call('countUnreadNotifications')).toEqual({ unread: 0 })
    expect((await list(lena)).map(({ isRead }) => isRead)).toEqual(['true', 'true', 'true'])
    expect(await luis.call('countUnreadNotifications')).toEqual({ unread: 1 })
  })

  it("returns 404 for another user's notification", async () => {
    await notices(luis, 1)
    const [theirs] = await list(luis)
    for (const id of [theirs?.id ?? '', randomUUID()])
      for (const person of [lena, olga])
        expect(await person.refusal('markNotificationRead', { params: { id } })).toBe(
          '404: The notification was not found',
        )
    expect(await list(luis)).toMatchObject([{ isRead: 'false' }])
  })
})
