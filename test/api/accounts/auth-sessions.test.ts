import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '#test/support/builders.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { security, spec } from '#test/support/requirements.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())

const signInFirst = '401: Unauthorized: please sign in'
const valueOf = (cookie: string | null) => cookie?.replace('sid=', '') ?? ''
const sidOf = (person: Person) => createHash('sha256').update(valueOf(person.cookie)).digest('hex')

const attributes = (cookies: string[] | undefined) =>
  (cookies?.[0] ?? '').split('; ').slice(1).toSorted()

describe('the session cookie', () => {
  it('restricts the session cookie to this site, hides it from scripts, and makes it expire with the session', async () => {
    spec('1.20', '4.2')
    security('3.3.2', '3.3.4')
    const { email, password } = await desk.makeLender()
    const reply = await desk.visitor().send('login', { body: { email, password } })
    expect(reply.headers['set-cookie']).toHaveLength(1)
    expect(reply.headers['set-cookie']?.[0]).toMatch(/^sid=[\w-]{43}; /)
    expect(attributes(reply.headers['set-cookie'])).toEqual([
      'HttpOnly',
      `Max-Age=${168 * 3600}`,
      'Path=/',
      'SameSite=Lax',
    ])
  })

  it("sets the session cookie's Secure flag when the site uses https", async () => {
    security('3.3.1', '3.3.3', '12.2.1')
    const secure = await openDesk({
      PUBLIC_URL: 'https://desk.example.com',
      SESSION_MAX_HOURS: '2',
    })
    try {
      const { email, password } = await secure.makeLender()
      const caller = secure.visitor()
      const reply = await caller.send('login', { body: { email, password } })
      // Other hosts in the same domain can't set a cookie with this prefix.
      expect(reply.headers['set-cookie']?.[0]).toMatch(/^__Host-sid=[\w-]{43}; /)
      expect((await caller.send('getCurrentUser')).status).toBe(200)
      const renamed = caller.cookie?.replace('__Host-', '') ?? null
      const asOther = await caller.request('GET', '/api/auth/user', { cookie: renamed })
      expect(asOther.status).toBe(401)
      expect(attributes(reply.headers['set-cookie'])).toEqual([
        'HttpOnly',
        'Max-Age=7200',
        'Path=/',
        'SameSite=Lax',
        'Secure',
      ])
    } finally {
      await secure.close()
    }
  })

  it("stores only a hash of the session cookie's value in the database", async () => {
    security('7.2.2', '7.2.3')
    const lender = await desk.makeLender()
    const found = await desk.rows<{ sid: string; sess: { userId: string } }>(
      "select sid, sess from sessions where sess ->> 'userId' = $1",
      [lender.id],
    )
    expect(found.map((row) => row.sid)).toEqual([sidOf(lender)])
    expect(JSON.stringify(found)).not.toContain(valueOf(lender.cookie))
  })

  it('treats an unknown session cookie like a missing cookie', async () => {
    spec('4.1')
    security('7.2.1')
    for (const cookie of [
      'sid=x',
      `sid=${'A'.repeat(43)}`,
      'sid=',
      'sid',
      `sid=${"'".repeat(43)}`,
    ]) {
      const reply = await desk.visitor().request('GET', '/api/auth/user', { cookie })
      expect(reply.status).toBe(401)
    }
  })
})

describe('the session id after sign-in', () => {
  it("ends the browser's previous session when the user signs in again", async () => {
    security('7.2.4')
    const lender = await desk.makeLender()
    const first = lender.cookie
    await lender.call('login', { body: { email: lender.email, password: lender.password } })
    expect(lender.cookie).not.toBe(first)
    const stale = await desk.visitor().request('GET', '/api/auth/user', { cookie: first })
    expect(stale.status).toBe(401)
  })

  it('never uses a session id chosen by the visitor', async () => {
    security('7.2.4')
    const { email, password } = await desk.makeLender()
    const visitor = desk.visitor()
    visitor.cookie = `sid=${'B'.repeat(43)}`
    await visitor.call('login', { body: { email, password } })
    expect(visitor.cookie).not.toContain('B'.repeat(43))
  })

  it('keeps sessions in other browsers when the user signs in again', async () => {
    const lender = await desk.makeLender()
    const other = await desk.signIn(lender)
    await other.call('getCurrentUser')
    await lender.call('getCurrentUser')
  })
})

describe('sign-out', () => {
  it('ends only the current session on sign-out and clears the cookie', async () => {
    spec('7.11')
    security('7.4.1')
    const lender = await desk.makeLender()
    const other = await desk.signIn(lender)
    const cookie = lender.cookie
    const reply = await lender.send('logout')
    expect([reply.status, reply.text]).toEqual([204, ''])
    expect(reply.headers['set-cookie']?.[0]).toMatch(/^sid=; .*Expires=Thu, 01 Jan 1970/)
    expect(lender.cookie).toBeNull()
    const stale = await desk.visitor().request('GET', '/api/auth/user', { cookie })
    expect(stale.status).toBe(401)
    await other.call('getCurrentUser')
  })

  it('accepts a sign-out request from a visitor without a session', async () => {
    expect((await desk.visitor().send('logout')).status).toBe(204)
  })
})

describe('session expiry', () => {
  const endsIn = (person: Person) =>
    desk
      .rows<{ minutes: string }>(
        'select extract(epoch from expire - now()) / 60 as minutes from sessions where sid = $1',
        [sidOf(person)],
      )
      .then(([row]) => Math.round(Number(row?.minutes)))

  it('ends a session after the idle timeout', async () => {
    security('7.3.1')
    const lender = await desk.makeLender()
    await desk.rows("update sessions set expire = now() - interval '1 second' where sid = $1", [
      sidOf(lender),
    ])
    expect(await lender.refusal('getCurrentUser')).toBe(signInFirst)
  })

  it('extends a session on every request', async () => {
    const lender = await desk.makeLender()
    expect(await endsIn(lender)).toBe(720)
    await desk.rows("update sessions set expire = now() + interval '5 minutes' where sid = $1", [
      sidOf(lender),
    ])
    await lender.call('getCurrentUser')
    await expect.poll(() => endsIn(lender)).toBe(720)
  })

  it('serves requests while the session row is locked, and extends the session on the next request', async () => {
    const lender = await desk.makeLender()
    const makeStale = "update sessions set expire = now() + interval '5 minutes' where sid = $1"
    await desk.rows(makeStale, [sidOf(lender)])
    const holder = await desk.db.$client.connect()
    try {
      await holder.query('begin')
      await holder.query('select sid from sessions where sid = $1 for update', [sidOf(lender)])
      const uses = Array.from({ length: 30 }, () => lender.call('getCurrentUser'))
      expect(await Promise.all(uses)).toHaveLength(30)
      expect(await endsIn(lender)).toBe(5)
    } finally {
      await holder.query('commit')
      holder.release()
    }
    await expect
      .poll(async () => {
        await lender.call('getCurrentUser')
        return endsIn(lender)
      })
      .toBe(720)
  })

  it('ends a session a week after sign-in, even if the session is still active', async () => {
    security('7.3.2')
    const lender = await desk.makeLender()
    const startedAgo = (span: string) =>
      desk.rows(
        `update sessions set expire = now() + interval '5 minutes', sess =
           (sess::jsonb || jsonb_build_object('startedAt', now() - $2::interval))::json where sid = $1`,
        [sidOf(lender), span],
      )
    await startedAgo('167 hours 50 minutes')
    await lender.call('getCurrentUser')
    await expect.poll(() => endsIn(lender)).toBe(10)
    await startedAgo('168 hours 1 second')
    expect(await lender.refusal('getCurrentUser')).toBe(signInFirst)
  })

  it('extends a session on every request even when the idle timeout is one minute', async () => {
    const strict = await openDesk({ SESSION_IDLE_MINUTES: '1' })
    try {
      const lender = await strict.makeLender()
      await strict.rows(
        `update sessions set expire = now() + interval '20 seconds',
           sess = (sess::jsonb || jsonb_build_object('seenAt', now() - interval '40 seconds'))::json`,
      )
      await lender.call('getCurrentUser')
      const secondsLeft = async () => {
        const [row] = await strict.rows<{ seconds: string }>(
          'select extract(epoch from expire - now()) as seconds from sessions',
        )
        return Number(row?.seconds)
      }
      await expect.poll(secondsLeft).toBeGreaterThan(40)
    } finally {
      await strict.close()
    }
  })

  it('applies the configured session limits', async () => {
    security('7.1.1')
    const strict = await openDesk({ SESSION_IDLE_MINUTES: '600', SESSION_MAX_HOURS: '1' })
    try {
      await strict.makeLender()
      const [row] = await strict.rows<{ minutes: string }>(
        'select extract(epoch from expire - now()) / 60 as minutes from sessions',
      )
      expect(Math.round(Number(row?.minutes))).toBe(60)
    } finally {
      await strict.close()
    }
  })
})

it("doesn't create sessions for visitors", async () => {
  security('6.3.4', '7.6.2')
  const loan = await desk.makeLoan()
  const count = () => desk.rows<{ count: string }>('select count(*) from sessions')
  const before = await count()
  const visitor = desk.visitor()
  for (const path of ['/api/loans', `/api/loans/${loan.id}`, '/api/stats', '/api/auth/user', '/']) {
    const reply = await visitor.request('GET', path)
    expect(reply.headers['set-cookie']).toBeUndefined()
  }
  expect(await count()).toEqual(before)
})

it('applies a role change to open sessions immediately', async () => {
  security('7.2.1')
  const pending = await desk.makePending()
  const admin = await desk.makeAdmin()
  const loan = await desk.makeLoan()
  expect((await pending.send('listLoanMessages', { params: { loanId: loan.id } })).status).toBe(403)
  await admin.call('approveUser', { params: { id: pending.id } })
  expect(await pending.call('listLoanMessages', { params: { loanId: loan.id } })).toEqual([])
})
