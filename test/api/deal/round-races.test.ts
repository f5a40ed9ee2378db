/** Races of a round over two processes on one database. One act wins, and the other gets the state as it is. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { discrepancies } from '#test/support/books.ts'
import type { Person } from '#test/support/builders.ts'
import { readJson, readRefusal, type Caller, type Reply } from '#test/support/caller.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { startProgram, type Program } from '#test/support/program.ts'
import { daysAhead, offerTo, openRound, saveDraft } from '#test/support/rounds.ts'

let desk: Desk
let olga: Person
let nora: Person
let lenders: Person[]
let programs: Program[]

const outcome = (reply: Reply) =>
  reply.status < 300 ? `${reply.status}` : `${reply.status} ${readRefusal(reply).code}`

/** The same person at each of the two processes. */
const at = (person: Person, index: number): Caller =>
  desk.callerAt(programs[index % 2]?.address ?? '', person)

async function makeBook() {
  const loan = await desk.makeLoan({ amount: '999999.99' })
  for (const [index, percentage] of ['45', '45', '45'].entries())
    await desk.makeCommitment(lenders[index] ?? olga, loan, { percentage, isSoftCommit: 'true' })
  return loan
}

/** What always holds: the sums, one running round at most, and a stage that agrees with it. */
async function expectSound({ id }: { id: string }) {
  expect(await discrepancies(desk)).toEqual([])
  const [found] = await desk.rows<{ running: number; open: number; stage: string; bound: string }>(
    `select (select count(*)::int from allocations where loan_id = $1 and state = 'published') as running,
       (select count(*)::int from allocations a join allocation_lines l on l.allocation_id = a.id
         where a.loan_id = $1 and l.state = 'offered') as open,
       book_stage as stage, committed_percentage as bound from loans where id = $1`,
    [id],
  )
  expect(Number(found?.bound)).toBeLessThanOrEqual(100)
  expect(found?.stage).toBe(found?.running === 1 ? 'offered' : 'open')
  expect((found?.open ?? 0) > 0).toBe(found?.running === 1)
}

const rounds = [1, 2, 3, 4]

beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off' })
  olga = await desk.makeAdmin()
  nora = await desk.makeAdmin()
  lenders = [await desk.makeLender(), await desk.makeLender(), await desk.makeLender()]
  const settings = {
    DATABASE_URL: desk.databaseUrl,
    DATA_DIR: desk.config.dataDir,
    ADMIN_PASSWORD: 'correct horse battery',
    SAMPLE_DATA: 'off',
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'error',
  }
  programs = await Promise.all([startProgram(settings), startProgram(settings)])
})
afterAll(async () => {
  await Promise.all(programs.map((program) => program.end('SIGTERM')))
  await desk.close()
})

const round = async (loan: { id: string }) => {
  const { id } = await openRound(olga, loan, { hold: '10' })
  const offer = await offerTo(lenders[0] ?? olga, loan)
  const answer = { params: { id: offer.id } }
  const accept = (index: number) =>
    at(lenders[0] ?? olga, index).send('acceptOffer', {
      ...answer,
      body: { amount: offer.addedAmount },
    })
  const decline = (index: number) =>
    at(lenders[0] ?? olga, index).send('declineOffer', { ...answer, body: {} })
  return { id, offer, accept, decline }
}

describe('publishing against commitments', () => {
  it.each(rounds)('either counts a commitment or refuses it, round %i', async () => {
    const loan = await makeBook()
    const { id, bookVersion } = await saveDraft(olga, loan, { hold: '10' })
    const body = { bookVersion, respondBy: daysAhead(3) }
    const commit = { loanId: loan.id, percentage: '1', isSoftCommit: 'true' }
    const [one, other, ...committed] = await Promise.all([
      at(olga, 0).send('publishAllocation', { params: { id }, body }),
      at(nora, 1).send('publishAllocation', { params: { id }, body }),
      ...lenders.map((lender, index) =>
        at(lender, index).send('createCommitment', { body: commit }),
      ),
    ])
    const published = [one, other].map((reply) => (reply ? outcome(reply) : ''))
    const commits = committed.map(outcome)
    for (const each of commits) expect(['201', '409 book_closed']).toContain(each)
    if (published.includes('200')) {
      expect(published.toSorted()).toEqual(['200', '409 round_running'])
      expect(commits).toEqual(commits.map(() => '409 book_closed'))
    } else {
      expect(published).toEqual(['409 book_changed', '409 book_changed'])
      expect(commits).toContain('201')
    }
    await expectSound(loan)
  })
})

describe('accepting against the end of the round', () => {
  it.each(rounds)('either binds the lender or leaves its request, round %i', async () => {
    const loan = await makeBook()
    const { id, accept } = await round(loan)
    const [accepted, ended] = await Promise.all([
      accept(0),
      at(olga, 1).send('endRound', { params: { id } }),
    ])
    expect(outcome(ended)).toBe('200')
    const { lines } = readJson(ended) as { lines: { state: string }[] }
    expect([`${outcome(accepted)} ${lines[0]?.state}`]).toEqual([
      expect.stringMatching(/^(200 accepted|409 offer_over recalled)$/),
    ])
    await expectSound(loan)
  })
})

describe('accepting against a release', () => {
  it.each(rounds)('releases only after the answer, round %i', async () => {
    const loan = await desk.makeLoan({ amount: '999999.99' })
    const [lender = olga, other = olga] = lenders
    const bound = await desk.makeCommitment(lender, loan, { percentage: '20' })
    for (const each of [lender, other])
      await desk.makeCommitment(each, loan, { percentage: '60', isSoftCommit: 'true' })
    const { accept } = await round(loan)
    const [accepted, released] = await Promise.all([
      accept(0),
      at(olga, 1).send('releaseCommitment', {
        params: { id: bound.id },
        body: { reason: 'Agreed' },
      }),
    ])
    expect(outcome(accepted)).toBe('200')
    expect(['200', '409 offer_open']).toContain(outcome(released))
    await expectSound(loan)
  })
})

describe('accepting twice', () => {
  it.each(rounds)('binds the lender once and answers the same, round %i', async () => {
    const loan = await makeBook()
    const { accept, offer } = await round(loan)
    const replies = await Promise.all([accept(0), accept(1), accept(0), accept(1)])
    expect(replies.map(outcome)).toEqual(['200', '200', '200', '200'])
    const [entries] = await desk.rows<{ count: string }>(
      "select count(*) from audit where kind = 'offerAccepted' and loan_id = $1",
      [loan.id],
    )
    expect(entries?.count).toBe('1')
    const { totals } = await olga.call('getDeal', { params: { id: loan.id } })
    expect(totals.bindingPercentage).toBe((10 + Number(offer.added)).toFixed(2))
    await expectSound(loan)
  })
})

describe('accepting against declining', () => {
  it.each(rounds)('keeps one of both answers, round %i', async () => {
    const loan = await makeBook()
    const { accept, decline } = await round(loan)
    const replies = await Promise.all([accept(0), decline(1)])
    expect(replies.map(outcome).toSorted()).toEqual(['200', '409 already_answered'])
    await expectSound(loan)
  })
})

describe('the last answers at once', () => {
  it.each(rounds)('end the round once, round %i', async () => {
    const loan = await makeBook()
    await openRound(olga, loan, { hold: '10' })
    const replies = await Promise.all(
      lenders.map(async (lender, index) => {
        const { id, addedAmount } = await offerTo(lender, loan)
        return at(lender, index).send('acceptOffer', {
          ...{ params: { id }, body: { amount: addedAmount } },
        })
      }),
    )
    expect(replies.map(outcome)).toEqual(['200', '200', '200'])
    const { totals, bookStage } = await olga.call('getDeal', { params: { id: loan.id } })
    expect([totals.bindingPercentage, totals.bindingAmount, bookStage]).toEqual([
      ...['100.00', '999999.99', 'open'],
    ])
    const [ends] = await desk.rows<{ count: string }>(
      "select count(*) from audit where kind = 'allocationEnded' and loan_id = $1",
      [loan.id],
    )
    expect(ends?.count).toBe('1')
    await expectSound(loan)
  })
})
