/** `npm run admin:password` restores access for an administrator when no other administrator can help. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newEmail, type Account, type Person } from '#test/support/builders.ts'
import { readRefusal } from '#test/support/caller.ts'
import { runCommand } from '#test/support/commands.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { noticesOf } from '#test/support/notices.ts'
import { security } from '#test/support/requirements.ts'
import { turnOn } from '#test/support/second-factor.ts'
import { entriesOf } from '#test/support/trail.ts'

let desk: Desk
let admin: Person
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off' })
  admin = await desk.makeAdmin()
})
afterAll(async () => {
  expect(desk.errors).toEqual([])
  await desk.close()
})

async function setPassword(...args: string[]) {
  const settings = { DATABASE_URL: desk.databaseUrl, DATA_DIR: desk.config.dataDir }
  const { code, output } = await runCommand('admin-password', args, settings)
  return `${code} ${output.trim()}`
}
const signIn = ({ email }: Account, password: string, code?: string) =>
  desk.visitor().send('login', { body: { email, password, ...(code && { code }) } })

it('generates a new password for an administrator, ends all sessions, and keeps the second factor', async () => {
  security('6.4.1')
  const lost = await desk.makeAdmin({ firstName: 'Ada', lastName: 'Cole' })
  const { recoveryCodes } = await turnOn(lost)
  const { url } = await admin.call('createResetLink', { params: { id: lost.id } })
  let said = ''
  const entries = await entriesOf(admin, async () => {
    said = await setPassword(lost.email.toUpperCase())
  })
  const words =
    /^0 New password for (\S+): (\S+)\nIt isn't shown again\. All sign-ins of that account have ended\.\nTwo-factor sign-in is unchanged; npm run two-factor:off -- (\S+) turns it off\.$/
  expect(said).toMatch(words)
  const [, email, password = '', sameEmail] = words.exec(said) ?? []
  expect([email, sameEmail]).toEqual([lost.email, lost.email])

  expect(await lost.refusal('getCurrentUser')).toBe('401: Unauthorized: please sign in')
  expect((await signIn(lost, lost.password)).status).toBe(401)
  expect(readRefusal(await signIn(lost, password)).code).toBe('two_factor_required')
  expect((await signIn(lost, password, recoveryCodes[0])).status).toBe(200)
  // An older link must stop working, because someone else could use it to change the password again.
  const token = new URL(url).searchParams.get('token') ?? ''
  const body = { token, password: 'a brand new one' }
  expect((await desk.visitor().send('resetPassword', { body })).status).toBe(400)

  expect(entries).toMatchObject([
    { kind: 'passwordChanged', actorId: null, address: null, personId: lost.id },
  ])
  expect(JSON.stringify(entries)).not.toContain(password)
})

it("emails the account's owner about the new password but doesn't include the password", async () => {
  const lost = await desk.makeAdmin()
  await lost.call('updateProfile', { body: { notifyByEmail: 'false' } })
  const password = / (\S+)\n/.exec(await setPassword(lost.email))?.[1] ?? ''
  const again = await desk.signIn(Object.assign(lost, { password }))
  const [notice] = await noticesOf(again)
  expect(notice).toContain('Someone with access to the server set a new password for your account')
  const mails = await desk.rows<{ subject: string; body: string }>(
    'select subject, body from mails where recipient = $1',
    [lost.email],
  )
  expect(mails.map(({ subject }) => subject)).toEqual(['Paripassu: Your password was changed'])
  expect(JSON.stringify([notice, mails])).not.toContain(password)
})

it("explains the arguments to npm run admin:password and says what to do for accounts that aren't administrators", async () => {
  const [lender, gone] = [await desk.makeLender(), await desk.makeAdmin()]
  await desk.rows('update users set deactivated_at = now() where id = $1', [gone.id])
  const passwords = () => desk.rows('select id, password from users order by id')
  const before = await passwords()
  const nobody = newEmail()
  expect(await setPassword()).toBe(
    "1 Name the administrator's email address: npm run admin:password -- EMAIL",
  )
  expect(await setPassword(nobody)).toBe(`1 There is no account for ${nobody}.`)
  expect(await setPassword(lender.email)).toBe(
    `1 ${lender.email} isn't an administrator. Use Forgot password on the login page, or have an administrator create a reset link in Manage Users.`,
  )
  expect(await setPassword(gone.email)).toBe(
    `1 The account of ${gone.email} is deactivated. Have an administrator reactivate it in Manage Users first.`,
  )
  expect(await passwords()).toEqual(before)
  expect((await lender.send('getCurrentUser')).status).toBe(200)
})
