/** Limits on the damage that one caller can do with open connections and contradictory requests. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '#test/support/builders.ts'
import {
  openConversation,
  requestText,
  say,
  type Conversation,
} from '#test/support/conversation.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { security } from '#test/support/requirements.ts'

let desk: Desk
let admin: Person
let lender: Person
let loanId: string
/**
 * A server with lower limits, because reaching the production limits (20 seconds, checked every 5 seconds, and 4,096
 * connections) would take too long.
 */
let limited: Desk
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off' })
  admin = await desk.makeAdmin()
  lender = await desk.makeLender()
  loanId = (await desk.makeLoan()).id
  limited = await openDesk(
    { RATE_LIMIT: 'off' },
    { connection: { connectionString: desk.databaseUrl }, drop: async () => {} },
    { headMs: 1_500, checkEveryMs: 100, connections: 500 },
  )
})
afterAll(async () => {
  await limited.close()
  await desk.close()
})

const opened: Conversation[] = []
afterEach(() => {
  for (const { socket } of opened.splice(0)) socket.destroy()
})

function many(count: number, text: (index: number) => string, { address } = desk) {
  const made = Array.from({ length: count }, (_, at) => openConversation(address, text(at)))
  opened.push(...made)
  return made
}

async function expectEverybodyServed(served = desk) {
  const [adminThere, lenderThere] = [
    served.callerAt(served.address, admin),
    served.callerAt(served.address, lender),
  ]
  const round = async () => {
    const [stats, book, loans] = await Promise.all([
      served.visitor().send('getStats'),
      adminThere.send('getBook', { params: { id: loanId } }),
      lenderThere.send('listLoans'),
    ])
    expect([stats.status, book.status, loans.status]).toEqual([200, 200, 200])
    expect((await lenderThere.send('addFavorite', { body: { loanId } })).status).toBe(201)
  }
  for (let time = 0; time < 10; time += 1) await round()
  await served.signIn(lender)
}

const busyConnections = () => desk.db.$client.pool.totalCount - desk.db.$client.pool.idleCount

it('configures the documented connection limits', () => {
  const { headersTimeout, requestTimeout, timeout, keepAliveTimeout, maxConnections } = desk.server
  const minuteMs = 60_000
  expect({ headersTimeout, requestTimeout, timeout, keepAliveTimeout, maxConnections }).toEqual({
    headersTimeout: 20_000,
    requestTimeout: 15 * minuteMs,
    timeout: 2 * minuteMs,
    keepAliveTimeout: 72_000,
    maxConnections: 4096,
  })
})

describe('300 half-open connections', { timeout: 90_000 }, () => {
  const halves: Record<string, (index: number) => string> = {
    'before the first byte': () => '',
    'in the request line': () => 'GET /api/sta',
    'in the header': (index) => `GET /api/stats HTTP/1.1\r\nHost: desk\r\nX-Slow: ${index}\r\n`,
    'in the body of a sign-in': () =>
      'POST /api/auth/login HTTP/1.1\r\nHost: desk\r\nContent-Type: application/json\r\n' +
      'Content-Length: 200\r\n\r\n{"email":',
    "in an administrator's body": () =>
      `POST /api/admin/loans HTTP/1.1\r\nHost: desk\r\nCookie: ${admin.cookie}\r\n` +
      'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"tit',
    'in the body of an upload': () =>
      'PUT /api/uploads/.private/documents/none?token=none HTTP/1.1\r\nHost: desk\r\n' +
      'Content-Length: 1000000\r\n\r\n%PDF',
    'after a response': () => 'GET /api/stats HTTP/1.1\r\nHost: desk\r\n\r\n',
  }

  it.each(Object.entries(halves))(
    'serves other clients while 300 connections stall %s',
    async (_where, text) => {
      security('2.4.1')
      many(300, text)
      await sleep(500)
      await expectEverybodyServed()
      await expect.poll(busyConnections, { timeout: 20_000 }).toBe(0)
      expect(desk.errors).toEqual([])
    },
  )

  it('sends an error response to connections with incomplete headers and closes them', async () => {
    const left = [
      ...many(100, () => 'GET /api/stats HTTP/1.1\r\nHost: desk\r\n', limited),
      ...many(100, () => 'GET /api/sta', limited),
      ...many(100, () => '', limited),
    ]
    // Sending a byte from time to time doesn't extend the time limit.
    const trickle = setInterval(() => left[0]?.socket.write('X-More: 1\r\n'), 200)
    await Promise.all(left.map(({ closed }) => closed))
    clearInterval(trickle)
    for (const { heard } of left) expect(heard()).toMatch(/^HTTP\/1\.1 408 .*too_slow/s)
    await expectEverybodyServed(limited)
  })
})

it('serves other clients while one client holds too many connections with incomplete bodies', async () => {
  security('15.2.2')
  const text =
    'POST /api/auth/login HTTP/1.1\r\nHost: desk\r\nContent-Type: application/json\r\n' +
    'Content-Length: 90\r\n\r\n{'
  const held: Conversation[] = []
  // Connections are opened in batches that fit into the operating system's backlog.
  for (let batch = 0; batch < 4; batch += 1) {
    held.push(...many(150, () => text, limited))
    await sleep(100)
  }
  const turnedAway = () => held.filter(({ socket }) => socket.destroyed).length
  await expect.poll(turnedAway, { timeout: 20_000 }).toBeGreaterThanOrEqual(100)
  // The server closes a connection only after its request body has been incomplete for this long.
  await sleep(1_200)
  const answer = () =>
    say(limited.address, requestText('GET /healthz')).then(({ status }) => status)
  // The first request may be rejected, but it makes the server close stalled connections, so later requests succeed.
  await expect.poll(answer, { timeout: 10_000 }).toBe(200)
  await expectEverybodyServed(limited)
  expect(turnedAway()).toBeLessThan(300)
  expect(limited.errors).toEqual([])
})

describe('clients that never read responses', { timeout: 90_000 }, () => {
  const large = Buffer.alloc(8_000_000, '%PDF-1.4 ')

  /** There are more clients than database connections. */
  const readers = 60

  it('serves other clients while many clients download documents without reading the responses', async () => {
    const { fileUrl } = await desk.makeDocument({ id: loanId }, { bytes: large })
    const head = `GET /objects/${fileUrl} HTTP/1.1\r\nHost: desk\r\nCookie: ${lender.cookie}\r\n\r\n`
    await holdUp(head, readers)
  })

  it.each(['book.csv', 'book.xlsx'])(
    'serves other clients while several clients request exports of %s without reading the responses',
    async (file) => {
      security('15.2.2')
      const line = `GET /api/admin/loans/${loanId}/${file} HTTP/1.1`
      // Each connection repeats the request until the responses are larger than the connection's buffers.
      await holdUp(`${line}\r\nHost: desk\r\nCookie: ${admin.cookie}\r\n\r\n`.repeat(3), 20)
    },
  )

  it('serves other clients even if unread audit exports outnumber the database connections', async () => {
    security('1.4.3')
    await desk.rows(
      `insert into audit (id, kind, actor_name, loan_title)
       select gen_random_uuid(), 'bookExported', repeat('x', 4000), repeat('y', 4000)
       from generate_series(1, 1500)`,
    )
    const head = `GET /api/admin/audit.csv HTTP/1.1\r\nHost: desk\r\nCookie: ${admin.cookie}\r\n\r\n`
    await holdUp(head, 20)
  })

  async function holdUp(text: string, count: number) {
    for (const { socket } of many(count, () => text)) socket.pause()
    await sleep(1_000)
    // Once the buffers are full, a waiting client uses no database connection.
    await expect.poll(busyConnections, { timeout: 40_000 }).toBe(0)
    await expectEverybodyServed()
    const [reading] = many(1, () => text)
    await expect.poll(() => reading?.heard().length, { timeout: 20_000 }).toBeGreaterThan(100)
    expect(desk.errors).toEqual([])
  }
})

/** Request smuggling: the server could mistake bytes after the end of one request for another user's request. */
describe('contradictory requests', () => {
  security('4.2.1')
  const smuggled = 'GET /api/stats HTTP/1.1\r\nHost: desk\r\n\r\n'
  const post = (headers: string, body: string) =>
    `POST /api/auth/logout HTTP/1.1\r\nHost: desk\r\n${headers}\r\n\r\n${body}`
  const te = 'Transfer-Encoding: chunked'

  it.each([
    [
      'Content-Length and chunked encoding',
      post(`Content-Length: 6\r\n${te}`, `0\r\n\r\n${smuggled}`),
    ],
    [
      'chunked encoding and Content-Length',
      post(`${te}\r\nContent-Length: 5`, `0\r\n\r\n${smuggled}`),
    ],
    ['two Content-Length headers', post('Content-Length: 0\r\nContent-Length: 50', smuggled)],
    ['a list of lengths in Content-Length', post('Content-Length: 0, 50', smuggled)],
    ['a length with a sign', post('Content-Length: +0', smuggled)],
    ['a negative length', post('Content-Length: -1', smuggled)],
    ['a length in hexadecimals', post('Content-Length: 0x0', smuggled)],
    ['an unknown transfer encoding', post('Transfer-Encoding: xchunked', `0\r\n\r\n${smuggled}`)],
    [
      'chunked encoding that is not the last one',
      post('Transfer-Encoding: chunked, identity', `0\r\n\r\n${smuggled}`),
    ],
    ['chunked encoding applied twice', post(`${te}\r\n${te}`, `0\r\n\r\n${smuggled}`)],
    ['a space before a colon', post('Transfer-Encoding : chunked', `0\r\n\r\n${smuggled}`)],
    ['a folded header', post('Transfer-Encoding:\r\n chunked\r\nContent-Length: 0', smuggled)],
    ['a lone line feed', post('X: a\nContent-Length: 0', smuggled)],
    ['a NUL in a header', post('X: a\0b\r\nContent-Length: 0', smuggled)],
    ['a chunk size that is not a number', post(te, `zz\r\nab\r\n0\r\n\r\n${smuggled}`)],
    ['a chunk longer than its size', post(te, `1\r\nabc\r\n0\r\n\r\n${smuggled}`)],
    ['a chunk size beyond 64 bits', post(te, `ffffffffffffffffff\r\na\r\n0\r\n\r\n${smuggled}`)],
    ['a space in the URL', `GET /api/stats /x HTTP/1.1\r\nHost: desk\r\n\r\n${smuggled}`],
    ['another HTTP version', `GET /api/stats HTTP/1.9\r\nHost: desk\r\n\r\n${smuggled}`],
  ])(
    'rejects a contradictory request without reading the bytes after it: %s',
    async (_name, text) => {
      const { status, head, body } = await say(desk.address, text)
      // The status is 415 if the request doesn't declare a JSON body.
      expect([400, 415], head).toContain(status)
      expect(body).not.toMatch(/HTTP\/1\.1 2/)
      expect(body).not.toContain('availableLoans')
    },
  )
})

it('processes any number of pipelined requests on a connection separately', async () => {
  security('4.2.1')
  const one = (target: string) => `GET ${target} HTTP/1.1\r\nHost: desk\r\n\r\n`
  const text = `${one('/healthz')}${one('/api/admin/users')}${requestText('GET /healthz')}`
  const { heard, closed } = openConversation(desk.address, text)
  await closed
  expect(heard().match(/(?<=HTTP\/1\.1 )\d+/g)).toEqual(['200', '401', '200'])
})

it("accepts only HTTP/1 requests and doesn't allow tunnels", async () => {
  security('4.4.1', '4.4.2')
  const upgrade = {
    Connection: 'Upgrade',
    Upgrade: 'h2c',
    'HTTP2-Settings': 'AAMAAABkAAQAoAAAAAIAAAAA',
  }
  const asked = openConversation(
    desk.address,
    requestText('GET /healthz', upgrade).replace('Connection: close\r\n', ''),
  )
  await expect.poll(asked.heard).toMatch(/^HTTP\/1\.1 200 /)
  asked.socket.destroy()
  const tunnel = openConversation(
    desk.address,
    'CONNECT 127.0.0.1:5432 HTTP/1.1\r\nHost: desk\r\n\r\n',
  )
  await tunnel.closed
  expect(tunnel.heard()).not.toMatch(/^HTTP\/1\.1 2/)
})
