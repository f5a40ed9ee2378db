import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '#test/support/builders.ts'
import type { Caller } from '#test/support/caller.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { somebodyWaits } from '#test/support/lock-waits.ts'
import { security } from '#test/support/requirements.ts'
import { turnOn } from '#test/support/second-factor.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off', TRUST_PROXY: '127.0.0.1' })
})
afterAll(() => desk.close())

const signedOut = '401: Unauthorized: please sign in'
const statusOf = async (cookie: string | null) =>
  (await desk.visitor().request('GET', '/api/auth/user', { cookie })).status

async function signInFrom(person: Person, address: string, agent: string): Promise<Caller> {
  const caller = desk.visitor()
  const headers = { 'x-forwarded-for': address, 'user-agent': agent }
  await caller.call('login', { body: { email: person.email, password: person.password }, headers })
  return caller
}

const setSeen = (id: string, ago: string) =>
  desk.rows(
    `update sessions set sess = (sess::jsonb || jsonb_build_object('seenAt', now() - $2::interval))::json
     where sess ->> 'id' = $1`,
    [id, ago],
  )

describe("a user's list of sessions", () => {
  it("shows each session's IP address and browser, with the current session first", async () => {
    security('7.1.2')
    const here = await desk.makeLender()
    const phone = await signInFrom(here, '203.0.113.7', 'Phone/1')
    const tablet = await signInFrom(here, '203.0.113.8', 'Tablet/2')
    const stranger = await desk.makeLender()
    const idOf = async (caller: Caller) => (await caller.call('listSessions'))[0]?.id ?? ''
    await setSeen(await idOf(phone), '2 days')
    const list = await here.call('listSessions')
    expect(list.map(({ address, agent, isCurrent }) => [address, agent, isCurrent])).toEqual([
      ['127.0.0.1', '', 'true'],
      ['203.0.113.8', 'Tablet/2', 'false'],
      ['203.0.113.7', 'Phone/1', 'false'],
    ])
    for (const each of list) {
      expect(Object.keys(each).toSorted()).toEqual(
        ['address', 'agent', 'endsAt', 'id', 'isCurrent', 'seenAt', 'startedAt'].toSorted(),
      )
      expect(Date.parse(each.endsAt)).toBeGreaterThan(Date.parse(each.seenAt))
      expect(each.startedAt).toMatch(/^\d{4}-.*Z$/)
    }
    expect((await tablet.call('listSessions'))[0]).toMatchObject({ agent: 'Tablet/2' })
    expect(await stranger.call('listSessions')).toHaveLength(1)
  })

  it('lists sessions without the session ids, because a session id would let another person sign in', async () => {
    security('3.3.4')
    const lender = await desk.makeLender()
    const [own] = await lender.call('listSessions')
    const kept = await desk.rows<{ sid: string }>(
      "select sid from sessions where sess ->> 'userId' = $1",
      [lender.id],
    )
    expect(own?.id).toMatch(/^[0-9a-f-]{36}$/)
    expect(JSON.stringify(own)).not.toContain(kept[0]?.sid)
    expect(lender.cookie).not.toContain(own?.id)
  })

  it('omits ended sessions from the list', async () => {
    const lender = await desk.makeLender()
    for (const change of [
      "expire = now() - interval '1 second'",
      "sess = (sess::jsonb || jsonb_build_object('startedAt', now() - interval '8 days'))::json",
    ]) {
      const other = await desk.signIn(lender)
      const [ended] = await other.call('listSessions')
      await desk.rows(`update sessions set ${change} where sess ->> 'id' = $1`, [ended?.id])
      expect(await lender.call('listSessions')).toHaveLength(1)
    }
  })

  it('truncates long browser names and IP addresses in the list of sessions', async () => {
    const lender = await desk.makeLender()
    const caller = await signInFrom(lender, 'x'.repeat(500), `a\tb${'c'.repeat(1000)}`)
    const [own] = await caller.call('listSessions')
    expect(own?.agent).toBe(`ab${'c'.repeat(298)}`)
    expect(own?.address.length).toBeLessThanOrEqual(100)
  })

  it("updates a session's last-seen time at most once a minute", async () => {
    const lender = await desk.makeLender()
    const [own] = await lender.call('listSessions')
    const seenAgo = async () => {
      const [row] = await desk.rows<{ seconds: string }>(
        `select extract(epoch from now() - (sess ->> 'seenAt')::timestamptz) as seconds
         from sessions where sess ->> 'id' = $1`,
        [own?.id],
      )
      return Number(row?.seconds)
    }
    await setSeen(own?.id ?? '', '50 seconds')
    await lender.call('getCurrentUser')
    expect(await seenAgo()).toBeGreaterThanOrEqual(50)
    await setSeen(own?.id ?? '', '70 seconds')
    await lender.call('getCurrentUser')
    // The server updates the last-seen time after it has sent the response.
    await expect.poll(seenAgo).toBeLessThan(50)
  })
})

describe('ending a session', () => {
  it('ends only the session that the user chose', async () => {
    security('7.5.2')
    const here = await desk.makeLender()
    const [phone, tablet] = [await desk.signIn(here), await desk.signIn(here)]
    const [ended] = await phone.call('listSessions')
    const reply = await here.send('endSession', { params: { id: ended?.id ?? '' } })
    expect([reply.status, reply.text]).toEqual([204, ''])
    expect(reply.headers['set-cookie']).toBeUndefined()
    expect(await phone.refusal('getCurrentUser')).toBe(signedOut)
    await tablet.call('getCurrentUser')
    expect(await here.call('listSessions')).toHaveLength(2)
  })

  it('clears the cookie if the current session is ended', async () => {
    const lender = await desk.makeLender()
    const [own] = await lender.call('listSessions')
    await lender.call('endSession', { params: { id: own?.id ?? '' } })
    expect(lender.cookie).toBeNull()
    expect(await lender.refusal('getCurrentUser')).toBe(signedOut)
  })

  it("returns 404 for a request to end another user's session or a session that has already ended", async () => {
    const [lender, other] = [await desk.makeLender(), await desk.makeLender()]
    const [theirs] = await other.call('listSessions')
    const again = await desk.signIn(lender)
    const [ended] = await again.call('listSessions')
    await again.call('logout')
    for (const id of [theirs?.id, ended?.id, randomUUID(), 'x']) {
      const reply = await lender.send('endSession', { params: { id: id ?? '' } })
      expect(reply.status).toBe(404)
    }
    await other.call('getCurrentUser')
  })

  it('ends all sessions at once, including the current one', async () => {
    security('7.5.2')
    const here = await desk.makeLender()
    const others = [await desk.signIn(here), await desk.signIn(here)]
    const stranger = await desk.makeLender()
    const cookie = here.cookie
    expect((await here.send('signOutEverywhere')).status).toBe(204)
    expect(here.cookie).toBeNull()
    expect(await statusOf(cookie)).toBe(401)
    for (const other of others) expect(await other.refusal('getCurrentUser')).toBe(signedOut)
    await stranger.call('getCurrentUser')
  })
})

describe('the new session id after a change of role', () => {
  async function approved() {
    const person = await desk.makePending()
    const admin = await desk.makeAdmin()
    await admin.call('approveUser', { params: { id: person.id } })
    return { person, old: person.cookie }
  }
  /** Expires old session ids, which would otherwise remain valid for another half minute. */
  const passHalfAMinute = () =>
    desk.rows(
      `update sessions set expire = expire - interval '31 seconds'
       where (sess ->> 'isReplaced') is not null`,
    )

  it('issues a new session id with the next response after a role change', async () => {
    const person = await desk.makePending()
    const [before] = await person.call('listSessions')
    const old = person.cookie
    const admin = await desk.makeAdmin()
    await admin.call('approveUser', { params: { id: person.id } })
    const reply = await person.send('getCurrentUser')
    expect(reply.headers['set-cookie']?.[0]).toMatch(
      /^sid=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    expect(person.cookie).not.toBe(old)
    const after = await person.call('listSessions')
    expect(after).toEqual([{ ...before, seenAt: expect.any(String), endsAt: expect.any(String) }])
    expect((await person.send('getCurrentUser')).headers['set-cookie']).toBeUndefined()
  })

  it('accepts the old session id for 30 seconds so that requests in progress can succeed', async () => {
    const { person, old } = await approved()
    await person.call('getCurrentUser')
    const late = await desk.visitor().request('GET', '/api/auth/user', { cookie: old })
    expect([late.status, late.headers['set-cookie']]).toEqual([200, undefined])
    const [left] = await desk.rows<{ seconds: string }>(
      `select extract(epoch from expire - now()) as seconds from sessions
       where sess ->> 'userId' = $1 and (sess ->> 'isReplaced') is not null`,
      [person.id],
    )
    expect(Number(left?.seconds)).toBeLessThanOrEqual(30)
    await passHalfAMinute()
    expect(await statusOf(old)).toBe(401)
    await person.call('getCurrentUser')
  })

  it('issues a single new session id for many concurrent requests and accepts all the requests', async () => {
    const { person, old } = await approved()
    // All requests read the session before any request can replace its id.
    const holding = await desk.db.$client.connect()
    await holding.query('begin')
    await holding.query("select 1 from sessions where sess ->> 'userId' = $1 for update", [
      person.id,
    ])
    const asking = Array.from({ length: 8 }, () =>
      desk.visitor().request('GET', '/api/auth/user', { cookie: old }),
    )
    await somebodyWaits(desk.db, asking.length)
    await holding.query('commit')
    holding.release()
    const replies = await Promise.all(asking)
    expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([200]))
    const cookies = replies.flatMap((reply) => reply.headers['set-cookie'] ?? [])
    expect(cookies).toHaveLength(1)
    const kept = await desk.rows("select 1 from sessions where sess ->> 'userId' = $1", [person.id])
    expect(kept).toHaveLength(2)
    await passHalfAMinute()
    expect(await statusOf(cookies[0]?.split(';')[0] ?? null)).toBe(200)
  })

  it('invalidates both the old and new session ids when the session ends', async () => {
    security('7.4.1')
    for (const by of ['old', 'new'] as const) {
      const { person, old } = await approved()
      await person.call('getCurrentUser')
      const leaving = desk.visitor()
      leaving.cookie = by === 'old' ? old : person.cookie
      await leaving.call('logout')
      expect([await statusOf(old), await statusOf(person.cookie)]).toEqual([401, 401])
    }
  })

  it('never issues a new session id in a cacheable response', async () => {
    security('14.2.2')
    const { person, old } = await approved()
    const loan = await desk.makeLoan()
    await desk.makePhoto(loan, { isCover: true })
    const cover = await person.send('getLoanCover', { params: { id: loan.id } })
    expect([cover.status, cover.headers['set-cookie']]).toEqual([200, undefined])
    await person.call('getCurrentUser')
    expect(person.cookie).not.toBe(old)
  })

  it('ends all other sessions and issues a new session id when two-factor sign-in is turned on', async () => {
    security('7.2.4', '7.4.3')
    const here = await desk.makeLender()
    const elsewhere = await desk.signIn(here)
    const old = here.cookie
    await turnOn(here)
    expect(here.cookie).not.toBe(old)
    expect(await statusOf(old)).toBe(401)
    expect(await elsewhere.refusal('getCurrentUser')).toBe(signedOut)
    expect(await here.call('getCurrentUser')).toMatchObject({ hasTwoFactor: 'true' })
  })
})

it('logs no error while sessions are listed, ended, or moved to a new id', () => {
  expect(desk.errors).toEqual([])
})
