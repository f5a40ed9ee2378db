/** Queued emails whose recipients lose access or change their preferences before the mail server is available. */
import { describe, expect, it } from 'vitest'
import type { Person } from '#test/support/builders.ts'
import {
  openMailDesk,
  desk,
  isQuiet,
  lastMail,
  letNightPass,
  olga,
  openNotices,
  server,
  settle,
  toOne,
  until,
} from '#test/support/mail-desk.ts'

openMailDesk()

describe('a queued email', () => {
  const wasRefused = async ({ id }: Person) => {
    const rows = await desk.rows(
      'select 1 from mails where user_id = $1 and last_error is not null',
      [id],
    )
    return rows.length === 1
  }
  const retry = async () => {
    server.refuses = false
    await desk.rows('update mails set next_attempt_at = now() where sent_at is null')
    await settle()
  }

  it("doesn't send a queued email if its loan was deleted or returned to draft, or its recipient was deactivated", async () => {
    server.refuses = true
    const [lender, gone] = [await desk.makeLender(), await desk.makeLender()]
    const secret = await desk.makeLoan({ title: 'Secret Row' })
    const erased = await desk.makeLoan({ title: 'Erased Row' })
    const kept = await desk.makeLoan({ title: 'Kept Row' })
    await until(() => wasRefused(lender))
    // The second email of a type would wait ten minutes, so earlier emails are backdated. A single statement keeps the
    // timestamps of an email and its notifications equal.
    await desk.rows(
      `with aged as (update mails set created_at = created_at - interval '11 minutes')
       update notifications set mail_handled_at = mail_handled_at - interval '11 minutes'`,
    )
    await olga.call('sendTestMail')
    await until(async () => (await openNotices(lender)).length === 0)
    await olga.call('unpublishLoan', { params: { id: secret.id }, body: {} })
    await olga.call('deleteLoan', { params: { id: erased.id } })
    await olga.call('deleteUser', { params: { id: gone.id } })
    await retry()
    const mails = server.mailsTo(lender.email).map(({ text, html }) => `${text}${html}`)
    expect(mails.join()).toContain('Kept Row')
    expect(mails.join()).not.toContain('Secret Row')
    expect(mails.join()).not.toContain('Erased Row')
    expect(server.mailsTo(gone.email)).toEqual([])
    expect(kept.title).toBe('Kept Row')
  })

  it('omits a loan from a digest if the recipient loses access to the loan before the digest is sent', async () => {
    const lender = await desk.makeLender()
    await lender.call('setMailChoice', { body: { kind: 'newLoans', timing: 'daily' } })
    const hidden = await desk.makeLoan({ title: 'Hidden Yard' })
    await desk.makeLoan({ title: 'Shown Yard' })
    await settle()
    server.refuses = true
    await letNightPass(lender)
    await olga.call('sendTestMail')
    await until(() => wasRefused(lender))
    await olga.call('unpublishLoan', { params: { id: hidden.id }, body: {} })
    await retry()
    const digest = await lastMail(lender)
    expect(digest?.subject).toBe('Daily digest: 1 new loan')
    expect(digest?.text).toContain('Shown Yard')
    expect(`${digest?.text}${digest?.html}`).not.toContain('Hidden Yard')
  })

  it("doesn't send a queued email to a recipient who is no longer approved", async () => {
    server.refuses = true
    const lender = await desk.makeLender()
    await toOne(lender, 'Too late')
    await until(() => wasRefused(lender))
    await olga.call('updateUser', { params: { id: lender.id }, body: { isApproved: 'false' } })
    await retry()
    expect(server.mailsTo(lender.email)).toEqual([])
  })

  it("doesn't send a queued email after its category is turned off, and shows the reason in the outbox", async () => {
    server.refuses = true
    const lender = await desk.makeLender()
    await toOne(lender, 'Too late')
    const find = async () =>
      (await olga.call('listMails')).find(({ recipient }) => recipient === lender.email)
    await until(async () => typeof (await find())?.lastError === 'string')
    await lender.call('setMailChoice', { body: { kind: 'questions', timing: 'never' } })
    await retry()
    expect(server.mailsTo(lender.email)).toEqual([])
    expect(await find()).toMatchObject({
      state: 'failed',
      lastError:
        'Not sent: the recipient turned off these emails, or can no longer see what it was about',
    })
  })

  it("doesn't resend an email if the recipient has lost access to the loan", async () => {
    const lender = await desk.makeLender()
    const secret = await desk.makeLoan({ title: 'Copied Row' })
    await lastMail(lender)
    await until(isQuiet)
    const sent = (await olga.call('listMails')).find(({ recipient }) => recipient === lender.email)
    const params = { id: sent?.id ?? '' }
    await olga.call('resendMail', { params })
    await until(() => server.mailsTo(lender.email).length === 2)
    const [first, second] = server.mailsTo(lender.email)
    expect(second).toEqual(first)
    await until(isQuiet)
    await olga.call('unpublishLoan', { params: { id: secret.id }, body: {} })
    const copy = await olga.call('resendMail', { params })
    await until(isQuiet)
    expect(server.mailsTo(lender.email)).toHaveLength(2)
    expect((await olga.call('listMails')).find(({ id }) => id === copy.id)?.state).toBe('failed')
  })
})
