/** The contents of emails as shown to administrators, and emails to malformed addresses. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Person } from '#test/support/builders.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { startMailServer, type MailServer } from '#test/support/mail-server.ts'

let server: MailServer
let desk: Desk
let olga: Person
let loan: { id: string }
beforeAll(async () => {
  server = await startMailServer()
  desk = await openDesk({ SMTP_URL: server.url, PUBLIC_URL: 'https://desk.example.com' })
  olga = await desk.makeAdmin({ firstName: 'Olga', lastName: 'Reyes' })
  loan = await desk.makeLoan({ title: 'Pier 4 Warehouse' })
})
afterAll(async () => {
  await desk.close()
  await server.close()
})

// The default timeout of one second can be too short on a busy machine.
const until = (isSo: () => Promise<boolean> | boolean) =>
  vi.waitFor(async () => expect(await isSo()).toBe(true), { timeout: 60_000, interval: 20 })
const isQuiet = async () => {
  const rows = await desk.rows('select 1 from mails where sent_at is null and attempts < 10')
  return rows.length === 0
}
const toOne = (lender: Person, message: string) =>
  olga.call('createMessage', { body: { loanId: loan.id, message, recipientId: lender.id } })
const lastMail = async (person: Person) => {
  await until(() => server.mailsTo(person.email).length > 0)
  return server.mailsTo(person.email).at(-1)
}

it("doesn't send an email to a malformed email address, and shows the address in the outbox", async () => {
  const mistakes = ['ada@example,com', 'ada@exa mple.com', 'ada@@example.com', 'ada.example.com']
  await desk.rows(
    `insert into mails (id, recipient, subject, body)
     select gen_random_uuid(), address, 'Mistyped', 'Hello' from unnest($1::text[]) as address`,
    [mistakes],
  )
  await olga.call('sendTestMail')
  await until(isQuiet)
  const failed = await olga.call('listMails', { query: { state: 'failed' } })
  const found = failed.filter(({ subject }) => subject === 'Mistyped')
  expect(found.map(({ lastError }) => lastError).toSorted()).toEqual(
    mistakes.map((address) => `Not sent: “${address}” isn't an email address`).toSorted(),
  )
  expect(server.taken.join()).not.toContain('Mistyped')
})

describe("the administrators' view of an email", () => {
  it('shows administrators a sent email as text and as HTML without scripts', async () => {
    const lender = await desk.makeLender()
    await toOne(lender, '<script>alert(1)</script> & more')
    const mail = await lastMail(lender)
    await until(isQuiet)
    const row = (await olga.call('listMails')).find(({ recipient }) => recipient === lender.email)
    const params = { id: row?.id ?? '' }
    const text = await olga.call('getMail', { params })
    expect(text).toMatchObject({ subject: mail?.subject, hasHtml: 'true', hasSecret: 'false' })
    expect(text.body?.trim()).toBe(mail?.text.trim())
    const { headers, text: html } = await olga.send('getMailHtml', { params })
    expect(headers['content-security-policy']).toMatch(/^sandbox; default-src 'none'/)
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; more')
    expect(html).not.toContain('<script')
    expect(await lender.refusal('getMail', { params })).toMatch(/^403/)
    expect((await lender.send('getMailHtml', { params })).status).toBe(403)
  })

  it('hides the text of an email with a password reset link from administrators', async () => {
    const lender = await desk.makeLender()
    await desk.visitor().call('requestPasswordReset', { body: { email: lender.email } })
    expect((await lastMail(lender))?.html).toContain('token=')
    await until(isQuiet)
    const row = (await olga.call('listMails')).find(({ recipient }) => recipient === lender.email)
    const params = { id: row?.id ?? '' }
    expect(await olga.call('getMail', { params })).toMatchObject({
      ...{ body: null, hasHtml: 'false', hasSecret: 'true' },
    })
    expect((await olga.send('getMailHtml', { params })).status).toBe(404)
  })

  it('names the firm in an invitation, by a colleague or by an administrator', async () => {
    const rosa = await desk.makeLender({ firstName: 'Rosa', lastName: 'Field' })
    const { firmId } = await rosa.call('getCurrentUser')
    const textTo = async (email: string) => {
      await until(() => server.mailsTo(email).length > 0)
      return server.mailsTo(email).at(-1)?.text.replaceAll(/\s+/g, ' ')
    }
    const invite = (email: string) =>
      rosa.call('createFirmInvitation', { body: { email, firmRole: 'viewer' } })
    const { name } = await olga.call('getCompany')
    await invite('first@alder.example')
    expect(await textTo('first@alder.example')).toContain(
      `Rosa Field invites you to register as a colleague on the syndication desk of ${name}, where you browse loans, read their documents and ask questions.`,
    )
    const params = { id: firmId }
    await olga.call('updateFirm', { params, body: { name: 'Alder Bank' } })
    await invite('second@alder.example')
    expect(await textTo('second@alder.example')).toContain(
      `Rosa Field of Alder Bank invites you to register as a colleague on the syndication desk of ${name}`,
    )
    const body = { email: 'third@alder.example', firmRole: 'committer' } as const
    await olga.call('createInvitationToFirm', { params, body })
    expect(await textTo(body.email)).toContain(
      `Olga Reyes of ${name} invites you to register for Alder Bank on its syndication desk`,
    )
  })

  it('previews the email that lenders would get about a draft', async () => {
    const draft = await olga.call('createLoan', {
      body: {
        ...{ title: 'Draft <b>Row</b>', borrowerName: 'Row LLC', amount: '12500000', term: 24 },
        ...{ interestRate: '8.10', isDraft: 'true' },
      },
    })
    const { text } = await olga.send('getNewLoanMail', { params: { id: draft.id } })
    expect(text).toContain('New loan: Draft &lt;b&gt;Row&lt;/b&gt;, $12.5M at 8.10%')
    expect(text).toContain('$12,500,000')
    expect(text).toContain('Hello,')
  })

  it('previews the email about a teaser as lenders without access would get it', async () => {
    const draft = await desk.makeLoan({
      ...{ isDraft: 'true', ltv: '61.5', asIsValue: '4000000', noiInPlace: '300000' },
    })
    const params = { id: draft.id }
    const read = async () => (await olga.send('getNewLoanMail', { params })).text
    expect(await read()).toContain('Debt yield')
    await olga.call('setAudience', { params, body: { audience: 'teaser', firms: [] } })
    const teaser = await read()
    expect(teaser).toContain('61.5')
    expect(teaser).not.toContain('Debt yield')
  })
})

describe('an email to a lender about a loan', () => {
  it("shows the lender's position and the dates, and nobody else's position", async () => {
    const dated = await desk.makeLoan({
      ...{ title: 'Quarry Street Flats', amount: '1000000' },
      ...{ commitmentDeadline: '2030-12-05T22:00:00.000Z', closingDate: '2030-12-19' },
    })
    const [holder, other] = [await desk.makeLender(), await desk.makeLender()]
    await desk.makeCommitment(holder, dated, { percentage: '10' })
    await desk.makeCommitment(holder, dated, { percentage: '5', isSoftCommit: 'true' })
    await desk.makeCommitment(other, dated, { percentage: '7' })
    await until(isQuiet)
    const { text: receipt = '' } = (await lastMail(other)) ?? {}
    expect(receipt).toContain('Commitments due: Dec 5, 2030')
    expect(receipt).toContain('Closing: Dec 19, 2030')
    await olga.call('createMessage', {
      body: { loanId: dated.id, message: 'The roof is new.', recipientId: holder.id },
    })
    const answered = () => server.mailsTo(holder.email).at(-1)?.text ?? ''
    await until(() => answered().includes('The roof is new.'))
    expect(answered()).toContain(
      'Your binding share: 10% ($100,000.00)\n  Your soft share: 5% ($50,000.00)\n  Available: $830,000 (83%)\n  Commitments due: Dec 5, 2030, 5:00 PM EST\n  Closing: Dec 19, 2030',
    )
    expect(answered()).not.toContain('$70,000')
  })

  it('leads administrators from an email about a commitment to the book, with the soft interest', async () => {
    const soft = await desk.makeLoan({ title: 'Weir Street Yards', amount: '1000000' })
    const [admin, lender] = [await desk.makeAdmin(), await desk.makeLender()]
    await desk.makeCommitment(lender, soft, { percentage: '20', isSoftCommit: 'true' })
    const text = () => server.mailsTo(admin.email).at(-1)?.text ?? ''
    await until(() => text().includes('Weir Street Yards'))
    expect(text()).toMatch(/^ {2}Soft interest: 20%$/m)
    expect(text()).toContain(`/loans/${soft.id}/book`)
  })

  it('names the amount in the subject of an email about cents of a fully committed loan', async () => {
    const lender = await desk.makeLender()
    const cents = await desk.makeLoan({ title: 'Cents Row', amount: '1000.01' })
    await desk.makeCommitment(lender, cents, { percentage: '34' })
    for (const percentage of ['33', '33'])
      await desk.makeCommitment(await desk.makeLender(), cents, { percentage })
    await until(() =>
      server
        .mailsTo(lender.email)
        .some(({ subject }) => subject === 'Your amount in Cents Row is now $340.01'),
    )
  })

  it('names the company as the sender of a message', async () => {
    const [lender, other] = [await desk.makeLender(), await desk.makeLender()]
    await toOne(lender, 'In July.')
    const named = await lastMail(lender)
    expect(named?.text).toContain('Paripassu, Olga Reyes: In July.')
    expect(named?.subject).toBe('Olga Reyes writes to you about Pier 4 Warehouse')
    await desk.rows("update users set first_name = 'Administrator', last_name = '' where id = $1", [
      olga.id,
    ])
    await toOne(other, 'In August.')
    const unnamed = await lastMail(other)
    expect(unnamed?.text).toContain('\n\nParipassu: In August.')
    expect(unnamed?.subject).toBe('Paripassu writes to you about Pier 4 Warehouse')
  })
})
