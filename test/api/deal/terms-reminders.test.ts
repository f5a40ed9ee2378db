import { reminders } from '#server/jobs/reminders.ts'
import { startJob } from '#server/jobs/runner.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '#test/support/builders.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'

let desk: Desk
let olga: Person
beforeAll(async () => {
  desk = await openDesk()
  olga = await desk.makeAdmin()
})
afterAll(() => desk.close())

const warnings: string[] = []
const log = pino({ level: 'warn' }, { write: (line: string) => void warnings.push(line) })
async function remind() {
  await startJob(reminders(desk), log).stop()
  expect(warnings).toEqual([])
}

const remindersOf = async (person: Person) =>
  (await person.call('listNotifications', { query: {} }))
    .filter(({ type }) => type === 'termsSoon')
    .map(({ message }) => message)

async function makeProposal(respondIn: string, proposedAgo: string) {
  const loan = await desk.makeLoan()
  const [ada, ben] = [await desk.makeLender(), await desk.makeLender()]
  await desk.makeCommitment(ada, loan, { percentage: '40' })
  const held = await desk.makeCommitment(ben, loan, { percentage: '20' })
  const { id } = await olga.call('proposeTerms', {
    params: { id: loan.id },
    body: { term: 36, reason: 'The borrower needs longer.' },
  })
  await desk.rows(
    `update terms_proposals set respond_by = now() + $2::interval, created_at = now() - $3::interval
     where id = $1`,
    [id, respondIn, proposedAgo],
  )
  return { loan, id, ada, ben, held }
}

describe('the reminder of proposed terms', () => {
  it('reaches bound lenders that have not answered once, a day before their time is over', async () => {
    const { loan, id, ada, ben } = await makeProposal('23 hours', '4 days')
    await ben.call('declineTerms', { params: { id }, body: {} })
    await remind()
    await remind()
    expect(await remindersOf(ada)).toEqual([
      `Your time to confirm the new terms of ${loan.title} ends in 24 hours; without your confirmation your commitment ends when the new terms take effect`,
    ])
    expect(await remindersOf(ben)).toEqual([])
  })

  it('waits until the last day, and reaches nobody who was asked on it or released', async () => {
    const early = await makeProposal('25 hours', '4 days')
    const short = await makeProposal('10 hours', '1 hour')
    const released = await makeProposal('10 hours', '4 days')
    await olga.call('releaseCommitment', {
      params: { id: released.held.id },
      body: { reason: 'Asked for it' },
    })
    await remind()
    expect(await remindersOf(early.ada)).toEqual([])
    expect(await remindersOf(short.ada)).toEqual([])
    expect(await remindersOf(released.ben)).toEqual([])
    expect(await remindersOf(released.ada)).toHaveLength(1)
  })
})
