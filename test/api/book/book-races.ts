/** Runs random actions on a loan's book, both in sequence and concurrently. The totals must remain correct. */
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Book } from '#contract/book/shapes.ts'
import { shareAmount, sumMoney, sumPercent } from '#domain/money.ts'
import { discrepancies } from '#test/support/books.ts'
import type { Person } from '#test/support/builders.ts'
import { readJson, type Reply } from '#test/support/caller.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { security } from '#test/support/requirements.ts'

let desk: Desk
let olga: Person
let lenders: Person[]

interface Commit {
  kind: 'commit' | 'record'
  lender: number
  percentage: number
  isSoft: boolean
}
type Act =
  | Commit
  | { kind: 'change'; target: number; percentage: number; isOnBehalf: boolean }
  | { kind: 'withdraw' | 'makeBinding' | 'release'; target: number; isOnBehalf: boolean }

const lender = fc.nat({ max: 2 })
const target = fc.nat({ max: 30 })
const share = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.constantFrom(50, 100))
const acts: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('commit' as const, 'record' as const),
      lender,
      percentage: share,
      isSoft: fc.boolean(),
    }),
  },
  fc.record({
    kind: fc.constant('change' as const),
    target,
    percentage: share,
    isOnBehalf: fc.boolean(),
  }),
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('withdraw' as const, 'makeBinding' as const, 'release' as const),
      target,
      isOnBehalf: fc.boolean(),
    }),
  },
)
const amounts = fc
  .bigInt({ min: 100n, max: 999_999_999_999_999n })
  .map((cents) => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`)

interface Made {
  id: string
  holder: Person
}

const instruction = { instructedBy: 'Lena Brook', instructedOn: '2026-01-05' }

async function perform(loanId: string, made: Made[], act: Act): Promise<Reply | null> {
  if ('lender' in act) return commit(loanId, made, act)
  const { id, holder } = made[act.target % Math.max(made.length, 1)] ?? {}
  if (!id || !holder) return null
  const params = { id }
  if (act.kind === 'change') {
    const body = { percentage: `${act.percentage}` }
    return act.isOnBehalf
      ? olga.send('changeCommitmentOnBehalf', { params, body: { ...body, ...instruction } })
      : holder.send('changeCommitment', { params, body })
  }
  if (act.kind === 'release')
    return olga.send('releaseCommitment', { params, body: { reason: 'Agreed' } })
  if (act.isOnBehalf)
    return olga.send(
      act.kind === 'withdraw' ? 'withdrawCommitmentOnBehalf' : 'makeCommitmentBindingOnBehalf',
      { params, body: instruction },
    )
  return act.kind === 'withdraw'
    ? holder.send('withdrawCommitment', { params })
    : holder.send('makeCommitmentBinding', { params, body: {} })
}

async function commit(loanId: string, made: Made[], act: Commit) {
  const holder = lenders[act.lender] ?? olga
  const body = { loanId, percentage: `${act.percentage}`, isSoftCommit: `${act.isSoft}` }
  const recorded = { params: { loanId }, body: { ...body, lenderId: holder.id } }
  const reply = await (act.kind === 'commit'
    ? holder.send('createCommitment', { body })
    : olga.send('recordCommitment', recorded))
  if (reply.status === 201) made.push({ id: (readJson(reply) as { id: string }).id, holder })
  return reply
}

function expectSound({ loan, entries, holders, totals }: Book) {
  const active = entries.filter((entry) => entry.status === 'active')
  const binding = active.filter((entry) => entry.isSoftCommit === 'false')
  const bindingAmount = sumMoney(binding.map((entry) => entry.amount))
  expect(sumPercent(binding.map((entry) => entry.percentage))).toBe(loan.committedPercentage)
  expect(bindingAmount).toBe(loan.committedAmount)
  expect(totals).toMatchObject({ bindingPercentage: loan.committedPercentage, bindingAmount })
  expect(totals.softPercentage).toBe(loan.softPercentage)
  expect(Number(loan.committedPercentage)).toBeLessThanOrEqual(100)
  expect(sumMoney([totals.bindingAmount, totals.availableAmount])).toBe(loan.amount)
  expect(sumPercent([totals.bindingPercentage, totals.availablePercentage])).toBe('100.00')
  // In a fully committed loan, the amounts add up to the loan amount. In other loans, each amount is rounded
  // separately.
  if (loan.committedPercentage === '100.00') expect(bindingAmount).toBe(loan.amount)
  const plain = loan.committedPercentage === '100.00' ? [] : binding
  for (const entry of plain) expect(entry.amount).toBe(shareAmount(loan.amount, entry.percentage))
  expect(sumMoney(holders.map((holder) => holder.bindingAmount))).toBe(totals.bindingAmount)
  expect(sumMoney(holders.map((holder) => holder.softAmount))).toBe(totals.softAmount)
  expect(sumPercent(holders.map((holder) => holder.bindingPercentage))).toBe(
    totals.bindingPercentage,
  )
}

const expectClear = (replies: (Reply | null)[]) => {
  for (const reply of replies)
    if (reply) expect([200, 201, 409], reply.text).toContain(reply.status)
}

interface Times {
  sequences: number
  storms: number
  releases: number
  departures: number
}

export function bookRaces(times: Times) {
  beforeAll(async () => {
    desk = await openDesk({ RATE_LIMIT: 'off' })
    olga = await desk.makeAdmin()
    lenders = [await desk.makeLender(), await desk.makeLender(), await desk.makeLender()]
  })

  afterAll(() => desk.close())

  it('keeps the loan book consistent after every action in a sequence', async () => {
    await fc.assert(
      fc.asyncProperty(
        amounts,
        fc.array(acts, { minLength: 12, maxLength: 25 }),
        async (amount, sequence) => {
          const loan = await desk.makeLoan({ amount })
          const made: Made[] = []
          for (const act of sequence) {
            expectClear([await perform(loan.id, made, act)])
            expectSound(await olga.call('getBook', { params: { id: loan.id } }))
          }
        },
      ),
      { numRuns: times.sequences },
    )
    expect(await discrepancies(desk)).toEqual([])
    expect(desk.errors).toEqual([])
  }, 90_000)

  it('keeps the loan book consistent for every reader while actions run concurrently', async () => {
    security('2.3.4')
    await fc.assert(
      fc.asyncProperty(
        amounts,
        fc.array(acts, { minLength: 30, maxLength: 60 }),
        async (amount, storm) => {
          const loan = await desk.makeLoan({ amount })
          const params = { id: loan.id }
          const made: Made[] = []
          for (const [index, percentage] of ['37', '36', '27'].entries()) {
            const holder = lenders[index] ?? olga
            for (const fields of [
              { percentage: '5', isSoftCommit: 'true' as const },
              { percentage },
            ])
              made.push({ id: (await desk.makeCommitment(holder, loan, fields)).id, holder })
          }
          const looks = [1, 2, 3].map(() => olga.call('getBook', { params }))
          const replies = storm.map((act) => perform(loan.id, made, act))
          expectClear(await Promise.all(replies))
          for (const book of await Promise.all(looks)) expectSound(book)
          expectSound(await olga.call('getBook', { params }))
        },
      ),
      { numRuns: times.storms },
    )
    expect(await discrepancies(desk)).toEqual([])
    expect(desk.errors).toEqual([])
  }, 90_000)

  it('lets a lender commit to a share while another share is being released', async () => {
    for (let round = 0; round < times.releases; round += 1) {
      const loan = await desk.makeLoan({ amount: '1000000.01' })
      const made: string[] = []
      for (const percentage of ['33', '33', '33'])
        made.push((await desk.makeCommitment(olga, loan, { percentage })).id)
      const replies = await Promise.all([
        olga.send('releaseCommitment', {
          params: { id: made[round % 3] ?? '' },
          body: { reason: 'Agreed' },
        }),
        ...lenders.map((person) =>
          person.send('createCommitment', { body: { loanId: loan.id, percentage: '1' } }),
        ),
      ])
      expect(replies[0]?.status).toBe(200)
      expectClear(replies)
      expectSound(await olga.call('getBook', { params: { id: loan.id } }))
    }
    expect(desk.errors).toEqual([])
  })

  it('leaves no binding commitments in a deactivated account, even if some were being recorded during the deactivation', async () => {
    for (let round = 0; round < times.departures; round += 1) {
      const loan = await desk.makeLoan()
      const leaving = await desk.makeLender()
      await desk.makeCommitment(leaving, loan, { isSoftCommit: 'true' })
      const [ended, ...recorded] = await Promise.all([
        olga.send('deleteUser', { params: { id: leaving.id } }),
        ...[1, 2].map(() =>
          olga.send('recordCommitment', {
            params: { loanId: loan.id },
            body: { loanId: loan.id, lenderId: leaving.id, percentage: '5' },
          }),
        ),
      ])
      expect([204, 409], ended?.text).toContain(ended?.status)
      expectClear(recorded)
      const bound = await desk.rows(
        `select c.id from commitments c join users u on u.id = c.lender_id
       where c.loan_id = $1 and c.status = 'active' and not c.is_soft_commit
         and u.deactivated_at is not null`,
        [loan.id],
      )
      expect(bound).toEqual([])
      expectSound(await olga.call('getBook', { params: { id: loan.id } }))
    }
    expect(desk.errors).toEqual([])
  })
}
