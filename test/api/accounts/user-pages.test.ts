import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { User } from '#contract/accounts/users.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { readPages } from '#test/support/pages.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off' })
})
afterAll(() => desk.close())

describe('pages of the user list', () => {
  it('lists every matching account once, newest first, with its record counts', async () => {
    const admin = await desk.makeAdmin()
    const own = `Zq${randomUUID().slice(0, 8)}`
    const made: string[] = []
    for (let number = 0; number < 5; number += 1)
      made.unshift((await desk.makeLender({ firstName: `Ute ${number}`, lastName: own })).id)
    // If timestamps are equal, rows are ordered by id.
    await desk.rows(
      `update users set created_at = '2026-01-05T15:04:05.123456Z' where last_name = $1`,
      [own],
    )
    const ada = await desk.makeLender({ lastName: own })
    await desk.makeCommitment(ada, await desk.makeLoan())
    const query = new URLSearchParams({ search: `${own.toUpperCase()} ute`, limit: '2' })
    const pages = await readPages<User>(admin, `/api/admin/users?${query}`)
    expect(pages.map((page) => page.length)).toEqual([2, 2, 1])
    expect(pages.flat().map(({ id }) => id)).toEqual(made.toSorted().toReversed())
    const whole = await admin.call('listUsers')
    const all = await readPages<User>(admin, '/api/admin/users?limit=7')
    expect(all.flat()).toEqual(whole)
    expect(whole.find(({ id }) => id === ada.id)).toMatchObject({
      bindingCommitments: 1,
      records: 1,
    })
  })

  it('finds accounts by every word in names, email addresses, or companies, and treats %, _, and \\ as literal characters', async () => {
    const admin = await desk.makeAdmin()
    const own = randomUUID().slice(0, 8)
    const lender = await desk.makeLender({ firstName: `Édith_${own}`, lastName: '100% Söhne' })
    await desk.rows(`update users set company_name = 'Quay Bank' where id = $1`, [lender.id])
    const find = async (search: string) =>
      (await admin.call('listUsers', { query: { search, limit: '200' } })).map(({ id }) => id)
    for (const search of [own, `édith_${own} SÖHNE`, `söh  100% ${own} `, `quay @ ${own}`])
      expect(await find(search), search).toEqual([lender.id])
    for (const search of [`${own} nobody`, `Édith%${own}`, `${own} 100_`, `${own} \\`])
      expect(await find(search), search).toEqual([])
  })

  it('filters accounts by whether they can make commitments', async () => {
    const admin = await desk.makeAdmin()
    const lastName = `May ${randomUUID().slice(0, 8)}`
    const lender = await desk.makeLender({ lastName })
    await desk.makePending({ lastName })
    const gone = await desk.makeLender({ lastName })
    await desk.rows('update users set deactivated_at = now() where id = $1', [gone.id])
    const search = lastName.split(' ')[1] ?? ''
    const find = async (query: object) =>
      (await admin.call('listUsers', { query: { search, ...query } })).map(({ id }) => id)
    expect(await find({ mayCommit: 'true' })).toEqual([lender.id])
    expect(await find({ mayCommit: 'false' })).toHaveLength(3)
    expect(await find({ kind: 'admin' })).toEqual([])
    expect(await find({ kind: 'lender' })).toHaveLength(3)
    expect(await find({ kind: 'pending' })).toHaveLength(1)
    expect(await find({ kind: 'deactivated' })).toHaveLength(1)
    const page = await admin.send('listUsers', { query: { search, mayCommit: 'true', limit: '1' } })
    expect(page.headers['link']).toBeUndefined()
    expect(await admin.refusal('listUsers', { query: { mayCommit: 'yes' } })).toBe(
      "400: Must be 'true' or 'false'",
    )
    expect(await admin.refusal('listUsers', { query: { limit: '201' } })).toBe(
      '400: Must be 1 to 200',
    )
  })

  it('returns one pending account by id, even if the list of pending accounts is longer than a page', async () => {
    const admin = await desk.makeAdmin()
    for (let number = 0; number < 51; number += 1) await desk.makePending()
    const newest = await desk.makePending()
    const page = await admin.call('listPendingUsers', { query: { limit: '50' } })
    expect(page.map(({ id }) => id)).not.toContain(newest.id)
    const query = { limit: '50', userId: newest.id }
    const find = async () => (await admin.call('listPendingUsers', { query })).map(({ id }) => id)
    expect(await find()).toEqual([newest.id])
    await admin.call('approveUser', { params: { id: newest.id } })
    expect(await find()).toEqual([])
  })

  it('lists pending accounts oldest first', async () => {
    const admin = await desk.makeAdmin()
    for (let number = 0; number < 3; number += 1) await desk.makePending()
    const whole = await admin.call('listPendingUsers')
    const pages = await readPages<User>(admin, '/api/admin/users/pending?limit=2')
    expect(pages.length).toBeGreaterThan(1)
    expect(pages.flat()).toEqual(whole)
    const times = whole.map(({ createdAt }) => createdAt)
    expect(times).toEqual(times.toSorted())
  })
})
