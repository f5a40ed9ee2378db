/** What was changed, made binding, withdrawn or released of the own commitments. */
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

/** A lender's changed, firmed up, withdrawn and released commitments, and one that just stands. */
async function makeHistory() {
  const [lender, admin] = [await desk.makeLender(), await desk.makeAdmin()]
  const loan = await desk.makeLoan()
  const soft = { percentage: '5', isSoftCommit: 'true' } as const
  const grown = await desk.makeCommitment(lender, loan, soft)
  const params = { id: grown.id }
  await lender.call('changeCommitment', { params, body: { percentage: '8' } })
  // Saving the same share is no change.
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

it('has each event with its figures and reason, newest first', async () => {
  const { lender, loan, grown, withdrawn } = await makeHistory()
  const stranger = await desk.makeLender()
  const theirs = await desk.makeCommitment(stranger, loan, { isSoftCommit: 'true' })
  await stranger.call('withdrawCommitment', { params: { id: theirs.id } })

  const events = await lender.call('listOwnHistory')
  const common = { loanId: loan.id, loanTitle: loan.title, previous: null, reason: null }
  const eight = { percentage: '8.00', amount: '80000.00' }
  const five = { percentage: '5.00', amount: '50000.00' }
  expect(events.map(({ id: _id, at: _at, ...event }) => event)).toEqual([
    {
      ...common,
      ...eight,
      event: 'released',
      isSoftCommit: 'false',
      reason: 'Over the concentration limit',
    },
    { ...common, ...five, event: 'withdrawn', isSoftCommit: 'true' },
    { ...common, ...eight, event: 'madeBinding', isSoftCommit: 'false', previous: eight },
    { ...common, ...eight, event: 'changed', isSoftCommit: 'true', previous: five },
  ])
  expect([events[0]?.id, events[1]?.id]).toEqual([grown.id, withdrawn.id])
  expect(await (await desk.makeLender()).call('listOwnHistory')).toEqual([])
  expect(await desk.visitor().refusal('listOwnHistory')).toBe('401: Unauthorized: please sign in')
})

it('has each event once on pages, of one moment too', async () => {
  const { lender } = await makeHistory()
  await desk.rows(
    `update commitments set ended_at = '2026-01-05T15:04:05.123456Z'
     where lender_id = $1 and status <> 'active'`,
    [lender.id],
  )
  const whole = await lender.call('listOwnHistory')
  expect(whole).toHaveLength(4)
  for (const limit of [1, 3]) {
    const pages = await readPages<OwnEvent>(lender, `${path}?limit=${limit}`)
    expect(pages.flat()).toEqual(whole)
    expect(pages).toHaveLength(Math.ceil(4 / limit))
  }
  expect(await lender.refusal('listOwnHistory', { query: { cursor: 'x' } })).toBe(
    '400: The cursor is not one of ours',
  )
})

it('shows what ended with its account, and nothing of a loan that was deleted', async () => {
  const { lender, admin, loan } = await makeHistory()
  const quay = await desk.makeLoan({ title: 'Quay 7' })
  await desk.makeCommitment(lender, quay, { isSoftCommit: 'true' })
  const [bound] = await lender.call('listOwnCommitments', { query: { loanId: loan.id } })
  const params = { id: bound?.id ?? '' }
  await admin.call('releaseCommitment', { params, body: { reason: 'Agreed.' } })
  // Deactivated, because records name the account.
  await admin.call('deleteUser', { params: { id: lender.id } })
  await admin.call('reactivateUser', { params: { id: lender.id } })
  const back = await desk.signIn(lender)
  const events = async () => (await back.call('listOwnHistory')).map(({ event }) => event)
  expect(await events()).toEqual([
    'withdrawn',
    'released',
    'released',
    'withdrawn',
    'madeBinding',
    'changed',
  ])
  await admin.call('deleteLoan', { params: { id: loan.id } })
  expect(await events()).toEqual(['withdrawn'])
})
