/** Security emails to an account's owner when another user changes how the owner signs in. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newEmail, type Person } from '#test/support/builders.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { startMailServer, type MailServer } from '#test/support/mail-server.ts'
import { noticesOf } from '#test/support/notices.ts'
import { security } from '#test/support/requirements.ts'
import { turnOn } from '#test/support/second-factor.ts'

let server: MailServer
let desk: Desk
let olga: Person
beforeAll(async () => {
  server = await startMailServer()
  desk = await openDesk({
    RATE_LIMIT: 'off',
    SMTP_URL: server.url,
    PUBLIC_URL: 'https://desk.example.com',
    BRAND_NAME: 'Cole, Reyes & Co',
    BRAND_EMAIL: 'help@cole-reyes.example',
  })
  olga = await desk.makeAdmin({ firstName: 'Olga', lastName: 'Reyes' })
})
afterAll(async () => {
  expect(desk.errors).toEqual([])
  await desk.close()
  await server.close()
})
beforeEach(() => {
  server.taken.length = 0
})

async function mailsTo(address: string, count: number) {
  const patience = { timeout: 60_000, interval: 20 }
  await expect.poll(() => server.mailsTo(address).length, patience).toBe(count)
  return server.mailsTo(address)
}
/** Returns all queued and sent emails without waiting, because an action queues its emails before it returns. */
const queuedFor = async (...addresses: string[]) =>
  (
    await desk.rows<{ recipient: string }>(
      'select recipient from mails where recipient = any($1) order by created_at, recipient',
      [addresses],
    )
  ).map(({ recipient }) => recipient)
const change = ({ id }: Person, body: object) => olga.call('updateUser', { params: { id }, body })
const makeLink = ({ id }: Person) => olga.call('createResetLink', { params: { id } })
const aTime = '[A-Z][a-z]+ \\d{1,2}, \\d{4} at \\d{1,2}:\\d\\d [AP]M UTC'
const contact = "If you didn't expect this, contact help@cole-reyes.example right away."

describe('emails to the account owner', () => {
  it('emails the owner when an administrator creates a reset link, but leaves the link out of the email', async () => {
    const colleague = await desk.makeAdmin()
    const { url } = await makeLink(colleague)
    const token = new URL(url).searchParams.get('token') ?? ''
    expect(await noticesOf(colleague)).toEqual([
      `accountSecurity: Olga Reyes created a password reset link for your account. ${contact}`,
    ])
    const [mail] = await mailsTo(colleague.email, 1)
    expect(mail?.subject).toBe(
      'Cole, Reyes & Co: A password reset link was created for your account',
    )
    expect(mail?.text).toMatch(
      new RegExp(`^Hello,

Olga Reyes created a password reset link for your account at Cole, Reyes & Co on ${aTime}\\.

Anyone with the link can set a new password for your account within an hour\\. Until then, your password doesn't change\\.

${contact}

We always send emails about your account's security, whatever your notification settings\\.

Cole, Reyes & Co
`),
    )
    expect(mail?.text).not.toContain(token)
    expect(mail?.text).not.toContain('reset-password')
  })

  it("emails both the old and new addresses when an account's email address changes", async () => {
    const lender = await desk.makeLender()
    const old = lender.email
    const email = newEmail()
    await change(lender, { email, firstName: 'Lena' })
    expect(await noticesOf(lender)).toEqual([
      `accountSecurity: Olga Reyes changed your email address from ${old} to ${email}. ${contact}`,
    ])
    const [toOld] = await mailsTo(old, 1)
    const [toNew] = await mailsTo(email, 1)
    expect(toOld).toEqual(toNew)
    expect(toOld?.subject).toBe('Cole, Reyes & Co: Your email address was changed')
    expect(toOld?.text).toMatch(
      new RegExp(
        `Olga Reyes changed your email address from ${old} to ${email} at Cole, Reyes & Co on ${aTime}\\.`,
      ),
    )
    expect(toOld?.text).toContain('Sign in with the new address from now on.')
    expect(toOld?.text).toContain(contact)
  })

  it('emails the owner when two-factor sign-in is turned off', async () => {
    security('6.4.4')
    const lender = await desk.makeLender()
    await turnOn(lender)
    await olga.call('resetTwoFactor', { params: { id: lender.id } })
    expect(await noticesOf(await desk.signIn(lender))).toEqual([
      `accountSecurity: Olga Reyes turned off two-factor sign-in for your account. ${contact}`,
    ])
    const [mail] = await mailsTo(lender.email, 1)
    expect(mail?.subject).toBe('Cole, Reyes & Co: Two-factor sign-in was turned off')
    expect(mail?.text).toContain(
      "You now sign in with your password alone, and you're signed out everywhere.",
    )
    expect(mail?.text).toContain(contact)
  })

  it('emails the owner immediately after each account change, regardless of the email setting', async () => {
    const lender = await desk.makeLender()
    await lender.call('updateProfile', { body: { notifyByEmail: 'false' } })
    for (let time = 0; time < 3; time += 1) await makeLink(lender)
    expect(await noticesOf(lender)).toHaveLength(3)
    await mailsTo(lender.email, 3)
    const left = 'select 1 from notifications where user_id = $1 and mail_handled_at is null'
    expect(await desk.rows(left, [lender.id])).toEqual([])
  })

  it('emails the address that the account had at the time of a change, even if the address changes again right away', async () => {
    const lender = await desk.makeLender()
    const email = newEmail()
    await makeLink(lender)
    await change(lender, { email })
    expect(await queuedFor(lender.email, email)).toEqual([
      lender.email,
      ...[lender.email, email].toSorted(),
    ])
  })

  it('emails the owner of a deactivated account about changes to it', async () => {
    const colleague = await desk.makeAdmin()
    await desk.rows('update users set deactivated_at = now() where id = $1', [colleague.id])
    const email = newEmail()
    await change(colleague, { email })
    await mailsTo(colleague.email, 1)
    await olga.call('reactivateUser', { params: { id: colleague.id } })
    expect(await noticesOf(await desk.signIn(Object.assign(colleague, { email })))).toHaveLength(1)
  })

  it("puts an administrator's name on a single line in emails, even if it contains line breaks", async () => {
    const lender = await desk.makeLender()
    const other = await desk.makeAdmin({ firstName: 'Olga\n\nhttps://evil.example', lastName: 'R' })
    await other.call('createResetLink', { params: { id: lender.id } })
    const [mail] = await mailsTo(lender.email, 1)
    expect(mail?.text).toContain('\n\nOlga https://evil.example R created a password reset link')
  })
})

describe("changes that don't trigger an email", () => {
  it('sends no email for harmless or rejected changes, or if only the letter case of an email address changes', async () => {
    const lender = await desk.makeLender()
    const other = await desk.makeLender()
    const params = { id: lender.id }
    await change(lender, { firstName: 'Grace', email: lender.email })
    await change(lender, { email: lender.email.toUpperCase() })
    await change(lender, { email: lender.email })
    await olga.call('resetTwoFactor', { params })
    await olga.call('signOutUser', { params })
    const taken = { params, body: { email: other.email } }
    expect((await olga.send('updateUser', taken)).status).toBe(409)
    await desk.rows('update users set deactivated_at = now() where id = $1', [lender.id])
    expect((await olga.send('createResetLink', { params })).status).toBe(409)
    const rows = 'select 1 from notifications where user_id = any($1)'
    expect(await desk.rows(rows, [[lender.id, other.id]])).toEqual([])
    expect(await queuedFor(lender.email, other.email)).toEqual([])
  })

  it('sends no email when users change their own accounts', async () => {
    const lender = await desk.makeLender()
    const { recoveryCodes } = await turnOn(lender)
    const currentPassword = lender.password
    await lender.call('endTwoFactor', { body: { currentPassword, code: recoveryCodes[0] ?? '' } })
    await lender.call('changePassword', {
      body: { currentPassword, newPassword: 'a brand new one' },
    })
    expect(await noticesOf(lender)).toEqual([])
    expect(await queuedFor(lender.email)).toEqual([])
  })
})
