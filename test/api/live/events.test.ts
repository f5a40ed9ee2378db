import { randomUUID } from 'node:crypto'
import { topics } from '#contract/live/topics.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { transact } from '#server/database/transactions.ts'
import { recordChanges, type Change } from '#server/live/record.ts'
import { setScene } from '#test/support/changing-acts.ts'
import type { Caller } from '#test/support/caller.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { untilPassed } from '#test/support/passed-changes.ts'
import { openEvents, type EventReader } from '#test/support/event-stream.ts'
import { security } from '#test/support/requirements.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off' })
})
afterAll(() => desk.close())

const opened: EventReader[] = []
afterEach(() => {
  for (const stream of opened.splice(0)) stream.close()
})
async function open(
  as: Pick<Caller, 'address' | 'cookie'>,
  input?: Parameters<typeof openEvents>[1],
  // A new stream begins with `opened` and `everything`.
  first = input ? 1 : 2,
): Promise<EventReader> {
  await untilPassed(desk)
  const stream = await openEvents(as, input)
  opened.push(stream)
  await expect.poll(() => stream.events().length).toBeGreaterThanOrEqual(first)
  return stream
}

/** Omits the `sessions` change, which a sign-in just before the test may have recorded. */
const changesIn = (stream: EventReader) => () =>
  stream.changes().filter((change) => change !== 'sessions')

it("starts an event stream with the user's id and disables caching and buffering", async () => {
  const { lender } = await setScene(desk)
  const stream = await open(lender)
  expect(stream.status).toBe(200)
  expect(stream.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  })
  expect(stream.headers).not.toHaveProperty('content-encoding')
  expect(stream.events()).toEqual([
    { name: 'opened', data: { userId: lender.id } },
    { name: 'everything', data: {} },
  ])
})

it("includes the loan's id in the event for a commitment", async () => {
  const { lender, loan } = await setScene(desk)
  const stream = await open(await desk.makeLender())
  await desk.makeCommitment(lender, loan)
  await expect.poll(changesIn(stream)).toEqual([`book ${loan.id}`])
})

it('sends a change that commits late even to a client that has reconnected', async () => {
  const { loan } = await setScene(desk)
  const other = await desk.makeLoan()
  const lender = await desk.makeLender()
  const stream = await open(lender)
  const commit = await writeAndWait(loan.id)
  // This change is committed first, although its number is higher.
  await recordChanges(desk.db, { topic: 'book', subject: other.id })
  const since = stream.lastId()
  const both = [`book ${loan.id}`, `book ${other.id}`].toSorted()
  const sorted = (each: EventReader) => () => changesIn(each)().toSorted()
  await commit()
  await expect.poll(sorted(stream)).toEqual(both)
  const again = await open(lender, { headers: { 'last-event-id': since } })
  await expect.poll(sorted(again)).toEqual(both)
})

async function writeAndWait(loanId: string): Promise<() => Promise<void>> {
  let commit = () => {}
  let done: Promise<void> = Promise.resolve()
  await new Promise<void>((isWritten) => {
    done = transact(desk.db, async (tx) => {
      await recordChanges(tx, { topic: 'book', subject: loanId })
      isWritten()
      await new Promise<void>((resolve) => (commit = resolve))
    })
  })
  return () => {
    commit()
    return done
  }
}

it('sends no event for a transaction that is rolled back', async () => {
  const { loan } = await setScene(desk)
  const stream = await open(await desk.makeLender())
  const fails = transact(desk.db, async (tx) => {
    await recordChanges(tx, { topic: 'book', subject: loan.id })
    throw new Error('Rolled back')
  })
  await expect(fails).rejects.toThrow('Rolled back')
  await recordChanges(desk.db, { topic: 'loans', subject: loan.id })
  await expect.poll(changesIn(stream)).toEqual([`loans ${loan.id}`])
})

describe('reconnection to the event stream', () => {
  it('sends a reconnecting client the missed changes that it is allowed to see, followed by new changes', async () => {
    const { lender, loan } = await setScene(desk)
    const { id } = await desk.makeLender()
    const stream = await open(lender)
    stream.close()
    await recordChanges(desk.db, { topic: 'book', subject: loan.id }, { topic: 'stats' })
    await recordChanges(desk.db, { topic: 'favorites', audience: { personId: id } })
    const again = await open(lender, { query: `?since=${stream.lastId()}` })
    await expect.poll(changesIn(again)).toEqual([`book ${loan.id}`, 'stats'])
    await recordChanges(desk.db, { topic: 'loans', subject: loan.id })
    await expect.poll(changesIn(again)).toEqual([`book ${loan.id}`, 'stats', `loans ${loan.id}`])
    const upToDate = await open(lender, { headers: { 'last-event-id': again.lastId() } })
    await recordChanges(desk.db, { topic: 'photos', subject: loan.id })
    await expect.poll(changesIn(upToDate)).toEqual([`photos ${loan.id}`])
  })

  it('makes clients reload everything when the changes that they missed are no longer stored', async () => {
    const { lender, loan } = await setScene(desk)
    const kept = await open(lender)
    const unknown = ['0', '999999999999', 'nonsense', '-1', `${kept.lastId()}x`, '1'.repeat(99)]
    await desk.rows('delete from changes where id < (select max(id) from changes)')
    for (const since of unknown) {
      const stream = await open(lender, { headers: { 'last-event-id': since } }, 2)
      expect(
        stream.events().map(({ name }) => name),
        since,
      ).toEqual(['opened', 'everything'])
    }
    const many = { topic: 'book', subject: loan.id } as const
    await recordChanges(desk.db, ...Array.from({ length: 1_001 }, () => many))
    const stream = await open(lender, { query: `?since=${kept.lastId()}` }, 2)
    const names = stream.events().map(({ name }) => name)
    expect(names.slice(0, 2)).toEqual(['opened', 'everything'])
  })
})

describe('events by role', () => {
  const everywhere = ['loans', 'book', 'photos', 'stats', 'company', 'firms']
  // A lender alone is the manager of the firm, and reads its invitations.
  const approved = [...everywhere, 'documents', 'messages', 'invitations']
  const own = ['favorites', 'marks', 'savedFilters', 'notifications', 'sessions', 'users']
  const expected = {
    pending: { all: [...everywhere, ...own], admins: [], own: [...everywhere, ...own] },
    lender: { all: [...approved, ...own], admins: [], own: [...approved, ...own] },
    admin: { all: topics, admins: topics, own: topics },
  }
  const make = {
    pending: () => desk.makePending(),
    lender: () => desk.makeLender(),
    admin: () => desk.makeAdmin(),
  }

  it.each(['pending', 'lender', 'admin'] as const)(
    'sends a %s only the events that the role is allowed to see and nothing about other users',
    async (role) => {
      security('8.2.2')
      const person = await make[role]()
      const other = await desk.makeLender()
      const end = randomUUID()
      const ids = {
        all: randomUUID(),
        admins: randomUUID(),
        own: randomUUID(),
        others: randomUUID(),
      }
      const stream = await open(person)
      const each = (subject: string, audience?: Change['audience']) =>
        topics.map((topic): Change => ({ topic, subject, ...(audience && { audience }) }))
      await recordChanges(
        desk.db,
        ...each(ids.all),
        ...each(ids.admins, 'admins'),
        ...each(ids.own, { personId: person.id }),
        ...each(ids.others, { personId: other.id }),
        { topic: 'loans', subject: end },
      )
      await expect.poll(stream.changes).toContain(`loans ${end}`)
      const received = (id: string) =>
        stream
          .changes()
          .flatMap((change) => (change.endsWith(` ${id}`) ? [change.split(' ')[0]] : []))
      // An event for all users never contains an account's id.
      const withoutUsers = expected[role].all.filter((topic) => topic !== 'users')
      expect(received(ids.all).toSorted()).toEqual(withoutUsers.toSorted())
      expect(stream.changes()).toContain('users')
      expect(received(ids.admins).toSorted()).toEqual([...expected[role].admins].toSorted())
      expect(received(ids.own).toSorted()).toEqual([...expected[role].own].toSorted())
      expect(received(ids.others)).toEqual([])
      expect(stream.text()).not.toContain(ids.others)
    },
  )

  it('rejects event streams for visitors and for users whose sessions have ended', async () => {
    expect((await openEvents(desk.visitor())).status).toBe(401)
    const lender = await desk.makeLender()
    const { cookie } = lender
    await lender.call('logout')
    expect((await openEvents({ address: desk.address, cookie })).status).toBe(401)
  })

  it("sends an administrator without the required two-factor sign-in only a pending lender's events", async () => {
    const strict = await openDesk({ REQUIRE_ADMIN_2FA: 'on' })
    try {
      const stream = await open(await strict.makeAdmin())
      const id = randomUUID()
      await recordChanges(
        strict.db,
        { topic: 'users', subject: randomUUID(), audience: 'admins' },
        { topic: 'documents', subject: randomUUID() },
        { topic: 'audit' },
        { topic: 'loans', subject: id },
      )
      await expect.poll(changesIn(stream)).toEqual([`loans ${id}`])
    } finally {
      await strict.close()
    }
  })

  it('announces new legal documents to all users, but tells only the user concerned whether acceptance is required', async () => {
    const { admin, lender } = await setScene(desk)
    const stream = await open(lender)
    const text = `# Ours\n\nVersion ${randomUUID()}.`
    await admin.call('publishLegalText', { body: { kind: 'terms', text, asksAgain: 'true' } })
    await expect.poll(changesIn(stream)).toEqual(['company'])
    expect(stream.text()).not.toContain('asksAgain')
    expect((await lender.call('getCurrentUser')).mustAcceptTerms).toBe('true')
  })

  it('sends the event for a question only to the lender who asked and to administrators', async () => {
    const { admin, lender, loan } = await setScene(desk)
    const streams = { admin: await open(admin), lender: await open(lender) }
    const other = await open(await desk.makeLender())
    await lender.call('createMessage', { body: { loanId: loan.id, message: 'When is closing?' } })
    await recordChanges(desk.db, { topic: 'stats' })
    await expect.poll(streams.admin.changes).toContain(`messages ${loan.id}`)
    await expect.poll(streams.lender.changes).toContain(`messages ${loan.id}`)
    await expect.poll(changesIn(other)).toEqual(['stats'])
  })
})
