/** Password resets through an emailed link, which works only once and expires after one hour. */
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readJson, readRefusal } from '#test/support/caller.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { somebodyWaitsFor } from '#test/support/lock-waits.ts'
import { security } from '#test/support/requirements.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk({ PUBLIC_URL: 'https://desk.example.com', RATE_LIMIT: 'off' })
})
afterAll(() => desk.close())

const password = 'a brand new one'
const expired = '400: This link has expired or was already used. Request a new one.'
const sent = { message: "If there's an account with this email, a link is on its way." }

const mailsTo = (email: string) =>
  desk.rows<{ id: string; isSent: boolean }>(
    `select id, sent_at is not null as "isSent" from mails where recipient = $1
     order by created_at, id`,
    [email],
  )

async function tokenFor(email: string): Promise<string> {
  await desk.visitor().call('requestPasswordReset', { body: { email } })
  const newest = async () => (await mailsTo(email)).at(-1)
  await expect.poll(async () => (await newest())?.isSent, { timeout: 60_000 }).toBe(true)
  const id = (await newest())?.id ?? ''
  const folder = path.join(desk.config.dataDir, 'mail')
  const file = (await readdir(folder)).find((name) => name.endsWith(`${id}.eml`)) ?? ''
  const text = await readFile(path.join(folder, file), 'utf8')
  return /https:\/\/desk\.example\.com\/reset-password\?token=([\w-]+)/.exec(text)?.[1] ?? ''
}

describe('requests for a reset link', () => {
  it('returns the same response to a reset request for every email address', async () => {
    const lender = await desk.makeLender()
    for (const email of [lender.email, lender.email.toUpperCase(), 'nobody@example.com']) {
      const reply = await desk.visitor().send('requestPasswordReset', { body: { email } })
      expect(reply.status).toBe(202)
      expect(readJson(reply)).toEqual(sent)
    }
    expect(await mailsTo(lender.email)).toHaveLength(2)
    expect(await mailsTo('nobody@example.com')).toEqual([])
  })

  it("doesn't send a reset link to a deactivated account", async () => {
    const lender = await desk.makeLender()
    await desk.rows('update users set deactivated_at = now() where id = $1', [lender.id])
    await desk.visitor().call('requestPasswordReset', { body: { email: lender.email } })
    expect(await mailsTo(lender.email)).toEqual([])
  })

  it('returns the same response to a reset request while the account with that email address is being deleted', async () => {
    const lender = await desk.makeLender()
    const holder = await desk.db.$client.connect()
    try {
      await holder.query('begin')
      await holder.query('delete from users where id = $1', [lender.id])
      const body = { email: lender.email }
      const asked = desk.visitor().send('requestPasswordReset', { body })
      await Promise.race([asked, somebodyWaitsFor(holder)])
      await holder.query('commit')
      const reply = await asked
      expect([reply.status, readJson(reply)]).toEqual([202, sent])
      expect(await mailsTo(lender.email)).toEqual([])
    } finally {
      // If the test fails before the commit, this rollback releases the lock. Otherwise it has no effect.
      await holder.query('rollback')
      holder.release()
    }
  })

  it('stores only the hash of a reset token', async () => {
    security('11.5.1')
    const lender = await desk.makeLender()
    const token = await tokenFor(lender.email)
    expect(token).toHaveLength(43)
    const kept = await desk.rows('select * from password_resets where user_id = $1', [lender.id])
    expect(kept).toHaveLength(1)
    expect(JSON.stringify(kept)).not.toContain(token)
  })
})

describe('using a reset link', () => {
  it('sets a new password only once per reset link, and ends all sessions', async () => {
    security('6.4.3', '7.4.3')
    const lender = await desk.makeLender()
    const token = await tokenFor(lender.email)
    const reply = await desk.visitor().send('resetPassword', { body: { token, password } })
    expect([reply.status, reply.text]).toEqual([204, ''])
    expect(await lender.refusal('getCurrentUser')).toBe('401: Unauthorized: please sign in')
    const { email } = lender
    const old = { email, password: lender.password }
    expect(await desk.visitor().refusal('login', { body: old })).toBe(
      '401: Invalid email or password',
    )
    await desk.visitor().call('login', { body: { email, password } })
    const again = { token, password: 'yet another one' }
    expect(await desk.visitor().refusal('resetPassword', { body: again })).toBe(expired)
    await desk.visitor().call('login', { body: { email, password } })
  })

  it('accepts a reset link only once, even for ten concurrent requests', async () => {
    const lender = await desk.makeLender()
    const token = await tokenFor(lender.email)
    const replies = await Promise.all(
      Array.from({ length: 10 }, () =>
        desk.visitor().send('resetPassword', { body: { token, password } }),
      ),
    )
    const statuses = replies.map((reply) => reply.status).toSorted()
    expect(statuses).toEqual([204, ...Array<number>(9).fill(400)])
  })

  it('accepts a reset link only within one hour', async () => {
    security('6.4.3', '14.2.1')
    const lender = await desk.makeLender()
    const token = await tokenFor(lender.email)
    const [row] = await desk.rows<{ minutes: string }>(
      `select extract(epoch from expires_at - now()) / 60 as minutes
       from password_resets where user_id = $1`,
      [lender.id],
    )
    expect(Math.round(Number(row?.minutes))).toBe(60)
    await desk.rows('update password_resets set expires_at = now() where user_id = $1', [lender.id])
    const body = { token, password }
    expect(await desk.visitor().refusal('resetPassword', { body })).toBe(expired)
    await desk.signIn(lender)
  })

  it("deletes all of an account's reset links after one of them is used", async () => {
    security('6.6.2')
    const lender = await desk.makeLender()
    const first = await tokenFor(lender.email)
    const second = await tokenFor(lender.email)
    expect(first).not.toBe(second)
    await desk.visitor().call('resetPassword', { body: { token: second, password } })
    const body = { token: first, password: 'yet another one' }
    expect(await desk.visitor().refusal('resetPassword', { body })).toBe(expired)
  })

  it("doesn't use up a reset link when the new password is too short", async () => {
    const lender = await desk.makeLender()
    const token = await tokenFor(lender.email)
    const body = { token, password: 'short' }
    expect(await desk.visitor().refusal('resetPassword', { body })).toBe(
      '400: Password must be at least 8 characters',
    )
    await desk.visitor().call('resetPassword', { body: { token, password } })
  })

  it("doesn't use up a reset link when the new password is too common", async () => {
    const lender = await desk.makeLender()
    const token = await tokenFor(lender.email)
    const reply = await desk
      .visitor()
      .send('resetPassword', { body: { token, password: 'iloveyou' } })
    const message = 'This is one of the most common passwords. Choose another.'
    expect(reply.status).toBe(400)
    expect(readRefusal(reply).fields).toEqual({ password: message })
    await desk.visitor().call('resetPassword', { body: { token, password } })
  })

  it('rejects a guessed reset link', async () => {
    security('11.5.1')
    for (const token of ['x', "' or 1=1 --", 'a'.repeat(200)]) {
      const body = { token, password }
      expect(await desk.visitor().refusal('resetPassword', { body })).toBe(expired)
    }
    for (const token of ['', 'a'.repeat(201), undefined, null, 5]) {
      const reply = await desk.visitor().send('resetPassword', { body: { token, password } })
      expect(reply.status).toBe(400)
      expect(readRefusal(reply).fields).toEqual({ token: 'The link is incomplete' })
    }
  })
})
