/** Email preferences, daily digests, and unsubscribe links. */
import { describe, expect, it } from 'vitest'
import {
  openMailDesk,
  desk,
  lastMail,
  letNightPass,
  loan,
  olga,
  openNotices,
  server,
  settle,
  toOne,
  until,
} from '#test/support/mail-desk.ts'
import { queueDigests } from '#server/notifications/mailing/queue-mails.ts'

openMailDesk()

const post = (url: string, body = 'List-Unsubscribe=One-Click') => {
  const { pathname, search } = new URL(url)
  return fetch(`${desk.address}${pathname}${search}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body,
  })
}

describe('email preferences', () => {
  it("lists each role's email preferences, with immediate delivery as the default", async () => {
    const lender = await desk.makeLender()
    const now = { timing: 'now', isMatchingOnly: 'false' }
    expect(await lender.call('getMailChoices')).toEqual([
      { kind: 'questions', ...now },
      { kind: 'newLoans', ...now },
      { kind: 'documents', ...now },
    ])
    expect((await olga.call('getMailChoices')).map(({ kind }) => kind)).toEqual([
      'questions',
      'events',
    ])
    const set = await lender.call('setMailChoice', {
      body: { kind: 'newLoans', timing: 'daily', isMatchingOnly: 'true' },
    })
    expect(set).toContainEqual({ kind: 'newLoans', timing: 'daily', isMatchingOnly: 'true' })
    expect(await lender.call('getMailChoices')).toEqual(set)
    await lender.call('setMailChoice', { body: { kind: 'newLoans', timing: 'now' } })
    expect(await lender.call('getMailChoices')).toContainEqual({
      ...{ kind: 'newLoans', timing: 'now', isMatchingOnly: 'true' },
    })
    expect(
      await lender.refusal('setMailChoice', {
        body: { kind: 'money' as 'questions', timing: 'never' },
      }),
    ).toMatch(/^400: Must be questions/)
  })

  it("rejects a category of the other role's emails, without storing it", async () => {
    const lender = await desk.makeLender()
    const refusalOf = (person: typeof lender, kind: 'events' | 'newLoans' | 'documents') =>
      person.refusal('setMailChoice', { body: { kind, timing: 'never' } })
    expect(await refusalOf(lender, 'events')).toBe('400: Must be questions, newLoans, documents')
    for (const kind of ['newLoans', 'documents'] as const)
      expect(await refusalOf(olga, kind)).toBe('400: Must be questions, events')
    const stored = `select kind from mail_choices where user_id = any($1)`
    expect(await desk.rows(stored, [[lender.id, olga.id]])).toEqual([])
  })

  it("sends no emails about a category that is turned off, but still lists the category's notifications", async () => {
    const lender = await desk.makeLender()
    await lender.call('setMailChoice', { body: { kind: 'questions', timing: 'never' } })
    await toOne(lender, 'Hello?')
    await settle()
    expect(server.mailsTo(lender.email)).toEqual([])
    expect(await openNotices(lender)).toEqual([])
    expect(await lender.call('countUnreadNotifications')).toEqual({ unread: 1 })
    await desk.makeCommitment(lender, loan, { isSoftCommit: 'true', percentage: '1' })
    expect((await lastMail(lender))?.subject).toBe('Receipt: 1% ($10,000.00) of Pier 4 Warehouse')
  })

  it('emails a lender only about new loans that match a saved filter if the lender selects that option', async () => {
    const lender = await desk.makeLender()
    const name = 'Boston'
    await lender.call('createSavedFilter', {
      body: { name, location: 'Boston', isNotifying: 'true' },
    })
    await lender.call('setMailChoice', {
      body: { kind: 'newLoans', timing: 'now', isMatchingOnly: 'true' },
    })
    await desk.makeLoan({
      title: 'Matches your saved filter Elsewhere',
      propertyAddress: '1 Main Street, Reno, NV',
    })
    await desk.makeLoan({ title: 'Harbor Row', propertyAddress: '2 Harbor, Boston, MA' })
    const mail = await lastMail(lender)
    await settle()
    expect(server.mailsTo(lender.email)).toHaveLength(1)
    expect(mail?.subject).toBe('New loan: Harbor Row, $1M at 7.25%')
    expect(mail?.text).toContain('Matches your saved filter “Boston”')
    expect(mail?.text).not.toContain('Elsewhere')
  })
})

describe('the daily digest', () => {
  it('sends one digest of all daily notifications after 8:00 the next day', async () => {
    const lender = await desk.makeLender({ firstName: 'Dora' })
    for (const kind of ['questions', 'newLoans'] as const)
      await lender.call('setMailChoice', { body: { kind, timing: 'daily' } })
    await toOne(lender, 'First answer')
    await toOne(lender, 'Second answer')
    await desk.makeLoan({ title: 'Palmetto Yard' })
    // Receipts are always emailed immediately.
    await desk.makeCommitment(lender, loan, { isSoftCommit: 'true', percentage: '1' })
    expect((await lastMail(lender))?.subject).toMatch(/^Receipt/)
    await settle()
    expect(await openNotices(lender)).toHaveLength(3)
    expect(server.mailsTo(lender.email)).toHaveLength(1)

    await letNightPass(lender)
    await settle()
    await until(() => server.mailsTo(lender.email).length === 2)
    const digest = await lastMail(lender)
    expect(digest?.subject).toBe('Daily digest: 2 messages, 1 new loan')
    expect(digest?.text).toContain('Hello Dora,')
    expect(digest?.text).toContain('First answer')
    expect(digest?.text).toContain('Second answer')
    expect(digest?.text).toContain('Palmetto Yard')
    expect(digest?.text.match(/^Pier 4 Warehouse$/gm)).toHaveLength(1)
    expect(await openNotices(lender)).toEqual([])

    // Notifications created after 8:00 are included in the next day's digest.
    await toOne(lender, 'Third answer')
    await letNightPass(lender)
    await settle()
    expect(server.mailsTo(lender.email)).toHaveLength(2)
    await desk.rows(
      "update mails set created_at = created_at - interval '1 day' where user_id = $1 and kind = 'dailyDigest'",
      [lender.id],
    )
    await settle()
    await until(() => server.mailsTo(lender.email).length === 3)
    expect((await lastMail(lender))?.text).toContain('Third answer')
  })

  it("sends the daily digest at 8:00 in the desk's time zone", async () => {
    const lender = await desk.makeLender()
    await lender.call('setMailChoice', { body: { kind: 'questions', timing: 'daily' } })
    await toOne(lender, 'Zoned')
    const { rows } = await desk.db.$client.query<{ hours: number }>(
      "select extract(hour from now() at time zone 'UTC')::int as hours",
    )
    // Returns the name of a time zone in which the current hour is `hour`. Names such as `Etc/GMT+5` are west of
    // Greenwich.
    const zoneAt = (hour: number) => {
      const ahead = ((hour - (rows[0]?.hours ?? 0) + 36) % 24) - 12
      return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
    }
    const at = (hour: number) => queueDigests(desk.db, { ...desk.config, timeZone: zoneAt(hour) })
    await desk.rows(
      "update notifications set created_at = now() - interval '2 hours' where user_id = $1",
      [lender.id],
    )
    const queued = () =>
      desk.rows("select 1 from mails where user_id = $1 and kind = 'dailyDigest'", [lender.id])
    await at(7)
    expect(await queued()).toHaveLength(0)
    await at(8)
    expect(await queued()).toHaveLength(1)
    await at(8)
    expect(await queued()).toHaveLength(1)
    await settle()
  })

  it('queues one daily digest even if several processes queue digests at the same time', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => desk.makeLender()))
    for (const lender of people) {
      await lender.call('setMailChoice', { body: { kind: 'questions', timing: 'daily' } })
      await toOne(lender, 'Together')
      await letNightPass(lender)
    }
    const run = async () => {
      while (await queueDigests(desk.db, desk.config));
    }
    await Promise.all([run(), run(), run()])
    await settle()
    for (const lender of people) {
      await lastMail(lender)
      expect(server.mailsTo(lender.email)).toHaveLength(1)
    }
  })
})

describe('the unsubscribe link', () => {
  it('unsubscribes without a session when an email client POSTs to the unsubscribe link, but not when the link is opened', async () => {
    const lender = await desk.makeLender()
    await toOne(lender, 'Hello?')
    const url = (await lastMail(lender))?.unsubscribe ?? ''
    const raw = server.taken.find((mail) => mail.includes(lender.email))
    expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m)
    expect(url).toMatch(/^https:\/\/desk\.example\.com\/api\/mail-switch\?key=[\w.-]+$/)

    const { pathname, search } = new URL(url)
    const page = await fetch(`${desk.address}${pathname}${search}`)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('Turn off emails about messages on loans?')
    const timing = async () =>
      (await lender.call('getMailChoices')).map((choice) => [choice.kind, choice.timing])
    expect(await timing()).toContainEqual(['questions', 'now'])

    const answer = await post(url)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('set-cookie')).toBeNull()
    expect(await answer.text()).toContain('We no longer email you about messages on loans.')
    expect(await timing()).toEqual([
      ['questions', 'never'],
      ['newLoans', 'now'],
      ['documents', 'now'],
    ])
    expect((await post(url, '')).status).toBe(200)
  })

  it("turns off exactly the email categories in a digest when the digest's unsubscribe link is used", async () => {
    const lender = await desk.makeLender()
    for (const kind of ['questions', 'documents'] as const)
      await lender.call('setMailChoice', { body: { kind, timing: 'daily' } })
    await toOne(lender, 'Daily?')
    await letNightPass(lender)
    await settle()
    await post((await lastMail(lender))?.unsubscribe ?? '')
    expect(await lender.call('getMailChoices')).toMatchObject([
      { kind: 'questions', timing: 'never' },
      { kind: 'newLoans', timing: 'now' },
      { kind: 'documents', timing: 'never' },
    ])
  })

  it('rejects an unsubscribe link that was altered or belongs to another email category or account', async () => {
    const [lender, other] = [await desk.makeLender(), await desk.makeLender()]
    await toOne(lender, 'Hello?')
    const url = (await lastMail(lender))?.unsubscribe ?? ''
    const wrong = [
      url.replace('.questions.', '.newLoans.'),
      url.replace('.questions.', '.money.'),
      url.replace(lender.id, other.id),
      `${url}A`,
      url.slice(0, -1),
      url.replace(/key=.*/, 'key='),
    ]
    for (const each of wrong) {
      expect(each).not.toBe(url)
      const answer = await post(each)
      expect(answer.status, each).toBe(404)
      expect(await answer.text()).toContain('This link was not found')
    }
    for (const person of [lender, other])
      expect((await person.call('getMailChoices')).map(({ timing }) => timing)).toEqual([
        ...['now', 'now', 'now'],
      ])
  })

  it('responds to an invalid unsubscribe link with a page for browsers and with JSON for programs', async () => {
    const path = `${desk.address}/api/mail-switch?key=x.questions.y`
    for (const method of ['GET', 'POST']) {
      const shown = await fetch(path, { method, headers: { accept: 'text/html,*/*;q=0.8' } })
      expect(shown.status).toBe(404)
      expect(shown.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(shown.headers.get('content-security-policy')).toContain("script-src 'self' 'nonce-")
      expect(await shown.text()).toContain('<h1>This link doesn&#39;t work</h1>')
      const answered = await fetch(path, { method })
      expect(answered.status).toBe(404)
      expect(await answered.json()).toMatchObject({ code: 'not_found' })
    }
  })

  it('rejects an unsubscribe request that is too large with the limit in kilobytes', async () => {
    const path = `${desk.address}/api/mail-switch?key=x.questions.y`
    const answered = await fetch(path, { method: 'POST', body: 'x'.repeat(16_385) })
    expect(answered.status).toBe(413)
    expect(await answered.json()).toMatchObject({
      message: 'The request must be at most 16 KB',
      code: 'too_large',
    })
  })

  it("omits the unsubscribe link from emails about a lender's own commitments", async () => {
    const lender = await desk.makeLender()
    await desk.makeCommitment(lender, loan, { isSoftCommit: 'true', percentage: '1' })
    const mail = await lastMail(lender)
    expect(mail?.unsubscribe).toBe('')
    expect(mail?.text).not.toContain('Turn off these emails')
  })
})
