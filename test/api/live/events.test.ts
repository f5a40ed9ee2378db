/** What a stream of events says, and to whom. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { topics } from '#contract/live/topics.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { transact } from '#server/database/client.ts'
import { readChanges } from '#server/live/reader.ts'
import { recordChanges, type Change } from '#server/live/record.ts'
import { setScene } from '#test/support/changing-acts.ts'
import type { Caller } from '#test/support/caller.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { openEvents, type EventReader } from '#test/support/event-stream.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off' })
})
afterAll(() => desk.close())

const opened: EventReader[] = []
afterEach(() => {
  for (const stream of opened.splice(0)) stream.close()
})
/** Opens a stream, and waits for its first events. */
async function open(
  as: Pick<Caller, 'address' | 'cookie'>,
  input?: Parameters<typeof openEvents>[1],
  first = 1,
): Promise<EventReader> {
  const stream = await openEvents(as, input)
  opened.push(stream)
  await expect.poll(() => stream.events().length).toBeGreaterThanOrEqual(first)
  return stream
}

/** What it was told of, but for the sign-in of its own person, which may have just been. */
const changesIn = (stream: EventReader) => () =>
  stream.changes().filter((change) => change !== 'sessions')

it('opens with whose it is, as a stream that nobody keeps or changes', async () => {
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
  expect(stream.events()[0]).toEqual({ name: 'opened', data: { userId: lender.id } })
})

it('says that a commitment changed the book of its loan', async () => {
  const { lender, loan } = await setScene(desk)
  const stream = await open(await desk.makeLender())
  await desk.makeCommitment(lender, loan)
  await expect.poll(changesIn(stream)).toEqual([`book ${loan.id}`])
})

it('tells of a transaction that took its id early and committed late, and after a break as well', async () => {
  const { loan } = await setScene(desk)
  const other = await desk.makeLoan()
  const lender = await desk.makeLender()
  const stream = await open(lender)
  const commit = await writeAndWait(loan.id)
  await recordChanges(desk.db, { topic: 'book', subject: other.id })
  await expect.poll(changesIn(stream)).toEqual([`book ${other.id}`])
  const since = stream.lastId()
  await commit()
  await expect.poll(changesIn(stream)).toEqual([`book ${other.id}`, `book ${loan.id}`])
  const again = await open(lender, { headers: { 'last-event-id': since } })
  await expect.poll(changesIn(again)).toEqual([`book ${loan.id}`])
})

/** Writes a change in a transaction, and gives what commits it. */
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

it('tells of a commit that waited for longer than a start reads back', async () => {
  const { loan } = await setScene(desk)
  const other = await desk.makeLoan()
  const told: (string | null)[] = []
  const commit = await writeAndWait(loan.id)
  await recordChanges(desk.db, { topic: 'book', subject: other.id })
  await sleep(50)
  const reader = readChanges({
    db: desk.db,
    onChanges: (changes) => void told.push(...changes.map(({ subject }) => subject)),
    onTrouble: (error) => expect.fail(String(error)),
    readsBackMs: 20,
  })
  try {
    await reader.start()
    await commit()
    await expect.poll(() => told).toContain(loan.id)
  } finally {
    await commit()
    await reader.stop()
  }
})

it('is not held up by a transaction that was rolled back', async () => {
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

describe('after a break', () => {
  it('says what was missed, to whom it was meant, and goes on', async () => {
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

  it('says what changed within the age of what is shown', async () => {
    const { lender, loan } = await setScene(desk)
    const first = await open(lender)
    await recordChanges(desk.db, { topic: 'book', subject: loan.id })
    await expect.poll(changesIn(first)).toEqual([`book ${loan.id}`])
    const next = await open(lender, { query: '?age=60000' })
    await expect.poll(next.changes).toContain(`book ${loan.id}`)
  })

  it('has everything read anew where it is unknown what was missed', async () => {
    const { lender, loan } = await setScene(desk)
    const kept = await open(lender)
    const unknown = [
      '0',
      '999999999999',
      'nonsense',
      '-1',
      '1~',
      `${kept.lastId()}x`,
      '1'.repeat(99),
    ]
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
    // What was just recorded may follow as an event of its own.
    const firstTwo = async (query: string) =>
      (await open(lender, { query }, 2))
        .events()
        .slice(0, 2)
        .map(({ name }) => name)
    expect(await firstTwo(`?since=${kept.lastId()}`)).toEqual(['opened', 'everything'])
    expect(await firstTwo('?age=60001')).toEqual(['opened', 'everything'])
    expect((await openEvents(lender, { query: '?age=soon' })).status).toBe(400)
  })
})

describe('over the wire, as every role', () => {
  // Everyone may read the company's terms.
  const everywhere = ['loans', 'book', 'photos', 'stats', 'company']
  const approved = [...everywhere, 'documents', 'messages']
  const own = ['favorites', 'savedFilters', 'notifications', 'sessions', 'users']
  /** By role: what reaches it of changes for all, of those for administrators, and of its own. */
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
    'a %s gets events of what it may see, and of nobody else’s',
    async (role) => {
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
      const told = (id: string) =>
        stream
          .changes()
          .flatMap((change) => (change.endsWith(` ${id}`) ? [change.split(' ')[0]] : []))
      // Nobody is told the id of an account by what is for everybody.
      const withoutUsers = expected[role].all.filter((topic) => topic !== 'users')
      expect(told(ids.all).toSorted()).toEqual(withoutUsers.toSorted())
      expect(stream.changes()).toContain('users')
      expect(told(ids.admins).toSorted()).toEqual([...expected[role].admins].toSorted())
      expect(told(ids.own).toSorted()).toEqual([...expected[role].own].toSorted())
      expect(told(ids.others)).toEqual([])
      expect(stream.text()).not.toContain(ids.others)
    },
  )

  it('a visitor is refused, and so is a session that has ended', async () => {
    expect((await openEvents(desk.visitor())).status).toBe(401)
    const lender = await desk.makeLender()
    const { cookie } = lender
    await lender.call('logout')
    expect((await openEvents({ address: desk.address, cookie })).status).toBe(401)
  })

  it('an administrator who has to set up two-factor sign-in gets the events of a pending lender', async () => {
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

  it('new terms reach a lender, who is asked to accept them only by its account', async () => {
    const { admin, lender } = await setScene(desk)
    const stream = await open(lender)
    const text = `# Ours\n\nVersion ${randomUUID()}.`
    await admin.call('publishLegalText', { body: { kind: 'terms', text, asksAgain: 'true' } })
    await expect.poll(changesIn(stream)).toEqual(['company'])
    expect(stream.text()).not.toContain('asksAgain')
    expect((await lender.call('getCurrentUser')).mustAcceptTerms).toBe('true')
  })

  it('a question reaches its lender and the administrators', async () => {
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
