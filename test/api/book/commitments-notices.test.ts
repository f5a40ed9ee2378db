import { randomUUID } from 'node:crypto'
import { afterEach, expect, it } from 'vitest'
import { discrepancies } from '#test/support/books.ts'
import type { Person } from '#test/support/builders.ts'
import { openDeskWithPeople } from '#test/support/desk-with-people.ts'
import { noticesOf } from '#test/support/notices.ts'

const { desk, olga, lena, luis } = await openDeskWithPeople()
const otto = await desk.makeAdmin({ firstName: 'Otto', lastName: 'South' })
afterEach(async () => {
  expect(await discrepancies(desk)).toEqual([])
})

const own = (id: string) => ({ params: { id } })

it('notifies administrators, but not other lenders, of each action by a lender', async () => {
  const loan = await desk.makeLoan()
  const { id } = await desk.makeCommitment(lena, loan, { percentage: '20', isSoftCommit: 'true' })
  await lena.call('changeCommitment', { ...own(id), body: { percentage: '25' } })
  await lena.call('changeCommitment', { ...own(id), body: { percentage: '25' } })
  await lena.call('makeCommitmentBinding', { ...own(id), body: {} })
  const other = await desk.makeCommitment(lena, loan, { percentage: '5', isSoftCommit: 'true' })
  await lena.call('withdrawCommitment', own(other.id))
  const told = [
    'commitmentMade: Lena Brook indicated 20% ($200,000.00) of Pier 4 Warehouse, not binding',
    'commitmentChanged: Lena Brook changed a soft commitment to Pier 4 Warehouse from 20% ($200,000.00) to 25% ($250,000.00)',
    'commitmentMadeBinding: Lena Brook made a soft commitment of 25% ($250,000.00) to Pier 4 Warehouse binding',
    'commitmentMade: Lena Brook indicated 5% ($50,000.00) of Pier 4 Warehouse, not binding',
    'commitmentWithdrawn: Lena Brook withdrew a soft commitment of 5% ($50,000.00) to Pier 4 Warehouse',
  ]
  expect(await noticesOf(olga, loan)).toEqual(told)
  expect(await noticesOf(otto, loan)).toEqual(told)
  // The actor gets only a receipt, which test/api/book/receipt-notices.test.ts tests.
  expect((await noticesOf(lena, loan)).filter((text) => !/^(newLoan|receipt)/.test(text))).toEqual(
    [],
  )
  expect((await noticesOf(luis, loan)).filter((text) => !text.startsWith('newLoan'))).toEqual([])
})

it("names the lender's company to administrators", async () => {
  const loan = await desk.makeLoan()
  const tess = await desk.makeLender({ firstName: 'Tess', lastName: 'Ford' })
  await tess.call('updateProfile', { body: { companyName: 'Tidewater Bank' } })
  const { id } = await desk.makeCommitment(tess, loan, { percentage: '5', isSoftCommit: 'true' })
  await tess.call('withdrawCommitment', own(id))
  expect(await noticesOf(olga, loan)).toEqual([
    'commitmentMade: Tidewater Bank (Tess Ford) indicated 5% ($50,000.00) of Pier 4 Warehouse, not binding',
    'commitmentWithdrawn: Tidewater Bank (Tess Ford) withdrew a soft commitment of 5% ($50,000.00) to Pier 4 Warehouse',
  ])
})

it('sends a notification with the full amount when a loan becomes fully committed', async () => {
  const loan = await desk.makeLoan({ amount: '1000000.01' })
  for (const percentage of ['34', '33', '33']) await desk.makeCommitment(lena, loan, { percentage })
  expect((await noticesOf(olga, loan)).slice(1)).toEqual([
    'commitmentMade: Lena Brook committed 33% ($330,000.00) of Pier 4 Warehouse, binding',
    'commitmentMade: Lena Brook committed 33% ($330,000.00) of Pier 4 Warehouse, binding',
    'loanFullyCommitted: Pier 4 Warehouse is fully committed: lenders are bound to all of its $1,000,000.01',
  ])
  const whole = await desk.makeLoan()
  const { id } = await desk.makeCommitment(luis, whole, { percentage: '100', isSoftCommit: 'true' })
  await luis.call('makeCommitmentBinding', { ...own(id), body: {} })
  expect((await noticesOf(otto, whole)).map((text) => text.split(':')[0])).toEqual([
    'commitmentMade',
    'commitmentMadeBinding',
    'loanFullyCommitted',
  ])
})

it('notifies the other holders when cents of a fully committed loan are redistributed or restored', async () => {
  const loan = await desk.makeLoan({ amount: '1000.01' })
  const about = async (person: Person) =>
    (await noticesOf(person, loan)).filter((text) => text.startsWith('amountRounded'))
  // The exact amounts are $340.0034 and $330.0033 twice, so the first share gets the extra cent.
  await desk.makeCommitment(lena, loan, { percentage: '34' })
  await desk.makeCommitment(luis, loan, { percentage: '33' })
  expect([await about(lena), await about(luis)]).toEqual([[], []])
  const last = await desk.makeCommitment(await desk.makeLender(), loan, { percentage: '33' })
  const placed = (amount: string) =>
    `amountRounded: Your binding amount in Pier 4 Warehouse is now ${amount}: the loan is fully committed, and its amounts add up to the cent`
  const takenBack = (amount: string) =>
    `amountRounded: Your binding amount in Pier 4 Warehouse is now ${amount}: the loan is no longer fully committed, so each amount is rounded by itself again`
  expect(await about(lena)).toEqual([placed('$340.01')])
  await olga.call('releaseCommitment', { ...own(last.id), body: { reason: 'Sold' } })
  expect((await about(lena)).slice(1)).toEqual([takenBack('$340.00')])
  await desk.makeCommitment(lena, loan, { percentage: '33' })
  expect((await about(lena)).slice(2)).toEqual([placed('$670.01')])
  expect(await about(luis)).toEqual([])
})

it("doesn't notify deactivated accounts, and sends only a receipt to the administrator who acted", async () => {
  const loan = await desk.makeLoan()
  const gone = await desk.makeAdmin()
  await desk.rows('update users set deactivated_at = now() where id = $1', [gone.id])
  await desk.makeCommitment(olga, loan)
  expect(await noticesOf(olga, loan)).toEqual([
    expect.stringMatching(
      /^receipt: You committed 10% \(\$100,000\.00\) of Pier 4 Warehouse, binding\. Receipt R(-\w{4}){3}$/,
    ),
  ])
  expect(await noticesOf(otto, loan)).toHaveLength(1)
  const all = await desk.rows('select id from notifications where user_id = $1', [gone.id])
  expect(all).toEqual([])
})

it('sends one notification for a commitment when the request is repeated, and sends none for a rejected commitment', async () => {
  const loan = await desk.makeLoan()
  const headers = { 'idempotency-key': randomUUID() }
  const body = { loanId: loan.id, percentage: '60' }
  await Promise.all([1, 2, 3, 4].map(() => lena.call('createCommitment', { body, headers })))
  await lena.call('createCommitment', { body, headers })
  expect(await luis.refusal('createCommitment', { body })).toMatch(/^409/)
  expect(await noticesOf(olga, loan)).toEqual([
    'commitmentMade: Lena Brook committed 60% ($600,000.00) of Pier 4 Warehouse, binding',
  ])
})

it('addresses the lender of a recorded commitment as "you" and shows the lender\'s name to administrators', async () => {
  const loan = await desk.makeLoan()
  await olga.call('recordCommitment', {
    params: { loanId: loan.id },
    body: { loanId: loan.id, lenderId: lena.id, percentage: '100' },
  })
  expect((await noticesOf(lena, loan)).slice(1)).toEqual([
    'commitmentRecorded: Olga North recorded a commitment for you: 100% ($1,000,000.00) of Pier 4 Warehouse, binding',
  ])
  expect(await noticesOf(otto, loan)).toEqual([
    'commitmentMade: Olga North recorded for Lena Brook: 100% ($1,000,000.00) of Pier 4 Warehouse, binding',
    'loanFullyCommitted: Pier 4 Warehouse is fully committed: lenders are bound to all of its $1,000,000.00',
  ])
  expect(await noticesOf(olga, loan)).toEqual([])
})

it('notifies the holder when a commitment is released, and gives the reason', async () => {
  const loan = await desk.makeLoan()
  const { id } = await desk.makeCommitment(lena, loan)
  await olga.call('releaseCommitment', { ...own(id), body: { reason: ' Credit committee. ' } })
  expect((await noticesOf(lena, loan)).at(-1)).toBe(
    'commitmentReleased: Your commitment of 10% ($100,000.00) to Pier 4 Warehouse was released: Credit committee.',
  )
  expect(await noticesOf(luis, loan)).toHaveLength(1)
})
