import { afterAll, beforeAll, expect, it } from 'vitest'
import { transactOnce } from '#server/database/client.ts'
import { foldLoanFigures, recountLoans } from '#server/loans/figures.ts'
import { discrepancies, writeLoans } from '#test/support/books.ts'
import type { Caller } from '#test/support/caller.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())

it('returns zeros for an empty database', async () => {
  expect(await desk.visitor().call('getStats')).toEqual({
    totalLoansAmount: '0.00',
    totalAvailableAmount: '0.00',
    activeLoansCount: 0,
    totalLendersCount: 0,
    totalLoansCount: 0,
  })
})

it('sums the loans that accept commitments, and counts only approved lenders', async () => {
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

it('adds amounts beyond the range of one amount, to the cent', async () => {
  const before = (await desk.visitor().call('getStats')).totalLoansAmount
  expect(before).toBe('0.40')
  for (let number = 0; number < 3; number += 1) await desk.makeLoan({ amount: '9999999999999.99' })
  await expect
    .poll(async () => (await desk.visitor().call('getStats')).totalLoansAmount)
    .toBe('30000000000000.37')
})

/** The figures that are kept, and the same counted from the loans. */
const figures = async (reader: Caller) => ({
  kept: await reader.call('getStats'),
  counted: (
    await desk.rows<{ total: string; available: string; active: number; all: number }>(
      `select coalesce(sum(amount) filter (where status <> 'funded'), 0)::text as total,
        coalesce(sum(amount - committed_amount) filter (where status <> 'funded'), 0)::text as available,
        (count(*) filter (where status <> 'funded'))::int as active, count(*)::int as all from loans`,
    )
  )[0],
})
async function expectExactFor(reader: Caller) {
  const { kept, counted } = await figures(reader)
  expect({
    total: kept.totalLoansAmount,
    available: kept.totalAvailableAmount,
    active: kept.activeLoansCount,
    all: kept.totalLoansCount,
  }).toEqual(counted)
}
/** What others change shows within a second. */
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

it('follows each change of a loan at once, and stays exact when the changes are added up', async () => {
  const admin = await desk.makeAdmin()
  const loan = await desk.makeLoan({ status: 'open', amount: '1000.01' })
  await expectExact()
  for (const body of [{ amount: '2000.02' }, { status: 'funded' }, { status: 'Closing' }]) {
    await admin.call('updateLoan', { params: { id: loan.id }, body })
    await expectExactFor(admin)
  }
  await admin.call('updateLoan', { params: { id: loan.id }, body: { title: 'Another title' } })
  await expectExactFor(admin)
  await admin.call('deleteLoan', { params: { id: loan.id } })
  await expectExactFor(admin)
  await Promise.all([foldLoanFigures(desk.db), desk.makeLoan(), foldLoanFigures(desk.db)])
  await expectExact()
  expect(await desk.rows('select status from loan_figures')).not.toHaveLength(0)
})

it('loses no change that is made while the changes are added up or counted anew', async () => {
  const acts = Array.from({ length: 30 }, (_, number) => [
    () => desk.makeLoan({ amount: `${number + 1}.37` }),
    () =>
      number % 3 === 0 ? transactOnce(desk.db, (tx) => recountLoans(tx)) : foldLoanFigures(desk.db),
  ]).flat()
  await Promise.all(acts.map((act) => act()))
  await expectExact()
})

it('is not held up by another change of a loan that has not ended', async () => {
  const client = await desk.db.$client.connect()
  try {
    await client.query('begin')
    await client.query("insert into loan_figures (status, loans, amount) values ('open', 0, 0)")
    await desk.makeLoan()
  } finally {
    await client.query('rollback')
    client.release()
  }
  await expectExact()
})

it('keeps what is available of the loans of a status and a type through every change of a book', async () => {
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
  // The last cents are placed with the commitment that makes the loan whole.
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
  })
  expect(await discrepancies(desk)).toEqual([])
  await admin.call('updateLoan', { params: { id: loanId }, body: { status: 'funded' } })
  await expect
    .poll(() => totals({ propertyType: 'Silo' }))
    .toEqual({ loans: 1, amount: '1000.01', availableAmount: '0.00' })
  expect(await discrepancies(desk)).toEqual([])
})

it('adds up at most 2,000 loans under a limit, and otherwise says that there are more; of a status, all', async () => {
  const propertyType = 'Barge'
  const barges = (count: number) =>
    writeLoans(
      desk,
      `insert into loans (id, title, borrower_name, amount, interest_rate, term, status, property_type)
       select gen_random_uuid(), 'Barge', 'Quay LLC', 0.01, 19, 24, 'open', $2
       from generate_series(1, $1::int)`,
      [count, propertyType],
    )
  const totals = (query: object) => desk.visitor().call('getLoanTotals', { query })
  await barges(2_000)
  const added = { loans: 2_000, amount: '20.00', availableAmount: '20.00' }
  expect(await totals({ propertyType, rateMin: '19' })).toEqual(added)
  await barges(1)
  const more = { loans: 2_000, amount: null, availableAmount: null }
  expect(await totals({ propertyType, rateMin: '19' })).toEqual(more)
  expect(await totals({ search: 'barge' })).toEqual(more)
  const all = { loans: 2_001, amount: '20.01', availableAmount: '20.01' }
  expect(await totals({ propertyType })).toEqual(all)
  expect(await totals({ propertyType, status: 'open' })).toEqual(all)
  await writeLoans(desk, 'delete from loans where property_type = $1', [propertyType])
})

it('counts and lists loans anew that were written without the program', async () => {
  await desk.rows(`update loans set status = 'funded', amount = 1 where status = 'open'`)
  await desk.rows(`update loans set committed_percentage = 0 where committed_percentage > 0`)
  await desk.rows(`delete from loan_availability where available = 100`)
  expect(await discrepancies(desk)).not.toEqual([])
  await transactOnce(desk.db, (tx) => recountLoans(tx))
  await expectExact()
  const kept = (await discrepancies(desk)).filter(({ figure }) => !figure.startsWith('committed'))
  expect(kept).toEqual([])
})

it('sets since when a loan is published where a program of before left it out, and keeps it elsewhere', async () => {
  const [loan, other] = [await desk.makeLoan(), await desk.makeLoan()]
  const draft = await desk.makeLoan({ isDraft: 'true' })
  const publishedAt = async ({ id }: { id: string }) =>
    (
      await desk.rows<{ at: Date | null }>(
        'select published_at as at from loan_availability where loan_id = $1',
        [id],
      )
    )[0]?.at
  const since = '2026-01-02T03:04:05.000Z'
  await desk.rows('update loan_availability set published_at = $2 where loan_id = $1', [
    other.id,
    since,
  ])
  const recount = () => transactOnce(desk.db, (tx) => recountLoans(tx))
  await desk.rows('update loan_availability set published_at = null where loan_id = $1', [loan.id])
  await desk.rows('update loan_availability set published_at = now() where loan_id = $1', [
    draft.id,
  ])
  await recount()
  expect(await publishedAt(loan)).toEqual(new Date(loan.createdAt))
  expect(await publishedAt(other)).toEqual(new Date(since))
  expect(await publishedAt(draft)).toBeNull()
  // It is kept too where something else is repaired.
  await desk.rows('update loan_availability set available = 1 where loan_id = $1', [other.id])
  await recount()
  expect(await publishedAt(other)).toEqual(new Date(since))
})

it('gives the totals of all loans to the cent, and what is available of those that accept commitments', async () => {
  const query = { search: 'Totals' }
  expect(await desk.visitor().call('getLoanTotals', { query })).toEqual({
    loans: 0,
    amount: '0.00',
    availableAmount: '0.00',
  })
  const lender = await desk.makeLender()
  const [one] = [
    await desk.makeLoan({ title: 'Totals 1', amount: '1000.01', status: 'Closing' }),
    await desk.makeLoan({ title: 'Totals 2', amount: '9999999999999.99' }),
    await desk.makeLoan({ title: 'Totals 3', amount: '500.00', status: 'funded' }),
  ]
  await desk.makeCommitment(lender, one, { percentage: '33' })
  // Soft interest takes nothing.
  await desk.makeCommitment(lender, one, { percentage: '20', isSoftCommit: 'true' })
  const totals = { loans: 3, amount: '10000000001500.00', availableAmount: '10000000000670.00' }
  expect(await lender.call('getLoanTotals', { query })).toEqual(totals)
  expect(await lender.call('getLoanTotals', { query: { ...query, held: 'true' } })).toEqual({
    loans: 1,
    amount: '1000.01',
    availableAmount: '670.01',
  })
})
