import { afterAll, beforeAll, expect, it } from 'vitest'
import type { EndpointName } from '#contract/endpoints.ts'
import type { Person } from '#test/support/builders.ts'
import type { LooseInput } from '#test/support/caller.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { security } from '#test/support/requirements.ts'
import { currentCode, forgetCodes } from '#test/support/second-factor.ts'
import { watchSecretReads, type SecretReads } from '#test/support/secret-reads.ts'

const hash = 'users.password'
const seed = 'two_factors.secret'

let desk: Desk
let reads: SecretReads
let ada: Person
let olga: Person
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off' })
  reads = await watchSecretReads(desk.db)
  ada = await desk.makeLender()
  olga = await desk.makeAdmin()
})
afterAll(() => desk.close())

async function readBy(person: Person, name: EndpointName, input: LooseInput = {}) {
  reads.take()
  const reply = await person.send(name, input)
  expect(reply.status, `${name}: ${reply.text}`).toBeLessThan(300)
  return { text: reply.text, read: reads.take() }
}

async function sentLink() {
  await ada.call('requestPasswordReset', { body: { email: ada.email } })
  const [mail] = await desk.rows<{ id: string }>(
    `update mails set sent_at = now() where kind = 'passwordReset' returning id`,
  )
  return mail?.id ?? ''
}

it('reads secrets only at endpoints that verify a password or code', async () => {
  const { email, password: currentPassword } = ada
  const started = await readBy(ada, 'startTwoFactor', { body: { currentPassword } })
  expect(started.read).toEqual([hash])
  const { secret }: { secret: string } = JSON.parse(started.text)
  const withCode = async (name: EndpointName, body: object) => {
    await forgetCodes(desk, ada)
    const done = await readBy(ada, name, { body: { ...body, code: currentCode(secret) } })
    return done.read
  }
  expect(await withCode('confirmTwoFactor', {})).toEqual([seed, hash])
  expect(await withCode('login', { email, password: currentPassword })).toEqual([seed, hash])
  expect(await withCode('renewRecoveryCodes', { currentPassword })).toEqual([seed, hash])
  expect(await withCode('endTwoFactor', { currentPassword })).toEqual([seed, hash])
  const body = { currentPassword, newPassword: 'another long one' }
  expect((await readBy(ada, 'changePassword', { body })).read).toEqual([hash])
})

it("doesn't read secrets when showing, changing, or emailing an account", async () => {
  security('15.3.1')
  const loan = await desk.makeLoan()
  const pending = await desk.makePending()
  const params = { id: pending.id }
  const email = { body: { email: ada.email } }
  const calls: [Person, EndpointName, LooseInput?][] = [
    [ada, 'getCurrentUser'],
    [ada, 'updateProfile', { body: { firstName: 'Ada' } }],
    [ada, 'requestPasswordReset', email],
    [olga, 'resendMail', { params: { id: await sentLink() } }],
    [ada, 'createMessage', { body: { loanId: loan.id, message: 'When?' } }],
    [olga, 'listLoanMessages', { params: { loanId: loan.id } }],
    [olga, 'listUsers'],
    [olga, 'listPendingUsers'],
    [olga, 'approveUser', { params }],
    [olga, 'updateUser', { params, body: { firstName: 'Pat' } }],
    [olga, 'createResetLink', { params }],
    [olga, 'signOutUser', { params }],
    [olga, 'deleteUser', { params: { id: ada.id } }],
    [olga, 'reactivateUser', { params: { id: ada.id } }],
  ]
  const read: Record<string, string[]> = {}
  for (const [person, name, input] of calls) read[name] = (await readBy(person, name, input)).read
  expect(read).toEqual(Object.fromEntries(calls.map(([, name]) => [name, []])))
})
