import type { EventEmitter } from 'node:events'
import { housekeeping } from '#server/jobs/housekeeping.ts'
import { startJob } from '#server/jobs/runner.ts'
import { maxAttempts } from '#server/mail/outbox.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Person } from '#test/support/builders.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'

let desk: Desk
let ada: Person
beforeAll(async () => {
  desk = await openDesk()
  ada = await desk.makeLender()
})
afterAll(() => desk.close())
beforeEach(async () => {
  await desk.rows('delete from notifications')
  await desk.rows('delete from mails')
})

const warnings: string[] = []
const log = pino({ level: 'warn' }, { write: (line: string) => void warnings.push(line) })
async function clean() {
  await startJob(housekeeping(desk), log).stop()
  expect(warnings).toEqual([])
}

const day = '1 day'
const yearAndDay = '1 year 1 day'
const notify = (message: string, isRead: boolean, age: string) =>
  desk.rows(
    `insert into notifications (id, user_id, type, message, is_read, mail_handled_at, created_at)
     values (gen_random_uuid(), $1, 'newLoan', $2, $3, now(), now() - $4::interval)`,
    [ada.id, message, isRead, age],
  )
const mail = (subject: string, age: string, sentAgo: string | null, attempts = 1) =>
  desk.rows(
    `insert into mails (id, recipient, subject, body, created_at, sent_at, attempts, next_attempt_at)
     values (gen_random_uuid(), 'ada@example.com', $1, '', now() - $2::interval,
       now() - $3::interval, $4, now() + $5::interval)`,
    [subject, age, sentAgo, attempts, attempts === maxAttempts ? '-1 day' : '5 minutes'],
  )
const kept = async (table: 'notifications' | 'mails', column: string) =>
  (await desk.rows<{ text: string }>(`select ${column} as text from ${table} order by 1`)).map(
    ({ text }) => text,
  )

it('deletes read notifications after one year and never deletes unread notifications', async () => {
  await notify('read and old', true, yearAndDay)
  await notify('read', true, '364 days')
  await notify('unread and old', false, yearAndDay)
  await notify('unread', false, day)
  await clean()
  expect(await kept('notifications', 'message')).toEqual(['read', 'unread', 'unread and old'])
  expect(await ada.call('countUnreadNotifications')).toEqual({ unread: 2 })
})

it('deletes sent or abandoned emails after one year and keeps all others', async () => {
  await mail('sent and old', yearAndDay, '1 year 1 hour')
  await mail('sent', '364 days', '364 days')
  await mail('old and sent again', '2 years', day)
  await mail('given up and old', yearAndDay, null, maxAttempts)
  await mail('given up', day, null, maxAttempts)
  await mail('waiting and old', yearAndDay, null, 3)
  await clean()
  expect(await kept('mails', 'subject')).toEqual([
    'given up',
    'old and sent again',
    'sent',
    'waiting and old',
  ])
})

it('deletes recorded change events after one day', async () => {
  await desk.rows(
    `insert into changes (topic, created_at) values
     ('loans', now() - interval '25 hours'), ('stats', now() - interval '23 hours')`,
  )
  await clean()
  const left = await desk.rows(
    "select topic from changes where created_at < now() - interval '1 hour'",
  )
  expect(left).toEqual([{ topic: 'stats' }])
})

it('never deletes audit entries', async () => {
  await desk.rows(
    "insert into audit (id, kind, at) values (gen_random_uuid(), 'signedOut', now() - interval '9 years')",
  )
  await clean()
  const [found] = await desk.rows<{ count: number }>(
    "select count(*)::int from audit where at < now() - interval '8 years'",
  )
  expect(found?.count).toBe(1)
})

it("deletes old rows in small batches so that other statements don't wait", async () => {
  await desk.rows(
    `insert into notifications (id, user_id, type, message, is_read, mail_handled_at, created_at)
     select gen_random_uuid(), $1, 'newLoan', '', true, now(), now() - interval '2 years'
     from generate_series(1, 2500)`,
    [ada.id],
  )
  const deletions: number[] = []
  const seen = new WeakSet<object>()
  desk.db.$client.pool.on('acquire', (client) => {
    if (seen.has(client)) return
    seen.add(client)
    // The driver's types don't declare `connection`, whose events report the number of rows that a statement affects.
    const { connection } = client as unknown as { connection: EventEmitter }
    connection.on('commandComplete', ({ text }: { text: string }) => {
      const [, count] = /^DELETE (\d+)/.exec(text) ?? []
      if (count) deletions.push(Number(count))
    })
  })
  await clean()
  expect(await kept('notifications', 'message')).toEqual([])
  expect(deletions.reduce((sum, count) => sum + count, 0)).toBe(2500)
  expect(Math.max(...deletions)).toBeLessThanOrEqual(1000)
})
