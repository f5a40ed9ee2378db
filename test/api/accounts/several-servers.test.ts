/** Two servers on one database share sessions and the counts of failed sign-ins. */
import { readRefusal } from '#test/support/caller.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let desk: Desk
let other: Desk
beforeAll(async () => {
  desk = await openDesk({ TRUST_PROXY: '127.0.0.1' })
  const shared = { connection: desk.connection, drop: async () => {} }
  other = await openDesk({ TRUST_PROXY: '127.0.0.1' }, shared)
})
afterAll(async () => {
  await other.close()
  await desk.close()
})

describe('a session', () => {
  it('shares a session between two servers, and ends it on both after a sign-out on either server', async () => {
    const lender = await desk.makeLender()
    const there = desk.callerAt(other.address, lender)
    for (const caller of [lender, there])
      expect((await caller.call('getCurrentUser')).id).toBe(lender.id)
    const { cookie } = lender
    await lender.call('logout')
    for (const server of [desk, other]) {
      const reply = await server.visitor().request('GET', '/api/auth/user', { cookie })
      expect(reply.status).toBe(401)
    }
  })

  it('ends a session on two servers after a remote sign-out, an account deletion, or a role change', async () => {
    const admin = await desk.makeAdmin()
    const adminThere = desk.callerAt(other.address, admin)
    const ends = [
      async ({ id }: { id: string }) => adminThere.call('signOutUser', { params: { id } }),
      async ({ id }: { id: string }) =>
        adminThere.call('updateUser', { params: { id }, body: { isAdmin: 'true' } }),
      async ({ id }: { id: string }) => adminThere.call('deleteUser', { params: { id } }),
    ]
    for (const end of ends) {
      const lender = await desk.makeLender()
      await lender.call('getCurrentUser')
      await end(lender)
      expect((await lender.send('getCurrentUser')).status).toBe(401)
    }
    const lender = await desk.makeLender()
    const elsewhere = desk.callerAt(other.address, await desk.signIn(lender))
    await elsewhere.call('signOutEverywhere')
    expect((await lender.send('getCurrentUser')).status).toBe(401)
  })
})

describe('failed sign-ins', () => {
  it('counts failed sign-ins across two servers', async () => {
    const { email, password } = await desk.makeLender()
    const headers = { 'x-forwarded-for': '203.0.113.7' }
    const signIn = (server: Desk, given: string) =>
      server.visitor().send('login', { body: { email, password: given }, headers })
    const servers = Array.from({ length: 10 }, (_, turn) => (turn % 2 === 0 ? desk : other))
    for (const server of servers) expect((await signIn(server, 'wrong')).status).toBe(401)
    for (const server of [desk, other]) {
      const reply = await signIn(server, password)
      expect(reply.status).toBe(429)
      expect(readRefusal(reply).code).toBe('too_many_requests')
    }
  })
})
