import * as fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Commitment, OwnHolding, Slice } from '#contract/book/commitments.ts'
import type { Loan } from '#contract/loans/shapes.ts'
import type { Person } from '#test/support/builders.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { readPages } from '#test/support/pages.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off' })
})
afterAll(() => desk.close())
afterEach(() => {
  expect(desk.errors).toEqual([])
})

/** Parses and prints hundredths without using the app's own arithmetic. */
const read = (text: string) => BigInt(text.replace('.', ''))
const print = (value: bigint) => `${value / 100n}.${String(value % 100n).padStart(2, '0')}`
const halfUp = (dividend: bigint, divisor: bigint) =>
  dividend / divisor + ((dividend % divisor) * 2n >= divisor ? 1n : 0n)
const sum = (values: bigint[]) => values.reduce((total, value) => total + value, 0n)

const addresses: Record<string, (string | null)[]> = {
  MA: ['4 Pier Road, Boston, MA', '9 Pier Road, Boston, MA 02110'],
  GA: ['1450 Gateway Parkway, Savannah, GA 31407-0001'],
  Other: ['7 Quay Street', '12 Main St', null],
}
const stateOfAddress = (address: string | null) =>
  Object.entries(addresses).find(([, those]) => those.includes(address))?.[0]

/**
 * Computes the expected slices by the largest remainder method. Each share is truncated to two decimal places, and the
 * remaining hundredths are added to the largest remainders (if equal, to the larger slice, then to the earlier).
 */
function expectSlices(
  slices: Slice[],
  own: Commitment[],
  nameOf: (loan: Commitment['loan']) => string,
) {
  const amounts = new Map<string, bigint>()
  for (const { loan, amount } of own)
    amounts.set(nameOf(loan), (amounts.get(nameOf(loan)) ?? 0n) + read(amount))
  const total = sum([...amounts.values()])
  expect(new Set(slices.map(({ name }) => name))).toEqual(new Set(amounts.keys()))
  // For loans of only a few cents, all amounts and shares can be 0.00.
  const whole = total === 0n ? 0n : 10_000n
  const expected = slices.map(({ name }, place) => {
    const amount = amounts.get(name) ?? 0n
    const divisor = total === 0n ? 1n : total
    return {
      name,
      place,
      amount,
      share: (amount * whole) / divisor,
      rest: (amount * whole) % divisor,
    }
  })
  const compare = (a: bigint, b: bigint) => (a > b ? -1 : a < b ? 1 : 0)
  const left = whole - sum(expected.map(({ share }) => share))
  for (const slice of expected
    .toSorted((a, b) => compare(a.rest, b.rest) || compare(a.amount, b.amount) || a.place - b.place)
    .slice(0, slices.length === 0 ? 0 : Number(left)))
    slice.share += 1n
  expect(slices).toEqual(
    expected.map(({ name, amount, share }) => ({
      name,
      amount: print(amount),
      percentage: print(share),
    })),
  )
  if (slices.length > 0) expect(sum(slices.map(({ percentage }) => read(percentage)))).toBe(whole)
}
const amountsOf = (slices: Slice[]) => slices.map(({ amount }) => read(amount))

async function expectFigures(lender: Person) {
  const own = await lender.call('listOwnCommitments')
  const binding = own.filter(({ isSoftCommit }) => isSoftCommit === 'false')
  const total = sum(binding.map(({ amount }) => read(amount)))
  const products = sum(binding.map(({ amount, loan }) => read(amount) * read(loan.interestRate)))
  expect(await lender.call('getPortfolio')).toMatchObject({
    bindingAmount: print(total),
    weightedRate: total === 0n ? null : print(halfUp(products, total)),
    annualInterest: print(halfUp(products, 10_000n)),
  })

  const spread = await lender.call('getConcentration')
  expect(spread.bindingAmount).toBe(print(total))
  const { byPropertyType, byState, byRate, byMaturity } = spread
  expectSlices(byPropertyType, binding, ({ propertyType }) => propertyType ?? 'Not specified')
  expectSlices(byState, binding, (loan) => stateOfAddress(loan.propertyAddress) ?? '?')
  expectSlices(byRate, binding, ({ interestRate }) => {
    const units = interestRate.split('.')[0] ?? ''
    return `${units}.00% to ${units}.99%`
  })
  for (const slices of [byPropertyType, byState, byRate, byMaturity])
    expect(print(sum(amountsOf(slices)))).toBe(print(total))
  for (const slices of [byPropertyType, byState])
    expect(amountsOf(slices)).toEqual(
      amountsOf(slices).toSorted((a, b) => (a > b ? -1 : a < b ? 1 : 0)),
    )
  const lowest = byRate.map(({ name }) => Number.parseInt(name, 10))
  expect(lowest).toEqual(lowest.toSorted((a, b) => a - b))
}

const loanFields = fc.record({
  amount: fc.bigInt({ min: 1n, max: 999_999_999_999_999n }).map(print),
  interestRate: fc
    .oneof(fc.bigInt({ min: 1n, max: 1_500n }), fc.constant(99_999n), fc.constant(1_000n))
    .map(print),
  propertyType: fc.constantFrom('Retail', 'Industrial', 'retail', null),
  propertyAddress: fc.constantFrom(...Object.values(addresses).flat()),
  lines: fc.array(
    fc.record({
      percentage: fc.integer({ min: 1, max: 33 }).map(String),
      isSoftCommit: fc.constantFrom('true' as const, 'false' as const),
    }),
    { minLength: 1, maxLength: 3 },
  ),
})

describe("the user's portfolio figures", () => {
  it('returns zeros and empty values for a portfolio without binding commitments', async () => {
    const lender = await desk.makeLender()
    const nothing = {
      bindingAmount: '0.00',
      byPropertyType: [],
      byState: [],
      byRate: [],
      byMaturity: [],
    }
    expect(await lender.call('getConcentration')).toEqual(nothing)
    await desk.makeCommitment(lender, await desk.makeLoan(), { isSoftCommit: 'true' })
    expect(await lender.call('getConcentration')).toEqual(nothing)
    expect(await lender.call('getPortfolio')).toMatchObject({
      weightedRate: null,
      annualInterest: '0.00',
      averageRate: '7.25',
    })
  })

  it('weights each rate by its amount and rounds the interest only once', async () => {
    const lender = await desk.makeLender()
    const small = { amount: '100.01', interestRate: '7.25' }
    await desk.makeCommitment(lender, await desk.makeLoan(small), { percentage: '50' })
    await desk.makeCommitment(lender, await desk.makeLoan(small), { percentage: '50' })
    const large = await desk.makeLoan({ amount: '300.03', interestRate: '9.00' })
    await desk.makeCommitment(lender, large, { percentage: '100' })
    // 50.01 twice at 7.25% and 300.03 at 9%: 3.625725 + 3.625725 + 27.0027 = 34.25415.
    expect(await lender.call('getPortfolio')).toMatchObject({
      bindingAmount: '400.05',
      averageRate: '7.83',
      weightedRate: '8.56',
      annualInterest: '34.25',
    })
  })

  it('shows the next answer owed, deadline of a soft share or closing, whichever is first', async () => {
    const lender = await desk.makeLender()
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
    const due = async () => (await lender.call('getPortfolio')).nextDue
    const loan = await desk.makeLoan({ commitmentDeadline: inDays(2) })
    await desk.makeCommitment(lender, loan)
    // Deadlines don't apply to binding shares.
    expect(await due()).toBeNull()
    const closing = await desk.makeLoan({ title: 'Closing', closingDate: inDays(9).slice(0, 10) })
    await desk.makeCommitment(lender, closing)
    expect(await due()).toMatchObject({
      loanTitle: 'Closing',
      commitmentDeadline: null,
      closingDate: inDays(9).slice(0, 10),
    })
    await desk.makeCommitment(lender, loan, { isSoftCommit: 'true' })
    expect(await due()).toMatchObject({
      loanId: loan.id,
      commitmentDeadline: loan.commitmentDeadline,
      closingDate: null,
    })
    const olga = await desk.makeAdmin()
    const respondBy = inDays(1)
    await olga.call('proposeTerms', {
      params: { id: loan.id },
      body: { interestRate: '9.50', reason: 'The index has moved.', respondBy },
    })
    const answerOwed = { about: 'terms', respondBy }
    expect(await due()).toMatchObject({ loanId: loan.id, commitmentDeadline: null, answerOwed })
    const [listed] = await lender.call('listLoans', { query: { search: loan.title } })
    expect(listed).toMatchObject({ id: loan.id, answerOwed })
    // The new terms come before the deadline of the soft share, so the answers to them come first.
    const other = await desk.makeLoan({ commitmentDeadline: inDays(1.5) })
    await desk.makeCommitment(lender, other, { isSoftCommit: 'true' })
    const held = await lender.call('listOwnHoldings')
    expect(held.map((each) => each.loan.id)).toEqual([loan.id, other.id, closing.id])
    const softOnly = await desk.makeLender()
    await desk.makeCommitment(softOnly, loan, { isSoftCommit: 'true' })
    expect((await softOnly.call('getPortfolio')).nextDue).toBeNull()
    // New terms that may come too late leave the deadline as it is.
    await desk.rows("update terms_proposals set respond_by = respond_by + interval '5 days'")
    expect((await softOnly.call('getPortfolio')).nextDue).toMatchObject({
      commitmentDeadline: loan.commitmentDeadline,
    })
  })

  it('returns percentages that add up to 100.00 even when simple rounding would give a different total', async () => {
    const lender = await desk.makeLender()
    for (const [propertyType, interestRate] of [
      ['Retail', '7.00'],
      ['Hotel', '8.00'],
      ['Office', '9.00'],
    ] as const)
      await desk.makeCommitment(lender, await desk.makeLoan({ propertyType, interestRate }), {
        percentage: '10',
      })
    const { byPropertyType, byRate } = await lender.call('getConcentration')
    const shares = (slices: Slice[]) => slices.map(({ name, percentage }) => [name, percentage])
    expect(shares(byPropertyType)).toEqual([
      ['Hotel', '33.34'],
      ['Office', '33.33'],
      ['Retail', '33.33'],
    ])
    expect(shares(byRate)).toEqual([
      ['7.00% to 7.99%', '33.34'],
      ['8.00% to 8.99%', '33.33'],
      ['9.00% to 9.99%', '33.33'],
    ])
  })

  it('returns portfolio totals that match the list to the cent', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(loanFields, { minLength: 1, maxLength: 5 }), async (loans) => {
        const lender = await desk.makeLender()
        for (const { lines, ...fields } of loans) {
          const loan = await desk.makeLoan(fields)
          for (const line of lines) await desk.makeCommitment(lender, loan, line)
        }
        await expectFigures(lender)
        const [first] = await lender.call('listOwnCommitments')
        if (first?.isSoftCommit === 'true')
          await lender.call('withdrawCommitment', { params: { id: first.id } })
        await expectFigures(lender)
      }),
      { numRuns: 6 },
    )
  })
})

describe("the user's loan maturities", () => {
  it('groups loans by maturity quarter, and estimates the quarter for unfunded loans', async () => {
    const [lender, admin] = [await desk.makeLender(), await desk.makeAdmin()]
    const fields = { amount: '1000000.00' }
    const open = await desk.makeLoan({ ...fields, term: 3, closingDate: '2091-05-20' })
    const later = await desk.makeLoan({ ...fields, term: 36 })
    const sooner = await desk.makeLoan({ ...fields, term: 12, interestRate: '8.00' })
    const reopened = await desk.makeLoan({ ...fields, term: 12, closingDate: '2090-09-30' })
    for (const [loan, percentage] of [
      [open, '40'],
      [later, '30'],
      [sooner, '20'],
      [reopened, '10'],
    ] as const)
      await desk.makeCommitment(lender, loan, { percentage })
    const change = ({ id }: Loan, body: { status: string; fundedOn?: string }) =>
      admin.call('updateLoan', { params: { id }, body })
    await change(later, { status: 'funded', fundedOn: '2025-03-31' })
    await change(sooner, { status: 'funded', fundedOn: '2025-08-31' })
    // Reopening a loan and funding it again, for example to release a lender, doesn't change the loan's maturity.
    await change(sooner, { status: 'Closing' })
    await change(sooner, { status: 'funded' })
    await change(reopened, { status: 'funded' })
    await change(reopened, { status: 'open' })
    const { byMaturity } = await lender.call('getConcentration')
    expect(byMaturity).toEqual([
      { name: 'Q3 2026', amount: '200000.00', percentage: '20.00', estimatedAmount: '0.00' },
      { name: 'Q1 2028', amount: '300000.00', percentage: '30.00', estimatedAmount: '0.00' },
      { name: 'Q3 2091', amount: '500000.00', percentage: '50.00', estimatedAmount: '500000.00' },
    ])
    const held = await lender.call('listOwnHoldings')
    expect(new Map(held.map(({ loan, maturity }) => [loan.id, maturity]))).toEqual(
      new Map([
        [reopened.id, null],
        [sooner.id, '2026-08-31'],
        [later.id, '2028-03-31'],
        [open.id, null],
      ]),
    )
    const maturityOn = async ({ id }: Loan) =>
      (await desk.visitor().call('getLoan', { params: { id } })).maturity
    expect([await maturityOn(later), await maturityOn(reopened)]).toEqual(['2028-03-31', undefined])
  })
})

describe("the user's position in each loan", () => {
  it('shows one row per loan across pages and starts with the loan that has the newest commitment', async () => {
    const lender = await desk.makeLender()
    const [pier, quay, dock] = [
      await desk.makeLoan({ amount: '10001.00' }),
      await desk.makeLoan(),
      await desk.makeLoan(),
    ]
    await desk.makeCommitment(lender, pier, { percentage: '10' })
    await desk.makeCommitment(lender, quay, { percentage: '7' })
    await desk.makeCommitment(lender, dock, { percentage: '3', isSoftCommit: 'true' })
    await desk.makeCommitment(lender, pier, { percentage: '1' })
    const soft = await desk.makeCommitment(lender, pier, {
      percentage: '25',
      isSoftCommit: 'true',
    })
    const ended = await desk.makeCommitment(lender, quay, { isSoftCommit: 'true' })
    await lender.call('withdrawCommitment', { params: { id: ended.id } })
    await desk.makeCommitment(await desk.makeLender(), quay, { percentage: '20' })

    const held = await lender.call('listOwnHoldings')
    expect(held.map(({ loan }) => loan.id)).toEqual([pier.id, dock.id, quay.id])
    expect(held[0]).toMatchObject({
      loan: { title: pier.title, committedPercentage: '11.00' },
      bindingPercentage: '11.00',
      bindingAmount: '1100.11',
      softPercentage: '25.00',
      softAmount: '2500.25',
      totalPercentage: '36.00',
    })
    expect(held.map(({ lines }) => lines.length)).toEqual([3, 1, 1])
    expect(held[0]?.lines[0]).toEqual({
      ...soft,
      ...{ loan: undefined, receiptId: undefined },
      createdAt: held[0]?.lines[0]?.createdAt,
    })
    const own = await lender.call('listOwnCommitments', { query: { order: 'loan' } })
    expect(held.flatMap(({ lines }) => lines.map(({ id }) => id))).toEqual(own.map(({ id }) => id))

    const pages = await readPages<OwnHolding>(lender, '/api/commitments/me/holdings?limit=1')
    expect(pages.map((page) => page.length)).toEqual([1, 1, 1])
    expect(pages.flat()).toEqual(held)
    expect(await lender.refusal('listOwnHoldings', { query: { cursor: 'x' } })).toBe(
      '400: The cursor is not one of ours',
    )
  })

  it("returns only the caller's positions, and no positions for a caller without commitments", async () => {
    await desk.makeCommitment(await desk.makeLender(), await desk.makeLoan())
    expect(await (await desk.makePending()).call('listOwnHoldings')).toEqual([])
    expect(await desk.visitor().refusal('listOwnHoldings')).toBe(
      '401: Unauthorized: please sign in',
    )
  })
})
