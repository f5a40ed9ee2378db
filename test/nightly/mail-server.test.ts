/**
 * Sends every email through Exim, Debian's mail server, and parses it with Python, so both tools are independent of our
 * code.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { sendEveryMail } from '#test/support/every-mail.ts'
import { startExim, type Exim } from '#test/tools/mail/exim.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

interface Read {
  type: string
  headers: Record<string, string>
  addresses: string[]
  sent: string
  parts: { type: string; text: string }[]
  defects: string[]
  longest: number
}

let folder: string
let exim: Exim
let desk: Desk
let mails: Read[]
const hostile = {
  subject: 'Zinssatz für „Größe“ — 7,25 % 🏢 '.repeat(4).trim(),
  body: [
    '.',
    '..',
    '.hidden',
    'From the desk',
    'é'.repeat(600),
    `${'x'.repeat(2000)} end`,
    '.',
  ].join('\n'),
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'desk-exim-'))
  exim = await startExim(folder)
  desk = await openDesk({ SMTP_URL: exim.url, PUBLIC_URL: 'https://desk.example.com' })
  await sendEveryMail(desk)
  await desk.rows(
    `insert into mails (id, recipient, subject, body, html)
     values (gen_random_uuid(), 'zoe@example.com', $1, $2, $3)`,
    [hostile.subject, hostile.body, `<p>${hostile.body}</p>`],
  )
  const admin = await desk.makeAdmin()
  await admin.call('sendTestMail')
  const count = async () => {
    const rows = await desk.rows<{ sent: number; waiting: number }>(
      `select count(*) filter (where sent_at is not null)::int as sent,
         count(*) filter (where sent_at is null and attempts < 10)::int as waiting from mails`,
    )
    return rows[0]
  }
  await vi.waitFor(
    async () => expect(await count()).toEqual({ sent: countDelivered(), waiting: 0 }),
    { timeout: 60_000, interval: 200 },
  )
  mails = readDelivered()
}, 240_000)
afterAll(async () => {
  await desk?.close()
  await exim?.stop()
  rmSync(folder, { recursive: true })
})

const countDelivered = () => (existsSync(exim.delivered) ? readdirSync(exim.delivered).length : 0)

function readDelivered(): Read[] {
  const program = path.join(import.meta.dirname, '../tools/mail/read.py')
  const { status, stdout, stderr } = spawnSync('python3', [program, exim.delivered], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 ** 2,
  })
  if (status !== 0) throw new Error(stderr)
  return JSON.parse(stdout) as Read[]
}

const headersOf = (name: string) => mails.map(({ headers }) => headers[name])

it('delivers every email through Exim as text and HTML, without parsing errors or overlong lines', () => {
  expect(mails.length).toBeGreaterThan(25)
  for (const { headers, type, parts, defects, longest } of mails) {
    const subject = headers['subject'] ?? ''
    expect([type, ...parts.map((part) => part.type)], subject).toEqual([
      ...['multipart/alternative', 'text/plain', 'text/html'],
    ])
    expect(defects, subject).toEqual([])
    expect(longest, subject).toBeLessThanOrEqual(998)
  }
})

it('includes the sender, one recipient, the time, and a unique id in each email delivered through Exim', () => {
  for (const { headers, addresses, sent } of mails) {
    expect(headers['from']).toMatch(/^"?Paripassu"? <desk@example\.com>$/)
    expect(addresses).toHaveLength(1)
    expect(headers['envelope-to']).toBe(addresses[0])
    expect(Math.abs(Date.now() - Date.parse(sent))).toBeLessThan(48 * 3_600_000)
  }
  const ids = headersOf('message-id')
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect(id).toMatch(/^<[\w-]+@example\.com>$/)
})

it('preserves the List-Unsubscribe headers of emails delivered through Exim', () => {
  const links = headersOf('list-unsubscribe')
  const given = links.filter((link) => link !== undefined)
  expect(given.length).toBeGreaterThan(10)
  for (const link of given)
    expect(link).toMatch(/^<https:\/\/desk\.example\.com\/api\/mail-switch\?key=[\w.-]+>$/)
  expect(headersOf('list-unsubscribe-post')).toEqual(
    links.map((link) => link && 'List-Unsubscribe=One-Click'),
  )
})

it('preserves dots, long lines, and non-ASCII letters in emails delivered through Exim', () => {
  const mail = mails.find(({ headers }) => headers['subject']?.startsWith('Zinssatz'))
  expect(mail?.headers['subject']).toBe(hostile.subject)
  expect(mail?.parts.map(({ text }) => text.trim())).toEqual([
    hostile.body.trim(),
    `<p>${hostile.body}</p>`,
  ])
})
