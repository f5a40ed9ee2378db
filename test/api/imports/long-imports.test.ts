/**
 * A long import locks the administrator's account only at the end. Until then, the administrator's other requests don't
 * have to wait.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Person } from '#test/support/builders.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { sendFile } from '#test/support/importing.ts'
import { somebodyWaitsFor } from '#test/support/lock-waits.ts'

let desk: Desk
let admin: Person
let importer: Person
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off' })
  admin = await desk.makeAdmin()
  importer = await desk.makeAdmin()
})
afterAll(() => desk.close())

async function duringImport(title: string, act: () => Promise<unknown>) {
  const file = `Title,Borrower,Amount,Rate,Term\n${title},Pier Four LLC,1000000,7,24`
  const client = await desk.db.$client.connect()
  try {
    await client.query('begin')
    await client.query('lock table loans in share mode')
    const answer = sendFile(importer, 'import', { kind: 'loans' }, file)
    await somebodyWaitsFor(client)
    await act()
    await client.query('rollback')
    return (await answer).status
  } finally {
    // If the test fails before the first rollback, this rollback releases the lock. Otherwise it has no effect.
    await client.query('rollback')
    client.release()
  }
}
const draftsNamed = (search: string) =>
  admin.call('listAllLoans', { query: { search, isDraft: 'true' } })

it("allows changes to the administrator's account while an import writes loans", async () => {
  const title = randomUUID()
  const change = () => importer.call('updateProfile', { body: { lastName: 'Cole' } })
  expect(await duringImport(title, change)).toBe(201)
  expect(await draftsNamed(title)).toHaveLength(1)
})

it('imports nothing if the administrator loses the role while the import writes loans', async () => {
  const title = randomUUID()
  const { id } = importer
  const endRole = () => admin.call('updateUser', { params: { id }, body: { isAdmin: 'false' } })
  expect(await duringImport(title, endRole)).toBe(403)
  expect(await draftsNamed(title)).toEqual([])
})
