/** Attacks: races, partial requests, stalled servers, and extreme numbers. */
import { connect as openSocket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { discrepancies } from '#test/support/books.ts'
import { isRefusal, readJson } from '#test/support/caller.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { somebodyWaits } from '#test/support/lock-waits.ts'
import { security } from '#test/support/requirements.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off' })
})
afterAll(() => desk.close())

async function converse(...texts: string[]): Promise<string> {
  return converseWith(desk, ...texts)
}

async function converseWith({ address }: Pick<Desk, 'address'>, ...texts: string[]) {
  const { hostname, port } = new URL(address)
  const socket = openSocket(Number(port), hostname)
  let answer = ''
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
  const closed = new Promise((resolve) => socket.once('close', resolve))
  for (const [index, text] of texts.entries()) {
    if (index > 0) await sleep(1_200)
    socket.write(text)
  }
  await closed
  return answer
}

describe('a password change during a sign-in with the old password', () => {
  /**
   * Sends a request while an uncommitted password change locks the account's row, and commits the change once the
   * request is waiting for the lock.
   */
  async function duringChange<Result>(id: string, call: () => Promise<Result>): Promise<Result> {
    const changing = await desk.db.$client.connect()
    await changing.query('begin')
    await changing.query(`update users set password = 'another' where id = $1`, [id])
    const calling = call()
    await somebodyWaits(desk.db)
    await changing.query('commit')
    changing.release()
    return calling
  }

  it('rejects the old password if the password changes while a sign-in is in progress', async () => {
    const lender = await desk.makeLender()
    const caller = desk.visitor()
    const refusal = await duringChange(lender.id, () => caller.refusal('login', { body: lender }))
    expect(refusal).toBe('401: Invalid email or password')
    expect(caller.cookie).toBeNull()
  })

  it("doesn't restore the old password when a sign-in that used it finishes after the change", async () => {
    const lender = await desk.makeLender()
    const body = { currentPassword: lender.password, newPassword: 'stolen for good' }
    const refusal = await duringChange(lender.id, () => lender.refusal('changePassword', { body }))
    expect(refusal).toBe("400: Your current password isn't right")
    const kept = await desk.rows('select password from users where id = $1', [lender.id])
    expect(kept).toEqual([{ password: 'another' }])
  })
})

it("doesn't compute a password hash for a request with a guessed reset link", async () => {
  const body = { token: 'a'.repeat(43), password: 'a brand new one' }
  const guesses = Array.from({ length: 150 }, () => desk.visitor().send('resetPassword', { body }))
  // There are more guesses than slots for password hashes. If guesses were hashed, some guesses and all sign-ins would
  // get 503.
  expect(new Set((await Promise.all(guesses)).map((reply) => reply.status))).toEqual(new Set([400]))
})

it("checks the caller's access again after a slow request body has arrived", async () => {
  const admin = await desk.makeAdmin()
  const body = JSON.stringify({
    title: 'By one who left',
    borrowerName: 'Nobody',
    amount: '1',
    interestRate: '1',
    term: 1,
  })
  const head = `POST /api/admin/loans HTTP/1.1\r\nHost: desk\r\nCookie: ${admin.cookie}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`
  const answer = converse(head, body)
  await sleep(400)
  await desk.rows('update users set deactivated_at = now() where id = $1', [admin.id])
  expect(await answer).toMatch(/^HTTP\/1\.1 401 /)
  expect(await desk.rows(`select 1 from loans where title = 'By one who left'`)).toEqual([])
})

describe('the last share of a loan with the maximum amount', () => {
  const amount = '9999999999999.99'

  it('accepts the last share of a loan even though its rounded amount would exceed the loan amount', async () => {
    const lender = await desk.makeLender()
    const loan = await desk.makeLoan({ amount })
    await desk.makeCommitment(lender, loan, { percentage: '50' })
    const last = await desk.makeCommitment(lender, loan, { percentage: '50' })
    expect(last).toMatchObject({ amount: '4999999999999.99', loan: { committedAmount: amount } })
    expect(await discrepancies(desk)).toEqual([])
  })

  it('makes the last share of a loan binding even though its rounded amount would exceed the loan amount', async () => {
    const lender = await desk.makeLender()
    const loan = await desk.makeLoan({ amount })
    const soft = { percentage: '50', isSoftCommit: 'true' } as const
    const { id } = await desk.makeCommitment(lender, loan, soft)
    await desk.makeCommitment(lender, loan, { percentage: '50' })
    const made = await lender.call('makeCommitmentBinding', { params: { id }, body: {} })
    expect(made.loan.committedAmount).toBe(amount)
    expect(await discrepancies(desk)).toEqual([])
  })
})

it('treats requests with the same idempotency key as identical even if their amounts are formatted differently', async () => {
  const lender = await desk.makeLender()
  const { id: loanId } = await desk.makeLoan({ amount: '1000000' })
  const headers = { 'idempotency-key': 'spelled' }
  const ids = []
  for (const amount of ['100000', '100000.0', '100000.00']) {
    const body = { loanId, percentage: '10', amount }
    ids.push((await lender.call('createCommitment', { body, headers })).id)
  }
  expect(new Set(ids).size).toBe(1)
})

it("ignores a port that a proxy appends to the client's IP address", async () => {
  security('15.3.4')
  const own = await openDesk({ TRUST_PROXY: '127.0.0.1' })
  try {
    const statuses = []
    for (let port = 1; port <= 12; port += 1) {
      const headers = { 'x-forwarded-for': `203.0.113.7:${50_000 + port}` }
      const body = { email: 'somebody@example.com', password: 'wrong' }
      statuses.push((await own.visitor().send('login', { body, headers })).status)
    }
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429])
  } finally {
    await own.close()
  }
})

it('rejects malformed HTTP requests and malformed URLs in the usual error format', async () => {
  const texts = [
    'NONSENSE / HTTP/1.1\r\n\r\n',
    `GET / HTTP/1.1\r\nHost: desk\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`,
    'GET /api/loans/%zz HTTP/1.1\r\nHost: desk\r\nConnection: close\r\n\r\n',
  ]
  const statuses = []
  for (const text of texts) {
    const [head = '', body = ''] = (await converse(text)).split('\r\n\r\n')
    statuses.push(Number(head.split(' ')[1]))
    expect(head).toMatch(/^content-security-policy: default-src 'none'/im)
    expect(head).toMatch(/^x-content-type-options: nosniff/im)
    expect(isRefusal(JSON.parse(body)), body).toBe(true)
  }
  expect(statuses).toEqual([400, 431, 404])
})

it('logs no server error if a client disconnects while it sends a request body', async () => {
  const { hostname, port } = new URL(desk.address)
  const socket = openSocket(Number(port), hostname)
  socket.write(
    'POST /api/auth/login HTTP/1.1\r\nHost: desk\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
  )
  await sleep(200)
  socket.destroy()
  await sleep(200)
  expect(desk.errors).toEqual([])
})

it('completes requests that arrive during shutdown', async () => {
  const own = await openDesk()
  const answer = converseWith(own, 'GET /api/stats HTTP/1.1\r\nHost: desk\r\n', '\r\n')
  await sleep(300)
  await own.close()
  expect(await answer).toMatch(/^HTTP\/1\.1 200 .*^connection: close\r$/ims)
})

it("survives the loss of database connections during transactions and doesn't leak connections", async () => {
  security('1.4.3', '2.3.3')
  const lender = await desk.makeLender()
  const loan = await desk.makeLoan()
  const soft = { percentage: '1', isSoftCommit: 'true' } as const
  const { id } = await desk.makeCommitment(lender, loan, soft)
  const holder = await desk.db.$client.connect()
  await holder.query('begin')
  await holder.query('select 1 from loans where id = $1 for update', [loan.id])
  const cut = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  for (let round = 0; round < 20; round += 1) {
    const waiting = lender.send('withdrawCommitment', { params: { id } })
    while ((await desk.rows(cut)).length === 0) await sleep(5)
    expect((await waiting).status).toBe(503)
  }
  await holder.query('rollback')
  holder.release()
  // A background job can hold a connection for a moment. A leaked one is never returned.
  const { pool } = desk.db.$client
  await expect.poll(() => pool.totalCount - pool.idleCount).toBe(0)
  expect(await lender.call('withdrawCommitment', { params: { id } })).toMatchObject({
    status: 'withdrawn',
  })
})

it("doesn't log the parameter values of a failed query", async () => {
  security('16.2.5')
  const own = await openDesk()
  try {
    const lender = await own.makeLender()
    await own.rows('alter table mails rename to lost')
    const reply = await own.visitor().send('requestPasswordReset', { body: lender })
    expect(reply.status).toBe(500)
    expect(readJson(reply)).toMatchObject({ code: 'internal' })
    const logged = own.errors.join('')
    expect(logged).toContain('insert into')
    expect(logged).toContain('42P01')
    expect(logged).not.toContain(lender.email)
    expect(logged).not.toMatch(/token=|params/)
  } finally {
    await own.rows('alter table lost rename to mails')
    await own.close()
  }
})
