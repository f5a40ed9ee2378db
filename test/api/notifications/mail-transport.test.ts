/** Mail server connections, which use TLS if configured and require a valid certificate. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startMailServer, type MailServer } from '#test/support/mail-server.ts'
import { makeSelfSigned } from '#test/support/self-signed.ts'
import { companyOf } from '#contract/company.ts'
import { mailboxOf, openTransport } from '#server/mail/transport.ts'
import { security } from '#test/support/requirements.ts'

let plain: MailServer
let unknown: MailServer
beforeAll(async () => {
  plain = await startMailServer()
  unknown = await startMailServer(0, makeSelfSigned())
})
afterAll(() => Promise.all([plain.close(), unknown.close()]))

async function sendBy(smtpUrl: string) {
  const transport = openTransport({
    smtpUrl,
    mailFrom: 'desk@example.com',
    company: companyOf({}, {}),
    dataDir: '/none',
  })
  const mail = { id: '1', recipient: 'ada@example.com', subject: 'One', body: 'A link' }
  try {
    await transport.send({ ...mail, createdAt: new Date() })
  } finally {
    transport.close()
  }
}

describe('sending an email', () => {
  it("uses the company as the sender by default, even if the company's name contains commas", () => {
    const company = { name: 'Cole, Reyes "C" Co', email: 'a@example.com' }
    expect(mailboxOf(company)).toBe('"Cole, Reyes C Co" <a@example.com>')
  })

  it("doesn't send email to a server whose certificate can't be verified", async () => {
    security('12.3.1')
    await expect(sendBy(unknown.url)).rejects.toThrow(/self-signed certificate/)
    expect(unknown.taken).toEqual([])
    // As a control, the same server accepts the email if verification is off.
    await sendBy(`${unknown.url}?tls.rejectUnauthorized=false`)
    expect(unknown.taken).toHaveLength(1)
  })

  it("sends email over smtp:// without TLS if the server doesn't offer TLS", async () => {
    await sendBy(plain.url)
    expect(plain.taken).toHaveLength(1)
    plain.taken.length = 0
  })

  it("doesn't send email if the mail setting requires TLS but the server doesn't offer it", async () => {
    security('12.3.1')
    await expect(sendBy(`${plain.url}?requireTLS=true`)).rejects.toThrow(/STARTTLS/)
    expect(plain.taken).toEqual([])
  })
})
