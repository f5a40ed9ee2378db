/** A mail server that accepts or rejects all emails, and stores accepted emails. */
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'

export interface MailServer {
  url: string
  taken: string[]
  /** If true, the server rejects every recipient with a temporary error. */
  refuses: boolean
  mailsTo: (address: string) => ReadMail[]
  close: () => Promise<void>
}

export interface ReadMail {
  subject: string
  text: string
  html: string
  /** The List-Unsubscribe URL, which mail programs show as a button. */
  unsubscribe: string
}

/** Starts the server on a free port or on a specific port. With a certificate, the server uses TLS. */
export async function startMailServer(
  onPort = 0,
  certificate?: { key: string; cert: string },
): Promise<MailServer> {
  const sockets = new Set<Socket>()
  const accept = (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    converse(socket, server)
  }
  const listener = certificate ? createTlsServer(certificate, accept) : createServer(accept)
  listener.listen(onPort, '127.0.0.1')
  await once(listener, 'listening')
  // A TCP listener's address is an AddressInfo.
  const { port } = listener.address() as AddressInfo
  const server: MailServer = {
    url: `${certificate ? 'smtps' : 'smtp'}://127.0.0.1:${port}`,
    taken: [],
    refuses: false,
    mailsTo: (address) =>
      server.taken.filter((mail) => header(mail, 'To') === address).map(readMail),
    async close() {
      for (const socket of sockets) socket.destroy()
      listener.close()
      await once(listener, 'close')
    },
  }
  return server
}

const header = (mail: string, name: string) =>
  new RegExp(`^${name}: (.*(?:\n[ \t].*)*)$`, 'm').exec(mail)?.[1]?.replaceAll(/\n\s+/g, ' ') ?? ''

export function readMail(mail: string): ReadMail {
  const boundary = /boundary="([^"]+)"/.exec(header(mail, 'Content-Type'))?.[1]
  const parts = boundary ? mail.split(`--${boundary}`).slice(1, -1) : [mail]
  const partOf = (type: string) => {
    const part = parts.find((each) => header(each, 'Content-Type').startsWith(type))
    return part === undefined ? '' : decode(part.trimStart())
  }
  return {
    subject: decodeWords(header(mail, 'Subject').trim()),
    text: partOf('text/plain'),
    html: partOf('text/html'),
    unsubscribe: header(mail, 'List-Unsubscribe').replaceAll(/[<>]/g, ''),
  }
}

function decode(part: string): string {
  const body = part.slice(part.indexOf('\n\n') + 2)
  const encoding = header(part, 'Content-Transfer-Encoding')
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  return encoding === 'quoted-printable' ? unquote(body) : body
}

/** Decodes RFC 2047 encoded words, which represent non-ASCII characters in headers. */
const decodeWords = (text: string) =>
  text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_all, way: string, word: string) =>
      way.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString()
        : unquote(word.replaceAll('_', ' ')),
    )

const unquote = (body: string) =>
  Buffer.from(
    body
      .replaceAll('=\n', '')
      .replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  ).toString()

/** Implements the part of RFC 5321 that a client uses to deliver an email. */
function converse(socket: Socket, server: MailServer) {
  let unread = ''
  let mail: string | null = null
  const say = (line: string) => socket.write(`${line}\r\n`)
  const answer = (line: string) => {
    if (mail !== null) {
      if (line !== '.') return void (mail += `${line.replace(/^\./, '')}\n`)
      server.taken.push(mail)
      mail = null
      return say('250 Taken')
    }
    if (/^STARTTLS/i.test(line)) return say('502 Not here')
    if (/^RCPT/i.test(line) && server.refuses)
      return say(`451 ${line.slice('RCPT TO:'.length)} Not now`)
    if (/^DATA/i.test(line)) {
      mail = ''
      return say('354 Go on')
    }
    return say(/^QUIT/i.test(line) ? '221 Bye' : '250 Well')
  }
  say('220 Ready')
  socket.on('data', (chunk) => {
    const lines = `${unread}${chunk.toString()}`.split('\r\n')
    unread = lines.pop() ?? ''
    for (const line of lines) answer(line)
  })
}
