/** Daily digests when daylight saving time starts and ends, on a database whose clock the test sets. */
import { connect, noTimeouts, type Database } from '#server/database/client.ts'
import { queueDigests } from '#server/notifications/mailing/queue-mails.ts'
import { toDatabaseUrl } from '#test/support/database-url.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let desk: Desk
/** A pool whose SQL finds the clock of the test before the function `now` of PostgreSQL. */
let clocked: Database

beforeAll(async () => {
  desk = await openDesk()
  await desk.db.$client.query(`
    create schema clock;
    create table clock.hand (at timestamptz not null);
    insert into clock.hand values (now());
    create function clock.now() returns timestamptz language sql stable
      as 'select at from clock.hand'`)
  const url = new URL(toDatabaseUrl(desk.connection))
  url.searchParams.set('options', '-c search_path=clock,pg_catalog,public')
  clocked = connect({ connectionString: url.href }, () => {}, noTimeouts)
})
afterAll(async () => {
  await clocked.$client.end()
  await desk.close()
})

const quarterMs = 15 * 60_000

/**
 * Lets two and a half days pass in quarters of an hour, with a message on each half hour, and returns the digests with
 * their times.
 */
async function digestsOf(notice: Notice, start: string, timeZone: string) {
  const from = Date.parse(start)
  const times = Array.from({ length: 60 * 4 }, (_, index) => new Date(from + index * quarterMs))
  const digests: string[] = []
  for (const at of times) {
    await desk.rows('update clock.hand set at = $1', [at])
    if (at.getUTCMinutes() === 30)
      await desk.rows(
        `insert into notifications (id, user_id, type, related_loan_id, message, created_at)
        values (gen_random_uuid(), $1, $2, $3, $4, $5)`,
        [notice.user_id, notice.type, notice.related_loan_id, notice.message, at],
      )
    await queueDigests(clocked, { ...desk.config, timeZone })
    const queued = await desk.rows<{ subject: string }>(
      `update mails set created_at = $2, sent_at = $2 where user_id = $1 and sent_at is null
      returning subject`,
      [notice.user_id, at],
    )
    digests.push(...queued.map(({ subject }) => `${at.toISOString().slice(0, 16)}Z ${subject}`))
  }
  return digests
}

interface Notice {
  user_id: string
  type: string
  related_loan_id: string
  message: string
}

describe.each([
  // The years are in the future, so that the outbox, on the clock of the computer, leaves the notifications alone.
  ['starts', 'America/New_York', '2040-03-10T12:30Z', ['10T13:00', '11T12:00', '12T12:00'], 23],
  ['ends', 'America/New_York', '2040-11-03T11:30Z', ['03T12:00', '04T13:00', '05T13:00'], 25],
  ['starts', 'Europe/Berlin', '2040-03-24T06:30Z', ['24T07:00', '25T06:00', '26T06:00'], 23],
  ['ends', 'Europe/Berlin', '2040-10-27T05:30Z', ['27T06:00', '28T07:00', '29T07:00'], 25],
])('when daylight saving time %s in %s', (_, timeZone, start, days, hours) => {
  it('queues a daily digest at 8:00 each day, with all notifications since the one before', async () => {
    const admin = await desk.makeAdmin()
    const loan = await desk.makeLoan()
    const lender = await desk.makeLender()
    await lender.call('setMailChoice', { body: { kind: 'questions', timing: 'daily' } })
    await admin.call('createMessage', {
      body: { loanId: loan.id, message: 'Hello?', recipientId: lender.id },
    })
    const [notice] = await desk.rows<Notice>(
      'delete from notifications where user_id = $1 returning *',
      [lender.id],
    )
    if (!notice) throw new Error('The lender was not notified')
    const month = start.slice(0, 8)
    expect(await digestsOf(notice, start, timeZone)).toEqual([
      `${month}${days[0]}Z Daily digest: 1 message`,
      `${month}${days[1]}Z Daily digest: ${hours} messages`,
      `${month}${days[2]}Z Daily digest: 24 messages`,
    ])
  })
})
