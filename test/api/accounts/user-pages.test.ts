import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { User } from '#contract/accounts/users.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { readPages } from '#test/support/pages.ts'
import type { UserOrder } from '#domain/access.ts'

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

  it('sorts accounts by name, firm, and last sign-in, page by page', async () => {
    const admin = await desk.makeAdmin()
    const own = `Zs${randomUUID().slice(0, 8)}`
    const made: string[] = []
    for (const [firstName, companyName] of [
      ['Ute 10 | \u{1F3E6}', `${own} Bank 9`],
      ['ute 9', `${own} Bank 11`],
      ['Ute 11', `${own.toLowerCase()} bank 10`],
      ['Ute 12', null],
    ] as const) {
      const { id } = await desk.makeLender({ firstName, lastName: own })
      await desk.rows('update users set company_name = $2 where id = $1', [id, companyName])
      made.push(id)
    }
    const [ten = '', nine = '', eleven = '', twelve = ''] = made
    const signed = "update audit set at = $2 where actor_id = $1 and kind = 'signedIn'"
    await desk.rows(signed, [nine, '2026-01-05T15:04:05.123456Z'])
    await desk.rows(signed, [eleven, '2026-01-05T15:04:05.123457Z'])
    await desk.rows("delete from audit where actor_id = $1 and kind = 'signedIn'", [twelve])
    const listed = async (sort: UserOrder) => {
      const query = new URLSearchParams({ search: own, sort, limit: '1' })
      const pages = await readPages<User>(admin, `/api/admin/users?${query}`)
      const whole = await admin.call('listUsers', { query: { search: own, sort } })
      expect(pages.flat(), sort).toEqual(whole)
      return whole.map(({ id }) => id)
    }
    expect(await listed('newest')).toEqual([twelve, eleven, nine, ten])
    expect(await listed('name')).toEqual([nine, ten, eleven, twelve])
    // A person without a company is listed under the person's name.
    expect(await listed('firm')).toEqual([twelve, ten, eleven, nine])
    expect(await listed('signedIn')).toEqual([twelve, nine, eleven, ten])
    expect(await listed('-signedIn')).toEqual([ten, eleven, nine, twelve])
  })

  it('lists accounts once where all sort keys are equal, and refuses the cursor of another order', async () => {
    const admin = await desk.makeAdmin()
    const own = `Ze${randomUUID().slice(0, 8)}`
    const made: string[] = []
    for (let number = 0; number < 3; number += 1)
      made.push((await desk.makeLender({ lastName: own })).id)
    await desk.rows(
      `update users set created_at = '2026-01-05T15:04:05.123456Z' where last_name = $1`,
      [own],
    )
    await desk.rows("delete from audit where actor_id = any($1) and kind = 'signedIn'", [made])
    const byId = made.toSorted()
    for (const [sort, expected] of [
      ...(['name', 'firm', 'signedIn'] as const).map((each) => [each, byId] as const),
      ['-signedIn', byId.toReversed()] as const,
    ]) {
      const query = new URLSearchParams({ search: own, sort, limit: '2' })
      const pages = await readPages<User>(admin, `/api/admin/users?${query}`)
      expect(
        pages.flat().map(({ id }) => id),
        sort,
      ).toEqual(expected)
    }
    const page = { search: own, limit: '1' } as const
    const { headers } = await admin.send('listUsers', { query: { ...page, sort: 'name' } })
    const next = /<([^>]+)>/.exec(String(headers['link']))?.[1] ?? ''
    const cursor = new URL(next, 'http://x').searchParams.get('cursor') ?? ''
    for (const sort of ['newest', 'firm', '-signedIn'] as const)
      expect(await admin.refusal('listUsers', { query: { ...page, sort, cursor } })).toMatch(/^400/)
    expect(await admin.refusal('listUsers', { query: { sort: 'email' } })).toBe(
      '400: Must be one of the orders',
    )
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
    const pending = await desk.makePending({ lastName })
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
    expect(await find({ kind: 'viewer' })).toEqual([])
    await desk.rows("update users set firm_role = 'viewer' where id = $1", [lender.id])
    expect(await find({ kind: 'viewer' })).toEqual([lender.id])
    // A deactivated account can't sign in.
    expect(await find({ kind: 'withoutTwoFactor' })).toHaveLength(2)
    const factor = "insert into two_factors (user_id, secret, confirmed_at) values ($1, '', $2)"
    await desk.rows(factor, [lender.id, null])
    expect(await find({ kind: 'withoutTwoFactor' })).toHaveLength(2)
    await desk.rows('update two_factors set confirmed_at = now() where user_id = $1', [lender.id])
    expect(await find({ kind: 'withoutTwoFactor' })).toEqual([pending.id])
    expect(await find({ kind: 'neverSignedIn' })).toEqual([])
    const signedIn = "delete from audit where actor_id = any($1) and kind = 'signedIn'"
    await desk.rows(signedIn, [[lender.id, gone.id]])
    expect(await find({ kind: 'neverSignedIn' })).toEqual([lender.id])
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
