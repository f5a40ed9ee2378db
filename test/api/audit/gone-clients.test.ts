/** Whoever acts and hangs up at once is on record with their address all the same. */
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDesk, type Desk } from '#test/support/desk.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())

it('records the address of a client that is gone before its export is made', async () => {
  const lender = await desk.makeLender()
  await desk.makeCommitment(lender, await desk.makeLoan())
  const { hostname, port, host } = new URL(desk.address)
  const release = await holdCommitments()
  const socket = connect(Number(port), hostname)
  socket.write(
    `GET /api/commitments/me/position.csv HTTP/1.1\r\nhost: ${host}\r\ncookie: ${lender.cookie}\r\n\r\n`,
  )
  await expect.poll(readsThatWait, { timeout: 10_000 }).toBe(1)
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

/** Makes every read of commitments wait until they are released. */
async function holdCommitments() {
  const client = await desk.db.$client.connect()
  await client.query('begin')
  await client.query('lock table commitments in access exclusive mode')
  return async () => {
    await client.query('rollback')
    client.release()
  }
}

const readsThatWait = async () => {
  const [row] = await desk.rows<{ count: number }>(
    `select count(*)::int as count from pg_locks
     where not granted and relation = 'commitments'::regclass`,
  )
  return row?.count
}
