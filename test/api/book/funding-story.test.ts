/** A loan's daily totals, which every lender can read. */
import type { FundingDay } from '#contract/book/shapes.ts'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Loan } from '#contract/loans/shapes.ts'
import type { Person } from '#test/support/builders.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'

let desk: Desk
let lender: Person
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off' })
  lender = await desk.makeLender()
})
afterAll(() => desk.close())

const story = (loan: Pick<Loan, 'id'>, reader = lender): Promise<FundingDay[]> =>
  reader.call('getFundingStory', { params: { id: loan.id } })

async function ageBy(id: string, days: number) {
  await desk.rows(
    `update commitments set created_at = created_at - make_interval(days => $2),
       ended_at = ended_at - make_interval(days => $2) where id = $1`,
    [id, days],
  )
  await desk.rows(`update audit set at = at - make_interval(days => $2) where object_id = $1`, [
    id,
    days,
  ])
}

const daysAgo = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

it("returns a loan's totals at the end of each day, including changes, withdrawals, and releases", async () => {
  const loan = await desk.makeLoan()
  expect(await story(loan)).toEqual([])
  const [soft, binding, gone] = [
    await desk.makeCommitment(lender, loan, { percentage: '10', isSoftCommit: 'true' }),
    await desk.makeCommitment(await desk.makeLender(), loan, { percentage: '20' }),
    await desk.makeCommitment(lender, loan, { percentage: '4', isSoftCommit: 'true' }),
  ]
  await ageBy(soft.id, 5)
  await ageBy(binding.id, 4)
  await ageBy(gone.id, 4)
  const change = { params: { id: soft.id }, body: { percentage: '15' } }
  await lender.call('changeCommitment', change)
  await ageBy(soft.id, 1)
  const { amount } = await lender.call('makeCommitmentBinding', {
    params: { id: soft.id },
    body: { amount: '150000.00' },
  })
  expect(amount).toBe('150000.00')
  await ageBy(soft.id, 1)
  await lender.call('withdrawCommitment', { params: { id: gone.id } })
  await desk.rows(`update commitments set ended_at = ended_at - interval '1 day' where id = $1`, [
    gone.id,
  ])
  const admin = await desk.makeAdmin()
  const release = { params: { id: binding.id }, body: { reason: 'Agreed' } }
  await admin.call('releaseCommitment', release)

  const expected = [
    [daysAgo(7), '0.00', '10.00'],
    [daysAgo(4), '20.00', '14.00'],
    [daysAgo(2), '20.00', '19.00'],
    [daysAgo(1), '35.00', '0.00'],
    [daysAgo(0), '15.00', '0.00'],
  ].map(([day, committedPercentage, softPercentage]) => ({
    day,
    committedPercentage,
    softPercentage,
  }))
  expect(await story(loan)).toEqual(expected)
  expect(await story(loan, admin)).toEqual(expected)
  expect(await story(loan, await desk.makeLender())).toEqual(expected)
})

it("returns daily totals that end with the loan's current totals after any sequence of events", async () => {
  const acts = fc.array(
    fc.record({
      percentage: fc.integer({ min: 1, max: 8 }),
      fate: fc.constantFrom('stay', 'change', 'firm', 'withdraw'),
    }),
    { minLength: 1, maxLength: 5 },
  )
  await fc.assert(
    fc.asyncProperty(acts, async (all) => {
      const loan = await desk.makeLoan()
      for (const { percentage, fate } of all) {
        const fields = { percentage: String(percentage), isSoftCommit: 'true' } as const
        const { id, amount } = await desk.makeCommitment(lender, loan, fields)
        const params = { id }
        if (fate === 'change')
          await lender.call('changeCommitment', { params, body: { percentage: '9' } })
        if (fate === 'firm')
          await lender.call('makeCommitmentBinding', { params, body: { amount } })
        if (fate === 'withdraw') await lender.call('withdrawCommitment', { params })
      }
      const now = await lender.call('getLoan', { params: { id: loan.id } })
      expect((await story(loan)).at(-1)).toMatchObject({
        committedPercentage: now.committedPercentage,
        softPercentage: now.softPercentage,
      })
    }),
    { numRuns: 8 },
  )
})

it('shows the daily totals only to users who can commit, and returns 404 for a missing loan', async () => {
  const loan = await desk.makeLoan()
  const params = { id: loan.id }
  expect((await desk.visitor().send('getFundingStory', { params })).status).toBe(401)
  const pending = await desk.makePending()
  expect((await pending.send('getFundingStory', { params })).status).toBe(403)
  const missing = { params: { id: crypto.randomUUID() } }
  expect((await lender.send('getFundingStory', missing)).status).toBe(404)
})
