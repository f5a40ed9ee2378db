import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Caller } from '#test/support/caller.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { spec } from '#test/support/requirements.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())

it('returns zeros as loan statistics for an empty database', async () => {
  expect(await desk.visitor().call('getStats')).toEqual({
    totalLoansAmount: '0.00',
    totalAvailableAmount: '0.00',
    activeLoansCount: 0,
    totalLendersCount: 0,
    totalLoansCount: 0,
  })
})

it('totals loans that accept commitments and counts only approved lenders', async () => {
  spec('2.5.2', '3.15', '7.12')
  for (const status of ['Processing', 'Underwriting', 'open', 'Closing'])
    await desk.makeLoan({ status, amount: '0.10' })
  await desk.makeLoan({ status: 'funded', amount: '500.00' })
  await desk.makeLender()
  await desk.makeLender()
  await desk.makePending()
  const gone = await desk.makeLender()
  await desk.rows('update users set deactivated_at = now() where id = $1', [gone.id])
  expect(await desk.visitor().call('getStats')).toEqual({
    totalLoansAmount: '0.40',
    totalAvailableAmount: '0.40',
    activeLoansCount: 4,
    totalLendersCount: 2,
    totalLoansCount: 5,
  })
})

it('computes totals to the cent, even beyond the range of a single amount', async () => {
  const before = (await desk.visitor().call('getStats')).totalLoansAmount
  expect(before).toBe('0.40')
  for (let number = 0; number < 3; number += 1) await desk.makeLoan({ amount: '9999999999999.99' })
  await expect
    .poll(async () => (await desk.visitor().call('getStats')).totalLoansAmount)
    .toBe('30000000000000.37')
})

const figures = async (reader: Caller) => ({
  stats: await reader.call('getStats'),
  counted: (
    await desk.rows<{ total: string; available: string; active: number; all: number }>(
      `select coalesce(sum(amount) filter (where status <> 'funded'), 0)::text as total,
        coalesce(sum(amount - committed_amount) filter (where status <> 'funded'), 0)::text as available,
        (count(*) filter (where status <> 'funded'))::int as active, count(*)::int as all from loans`,
    )
  )[0],
})
async function expectExactFor(reader: Caller) {
  const { stats, counted } = await figures(reader)
  expect({
    total: stats.totalLoansAmount,
    available: stats.totalAvailableAmount,
    active: stats.activeLoansCount,
    all: stats.totalLoansCount,
  }).toEqual(counted)
}
/** Polls because other callers' changes can take a second to appear. */
const expectExact = () =>
  expect
    .poll(
      () =>
        expectExactFor(desk.visitor()).then(
          () => true,
          () => false,
        ),
      { timeout: 5_000 },
    )
    .toBe(true)

it('reflects each change to a loan in the statistics', async () => {
  const admin = await desk.makeAdmin()
  const loan = await desk.makeLoan({ status: 'open', amount: '1000.01' })
  await expectExact()
  for (const body of [{ amount: '2000.02' }, { status: 'funded' }, { status: 'Closing' }]) {
    await admin.call('updateLoan', { params: { id: loan.id }, body })
    await expectExactFor(admin)
  }
  await admin.call('deleteLoan', { params: { id: loan.id } })
  await expectExactFor(admin)
})

it('totals the available amounts for each status and type after every change to a book', async () => {
  const [admin, lender] = [await desk.makeAdmin(), await desk.makeLender()]
  const propertyType = 'Lighthouse'
  const { id: loanId } = await desk.makeLoan({ amount: '1000.01', propertyType })
  const totals = (query: { status?: 'open'; propertyType?: string }) =>
    lender.call('getLoanTotals', { query })
  const left = async () => (await totals({ status: 'open', propertyType })).availableAmount
  const commit = (percentage: string, isSoftCommit: 'true' | 'false' = 'false') =>
    lender.call('createCommitment', { body: { loanId, percentage, isSoftCommit } })
  expect(await left()).toBe('1000.01')
  const binding = await commit('40')
  expect(await left()).toBe('600.01')
  await expectExactFor(lender)
  const soft = await commit('60', 'true')
  expect(await left()).toBe('600.01')
  await lender.call('makeCommitmentBinding', { params: { id: soft.id }, body: {} })
  expect(await left()).toBe('0.00')
  await admin.call('releaseCommitment', {
    params: { id: binding.id },
    body: { reason: 'Sold to another lender' },
  })
  await expect.poll(left).toBe('400.00')
  await admin.call('updateLoan', { params: { id: loanId }, body: { propertyType: 'Silo' } })
  await expect.poll(left).toBe('0.00')
  expect(await totals({ propertyType: 'Silo' })).toEqual({
    loans: 1,
    amount: '1000.01',
    availableAmount: '400.00',
    passedLoans: 0,
  })
  await admin.call('updateLoan', { params: { id: loanId }, body: { status: 'funded' } })
  await expect
    .poll(() => totals({ propertyType: 'Silo' }))
    .toEqual({ loans: 1, amount: '1000.01', availableAmount: '0.00', passedLoans: 0 })
})

it('totals all loans, and the available amounts of the loans that accept commitments, to the cent', async () => {
  const query = { search: 'Totals' }
  expect(await desk.visitor().call('getLoanTotals', { query })).toEqual({
    loans: 0,
    amount: '0.00',
    availableAmount: '0.00',
    passedLoans: 0,
  })
  const lender = await desk.makeLender()
  const [one] = [
    await desk.makeLoan({ title: 'Totals 1', amount: '1000.01', status: 'Closing' }),
    await desk.makeLoan({ title: 'Totals 2', amount: '9999999999999.99' }),
    await desk.makeLoan({ title: 'Totals 3', amount: '500.00', status: 'funded' }),
  ]
  await desk.makeCommitment(lender, one, { percentage: '33' })
  await desk.makeCommitment(lender, one, { percentage: '20', isSoftCommit: 'true' })
  const totals = {
    loans: 3,
    amount: '10000000001500.00',
    availableAmount: '10000000000670.00',
    passedLoans: 0,
  }
  expect(await lender.call('getLoanTotals', { query })).toEqual(totals)
  expect(await lender.call('getLoanTotals', { query: { ...query, held: 'true' } })).toEqual({
    loans: 1,
    amount: '1000.01',
    availableAmount: '670.01',
    passedLoans: 0,
  })
})
