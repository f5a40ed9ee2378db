import { describe, expect, it } from 'vitest'
import { readRefusal } from '#test/support/caller.ts'
import { openTermsDesk, outcome, own, reason } from '#test/support/terms-scene.ts'

const { desk, olga, ada, ben, makeBook, propose, confirm, decline, ...scene } =
  await openTermsDesk()
const { questionsOf, linesOf, noticesOf } = scene

const sendProposal = async (loan: { id: string }, body: object) =>
  outcome(await olga.send('proposeTerms', { ...own(loan.id), body: { reason, ...body } }))
const passTime = ({ id }: { id: string }) =>
  desk.rows(`update terms_proposals set respond_by = now() - interval '1 second' where id = $1`, [
    id,
  ])

describe('terms that all lenders confirm', () => {
  it('change the loan and the amounts to the cent, and keep the shares', async () => {
    const loan = await makeBook()
    const proposal = await propose(loan)
    expect(proposal).toMatchObject({
      ...{ state: 'open', reason, canApply: 'false' },
      previous: { amount: '10000000.00', interestRate: '9.50', noteRate: null, term: 24 },
      proposed: { amount: '9000000.00', interestRate: '9.50', noteRate: null, term: 24 },
      answers: [
        { lenderName: 'Ada Cole', state: 'asked', amount: '4000000.00', newAmount: '3600000.00' },
        { lenderName: 'Ben Marsh', state: 'asked', amount: '3500000.00', newAmount: '3150000.00' },
      ],
      ifApplied: { committedPercentage: '25.00', committedAmount: '2250000.00', lapsing: 2 },
    })
    const [question] = await questionsOf(ada, loan)
    expect(question).toMatchObject({
      ...{ state: 'asked', percentage: '40.00', canAnswer: 'true', proposalState: 'open' },
      ...{ amount: '4000000.00', newAmount: '3600000.00', loanTitle: 'Elm Street' },
    })
    expect(JSON.stringify(question)).not.toMatch(/Ben|Marsh|"35|3150000/)
    expect(await confirm(ada, proposal, '3600000.00')).toMatchObject({ state: 'confirmed' })
    await confirm(ben, proposal, '3150000.00')
    const { termsProposal, next } = await olga.call('getDeal', own(loan.id))
    expect(termsProposal).toMatchObject({
      ...{ canApply: 'true', ifApplied: { committedAmount: '9000000.00', lapsing: 0 } },
    })
    expect(next).toBe('awaitAnswers')
    const applied = await olga.call('applyTerms', own(proposal.id))
    expect(applied).toMatchObject({ state: 'applied', ifApplied: null })
    expect(await linesOf(loan)).toMatchObject([
      { percentage: '40.00', amount: '3600000.00', status: 'active' },
      { percentage: '35.00', amount: '3150000.00', status: 'active' },
      { percentage: '25.00', amount: '2250000.00', status: 'active' },
    ])
    expect(await olga.call('getLoan', own(loan.id))).toMatchObject({
      ...{ amount: '9000000.00', committedPercentage: '100.00', committedAmount: '9000000.00' },
    })
    expect((await olga.call('getDeal', own(loan.id))).termsProposal).toBeNull()
    expect(await noticesOf(ada, 'termsApplied')).toContain(
      'The new terms of Elm Street are in effect: amount from $10,000,000.00 to $9,000,000.00. Your commitment of 40% is now $3,600,000.00',
    )
  })

  it('keep amounts whose cents were placed if only the rate changes', async () => {
    const loan = await desk.makeLoan({ amount: '1000.50' })
    const people = [ada, ben, await desk.makeLender()]
    for (const [index, percentage] of ['15', '35', '50'].entries())
      await desk.makeCommitment(people[index] ?? ada, loan, { percentage })
    const before = ['150.07', '350.18', '500.25']
    expect((await linesOf(loan)).map(({ amount }) => amount)).toEqual(before)
    const proposal = await propose(loan, { interestRate: '8.00' })
    for (const [index, person] of people.entries())
      await confirm(person, proposal, before[index] ?? '')
    await olga.call('applyTerms', own(proposal.id))
    expect((await linesOf(loan)).map(({ amount }) => amount)).toEqual(before)
    const held = await desk.rows(
      `select distinct interest_rate, loan_amount, term from commitments where loan_id = $1`,
      [loan.id],
    )
    expect(held).toEqual([{ interest_rate: '8.00', loan_amount: '1000.50', term: 24 }])
  })
})

describe('terms that a lender does not confirm', () => {
  it('end its commitment when they are applied after the time to answer', async () => {
    const loan = await makeBook({ bensSoft: '10' })
    const proposal = await propose(loan)
    await confirm(ada, proposal, '3600000.00')
    const early = await olga.send('applyTerms', own(proposal.id))
    expect([early.status, readRefusal(early).code, readRefusal(early).message]).toEqual([
      ...[409, 'answers_missing', expect.stringMatching(/^1 lender may still answer until /)],
    ])
    await passTime(proposal)
    const applied = await olga.call('applyTerms', own(proposal.id))
    expect(applied.answers.map(({ state }) => state)).toEqual(['confirmed', 'asked'])
    expect(await linesOf(loan)).toEqual([
      { percentage: '40.00', amount: '3600000.00', status: 'active', end_reason: null },
      { percentage: '35.00', amount: '3500000.00', status: 'lapsed', end_reason: 'notConfirmed' },
      { percentage: '10.00', amount: '900000.00', status: 'active', end_reason: null },
      { percentage: '25.00', amount: '2250000.00', status: 'active', end_reason: null },
    ])
    expect(await olga.call('getDeal', own(loan.id))).toMatchObject({
      totals: {
        ...{ bindingPercentage: '65.00', bindingAmount: '5850000.00' },
        ...{ availablePercentage: '35.00' },
      },
    })
    const [question] = await questionsOf(ben, loan)
    expect(question).toMatchObject({ isLapsed: 'true', state: 'asked', canAnswer: 'false' })
    expect(await noticesOf(ben, 'commitmentLapsed')).toEqual([
      "Your commitment of 35% ($3,500,000.00) to Elm Street lapsed: the new terms weren't confirmed",
    ])
    const history = await ben.call('listOwnHistory', { query: {} })
    expect(
      history.find(({ loanId, event }) => loanId === loan.id && event === 'lapsed'),
    ).toMatchObject({ amount: '3500000.00', isSoftCommit: 'false' })
    expect(
      (await ada.call('listOwnHistory', { query: {} })).find(
        ({ loanId, event }) => loanId === loan.id && event === 'termsChanged',
      ),
    ).toMatchObject({ isSoftCommit: 'false', percentage: '40.00', amount: '3600000.00' })
  })

  it('can be declined, which ends the commitment only if they are applied', async () => {
    const loan = await makeBook()
    const proposal = await propose(loan)
    expect(
      await ben.call('declineTerms', { ...own(proposal.id), body: { reason: 'Too small.' } }),
    ).toMatchObject({ state: 'declined', declineReason: 'Too small.' })
    await olga.call('cancelTerms', own(proposal.id))
    expect((await linesOf(loan)).map(({ status }) => status)).toEqual(Array(3).fill('active'))
    expect(await noticesOf(ben, 'termsCancelled')).toEqual([
      'The new terms that were proposed for Elm Street are canceled. Your commitment stays as it is',
    ])
    const again = await propose(loan)
    await decline(ben, again)
    await confirm(ada, again, '3600000')
    await olga.call('applyTerms', own(again.id))
    expect((await linesOf(loan)).map(({ status }) => status)).toEqual([
      ...['active', 'lapsed', 'active'],
    ])
  })
})

describe('a proposal', () => {
  it('needs other terms, a bound lender, an open book, and no other proposal', async () => {
    const loan = await desk.makeLoan()
    expect(await sendProposal(loan, { term: 36 })).toBe('409 nothing_to_confirm')
    await desk.makeCommitment(ada, loan, { percentage: '10' })
    expect(await sendProposal(loan, {})).toBe('409 same_terms')
    expect(await sendProposal(loan, { amount: loan.amount, interestRate: '7.25', term: 24 })).toBe(
      '409 same_terms',
    )
    for (const [stage, code] of [
      ['offered', '409 round_running'],
      ['closed', '409 deal_closed'],
    ]) {
      await desk.rows('update loans set book_stage = $2 where id = $1', [loan.id, stage])
      expect(await sendProposal(loan, { term: 36 })).toBe(code)
    }
    await desk.rows(`update loans set book_stage = 'open' where id = $1`, [loan.id])
    expect(await sendProposal(loan, { term: 36 })).toBe(201)
    expect(await sendProposal(loan, { term: 48 })).toBe('409 terms_pending')
    const funded = await desk.makeLoan()
    await desk.makeCommitment(ada, funded, { percentage: '10' })
    await olga.call('updateLoan', { ...own(funded.id), body: { status: 'funded' } })
    expect(await sendProposal(funded, { term: 36 })).toBe('409 loan_funded')
  })

  it('needs a reason, and a time from an hour to 60 days ahead', async () => {
    const loan = await makeBook()
    const refused = async (body: object) => {
      const reply = await olga.send('proposeTerms', {
        ...own(loan.id),
        body: { term: 36, ...body },
      })
      return [reply.status, Object.keys(readRefusal(reply).fields ?? {})]
    }
    const ahead = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
    expect(await refused({})).toEqual([400, ['reason']])
    expect(await refused({ reason: 'x'.repeat(5001) })).toEqual([400, ['reason']])
    for (const respondBy of [
      ahead(-1),
      ahead(0.9),
      ahead(60 * 24 + 1),
      '2027-02-31T10:00:00Z',
      '2027-01-05T10:00',
      'soon',
      5,
    ])
      expect(await refused({ reason, respondBy })).toEqual([400, ['respondBy']])
    for (const amount of ['0', '-1', '1.005', 'NaN'])
      expect(await refused({ reason, amount })).toEqual([400, ['amount']])
    expect(await refused({ reason, term: 0 })).toEqual([400, ['term']])
    expect(await refused({ reason, interestRate: '0' })).toEqual([400, ['interestRate']])
    const { respondBy } = await propose(loan, { term: 36 })
    expect(Date.parse(respondBy) - Date.now()).toBeGreaterThan(4.9 * 24 * 3_600_000)
  })

  it('refuses acts that bind another lender, and accepts soft commitments', async () => {
    const loan = await desk.makeLoan()
    await desk.makeCommitment(ada, loan, { percentage: '10' })
    const soft = await desk.makeCommitment(ben, loan, { percentage: '5', isSoftCommit: 'true' })
    const proposal = await propose(loan, { term: 36 })
    const commit = (isSoftCommit: string) =>
      ben.send('createCommitment', { body: { loanId: loan.id, percentage: '5', isSoftCommit } })
    const instruction = { instructedBy: 'Ben Marsh', instructedOn: '2026-01-05' }
    const pending = '409 terms_pending'
    expect(outcome(await commit('false'))).toBe(pending)
    expect(outcome(await ben.send('makeCommitmentBinding', { ...own(soft.id), body: {} }))).toBe(
      pending,
    )
    expect(
      outcome(
        await olga.send('makeCommitmentBindingOnBehalf', { ...own(soft.id), body: instruction }),
      ),
    ).toBe(pending)
    const record = { loanId: loan.id, lenderId: ben.id, percentage: '5', ...instruction }
    expect(
      outcome(await olga.send('recordCommitment', { params: { loanId: loan.id }, body: record })),
    ).toBe(pending)
    expect(
      outcome(await olga.send('setHold', { ...own(loan.id), body: { percentage: '10' } })),
    ).toBe(pending)
    const funded = { ...own(loan.id), body: { status: 'funded' } }
    expect(outcome(await olga.send('updateLoan', funded))).toBe(pending)
    expect(outcome(await commit('true'))).toBe(201)
    expect(
      outcome(await ben.send('changeCommitment', { ...own(soft.id), body: { percentage: '6' } })),
    ).toBe(200)
    const seen = await ben.call('getLoan', own(loan.id))
    expect([seen.isTermsPending, seen.takesCommitments]).toEqual(['true', 'true'])
    // A lender that isn't asked reads until when the others can answer, and nothing else of the proposal.
    expect(seen.termsRespondBy).toBe(proposal.respondBy)
    expect(JSON.stringify(seen)).not.toMatch(new RegExp(`${reason}|${proposal.id}|"term":36`))
    const [listed, held] = await ben.call('listOwnCommitments', { query: { loanId: loan.id } })
    expect(listed?.loan.termsRespondBy).toBe(proposal.respondBy)
    expect(held?.can).toEqual(['change', 'withdraw'])
    await olga.call('cancelTerms', own(proposal.id))
    const decided = await ben.call('getLoan', own(loan.id))
    expect(['isTermsPending' in decided, 'termsRespondBy' in decided]).toEqual([false, false])
    expect(outcome(await commit('false'))).toBe(201)
  })

  it("doesn't ask a lender that was released, and can't be applied to terms that changed since", async () => {
    const loan = await desk.makeLoan()
    const held = await desk.makeCommitment(ada, loan, { percentage: '10' })
    const proposal = await propose(loan, { term: 36 })
    await olga.call('releaseCommitment', { ...own(held.id), body: { reason: 'Asked for it' } })
    expect(await questionsOf(ada, loan)).toEqual([])
    expect((await olga.call('getDeal', own(loan.id))).termsProposal).toMatchObject({
      ...{ answers: [], canApply: 'true' },
    })
    await olga.call('updateLoan', { ...own(loan.id), body: { term: 18 } })
    expect(outcome(await olga.send('applyTerms', own(proposal.id)))).toBe('409 book_changed')
    expect(await olga.call('cancelTerms', own(proposal.id))).toMatchObject({
      ...{ state: 'canceled', answers: [] },
    })
  })

  it('is on record with each answer and end', async () => {
    const loan = await makeBook()
    const proposal = await propose(loan)
    await confirm(ada, proposal, '3600000.00')
    await decline(ben, proposal)
    await olga.call('applyTerms', own(proposal.id))
    const entries = await desk.rows<{ kind: string }>(
      `select kind from audit where loan_id = $1 and at >= (
         select at from audit where loan_id = $1 and kind = 'termsProposed') order by at`,
      [loan.id],
    )
    expect(entries.map(({ kind }) => kind)).toEqual([
      ...['termsProposed', 'termsConfirmed', 'termsDeclined'],
      ...['termsChanged', 'termsApplied', 'commitmentLapsed'],
    ])
    const other = await desk.makeAdmin()
    const again = await propose(loan, { term: 36 })
    await confirm(ada, again, '3600000.00')
    expect(await noticesOf(other, 'termsAnswered')).toEqual([
      'Ada Cole confirmed the new terms of Elm Street: 40% ($3,600,000.00)',
    ])
  })
})
