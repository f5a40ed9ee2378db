/** Changed terms in races: an answer against the end of the proposal, and a binding commitment against its beginning. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { discrepancies } from '#test/support/books.ts'
import type { Person } from '#test/support/builders.ts'
import { readRefusal, type Reply } from '#test/support/caller.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'

let desk: Desk
let olga: Person
let ada: Person
let ben: Person
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off' })
  olga = await desk.makeAdmin()
  ada = await desk.makeLender()
  ben = await desk.makeLender()
})
afterAll(() => desk.close())
afterEach(async () => {
  expect(await discrepancies(desk)).toEqual([])
  expect(await misplacedLines()).toEqual([])
})

const rounds = Array.from({ length: 20 }, (_, index) => index + 1)
const own = (id: string) => ({ params: { id } })
const outcome = (reply: Reply) =>
  reply.status < 300 ? `${reply.status}` : `${reply.status} ${readRefusal(reply).code}`

/** Active binding lines that aren't on the terms of their loan, which no act may leave. */
const misplacedLines = () =>
  desk.rows(
    `select c.id from commitments c join loans l on l.id = c.loan_id
     where c.status = 'active' and not c.is_soft_commit and (c.loan_amount, c.interest_rate, c.term)
       is distinct from (l.amount, l.interest_rate, l.term)`,
  )

const propose = (loan: { id: string }) =>
  olga.send('proposeTerms', {
    ...own(loan.id),
    body: { amount: '900000.00', reason: 'The borrower takes less.' },
  })
const proposalOf = async (loan: { id: string }) => {
  const { termsProposal } = await olga.call('getDeal', own(loan.id))
  if (!termsProposal) throw new Error('The loan has no open proposal')
  return termsProposal
}
const stateOf = async (loan: { id: string }) =>
  desk.rows<{ status: string; amount: string }>(
    'select status, amount from commitments where loan_id = $1 order by created_at, id',
    [loan.id],
  )

async function makeProposal() {
  const loan = await desk.makeLoan()
  await desk.makeCommitment(ada, loan, { percentage: '40' })
  await desk.makeCommitment(ben, loan, { percentage: '60' })
  await propose(loan)
  const proposal = await proposalOf(loan)
  return { loan, proposal }
}

describe('confirming while the terms are applied', () => {
  it.each(rounds)('binds on the new terms or lapses, round %i', async () => {
    const { loan, proposal } = await makeProposal()
    await ben.call('confirmTerms', { ...own(proposal.id), body: { amount: '540000.00' } })
    await desk.rows(
      `update terms_proposals set respond_by = now() - interval '1 second' where id = $1`,
      [proposal.id],
    )
    const replies = await Promise.all([
      ada.send('confirmTerms', { ...own(proposal.id), body: { amount: '360000.00' } }),
      olga.send('applyTerms', own(proposal.id)),
    ])
    const [confirmed, applied] = replies.map(outcome)
    expect(applied).toBe('200')
    expect(['200', '409 proposal_over']).toContain(confirmed)
    expect(await stateOf(loan)).toEqual([
      confirmed === '200'
        ? { status: 'active', amount: '360000.00' }
        : { status: 'lapsed', amount: '400000.00' },
      { status: 'active', amount: '540000.00' },
    ])
  })
})

describe('confirming while the same lender declines', () => {
  it.each(rounds)('keeps one answer, round %i', async () => {
    const { proposal } = await makeProposal()
    const replies = await Promise.all([
      ada.send('confirmTerms', { ...own(proposal.id), body: { amount: '360000.00' } }),
      ada.send('declineTerms', { ...own(proposal.id), body: {} }),
    ])
    expect(replies.map(outcome).toSorted()).toEqual(['200', '409 already_answered'])
  })
})

describe('a binding commitment while terms are proposed', () => {
  it.each(rounds)('is asked too or refused, round %i', async () => {
    const loan = await desk.makeLoan()
    await desk.makeCommitment(ada, loan, { percentage: '40' })
    const replies = await Promise.all([
      ben.send('createCommitment', { body: { loanId: loan.id, percentage: '10' } }),
      propose(loan),
    ])
    const [committed, proposed] = replies.map(outcome)
    expect(proposed).toBe('201')
    expect(['201', '409 terms_pending']).toContain(committed)
    const { id, answers } = await proposalOf(loan)
    expect(answers).toHaveLength(committed === '201' ? 2 : 1)
    expect(await ben.call('listOwnTermsQuestions', { query: { loanId: loan.id } })).toHaveLength(
      committed === '201' ? 1 : 0,
    )
    await olga.call('cancelTerms', own(id))
  })
})

describe('two proposals at once', () => {
  it.each(rounds)('leave one open, round %i', async () => {
    const loan = await desk.makeLoan()
    await desk.makeCommitment(ada, loan, { percentage: '40' })
    const replies = await Promise.all([propose(loan), propose(loan)])
    expect(replies.map(outcome).toSorted()).toEqual(['201', '409 terms_pending'])
  })
})

describe('applying while the terms are canceled', () => {
  it.each(rounds)('ends the proposal once, round %i', async () => {
    const { loan, proposal } = await makeProposal()
    await ada.call('confirmTerms', { ...own(proposal.id), body: { amount: '360000.00' } })
    await ben.call('confirmTerms', { ...own(proposal.id), body: { amount: '540000.00' } })
    const replies = await Promise.all([
      olga.send('applyTerms', own(proposal.id)),
      olga.send('cancelTerms', own(proposal.id)),
    ])
    const [applied] = replies.map(outcome)
    expect(replies.map(outcome).toSorted()).toEqual(['200', '409 proposal_over'])
    expect((await stateOf(loan))[0]?.amount).toBe(applied === '200' ? '360000.00' : '400000.00')
  })
})
