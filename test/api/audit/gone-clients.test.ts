/** Exports whose client or database connection is lost before the first byte is sent. */
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDesk, type Desk } from '#test/support/desk.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())

it('records the IP address of a client that disconnects before its export is ready', async () => {
  const lender = await desk.makeLender()
  await desk.makeCommitment(lender, await desk.makeLoan())
  const { hostname, port, host } = new URL(desk.address)
  const release = await hold('commitments')
  const socket = connect(Number(port), hostname)
  socket.write(
    `GET /api/commitments/me/position.csv HTTP/1.1\r\nhost: ${host}\r\ncookie: ${lender.cookie}\r\n\r\n`,
  )
  const isWaiting = () => readsThatWait('commitments', 'select "commitments"."id"%')
  await expect.poll(isWaiting, { timeout: 10_000 }).toBe(1)
  socket.destroy()
  await new Promise((resolve) => setTimeout(resolve, 100))
  await release()
  const addresses = () =>
    desk.rows(`select address from audit where kind = 'bookExported' and actor_id = $1`, [
      lender.id,
    ])
  await expect.poll(addresses, { timeout: 10_000 }).toEqual([{ address: '127.0.0.1' }])
  expect(desk.errors).toEqual([])
})

it("doesn't log an error when the client disconnects before a compressed export starts", async () => {
  const admin = await desk.makeAdmin()
  const { hostname, port, host } = new URL(desk.address)
  const release = await hold('audit_seals')
  const socket = connect(Number(port), hostname)
  // Once a request's body has been read, Node no longer emits an event on the request when the client disconnects.
  socket.write(
    `GET /api/admin/audit.csv HTTP/1.1\r\nhost: ${host}\r\ncookie: ${admin.cookie}\r\n` +
      'accept-encoding: br\r\ncontent-length: 2\r\n\r\n{}',
  )
  await expect.poll(() => readsThatWait('audit_seals'), { timeout: 10_000 }).toBe(1)
  socket.destroy()
  await new Promise((resolve) => setTimeout(resolve, 100))
  await release()
  await expect.poll(() => readsThatWait('audit_seals'), { timeout: 10_000 }).toBe(0)
  expect((await admin.request('GET', '/healthz')).status).toBe(200)
  expect(desk.errors).toEqual([])
})

it('returns an error message when a compressed export fails before its first chunk', async () => {
  const admin = await desk.makeAdmin()
  const release = await hold('audit_seals')
  const exported = admin.request('GET', '/api/admin/audit.csv', {
    headers: { 'accept-encoding': 'br' },
  })
  await expect.poll(() => readsThatWait('audit_seals'), { timeout: 10_000 }).toBe(1)
  await desk.rows(
    `select pg_terminate_backend(pid) from pg_locks
     where not granted and relation = 'audit_seals'::regclass`,
  )
  const { status, headers, text } = await exported
  await release()
  expect(status).toBe(503)
  expect(JSON.parse(text)).toMatchObject({ code: expect.any(String) })
  expect(headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8' })
  expect(headers).not.toHaveProperty('content-encoding')
  expect(headers).not.toHaveProperty('content-disposition')
  desk.errors.length = 0
})

async function hold(table: string) {
  const client = await desk.db.$client.connect()
  await client.query('begin')
  await client.query(`lock table ${table} in access exclusive mode`)
  return async () => {
    await client.query('rollback')
    client.release()
  }
}

/** Background jobs can wait for the same table with other queries. */
const readsThatWait = async (table: string, query = '%') => {
  const [row] = await desk.rows<{ count: number }>(
    `select count(*)::int as count from pg_locks join pg_stat_activity using (pid)
     where not granted and relation = $1::regclass and query like $2`,
    [table, query],
  )
  return row?.count
}
