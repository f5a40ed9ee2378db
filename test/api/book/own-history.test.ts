import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { OwnEvent } from '#contract/book/commitments.ts'
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

const path = '/api/commitments/me/history'

async function makeHistory() {
  const [lender, admin] = [await desk.makeLender(), await desk.makeAdmin()]
  const loan = await desk.makeLoan()
  const soft = { percentage: '5', isSoftCommit: 'true' } as const
  const grown = await desk.makeCommitment(lender, loan, soft)
  const params = { id: grown.id }
  await lender.call('changeCommitment', { params, body: { percentage: '8' } })
  await lender.call('changeCommitment', { params, body: { percentage: '8' } })
  await lender.call('makeCommitmentBinding', { params, body: {} })
  const withdrawn = await desk.makeCommitment(lender, loan, soft)
  await lender.call('withdrawCommitment', { params: { id: withdrawn.id } })
  await admin.call('releaseCommitment', {
    params,
    body: { reason: 'Over the concentration limit' },
  })
  await desk.makeCommitment(lender, loan)
  return { lender, admin, loan, grown, withdrawn }
}

it("lists each event in the lender's history with its amounts and reason, newest first", async () => {
  const { lender, admin, loan, grown, withdrawn } = await makeHistory()
  const stranger = await desk.makeLender()
  const theirs = await desk.makeCommitment(stranger, loan, { isSoftCommit: 'true' })
  await stranger.call('withdrawCommitment', { params: { id: theirs.id } })

  const events = await lender.call('listOwnHistory')
  const common = {
    loanId: loan.id,
    loanTitle: loan.title,
    isLoanRemoved: 'false',
    previous: null,
    reason: null,
    onWhoseWord: null,
    actedBy: null,
  }
  const ten = { percentage: '10.00', amount: '100000.00' }
  const eight = { percentage: '8.00', amount: '80000.00' }
  const five = { percentage: '5.00', amount: '50000.00' }
  expect(events.map(({ id: _id, entryId: _entryId, at: _at, ...event }) => event)).toEqual([
    { ...common, ...ten, event: 'made', isSoftCommit: 'false' },
    {
      ...common,
      ...eight,
      event: 'released',
      isSoftCommit: 'false',
      reason: 'Over the concentration limit',
    },
    { ...common, ...five, event: 'withdrawn', isSoftCommit: 'true' },
    { ...common, ...five, event: 'made', isSoftCommit: 'true' },
    { ...common, ...eight, event: 'madeBinding', isSoftCommit: 'false', previous: eight },
    { ...common, ...eight, event: 'changed', isSoftCommit: 'true', previous: five },
    { ...common, ...five, event: 'made', isSoftCommit: 'true' },
  ])
  const entries = await admin.call('listAudit', { query: { loan: loan.id } })
  const subjects = events.map(({ entryId }) => entries.find(({ id }) => id === entryId)?.objectId)
  expect(subjects.slice(1)).toEqual([
    grown.id,
    ...[withdrawn.id, withdrawn.id],
    ...[grown.id, grown.id, grown.id],
  ])
  expect(await (await desk.makeLender()).call('listOwnHistory')).toEqual([])
  expect(await desk.visitor().refusal('listOwnHistory')).toBe('401: Unauthorized: please sign in')
})

it('lists each event in the history once across pages, even if timestamps are equal', async () => {
  const { lender, admin, loan } = await makeHistory()
  await desk.makeCommitment(lender, loan, { percentage: '3' })
  await admin.call('deleteLoan', { params: { id: loan.id } })
  const quay = await desk.makeLoan({ title: 'Quay 7' })
  for (const percentage of ['2', '4'])
    await desk.makeCommitment(lender, quay, { percentage, isSoftCommit: 'true' })
  await admin.call('updateLoan', { params: { id: quay.id }, body: { amount: '2000000' } })
  await desk.rows(
    `update audit set at = '2026-01-05T15:04:05.123456Z' where loan_id = any($1) and kind in
       ('commitmentReleased', 'commitmentWithdrawn', 'loanDeleted', 'termsChanged')`,
    [[loan.id, quay.id]],
  )
  const whole = await lender.call('listOwnHistory')
  expect(whole).toHaveLength(14)
  expect(new Set(whole.map(({ id }) => id)).size).toBe(14)
  for (const limit of [1, 3]) {
    const pages = await readPages<OwnEvent>(lender, `${path}?limit=${limit}`)
    expect(pages.flat()).toEqual(whole)
    expect(pages).toHaveLength(Math.ceil(14 / limit))
  }
  expect(await lender.refusal('listOwnHistory', { query: { cursor: 'x' } })).toBe(
    '400: The cursor is not one of ours',
  )
})

it("includes commitments ended by the account's deactivation in the history", async () => {
  const { lender, admin, loan } = await makeHistory()
  const quay = await desk.makeLoan({ title: 'Quay 7' })
  await desk.makeCommitment(lender, quay, { isSoftCommit: 'true' })
  const [bound] = await lender.call('listOwnCommitments', { query: { loanId: loan.id } })
  const params = { id: bound?.id ?? '' }
  await admin.call('releaseCommitment', { params, body: { reason: 'Agreed.' } })
  // The account is deactivated and not deleted, because other records refer to it.
  await admin.call('deleteUser', { params: { id: lender.id } })
  await admin.call('reactivateUser', { params: { id: lender.id } })
  const back = await desk.signIn(lender)
  const events = (await back.call('listOwnHistory')).map(({ event }) => event)
  expect(events.filter((event) => event !== 'made')).toEqual([
    'withdrawn',
    'released',
    'released',
    'withdrawn',
    'madeBinding',
    'changed',
  ])
})

it('keeps the history of a deleted loan, including everything deleted with the loan', async () => {
  const { lender, admin, loan } = await makeHistory()
  await desk.makeCommitment(lender, loan, { percentage: '3', isSoftCommit: 'true' })
  const stranger = await desk.makeLender()
  await desk.makeCommitment(stranger, loan, { percentage: '20' })
  await admin.call('updateLoan', { params: { id: loan.id }, body: { title: 'Pier 5' } })
  const before = await lender.call('listOwnHistory')
  expect(before.every(({ loanTitle }) => loanTitle === 'Pier 5')).toBe(true)

  await admin.call('deleteLoan', { params: { id: loan.id } })
  const after = await lender.call('listOwnHistory')
  expect(after.slice(2)).toEqual(
    before.map((event) => ({ ...event, loanTitle: loan.title, isLoanRemoved: 'true' })),
  )
  const [entry] = await admin.call('listAudit', { query: { loan: loan.id, kind: 'loanDeleted' } })
  const removed = {
    entryId: entry?.id,
    at: entry?.at,
    event: 'removed',
    loanId: loan.id,
    loanTitle: 'Pier 5',
    isLoanRemoved: 'true',
    previous: null,
    reason: null,
    onWhoseWord: null,
    actedBy: null,
  }
  const figures = after
    .slice(0, 2)
    .toSorted((a, b) => (a.percentage < b.percentage ? -1 : 1))
    .map(({ id: _id, ...event }) => event)
  expect(figures).toEqual([
    { ...removed, isSoftCommit: 'false', percentage: '10.00', amount: '100000.00' },
    { ...removed, isSoftCommit: 'true', percentage: '3.00', amount: '30000.00' },
  ])
  expect((await stranger.call('listOwnHistory')).map(({ event }) => event)).toEqual([
    'removed',
    'made',
  ])
  expect(await (await desk.makeLender()).call('listOwnHistory')).toEqual([])
})

it("shows the amounts before and after a change to a loan's terms in the history", async () => {
  const [lender, admin] = [await desk.makeLender(), await desk.makeAdmin()]
  const loan = await desk.makeLoan({ amount: '10000000' })
  const soft = { percentage: '5', isSoftCommit: 'true' } as const
  const line = await desk.makeCommitment(lender, loan, soft)
  await desk.makeCommitment(await desk.makeLender(), loan, soft)
  const params = { id: line.id }
  await admin.call('updateLoan', { params: { id: loan.id }, body: { amount: '12000000' } })
  await admin.call('updateLoan', { params: { id: loan.id }, body: { interestRate: '7.5' } })
  await lender.call('changeCommitment', { params, body: { percentage: '7' } })
  await lender.call('makeCommitmentBinding', { params, body: {} })
  const five = { percentage: '5.00', amount: '600000.00' }
  const seven = { percentage: '7.00', amount: '840000.00' }
  const told = [
    { event: 'madeBinding', isSoftCommit: 'false', ...seven, previous: seven },
    { event: 'changed', isSoftCommit: 'true', ...seven, previous: five },
    {
      event: 'termsChanged',
      isSoftCommit: 'true',
      ...five,
      previous: { percentage: '5.00', amount: '500000.00' },
    },
    {
      event: 'made',
      isSoftCommit: 'true',
      percentage: '5.00',
      amount: '500000.00',
      previous: null,
    },
  ]
  expect(await lender.call('listOwnHistory')).toMatchObject(told)
  expect(await admin.call('listOwnHistory')).toEqual([])
  await admin.call('deleteLoan', { params: { id: loan.id } })
  expect((await lender.call('listOwnHistory')).slice(1)).toMatchObject(told)
})

it('shows in the history that a commitment to a fully committed loan loses cents and later regains them', async () => {
  const [lender, other] = [await desk.makeLender(), await desk.makeLender()]
  const admin = await desk.makeAdmin()
  const loan = await desk.makeLoan({ amount: '100.05' })
  // The exact amount for 30% is $30.015. If both amounts were rounded up, their sum would exceed the total by a cent,
  // so only the earlier amount is rounded up.
  await desk.makeCommitment(other, loan, { percentage: '30' })
  await desk.makeCommitment(lender, loan, { percentage: '30' })
  const rest = await desk.makeCommitment(other, loan, { percentage: '40' })
  await admin.call('releaseCommitment', { params: { id: rest.id }, body: { reason: 'Agreed.' } })
  const [more, less] = ['30.02', '30.01'].map((amount) => ({ percentage: '30.00', amount }))
  const rounded = { event: 'rounded', isSoftCommit: 'false' }
  expect(await lender.call('listOwnHistory')).toMatchObject([
    { ...rounded, ...more, previous: less },
    { ...rounded, ...less, previous: more },
    { event: 'made', ...more },
  ])
  expect((await other.call('listOwnHistory')).map(({ event }) => event)).toEqual([
    'released',
    'made',
    'made',
  ])
})
