/**
 * Limits on password guesses and request floods, per account and per IP address. Account owners are never locked out.
 */
import { setImmediate } from 'node:timers/promises'
import { hashConcurrency, hashPassword } from '#server/sign-in/passwords.ts'
import { newEmail } from '#test/support/builders.ts'
import { readRefusal } from '#test/support/caller.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { security } from '#test/support/requirements.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let desk: Desk
let addresses = 0
const freshAddress = () => {
  addresses += 1
  return { 'x-forwarded-for': `203.0.${addresses >> 8}.${addresses & 255}` }
}

beforeAll(async () => {
  desk = await openDesk({ TRUST_PROXY: '127.0.0.1' })
})
afterAll(() => desk.close())

type Headers = Record<string, string>

const signIn = async (email: string, password: string, headers: Headers, at = desk) =>
  at.visitor().send('login', { body: { email, password }, headers })

async function failTimes(times: number, email: string, headers: Headers, at = desk) {
  const statuses = new Set<number>()
  for (let time = 0; time < times; time += 1)
    statuses.add((await signIn(email, 'wrong', headers, at)).status)
  return [...statuses]
}

describe('sign-ins to one account', () => {
  it('rejects sign-ins after ten failures and returns the wait time', async () => {
    security('6.1.1', '6.3.1')
    const { email } = await desk.makeLender()
    const here = freshAddress()
    expect(await failTimes(10, email, here)).toEqual([401])
    const reply = await signIn(email, 'wrong', here)
    expect(reply.status).toBe(429)
    expect(readRefusal(reply)).toEqual({
      message: 'Too many failed sign-ins. Try again later.',
      code: 'too_many_requests',
    })
    const waitSeconds = Number(reply.headers['retry-after'])
    expect(waitSeconds).toBeGreaterThan(800)
    expect(waitSeconds).toBeLessThanOrEqual(900)
  })

  it('rejects even the correct password from an IP address with too many failures', async () => {
    const { email, password } = await desk.makeLender()
    const here = freshAddress()
    await failTimes(10, email, here)
    expect((await signIn(email, password, here)).status).toBe(429)
  })

  it('accepts the correct password from another IP address that has no failed sign-ins', async () => {
    security('6.1.1')
    const { email, password } = await desk.makeLender()
    await failTimes(10, email, freshAddress())
    const elsewhere = freshAddress()
    expect((await signIn(email, password, elsewhere)).status).toBe(200)
    expect((await signIn(email, password, elsewhere)).status).toBe(200)
  })

  it('allows only one password guess from each additional IP address', async () => {
    security('6.1.1', '6.3.1')
    const { email, password } = await desk.makeLender()
    await failTimes(10, email, freshAddress())
    const elsewhere = freshAddress()
    expect((await signIn(email, 'wrong', elsewhere)).status).toBe(401)
    expect((await signIn(email, password, elsewhere)).status).toBe(429)
  })

  it('resets the failed sign-in count after a correct password', async () => {
    const { email, password } = await desk.makeLender()
    const here = freshAddress()
    for (let round = 0; round < 2; round += 1) {
      expect(await failTimes(9, email, here)).toEqual([401])
      expect((await signIn(email, password, here)).status).toBe(200)
    }
  })

  it('resets the failed sign-in count after 15 minutes', async () => {
    const { email, password } = await desk.makeLender()
    const here = freshAddress()
    await failTimes(10, email, here)
    await desk.rows("update attempts set created_at = created_at - interval '15 minutes'")
    expect((await signIn(email, password, here)).status).toBe(200)
  })

  it('counts failed sign-ins to a nonexistent account the same way as those to an existing account', async () => {
    const email = newEmail()
    const here = freshAddress()
    expect(await failTimes(10, email, here)).toEqual([401])
    expect((await signIn(email.toUpperCase(), 'wrong', here)).status).toBe(429)
  })

  it('allows at most ten password guesses even when all are sent at once', async () => {
    const { email } = await desk.makeLender()
    const here = freshAddress()
    const replies = await Promise.all(
      Array.from({ length: 40 }, () => signIn(email, 'wrong', here)),
    )
    const statuses = replies.map((reply) => reply.status)
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(10)
    expect(statuses.filter((status) => status !== 401 && status !== 429)).toEqual([])
  })

  it("doesn't throttle sign-ins for other accounts", async () => {
    const [one, other] = [await desk.makeLender(), await desk.makeLender()]
    const here = freshAddress()
    await failTimes(11, one.email, here)
    expect((await signIn(other.email, other.password, here)).status).toBe(200)
  })

  it('counts failed sign-ins and failed current-password checks together', async () => {
    security('6.2.3')
    const lender = await desk.makeLender()
    const headers = freshAddress()
    const body = { currentPassword: 'wrong', newPassword: 'long enough' }
    for (let time = 0; time < 10; time += 1)
      expect((await lender.send('changePassword', { body, headers })).status).toBe(400)
    expect((await lender.send('changePassword', { body, headers })).status).toBe(429)
  })
})

describe('sign-ins from one address', () => {
  it('rejects sign-ins from an IP address after a hundred failures, even if each failure was for a different account', async () => {
    security('6.3.1')
    const here = freshAddress()
    const { email, password } = await desk.makeLender()
    for (let account = 0; account < 20; account += 1)
      expect(await failTimes(5, newEmail(), here)).toEqual([401])
    expect((await signIn(newEmail(), 'wrong', here)).status).toBe(429)
    expect((await signIn(email, password, here)).status).toBe(429)
    expect((await signIn(email, password, freshAddress())).status).toBe(200)
  }, 120_000)

  it('counts an entire IPv6 /48 network as one IP address', async () => {
    security('6.3.1')
    const { email, password } = await desk.makeLender()
    const from = (network: string) => ({ 'x-forwarded-for': `2001:db8:${network}::1` })
    for (let network = 1; network <= 10; network += 1)
      expect(await failTimes(1, email, from(`1:${network}`))).toEqual([401])
    for (const network of ['1:1', '1:ffff'])
      expect((await signIn(email, password, from(network))).status).toBe(429)
    expect((await signIn(email, password, from('2:1'))).status).toBe(200)
  })
})

describe('throttling of sign-ins', () => {
  it("counts an account's failed sign-ins together, regardless of how the email address, path, or body is written", async () => {
    security('6.3.1')
    const { email, password } = await desk.makeLender()
    const headers = { 'content-type': 'application/json', ...freshAddress() }
    expect(await failTimes(10, email, headers)).toEqual([401])
    const send = (path: string, body: object, more: Headers = {}) =>
      desk.visitor().request('POST', path, {
        headers: { ...headers, ...more },
        body: JSON.stringify(body),
      })
    const right = { email, password }
    const dodges: [string, object, Headers?][] = [
      ['/api/auth/login', { ...right, email: email.toUpperCase() }],
      ['/api/auth/login', { ...right, email: `  ${email}\t` }],
      ['/api/auth/login?x=1', right],
      ['/api/auth/%6Cogin', right],
      ['/api/auth/login', { ...right, username: 'x', ip: '1.1.1.1', rateLimit: 'off' }],
      ['/api/auth/login', { ...right, code: '000000' }],
      [
        '/api/auth/login',
        right,
        { 'x-real-ip': '198.51.100.9', 'cf-connecting-ip': '198.51.100.9' },
      ],
      [
        '/api/auth/login',
        right,
        { forwarded: 'for=198.51.100.9', 'true-client-ip': '198.51.100.9' },
      ],
      ['/api/auth/login', right, { 'user-agent': 'Another/1', cookie: 'sid=x' }],
    ]
    for (const [path, body, more] of dodges) {
      const reply = await send(path, body, more)
      expect(reply.status, `${path} ${JSON.stringify({ body, more })}`).toBe(429)
      expect(reply.headers['set-cookie']).toBeUndefined()
    }
    for (const path of [
      '/api/auth/login/',
      '/API/auth/login',
      '/api//auth/login',
      '/api/auth/Login',
    ])
      expect((await send(path, right)).status, path).toBe(404)
  })

  it("keeps an account's sign-ins throttled regardless of the caller's other actions", async () => {
    const lender = await desk.makeLender()
    const other = await desk.makeLender()
    const headers = freshAddress()
    expect(await failTimes(9, lender.email, headers)).toEqual([401])
    const [name = '', domain = ''] = lender.email.split('@')
    expect((await signIn(`${name}+x@${domain}`, lender.password, headers)).status).toBe(401)
    expect((await signIn(other.email, other.password, headers)).status).toBe(200)
    await desk.visitor().send('login', { body: { email: lender.email }, headers })
    await desk.visitor().send('requestPasswordReset', { body: { email: lender.email }, headers })
    expect(await failTimes(1, lender.email, headers)).toEqual([401])
    expect((await signIn(lender.email, lender.password, headers)).status).toBe(429)
  })
})

describe('registrations from one address', () => {
  it('rejects registrations from an IP address after thirty registrations in one hour', async () => {
    security('2.4.1')
    // An IPv6 /48 network contains many smaller networks, but all of them count as one IP address.
    const fromNetwork = (network: number) => ({ 'x-forwarded-for': `2001:db8:7:${network}::1` })
    const ada = { firstName: 'Ada', lastName: 'Cole', password: 'long enough' }
    const register = (from: Headers) =>
      desk.visitor().send('register', { body: { ...ada, email: newEmail() }, headers: from })
    for (let time = 0; time < 30; time += 1)
      expect((await register(fromNetwork(time))).status).toBe(201)
    const reply = await register(fromNetwork(30))
    expect(reply.status).toBe(429)
    expect(readRefusal(reply).message).toBe(
      'Too many registrations from this address. Try again later.',
    )
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(3000)
    expect((await register(freshAddress())).status).toBe(201)
  })
})

describe('reset links', () => {
  it("sends at most five reset links per hour to an account, regardless of the caller's IP address", async () => {
    const { email } = await desk.makeLender()
    const ask = (headers: Headers) =>
      desk.visitor().send('requestPasswordReset', { body: { email }, headers })
    for (let time = 0; time < 5; time += 1) expect((await ask(freshAddress())).status).toBe(202)
    for (let time = 0; time < 5; time += 1) expect((await ask(freshAddress())).status).toBe(429)
    const sent = await desk.rows('select 1 from mails where recipient = $1', [email])
    expect(sent).toHaveLength(5)
  })
})

describe("the client's address", () => {
  it('ignores a forged forwarding header when no proxy is trusted', async () => {
    security('4.1.3')
    const direct = await openDesk()
    try {
      const { email, password } = await direct.makeLender()
      for (let time = 0; time < 10; time += 1)
        expect(await failTimes(1, email, freshAddress(), direct)).toEqual([401])
      expect((await signIn(email, password, freshAddress(), direct)).status).toBe(429)
    } finally {
      await direct.close()
    }
  })

  it('uses the client IP address added by the trusted proxy rather than one sent by the client', async () => {
    security('4.1.3', '15.3.4')
    const { email, password } = await desk.makeLender()
    const { 'x-forwarded-for': real } = freshAddress()
    for (let time = 0; time < 10; time += 1) {
      const { 'x-forwarded-for': forged } = freshAddress()
      const headers = { 'x-forwarded-for': `${forged}, ${real}` }
      expect((await signIn(email, 'wrong', headers)).status).toBe(401)
    }
    const headers = { 'x-forwarded-for': `198.51.100.1, ${real}` }
    expect((await signIn(email, password, headers)).status).toBe(429)
  })
})

it('rejects sign-ins with 503 while a hundred passwords wait to be hashed, and keeps serving other requests', async () => {
  security('2.4.1', '15.2.2')
  const open = await openDesk({ RATE_LIMIT: 'off' })
  try {
    const { email, password } = await open.makeLender()
    const crowd = queueForHashes(hashConcurrency + 100)
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => signIn(email, password, {}, open)),
    )
    for (const reply of replies) {
      expect(reply.status).toBe(503)
      expect(readRefusal(reply)).toEqual({
        message: 'Many people are signing in right now. Try again in a moment.',
        code: 'busy',
      })
      expect(reply.headers['retry-after']).toBe('5')
      expect(reply.headers['set-cookie']).toBeUndefined()
    }
    expect(await crowd.disperse()).toBeGreaterThan(0)
    expect((await signIn(email, password, {}, open)).status).toBe(200)
  } finally {
    await open.close()
  }
})

/**
 * Keeps all slots for password hashes full, both running and waiting. The returned function stops the load and returns
 * the number of callers that got a response.
 */
function queueForHashes(places: number) {
  const over = new AbortController()
  let served = 0
  const queue = async () => {
    while (!over.signal.aborted)
      await hashPassword('long enough').then(
        () => (served += 1),
        // A rejected caller waits before it retries so that other callers get a response.
        () => setImmediate(),
      )
  }
  const all = Promise.all(Array.from({ length: places }, queue))
  return {
    async disperse() {
      over.abort()
      await all
      return served
    },
  }
}

it("doesn't count failed sign-ins when throttling is off", async () => {
  const open = await openDesk({ RATE_LIMIT: 'off' })
  try {
    const { email, password } = await open.makeLender()
    expect(await failTimes(15, email, {}, open)).toEqual([401])
    expect((await signIn(email, password, {}, open)).status).toBe(200)
    expect(await open.rows('select 1 from attempts')).toEqual([])
  } finally {
    await open.close()
  }
})
