/** Sends email through a mail server, or saves it in a folder if none is configured. */
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Company } from '#contract/company.ts'
import type { Config } from '#server/config/config.ts'

export interface Mail {
  id: string
  recipient: string
  subject: string
  body: string
  html?: string | null
  /** The one-click unsubscribe URL (RFC 8058). */
  switchUrl?: string | undefined
  createdAt: Date
}

/** The value `smtp` sends emails through a mail server, and `folder` only saves them as files. */
export type Transport = 'smtp' | 'folder'

export const transportOf = ({ smtpUrl }: Pick<Config, 'smtpUrl'>): Transport =>
  smtpUrl === null ? 'folder' : 'smtp'

export interface MailTransport {
  kind: Transport
  /** Rejects if the email wasn't accepted. The caller can then safely send it again. */
  send: (mail: Mail) => Promise<void>
  close: () => void
}

export function openTransport(
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'company' | 'dataDir'>,
): MailTransport {
  // The sender is read for each email, because the company's details can change.
  const from = () => config.mailFrom ?? mailboxOf(config.company)
  return config.smtpUrl === null
    ? folderTransport(path.join(config.dataDir, 'mail'), from)
    : smtpTransport(config.smtpUrl, from)
}

/** Returns "Name" <address>. The quotes prevent mail programs from treating a comma in the name as a separator. */
export const mailboxOf = ({ name, email }: Pick<Company, 'name' | 'email'>) =>
  `"${name.replace(/["\\<>]/g, '')}" <${email}>`

function smtpTransport(url: string, from: () => string): MailTransport {
  const open = async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport({
      url,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 30_000,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  }
  let server: ReturnType<typeof open> | undefined
  return {
    kind: 'smtp',
    send: async (mail) => {
      server ??= open()
      await (await server).sendMail(compose(mail, from()))
    },
    close: () => void server?.then((opened) => opened.close()),
  }
}

/** Saves each email as a file that mail programs can open: `2025-01-05T15-04-05-000Z-<id>.eml`. */
function folderTransport(folder: string, from: () => string): MailTransport {
  return {
    kind: 'folder',
    send: async (mail) => {
      const { createTransport } = await import('nodemailer')
      const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
      const { message } = await composer.sendMail(compose(mail, from()))
      // The option `buffer: true` makes the message a Buffer, although its type also allows a stream.
      const text = withReadableBody((message as Buffer).toString(), mail)
      const time = mail.createdAt.toISOString().replaceAll(/[:.]/g, '-')
      const file = path.join(folder, `${time}-${mail.id}.eml`)
      // Links in emails give access to accounts, so other users of the computer must not be able to read them.
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const unfinished = `${file}.part`
      try {
        await writeFile(unfinished, text, { mode: 0o600 })
        await rename(unfinished, file)
      } catch (error) {
        // The partial file would expose the same links, and would take up space on a full disk.
        await rm(unfinished, { force: true })
        throw error
      }
    },
    close: () => {},
  }
}

const compose = (mail: Mail, from: string) => ({
  from,
  // The address is passed as an object so that it is never parsed as a list of addresses.
  to: { name: '', address: mail.recipient },
  subject: mail.subject,
  text: mail.body,
  ...(mail.html && { html: mail.html }),
  ...(mail.switchUrl && { headers: switchHeaders(mail.switchUrl) }),
  date: mail.createdAt,
  // The message id is the same for every attempt so that mail programs can detect duplicates after a crash.
  messageId: `<${mail.id}@${/@([^@>\s]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'}>`,
})

/** With this header, mail programs show an unsubscribe button that sends a POST request to the URL. */
const switchHeaders = (url: string) => ({
  'List-Unsubscribe': { prepared: true, value: `<${url}>` },
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/** Returns the message without quoted-printable encoding, which would break long lines. */
function withReadableBody(message: string, { body, html }: Mail) {
  const head = message.slice(0, message.indexOf('\n\n'))
  const boundary = /^Content-Type: multipart\/alternative;\s+boundary="([^"]+)"/m.exec(head)?.[1]
  if (!boundary || !html)
    return `${head.replace(/^Content-Transfer-Encoding: .*$/m, eightBit)}\n\n${body}\n`
  const part = (type: string, content: string) =>
    `--${boundary}\nContent-Type: ${type}; charset=utf-8\n${eightBit}\n\n${content}\n`
  return `${head}\n\n${part('text/plain', body)}\n${part('text/html', html)}\n--${boundary}--\n`
}
const eightBit = 'Content-Transfer-Encoding: 8bit'
