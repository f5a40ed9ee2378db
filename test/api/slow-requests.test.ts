/** Slow requests. The server looks up the caller again only if the caller's session or role may have changed. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Person } from '#test/support/builders.ts'
import { openConversation, requestText } from '#test/support/conversation.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { somebodyWaits } from '#test/support/lock-waits.ts'

/** If a body takes longer than this to arrive, the server looks up the caller again. */
const slowMs = 1_300

let desk: Desk
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off' })
})
afterEach(() => void vi.restoreAllMocks())
afterAll(() => desk.close())

function countLookUps(): () => number {
  const query = vi.spyOn(desk.db.$client, 'query')
  return () =>
    query.mock.calls.filter(([statement]) => (statement as { name?: string }).name === 'session')
      .length
}

describe('a request waiting for the database', () => {
  it.each<[string, (lender: Person, loanId: string) => Promise<unknown>]>([
    ['without a body', (lender) => lender.call('listFavorites')],
    ['with a body', (lender, loanId) => lender.call('addFavorite', { body: { loanId } })],
  ])('looks up the caller only once for a request %s', async (_which, ask) => {
    const lender = await desk.makeLender()
    const { id } = await desk.makeLoan()
    const lookUps = countLookUps()
    const holder = await desk.db.$client.connect()
    await holder.query('begin')
    await holder.query('lock table sessions in access exclusive mode')
    const asked = ask(lender, id)
    await somebodyWaits(desk.db)
    await sleep(slowMs)
    await holder.query('commit')
    holder.release()
    await asked
    expect(lookUps()).toBe(1)
  })
})

describe('a slow request body', () => {
  async function createLoanSlowly(admin: Person, meanwhile: () => Promise<unknown>) {
    const terms = { borrowerName: 'Pier LLC', amount: '1', interestRate: '1', term: 1 }
    const body = JSON.stringify({ title: admin.id, ...terms })
    const headers = {
      Cookie: admin.cookie ?? '',
      'Content-Type': 'application/json',
      'Content-Length': String(body.length),
      Expect: '100-continue',
    }
    const text = requestText('POST /api/admin/loans', headers, body.slice(0, 20))
    const { socket, heard, closed } = openConversation(desk.address, text)
    await expect.poll(heard, { timeout: 10_000 }).toMatch(/100 Continue/)
    await sleep(slowMs)
    await meanwhile()
    socket.write(body.slice(20))
    await closed
    return heard().replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '')
  }

  it("looks up the caller twice if the request's body is slow", async () => {
    const admin = await desk.makeAdmin()
    const lookUps = countLookUps()
    expect(await createLoanSlowly(admin, async () => {})).toMatch(/^HTTP\/1\.1 201 /)
    expect(lookUps()).toBe(2)
  })

  it.each<[string, string, number]>([
    ['its sign-in', `delete from sessions where sess ->> 'userId' = $1`, 401],
    ['its role', 'update users set is_admin = false where id = $1::uuid', 403],
  ])(
    'rejects a request with a slow body if the caller loses %s before the body has arrived',
    async (_what, change, status) => {
      const admin = await desk.makeAdmin()
      const heard = await createLoanSlowly(admin, () => desk.rows(change, [admin.id]))
      expect(heard).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
      expect(await desk.rows('select 1 from loans where title = $1', [admin.id])).toEqual([])
    },
  )

  it('accepts a slow request body after the session gets a new id, even if the old id has expired', async () => {
    const admin = await desk.makeLender()
    await desk.rows('update users set is_admin = true where id = $1', [admin.id])
    const heard = await createLoanSlowly(admin, async () => {
      const ended = await desk.rows(
        `delete from sessions where sess ->> 'userId' = $1 and sess ->> 'isReplaced' = 'true' returning 1`,
        [admin.id],
      )
      expect(ended).toHaveLength(1)
    })
    expect(heard).toMatch(/^HTTP\/1\.1 201 /)
    const cookies = heard.match(/(?<=^set-cookie: )sid=[^;]+/gim) ?? []
    expect(cookies).toHaveLength(1)
    const [cookie = null] = cookies
    expect((await desk.visitor().request('GET', '/api/auth/user', { cookie })).status).toBe(200)
  })
})
