/** A session's id is replaced while another request is ending the session. */
import { setTimeout as sleep } from 'node:timers/promises'
import { transact } from '#server/database/transactions.ts'
import { findSession, replaceSession } from '#server/sign-in/sessions.ts'
import { tokenHash } from '#server/sign-in/tokens.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Person } from '#test/support/builders.ts'
import type { Caller } from '#test/support/caller.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { somebodyWaits } from '#test/support/lock-waits.ts'
import { security } from '#test/support/requirements.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off' })
})
afterAll(async () => {
  expect(desk.errors).toEqual([])
  await desk.close()
})

const statusOf = async (cookie: string) =>
  (await desk.visitor().request('GET', '/api/auth/user', { cookie })).status
const sessionsOf = ({ id }: { id: string }) =>
  desk.rows(`select 1 from sessions where sess ->> 'userId' = $1`, [id])

/** Replaces a session's id in a transaction that stays open until `end` waits for the session's row. */
async function replaceWhile(caller: Caller, end: () => Promise<unknown>): Promise<string> {
  const session = await findSession(desk, tokenHash(caller.cookie?.slice(4) ?? ''))
  if (!session) throw new Error('Nobody is signed in')
  const [value, ending] = await transact(desk.db, async (tx) => {
    const replaced = await replaceSession(tx, desk.config, session)
    // The call isn't awaited, because it can't finish before this transaction ends.
    const under = { way: end() }
    await somebodyWaits(desk.db)
    return [replaced, under] as const
  })
  await ending.way
  return `sid=${value}`
}

type End = (here: Person, there: Caller) => Promise<unknown>
const ends: Record<string, End> = {
  'its user signs out everywhere': (here) => here.call('signOutEverywhere'),
  'its user signs out': (_here, there) => there.call('logout'),
  'its user ends it in the list of sessions': async (here) => {
    const all = await here.call('listSessions')
    const id = all.find(({ isCurrent }) => isCurrent === 'false')?.id ?? ''
    await here.call('endSession', { params: { id } })
  },
  'its user changes the password': (here) =>
    here.call('changePassword', {
      body: { currentPassword: here.password, newPassword: 'a brand new one' },
    }),
  'an administrator signs its user out': async (here) => {
    const admin = await desk.makeAdmin()
    await admin.call('signOutUser', { params: { id: here.id } })
  },
  'its account ends': async (here) => {
    const admin = await desk.makeAdmin()
    await admin.call('deleteUser', { params: { id: here.id } })
  },
}

it.each(Object.entries(ends))(
  "doesn't revive a session that ends because %s",
  async (_why, end) => {
    security('7.4.1')
    const here = await desk.makeLender()
    const there = await desk.signIn(here)
    const cookie = await replaceWhile(there, () => end(here, there))
    expect(await statusOf(cookie)).toBe(401)
    expect(await statusOf(there.cookie ?? '')).toBe(401)
  },
)

it('ends a session everywhere even while its id is being replaced', async () => {
  const person = await desk.makeLender()
  for (let round = 0; round < 12; round += 1) {
    const callers = await Promise.all(Array.from({ length: 4 }, () => desk.signIn(person)))
    const other = round % 2 === 0
    await desk.rows('update users set is_approved = $2 where id = $1', [person.id, !other])
    const [first, ...others] = callers
    const asking = others.map(async (caller, index) => {
      await sleep(index * 2)
      return caller.send('getCurrentUser')
    })
    await Promise.all([...asking, first?.send('signOutEverywhere')])
    expect(await sessionsOf(person)).toEqual([])
  }
})
