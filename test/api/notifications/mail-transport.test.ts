/** How a mail server is talked to: in private where the setting says so, and with the right one. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startMailServer, type MailServer } from '#test/support/mail-server.ts'
import { makeSelfSigned } from '#test/support/self-signed.ts'
import { openTransport } from '#server/mail/transport.ts'

let plain: MailServer
let unknown: MailServer
beforeAll(async () => {
  plain = await startMailServer()
  unknown = await startMailServer(0, makeSelfSigned())
})
afterAll(() => Promise.all([plain.close(), unknown.close()]))

async function sendBy(smtpUrl: string) {
  const transport = openTransport({ smtpUrl, mailFrom: 'desk@example.com', dataDir: '/none' })
  const mail = { id: '1', recipient: 'ada@example.com', subject: 'One', body: 'A link' }
  try {
    await transport.send({ ...mail, createdAt: new Date() })
  } finally {
    transport.close()
  }
}

describe('a mail', () => {
  it('is not handed to a server whose certificate nobody vouches for', async () => {
    await expect(sendBy(unknown.url)).rejects.toThrow(/self-signed certificate/)
    expect(unknown.taken).toEqual([])
    // The server is well: who wants it all the same gets it.
    await sendBy(`${unknown.url}?tls.rejectUnauthorized=false`)
    expect(unknown.taken).toHaveLength(1)
  })

  it('goes out in plain text by smtp where the server offers nothing better', async () => {
    await sendBy(plain.url)
    expect(plain.taken).toHaveLength(1)
    plain.taken.length = 0
  })

  it('stays here when the setting asks for TLS and the server offers none', async () => {
    await expect(sendBy(`${plain.url}?requireTLS=true`)).rejects.toThrow(/STARTTLS/)
    expect(plain.taken).toEqual([])
  })
})
