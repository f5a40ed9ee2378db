import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDesk, type Desk } from '#test/support/desk.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())

it('lists all accounts, newest first, with name and username and never a password', async () => {
  const admin = await desk.makeAdmin()
  const lender = await desk.makeLender({ firstName: 'Lena', lastName: 'Brook' })
  const email = `"a@b".${randomUUID()}@example.com`
  await desk.rows('update users set email = $1 where id = $2', [email, lender.id])
  const users = await admin.call('listUsers')
  expect(users.map((user) => user.id).slice(0, 2)).toEqual([lender.id, admin.id])
  expect(users[0]).toEqual({
    id: lender.id,
    firstName: 'Lena',
    lastName: 'Brook',
    name: 'Lena Brook',
    email,
    username: email.replace('@example.com', ''),
    isAdmin: 'false',
    isApproved: 'true',
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
  })
  expect(JSON.stringify(users)).not.toMatch(/argon2|assword/)
})

it('lists who awaits approval, oldest first, until they are approved', async () => {
  const admin = await desk.makeAdmin()
  await desk.makeLender()
  const [first, second] = [await desk.makePending(), await desk.makePending()]
  const waiting = async () => (await admin.call('listPendingUsers')).map((user) => user.id)
  expect(await waiting()).toEqual([first.id, second.id])
  expect((await admin.call('listPendingUsers'))[0]).toEqual({
    id: first.id,
    firstName: 'Lena',
    lastName: 'Brook',
    email: first.email,
    createdAt: expect.any(String),
  })
  const approved = await admin.call('approveUser', { params: { id: first.id } })
  expect(approved).toMatchObject({ id: first.id, isApproved: 'true', isAdmin: 'false' })
  expect(await waiting()).toEqual([second.id])
  expect(await first.call('getCurrentUser')).toMatchObject({ isApproved: 'true' })
})

it('finds nothing wrong with approving twice, but nobody to approve where there is nobody', async () => {
  const admin = await desk.makeAdmin()
  const pending = await desk.makePending()
  for (let time = 0; time < 2; time += 1)
    await admin.call('approveUser', { params: { id: pending.id } })
  expect(await admin.refusal('approveUser', { params: { id: randomUUID() } })).toBe(
    '404: The user was not found',
  )
})
