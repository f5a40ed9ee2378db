import { afterAll, beforeAll, expect, it } from 'vitest'
import { transactOnce } from '#server/database/client.ts'
import { foldLoanFigures, recountLoans } from '#server/loans/figures.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())

it('returns zeros for an empty database', async () => {
  expect(await desk.visitor().call('getStats')).toEqual({
    totalLoansAmount: '0.00',
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
    activeLoansCount: 4,
    totalLendersCount: 2,
    totalLoansCount: 5,
  })
})

it('adds amounts beyond the range of one amount, to the cent', async () => {
  const before = (await desk.visitor().call('getStats')).totalLoansAmount
  expect(before).toBe('0.40')
  for (let number = 0; number < 3; number += 1) await desk.makeLoan({ amount: '9999999999999.99' })
  expect((await desk.visitor().call('getStats')).totalLoansAmount).toBe('30000000000000.37')
})

/** The figures that are kept, and the same counted from the loans. */
const figures = async () => ({
  kept: await desk.visitor().call('getStats'),
  counted: (
    await desk.rows<{ total: string; active: number; all: number }>(
      `select coalesce(sum(amount) filter (where status <> 'funded'), 0)::text as total,
        (count(*) filter (where status <> 'funded'))::int as active, count(*)::int as all from loans`,
    )
  )[0],
})
async function expectExact() {
  const { kept, counted } = await figures()
  expect({
    total: kept.totalLoansAmount,
    active: kept.activeLoansCount,
    all: kept.totalLoansCount,
  }).toEqual(counted)
}

it('follows each change of a loan at once, and stays exact when the changes are added up', async () => {
  const admin = await desk.makeAdmin()
  const loan = await desk.makeLoan({ status: 'open', amount: '1000.01' })
  await expectExact()
  for (const body of [{ amount: '2000.02' }, { status: 'funded' }, { status: 'Closing' }]) {
    await admin.call('updateLoan', { params: { id: loan.id }, body })
    await expectExact()
  }
  await admin.call('updateLoan', { params: { id: loan.id }, body: { title: 'Another title' } })
  await expectExact()
  await admin.call('deleteLoan', { params: { id: loan.id } })
  await expectExact()
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

it('counts loans anew that were written without the program', async () => {
  await desk.rows(`update loans set status = 'funded', amount = 1 where status = 'open'`)
  await transactOnce(desk.db, (tx) => recountLoans(tx))
  // What another process changes shows within a second.
  await expect
    .poll(
      () =>
        expectExact().then(
          () => true,
          () => false,
        ),
      { timeout: 5_000 },
    )
    .toBe(true)
})
