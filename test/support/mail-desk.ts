/** A server that sends its emails to the test's mail server. Call `openMailDesk` once in a test file. */
import type { Person } from '#test/support/builders.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { startMailServer, type MailServer } from '#test/support/mail-server.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'

export let server: MailServer
export let desk: Desk
export let olga: Person
export let loan: { id: string }

export function openMailDesk() {
  vi.setConfig({ testTimeout: 120_000 })
  beforeAll(async () => {
    server = await startMailServer()
    desk = await openDesk({ SMTP_URL: server.url, PUBLIC_URL: 'https://desk.example.com' })
    olga = await desk.makeAdmin({ firstName: 'Olga', lastName: 'Reyes' })
    loan = await desk.makeLoan({ title: 'Pier 4 Warehouse', propertyAddress: '4 Pier, Boston, MA' })
  })
  afterAll(async () => {
    await desk.close()
    await server.close()
  })
  beforeEach(() => {
    server.taken.length = 0
  })
  afterEach(async () => {
    await until(isQuiet)
    server.refuses = false
  })
}

// A notification whose recipient is locked waits for the next round, which starts within 15 seconds.
export const until = (isSo: () => Promise<boolean> | boolean) =>
  vi.waitFor(async () => expect(await isSo()).toBe(true), { timeout: 60_000, interval: 20 })
export const isQuiet = async () => {
  const rows = await desk.rows('select 1 from mails where sent_at is null and attempts < 10')
  return rows.length === 0
}
export const toOne = (lender: Person, message: string) =>
  olga.call('createMessage', { body: { loanId: loan.id, message, recipientId: lender.id } })
export const openNotices = (person: Person) =>
  desk.rows<{ type: string }>(
    'select type from notifications where user_id = $1 and mail_handled_at is null',
    [person.id],
  )
/** Wakes the outbox and waits until no more emails are due. */
export const settle = async () => {
  await olga.call('sendTestMail')
  await until(isQuiet)
}
export const lastMail = async (person: Person) => {
  await until(() => server.mailsTo(person.email).length > 0)
  return server.mailsTo(person.email).at(-1)
}
/** Backdates all of a user's notifications by one day. */
export const letNightPass = (person: Person) =>
  desk.rows(
    "update notifications set created_at = created_at - interval '1 day' where user_id = $1",
    [person.id],
  )
