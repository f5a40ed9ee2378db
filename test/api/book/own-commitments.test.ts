import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Commitment, OwnHolding } from '#contract/book/commitments.ts'
import { sumMoney, type Money } from '#domain/money.ts'
import type { Person } from '#test/support/builders.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { readPages } from '#test/support/pages.ts'
import { spec } from '#test/support/requirements.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off' })
})
afterAll(() => desk.close())
afterEach(() => {
  expect(desk.errors).toEqual([])
})

describe("pages of the user's commitments", () => {
  it("lists each of the caller's commitments once, newest first, as in the full list", async () => {
    const lender = await desk.makeLender()
    const other = await desk.makeLender()
    for (let number = 0; number < 7; number += 1) {
      const loan = await desk.makeLoan()
      await desk.makeCommitment(lender, loan, { isSoftCommit: number % 2 ? 'true' : 'false' })
      await desk.makeCommitment(other, loan)
    }
    await desk.rows('update commitments set created_at = $2 where lender_id = $1', [
      lender.id,
      '2026-01-05T15:04:05.123456Z',
    ])
    const whole = await lender.call('listOwnCommitments')
    expect(whole.map(({ lenderId }) => lenderId)).toEqual(Array(7).fill(lender.id))
    const soft = whole.find(({ isSoftCommit }) => isSoftCommit === 'true')
    await lender.call('withdrawCommitment', { params: { id: soft?.id ?? '' } })
    const pages = await readPages<Commitment>(lender, '/api/commitments/me?limit=2')
    expect(pages.map((page) => page.length)).toEqual([2, 2, 2])
    expect(pages.flat()).toEqual(whole.filter(({ id }) => id !== soft?.id))
    expect(await lender.refusal('listOwnCommitments', { query: { limit: '0' } })).toBe(
      '400: Must be 1 to 200',
    )
    expect(await lender.refusal('listOwnCommitments', { query: { cursor: 'x' } })).toBe(
      '400: The cursor is not one of ours',
    )
  })

  it("filters a lender's commitments by loan", async () => {
    const lender = await desk.makeLender()
    const [pier, quay] = [await desk.makeLoan(), await desk.makeLoan()]
    const first = await desk.makeCommitment(lender, pier, { percentage: '1' })
    await desk.makeCommitment(lender, quay)
    const second = await desk.makeCommitment(lender, pier, { percentage: '2' })
    await desk.makeCommitment(await desk.makeLender(), pier)
    const on = async (loanId: string) =>
      (await lender.call('listOwnCommitments', { query: { loanId } })).map(({ id }) => id)
    expect(await on(pier.id)).toEqual([second.id, first.id])
    expect(await on(pier.id.toUpperCase())).toEqual([second.id, first.id])
    expect(await on(lender.id)).toEqual([])
    expect(await lender.refusal('listOwnCommitments', { query: { loanId: 'x' } })).toBe(
      "400: This isn't a valid id",
    )
    const pages = await readPages<Commitment>(
      lender,
      `/api/commitments/me?loanId=${pier.id}&limit=1`,
    )
    expect(pages.map((page) => page.map(({ id }) => id))).toEqual([[second.id], [first.id]])
  })
})

describe("the user's commitments grouped by loan", () => {
  it('groups commitments by loan across pages and starts with the loan of the newest commitment', async () => {
    const lender = await desk.makeLender()
    const loans = [await desk.makeLoan(), await desk.makeLoan(), await desk.makeLoan()]
    for (const order of [0, 1, 2, 0, 1, 0, 2]) {
      const loan = loans[order]
      if (loan) await desk.makeCommitment(lender, loan, { percentage: '1', isSoftCommit: 'true' })
    }
    await desk.makeCommitment(await desk.makeLender(), await desk.makeLoan())
    const address = '/api/commitments/me?order=loan&limit=2'
    const places = async () =>
      (await readPages<Commitment>(lender, address))
        .flat()
        .map(({ loanId }) => loans.findIndex(({ id }) => id === loanId))
    expect(await places()).toEqual([2, 2, 0, 0, 0, 1, 1])
    // The order must be the same on every page even if timestamps are equal.
    await desk.rows('update commitments set created_at = $2 where lender_id = $1', [
      lender.id,
      '2026-01-05T15:04:05.123456Z',
    ])
    const whole = await lender.call('listOwnCommitments', { query: { order: 'loan' } })
    const paged = (await readPages<Commitment>(lender, address)).flat()
    expect(paged).toEqual(whole)
    expect(Object.keys(paged[0] ?? {})).not.toContain('lead')
    const grouped = whole.map(({ loanId }) => loanId)
    expect(grouped.filter((loanId, index) => loanId !== grouped[index - 1])).toHaveLength(3)
  })

  it('puts soft interest with the next deadline first, then the next closing, and then the newest commitment', async () => {
    const lender = await desk.makeLender()
    const make = async (dates: Parameters<Desk['makeLoan']>[0], ...isSoft: boolean[]) => {
      const loan = await desk.makeLoan(dates)
      for (const soft of isSoft)
        await desk.makeCommitment(lender, loan, {
          percentage: '1',
          isSoftCommit: soft ? 'true' : 'false',
        })
      return loan.id
    }
    const [soon, later] = ['2099-05-01T20:00:00.000Z', '2099-05-02T20:00:00.000Z']
    const older = await make({}, true)
    const newer = await make({}, false)
    const closesLater = await make({ closingDate: '2099-04-02' }, false)
    // A binding commitment needs no decision, so only its closing counts.
    const closesSoon = await make({ closingDate: '2099-04-01', commitmentDeadline: soon }, false)
    const dueLater = await make(
      { commitmentDeadline: later, closingDate: '2099-06-01' },
      false,
      true,
    )
    const dueSoon = await make({ commitmentDeadline: soon, closingDate: '2099-06-02' }, true)
    const funded = await make({ commitmentDeadline: soon, closingDate: '2099-04-01' }, true)
    const passed = await make({ commitmentDeadline: later }, true)
    await desk.rows('update loans set status = $2 where id = $1', [funded, 'funded'])
    await desk.rows('update loans set commitment_deadline = $2 where id = $1', [
      passed,
      '2020-01-05T15:04:05Z',
    ])
    const expected = [
      ...[dueSoon, dueLater, dueLater, closesSoon, closesLater],
      ...[passed, funded, newer, older],
    ]
    const paged = (
      await readPages<Commitment>(lender, '/api/commitments/me?order=loan&limit=2')
    ).flat()
    expect(paged.map(({ loanId }) => loanId)).toEqual(expected)
    const holdings = await readPages<OwnHolding>(lender, '/api/commitments/me/holdings?limit=2')
    expect(holdings.flat().map(({ loan }) => loan.id)).toEqual([...new Set(expected)])
  })

  it('rejects a malformed cursor and a cursor from another sort order', async () => {
    const lender = await desk.makeLender()
    const loan = await desk.makeLoan()
    await desk.makeCommitment(lender, loan, { percentage: '1' })
    await desk.makeCommitment(lender, loan, { percentage: '1' })
    const { headers } = await lender.request('GET', '/api/commitments/me?limit=1')
    const cursor = /cursor=([^&>]+)/.exec(String(headers['link']))?.[1] ?? ''
    const malformed = Buffer.from(
      `2026-02-30T00:00:00.000000Z|${loan.id}|2026-02-03T00:00:00.000000Z|${loan.id}`,
    ).toString('base64url')
    for (const wrong of [cursor, malformed, 'x'])
      expect(
        await lender.refusal('listOwnCommitments', { query: { order: 'loan', cursor: wrong } }),
      ).toBe('400: The cursor is not one of ours')
  })
})

describe("the totals of the user's commitments", () => {
  it('returns zero totals when the user has no commitments', async () => {
    expect(await (await desk.makeLender()).call('getPortfolio')).toEqual({
      bindingAmount: '0.00',
      softAmount: '0.00',
      activeLoans: 0,
      averageRate: null,
      weightedRate: null,
      annualInterest: '0.00',
      nextDue: null,
    })
  })

  it('totals binding amounts and soft interest separately, to the cent, and excludes ended commitments', async () => {
    const lender = await desk.makeLender()
    const loan = await desk.makeLoan({ amount: '10001.00' })
    await desk.makeCommitment(lender, loan, { percentage: '10' })
    await desk.makeCommitment(lender, loan, { percentage: '1' })
    await desk.makeCommitment(lender, loan, { percentage: '25', isSoftCommit: 'true' })
    const ended = await desk.makeCommitment(lender, await desk.makeLoan(), { isSoftCommit: 'true' })
    await lender.call('withdrawCommitment', { params: { id: ended.id } })
    await desk.makeCommitment(await desk.makeLender(), loan)
    expect(await lender.call('getPortfolio')).toMatchObject({
      bindingAmount: '1100.11',
      softAmount: '2500.25',
      activeLoans: 1,
    })
  })

  it('counts a loan with two commitments only once in the loan count and the average rate', async () => {
    spec('2.9.2')
    const lender = await desk.makeLender()
    const [harbor, foundry] = [
      await desk.makeLoan({ interestRate: '7.25' }),
      await desk.makeLoan({ interestRate: '9.00' }),
    ]
    await desk.makeCommitment(lender, harbor, { percentage: '1' })
    await desk.makeCommitment(lender, harbor, { percentage: '1', isSoftCommit: 'true' })
    await desk.makeCommitment(lender, foundry, { percentage: '1' })
    // (7.25 + 9.00) / 2 = 8.125, which is rounded up.
    expect(await lender.call('getPortfolio')).toMatchObject({ activeLoans: 2, averageRate: '8.13' })
  })

  it('returns totals that match the list of commitments for any amounts and rates', async () => {
    const lender: Person = await desk.makeLender()
    for (let number = 1; number <= 12; number += 1) {
      const loan = await desk.makeLoan({
        amount: `${9_999_999_999_999 - number * 7_654_321}.${10 + number}`,
        interestRate: `${number}.${String((number * 37) % 100).padStart(2, '0')}`,
      })
      const isSoftCommit = number % 3 === 0 ? 'true' : 'false'
      await desk.makeCommitment(lender, loan, { percentage: `${number}`, isSoftCommit })
      const own = await lender.call('listOwnCommitments')
      const amounts = (isSoft: string) =>
        sumMoney(
          own.filter((each) => each.isSoftCommit === isSoft).map(({ amount }): Money => amount),
        )
      expect(await lender.call('getPortfolio')).toMatchObject({
        bindingAmount: amounts('false'),
        softAmount: amounts('true'),
        activeLoans: number,
        averageRate: meanOf(own.map(({ loan: { interestRate } }) => interestRate)),
      })
    }
  })
})

function meanOf(rates: readonly string[]): string {
  const total = rates.reduce((sum, rate) => sum + BigInt(rate.replace('.', '')), 0n)
  const [half, count] = [BigInt(rates.length), 2n * BigInt(rates.length)]
  const hundredths = `${(2n * total + half) / count}`.padStart(3, '0')
  return `${hundredths.slice(0, -2)}.${hundredths.slice(-2)}`
}
