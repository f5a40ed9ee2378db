/** Log lines about requests. They contain enough to investigate an attack but nothing that helps an attacker. */
import { createApp } from '#server/app.ts'
import { logOptions } from '#server/log.ts'
import type { InjectOptions } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { security } from '#test/support/requirements.ts'

let desk: Desk
let app: Awaited<ReturnType<typeof createApp>>
const written: string[] = []
beforeAll(async () => {
  desk = await openDesk()
  const log = pino(logOptions('info'), { write: (line: string) => void written.push(line) })
  const { db, config, store } = desk
  const services = { db, config, store, kickOutbox: () => {}, refreshCompany: async () => {} }
  app = await createApp(services, { distWeb: 'none', logger: log })
})
afterAll(async () => {
  await app.close()
  await desk.close()
})

interface Line {
  level: string
  time: string
  reqId?: string
  req?: { method: string; path: string; address: string }
  res?: { status: number }
}

async function linesOf(request: InjectOptions) {
  written.length = 0
  const reply = await app.inject(request)
  const text = written.join('')
  const lines = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line)
  return { reply, text, lines }
}

it('logs the time, source, path, and status of a rejected request', async () => {
  security('16.2.1', '16.2.2', '16.2.4', '16.3.3')
  const lender = await desk.makeLender()
  for (const [cookie, status] of [
    ['', 401],
    [lender.cookie ?? '', 403],
  ] as const) {
    const { reply, lines } = await linesOf({ url: '/api/admin/users?x=1', headers: { cookie } })
    expect(reply.statusCode).toBe(status)
    expect(lines.find(({ req }) => req)).toMatchObject({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      reqId: reply.headers['x-request-id'],
      req: { method: 'GET', path: '/api/admin/users', address: '127.0.0.1' },
    })
    expect(lines.find(({ res }) => res)).toMatchObject({
      reqId: reply.headers['x-request-id'],
      res: { status },
    })
  }
})

it('writes one line per log entry, whatever characters the path contains', async () => {
  security('1.3.10', '16.4.1')
  const forged = '{"level":"fatal","msg":"forged"}'
  const { lines } = await linesOf({ url: `/api/%0a${encodeURIComponent(forged)}` })
  expect(lines.length).toBeGreaterThan(0)
  expect(lines.filter(({ level }) => level === 'fatal')).toEqual([])
})

it('logs no token of an invitation', async () => {
  const token = 'Zk3vQm81xTn0'
  const { text, lines } = await linesOf({ method: 'GET', url: `/api/invitations/${token}` })
  expect(text).not.toContain(token)
  expect(lines.map(({ req }) => req?.path)).toContain('/api/invitations/…')
})
