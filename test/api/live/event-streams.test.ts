/** When event streams open and close: sessions, limits, heartbeats, and shutdown. */
import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { recordChanges } from '#server/live/record.ts'
import type { Limits } from '#server/app.ts'
import type { Caller } from '#test/support/caller.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { openEvents, type EventReader } from '#test/support/event-stream.ts'
import { security } from '#test/support/requirements.ts'

let desk: Desk
const streams: EventReader[] = []
afterEach(async () => {
  for (const stream of streams.splice(0)) stream.close()
  await desk.close()
})

const openOwnDesk = async (limits: Partial<Limits> = {}, settings = {}) =>
  (desk = await openDesk({ RATE_LIMIT: 'off', ...settings }, undefined, limits))

async function open(as: Pick<Caller, 'address' | 'cookie'>): Promise<EventReader> {
  const stream = await openEvents(as)
  streams.push(stream)
  await expect.poll(() => names(stream).slice(0, 2)).toEqual(['opened', 'everything'])
  return stream
}
const names = (stream: EventReader) => stream.events().map(({ name }) => name)

const countEverything = (stream: EventReader) =>
  names(stream).filter((name) => name === 'everything').length

describe('a session', () => {
  it("closes a session's streams when the session ends, but not other sessions' streams", async () => {
    security('7.4.1')
    await openOwnDesk()
    const lender = await desk.makeLender()
    const elsewhere = await desk.signIn(lender)
    const [here, there] = [await open(lender), await open(elsewhere)]
    await lender.call('logout')
    await expect.poll(here.hasEnded).toBe(true)
    expect(names(here).at(-1)).toBe('ended')
    expect(here.changes().filter((change) => change !== 'sessions')).toEqual([])
    await recordChanges(desk.db, { topic: 'stats' })
    await expect.poll(there.changes).toContain('stats')
    expect(there.hasEnded()).toBe(false)
  })

  it("closes a user's streams when an administrator deactivates, deletes, or signs out the user", async () => {
    await openOwnDesk()
    const admin = await desk.makeAdmin()
    const people = [await desk.makeLender(), await desk.makeLender(), await desk.makeLender()]
    const [signedOut, deactivated, deleted] = people.map(({ id }) => ({ params: { id } }))
    if (!signedOut || !deactivated || !deleted) throw new Error('Nobody there')
    const [, holder] = people
    if (holder) await desk.makeCommitment(holder, await desk.makeLoan(), { isSoftCommit: 'true' })
    const open3 = await Promise.all(people.map(open))
    await admin.call('signOutUser', signedOut)
    await admin.call('deleteUser', deactivated)
    await admin.call('deleteUser', deleted)
    for (const stream of open3) await expect.poll(() => names(stream).at(-1)).toBe('ended')
  })

  it("closes a user's streams on a role change and applies the new role on the next sign-in", async () => {
    await openOwnDesk()
    const admin = await desk.makeAdmin()
    const people = {
      promoted: await desk.makeLender(),
      demoted: await desk.makeAdmin(),
      withdrawn: await desk.makeLender(),
    }
    const bodies = {
      promoted: { isAdmin: 'true' },
      demoted: { isAdmin: 'false' },
      withdrawn: { isApproved: 'false' },
    } as const
    for (const name of ['promoted', 'demoted', 'withdrawn'] as const) {
      const own = [await open(people[name]), await open(await desk.signIn(people[name]))]
      await admin.call('updateUser', { params: { id: people[name].id }, body: bodies[name] })
      for (const stream of own) await expect.poll(() => names(stream).at(-1)).toBe('ended')
    }
    const promoted = await open(await desk.signIn(people.promoted))
    const demoted = await open(await desk.signIn(people.demoted))
    await recordChanges(desk.db, { topic: 'audit', audience: 'admins' }, { topic: 'stats' })
    for (const stream of [promoted, demoted]) await expect.poll(stream.changes).toContain('stats')
    expect(promoted.changes()).toContain('audit')
    expect(demoted.changes()).not.toContain('audit')
  })

  it("closes a user's streams on approval and applies the new role to the next stream", async () => {
    await openOwnDesk()
    const [admin, pending, loan] = [
      await desk.makeAdmin(),
      await desk.makePending(),
      await desk.makeLoan(),
    ]
    const stream = await open(pending)
    await desk.makeDocument(loan)
    await admin.call('approveUser', { params: { id: pending.id } })
    await expect.poll(stream.hasEnded).toBe(true)
    expect(names(stream)).not.toContain('ended')
    expect(stream.changes()).toContain(`users ${pending.id}`)
    const next = await open(pending)
    await recordChanges(desk.db, { topic: 'documents', subject: loan.id })
    await expect.poll(next.changes).toContain(`documents ${loan.id}`)
  })
})

describe('the session check on each heartbeat', () => {
  it("closes an expired session's stream on a heartbeat and doesn't extend the idle timeout", async () => {
    await openOwnDesk({ heartbeatMs: 50 }, { SESSION_IDLE_MINUTES: '1' })
    const lender = await desk.makeLender()
    const expiry = () =>
      desk.rows(`select expire from sessions where sess ->> 'userId' = $1`, [lender.id])
    await desk.rows(`update sessions set expire = now() + interval '5 seconds'`)
    const before = await expiry()
    const stream = await open(lender)
    await expect
      .poll(() => names(stream).filter((name) => name === 'alive').length)
      .toBeGreaterThan(3)
    expect(await expiry()).toEqual(before)
    // No change is recorded when a session expires.
    await desk.rows(`update sessions set expire = now() - interval '1 second'`)
    await expect.poll(stream.hasEnded).toBe(true)
    expect(names(stream).at(-1)).toBe('ended')
  })
})

it("doesn't extend a session for requests that a tab sends automatically", async () => {
  security('7.3.1')
  await openOwnDesk({}, { SESSION_IDLE_MINUTES: '2' })
  const lender = await desk.makeLender()
  const secondsLeft = async () => {
    const [{ left } = { left: 0 }] = await desk.rows<{ left: number }>(
      `select extract(epoch from expire - now())::float8 as left from sessions
       where sess ->> 'userId' = $1`,
      [lender.id],
    )
    return left
  }
  await desk.rows(`update sessions set expire = now() + interval '30 seconds'`)
  for (let times = 0; times < 3; times += 1)
    await lender.send('listFavorites', { headers: { 'x-unattended': 'true' } })
  // The server extends a session shortly after it responds, so the test waits before it checks the expiry.
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(await secondsLeft()).toBeLessThan(31)
  await lender.call('listFavorites')
  await expect.poll(secondsLeft).toBeGreaterThan(60)
})

it('includes the position of the last recorded change in each heartbeat of an event stream', async () => {
  await openOwnDesk({ heartbeatMs: 50 })
  const stream = await open(await desk.makeLender())
  await recordChanges(desk.db, { topic: 'mails', audience: 'admins' })
  const [{ xid } = { xid: '' }] = await desk.rows<{ xid: string }>(
    'select xid from changes order by xid desc limit 1',
  )
  const heartbeats = () => [...stream.text().matchAll(/^id: (\d+)\nevent: alive$/gm)]
  await expect.poll(() => BigInt(heartbeats().at(-1)?.[1] ?? '')).toBeGreaterThan(BigInt(xid))
  expect(stream.changes()).not.toContain('mails')
})

it("frees an event stream's slot if the client disconnects before the stream opens", async () => {
  await openOwnDesk({ streams: 2 })
  const lender = await desk.makeLender()
  const { hostname, port, host } = new URL(desk.address)
  const holder = await desk.db.$client.connect()
  try {
    // The lock on the session makes the access check wait.
    await holder.query('begin')
    await holder.query('lock table sessions in access exclusive mode')
    const sockets = [1, 2].map(() => connect(Number(port), hostname))
    for (const socket of sockets)
      socket.write(`GET /api/events HTTP/1.1\r\nhost: ${host}\r\ncookie: ${lender.cookie}\r\n\r\n`)
    const waiting = () =>
      desk.rows("select 1 from pg_locks where not granted and relation = 'sessions'::regclass")
    await expect.poll(waiting, { timeout: 10_000 }).not.toEqual([])
    for (const socket of sockets) socket.destroy()
    await delay(100)
  } finally {
    await holder.query('rollback')
    holder.release()
  }
  await delay(300)
  const stream = await open(lender)
  expect(stream.hasEnded()).toBe(false)
  expect(desk.errors).toEqual([])
})

it('keeps an event stream open for longer than the timeouts for slow responses and idle connections', async () => {
  await openOwnDesk({ answerMs: 300, stillMs: 400, heartbeatMs: 100 })
  const stream = await open(await desk.makeLender())
  const heartbeats = () => names(stream).filter((name) => name === 'alive').length
  await expect.poll(heartbeats, { timeout: 10_000 }).toBeGreaterThan(8)
  expect(stream.hasEnded()).toBe(false)
})

it("closes an account's oldest event stream when the account opens too many streams", async () => {
  await openOwnDesk({ streamsPerAccount: 2 })
  const [lender, other] = [await desk.makeLender(), await desk.makeLender()]
  const others = await open(other)
  const [first, second, third] = [await open(lender), await open(lender), await open(lender)]
  await expect.poll(first.hasEnded).toBe(true)
  expect(first.text()).toMatch(/retry: 60000\n\n$/)
  await recordChanges(desk.db, { topic: 'stats' })
  for (const stream of [second, third, others]) await expect.poll(stream.changes).toContain('stats')
})

it("rejects event streams beyond the process's limit until another stream closes", async () => {
  await openOwnDesk({ streams: 1 })
  const lender = await desk.makeLender()
  const only = await open(lender)
  const reply = await lender.send('streamEvents')
  expect(reply.status).toBe(503)
  expect(reply.headers['retry-after']).toBe('30')
  only.close()
  await expect.poll(async () => (await lender.send('streamEvents')).status).toBe(200)
})

it('limits the total number of event streams for pending accounts and reserves the rest for other accounts', async () => {
  await openOwnDesk({ streamsOfPending: 1 })
  const [pending, other] = [await desk.makePending(), await desk.makePending()]
  const only = await open(pending)
  expect((await other.send('streamEvents')).status).toBe(503)
  await open(await desk.makeLender())
  only.close()
  await expect.poll(async () => (await other.send('streamEvents')).status).toBe(200)
})

it('keeps only two event streams open if one account opens three at the same time', async () => {
  await openOwnDesk({ streamsPerAccount: 2 })
  const lender = await desk.makeLender()
  streams.push(...(await Promise.all([1, 2, 3].map(() => openEvents(lender)))))
  const ended = () => streams.filter((stream) => stream.hasEnded()).length
  await expect.poll(ended).toBe(1)
  const left = streams.filter((stream) => !stream.hasEnded())
  for (const stream of left) await expect.poll(() => countEverything(stream)).toBe(1)
  await recordChanges(desk.db, { topic: 'stats' })
  for (const stream of left) await expect.poll(stream.changes).toContain('stats')
  expect(ended()).toBe(1)
})

it('counts an event stream toward the limit while it is still waiting for the database', async () => {
  await openOwnDesk({ streamsOfPending: 1 })
  const [pending, other] = [await desk.makePending(), await desk.makePending()]
  const holder = await desk.db.$client.connect()
  try {
    await holder.query('begin')
    await holder.query('lock table changes in access exclusive mode')
    streams.push(await openEvents(pending))
    expect(await other.refusal('streamEvents')).toBe(
      '503: Too many browsers are connected. Try again in a moment.',
    )
  } finally {
    await holder.query('rollback')
    holder.release()
  }
  await expect.poll(() => streams.map(names)).toEqual([['opened', 'everything']])
})

it('combines a thousand changes into one event', async () => {
  await openOwnDesk()
  const stream = await open(await desk.makeLender())
  const changed = Array.from({ length: 2_000 }, () => ({
    topic: 'loans' as const,
    subject: randomUUID(),
  }))
  await recordChanges(desk.db, ...changed)
  await expect.poll(() => countEverything(stream)).toBe(2)
  expect(stream.changes().filter((change) => change.startsWith('loans'))).toEqual([])
})

it('stops polling the database once all event streams are closed', async () => {
  await openOwnDesk()
  const queries: string[] = []
  const send = desk.db.$client.pool.query.bind(desk.db.$client.pool)
  Object.assign(desk.db.$client.pool, {
    query: (...args: Parameters<typeof send>) => {
      queries.push(JSON.stringify(args[0]))
      return send(...args)
    },
  })
  const polls = () => queries.filter((text) => text.includes('from changes')).length
  const stream = await open(await desk.makeLender())
  await expect.poll(polls).toBeGreaterThan(2)
  stream.close()
  let last = 0
  await expect
    .poll(() => [last, (last = polls())].every((count) => count === polls()), { interval: 700 })
    .toBe(true)
})

it('keeps event streams open while the database is down and then makes clients reload everything', async () => {
  await openOwnDesk()
  const stream = await open(await desk.makeLender())
  const { pool } = desk.db.$client
  const query = pool.query.bind(pool)
  Object.assign(pool, { query: () => Promise.reject(new Error('away')) })
  await new Promise((resolve) => setTimeout(resolve, 700))
  Object.assign(pool, { query })
  await expect.poll(() => countEverything(stream)).toBe(2)
  await recordChanges(desk.db, { topic: 'stats' })
  await expect.poll(stream.changes).toContain('stats')
  expect(stream.hasEnded()).toBe(false)
})

it('serves requests while 500 event streams are open and sends an event to each stream', async () => {
  await openOwnDesk()
  const people = await Promise.all(Array.from({ length: 25 }, () => desk.makeLender()))
  const all: EventReader[] = []
  for (let round = 0; round < 20; round += 1) all.push(...(await Promise.all(people.map(open))))
  expect(all).toHaveLength(500)
  const { pool } = desk.db.$client
  expect(pool.totalCount).toBeLessThanOrEqual(16)
  await expect.poll(() => pool.totalCount - pool.idleCount).toBe(0)
  const [lender, loan] = [await desk.makeLender(), await desk.makeLoan()]
  await desk.makeCommitment(lender, loan)
  const calls = await Promise.all(people.map((person) => person.send('listLoans')))
  expect(calls.map(({ status }) => status)).toEqual(people.map(() => 200))
  for (const stream of all) await expect.poll(stream.changes).toContain(`book ${loan.id}`)
  expect(all.filter((stream) => stream.hasEnded())).toEqual([])
  expect(desk.errors).toEqual([])
}, 120_000)

it('closes event streams when the server stops', async () => {
  await openOwnDesk()
  const stream = await open(await desk.makeLender())
  await desk.close()
  await expect.poll(stream.hasEnded).toBe(true)
  await openOwnDesk()
})
