import { describe, expect, it } from 'vitest'
import type { TermsProposal } from '#contract/deal/terms.ts'
import type { Person } from '#test/support/builders.ts'
import { firmIdOf } from '#test/support/firm-acts.ts'
import { asFile, toBase64 } from '#test/support/receipts.ts'
import { openTermsDesk, outcome, own } from '#test/support/terms-scene.ts'

const { desk, olga, ada, ben, makeBook, propose, confirm, decline, ...scene } =
  await openTermsDesk()
const { questionsOf, linesOf, noticesOf } = scene

describe('an answer', () => {
  it('is final, and repeating it changes nothing', async () => {
    const loan = await makeBook()
    const proposal = await propose(loan)
    const owed = async () =>
      (await olga.call('getFirm', own(await firmIdOf(ada)))).positions.find(
        ({ loanId }) => loanId === loan.id,
      )?.owes
    expect(await owed()).toMatchObject({ what: 'termsAnswer', amount: null })
    const first = await confirm(ada, proposal, '3600000.00')
    expect(await confirm(ada, proposal, '3600000.00')).toEqual(first)
    expect(await owed()).toBeNull()
    expect(outcome(await ada.send('declineTerms', { ...own(proposal.id), body: {} }))).toBe(
      '409 already_answered',
    )
    await decline(ben, proposal)
    await olga.call('applyTerms', own(proposal.id))
    const late = { ...own(proposal.id), body: { amount: '3150000.00' } }
    expect(outcome(await ben.send('confirmTerms', late))).toBe('409 proposal_over')
    expect(outcome(await olga.send('applyTerms', own(proposal.id)))).toBe('409 proposal_over')
    expect(outcome(await olga.send('cancelTerms', own(proposal.id)))).toBe('409 proposal_over')
  })

  it('confirms the amount as shown, within a cent', async () => {
    const loan = await makeBook()
    const proposal = await propose(loan)
    const send = async (body: object) =>
      outcome(await ada.send('confirmTerms', { ...own(proposal.id), body }))
    expect(await send({})).toBe('400 invalid')
    expect(await send({ amount: '3600000.005' })).toBe('400 invalid')
    expect(await send({ amount: '3600000.02' })).toBe('409 terms_changed')
    expect(await send({ amount: '4000000.00' })).toBe('409 terms_changed')
    expect(await send({ amount: '3599999.99' })).toBe(200)
  })

  it("is one of the firm's committers, and hidden from others", async () => {
    const loan = await makeBook()
    const proposal = await propose(loan)
    const other = await desk.makeLender()
    const body = { amount: '3600000.00' }
    expect(outcome(await other.send('confirmTerms', { ...own(proposal.id), body }))).toBe(
      '404 not_found',
    )
    expect(await questionsOf(other, loan)).toEqual([])
    const [viewer, colleague] = [
      await desk.makeColleague(ada, 'viewer'),
      await desk.makeColleague(ada, 'committer'),
    ]
    const todayOf = async (person: Person) =>
      (await person.call('getToday')).openTerms.items.filter(({ loanId }) => loanId === loan.id)
    expect(await questionsOf(viewer, loan)).toMatchObject([{ canAnswer: 'false', state: 'asked' }])
    expect(await todayOf(viewer)).toMatchObject([
      {
        ...{ id: proposal.id, loanTitle: loan.title, proposed: { amount: '9000000.00' } },
        ...{ percentage: '40.00', amount: '4000000.00' },
      },
    ])
    expect(await todayOf(other)).toEqual([])
    expect(outcome(await viewer.send('confirmTerms', { ...own(proposal.id), body }))).toBe(
      '403 forbidden',
    )
    expect(await confirm(colleague, proposal, '3600000.00')).toMatchObject({ state: 'confirmed' })
    expect(await todayOf(viewer)).toEqual([])
    expect(await noticesOf(viewer, 'receipt')).toEqual([
      expect.stringMatching(/confirmed the new terms of Elm Street: 40% \(\$3,600,000\.00\)/),
    ])
  })

  it("is asked of the firm's committers and managers, not of its viewers", async () => {
    const loan = await makeBook()
    const viewer = await desk.makeColleague(ada, 'viewer')
    const committer = await desk.makeColleague(ada, 'committer')
    const proposal = await propose(loan)
    await olga.call('cancelTerms', own(proposal.id))
    for (const type of ['termsProposed', 'termsCancelled']) {
      for (const person of [ada, committer])
        expect((await noticesOf(person, type))[0], type).toContain('Elm Street')
      expect(await noticesOf(viewer, type)).toEqual([])
    }
  })

  it('has a receipt that can be verified offline', async () => {
    const loan = await makeBook()
    const proposal = await propose(loan, { amount: '9000000.00', interestRate: '9.00' })
    const confirmed = await confirm(ada, proposal, '3600000.00')
    const declined = await decline(ben, proposal)
    const old = { percent: '40.00', amount: '4000000.00', kind: 'binding' }
    const signed = await ada.call('getReceipt', own(confirmed.receiptId ?? ''))
    expect(signed.receipt).toMatchObject({
      ...{ act: 'terms_confirmed', percent: '40.00', amount: '3600000.00', kind: 'binding' },
      ...{ before: old, loanAmount: '9000000.00', rate: '9.00', term: '24', madeBy: 'lender' },
    })
    const verdict = async (file: Buffer) =>
      (await desk.visitor().call('verifyReceipt', { body: { file: toBase64(file) } })).result
    expect(await verdict(asFile(signed))).toBe('genuine')
    const { receipt } = await ben.call('getReceipt', own(declined.receiptId ?? ''))
    expect(receipt).toMatchObject({ act: 'terms_declined', percent: '35.00' })
    expect((await ada.send('getReceipt', own(declined.receiptId ?? ''))).status).toBe(404)
  })

  it('can be recorded by an administrator who says how it was given', async () => {
    const loan = await makeBook()
    const proposal = await propose(loan)
    const { firmId } = await ada.call('getCurrentUser')
    const send = async (body: object) =>
      outcome(await olga.send('answerTermsOnBehalf', { ...own(proposal.id), body }))
    const answer = { firmId, answer: 'confirmed', amount: '3600000.00' }
    expect(await send(answer)).toBe('400 invalid')
    expect(await send({ ...answer, how: 'By letter', firmId: loan.id })).toBe('404 not_found')
    expect(await send({ ...answer, how: 'By letter', amount: '1.00' })).toBe('409 terms_changed')
    const body = { ...answer, how: 'By letter of May 7' } as const
    const after: TermsProposal = await olga.call('answerTermsOnBehalf', {
      ...{ ...own(proposal.id), body: { ...body, answer: 'confirmed' } },
    })
    expect(after.answers[0]).toMatchObject({ state: 'confirmed', how: 'By letter of May 7' })
    const [question] = await questionsOf(ada, loan)
    const { receipt } = await ada.call('getReceipt', own(question?.receiptId ?? ''))
    expect(receipt).toMatchObject({ madeBy: 'Olga North', onWhoseWord: 'By letter of May 7' })
    expect(await noticesOf(ada, 'termsAnswered')).toEqual([
      'Olga North recorded that you confirmed the new terms of Elm Street: 40% ($3,600,000.00). By letter of May 7',
    ])
  })

  it('is not awaited of a firm without an active account, which can only be declined for', async () => {
    const loan = await desk.makeLoan()
    const gone = await desk.makeLender()
    await desk.makeCommitment(gone, loan, { percentage: '10' })
    const { firmId } = await gone.call('getCurrentUser')
    const proposal = await propose(loan, { term: 36 })
    await desk.rows('update users set deactivated_at = now() where id = $1', [gone.id])
    const body = { firmId, answer: 'confirmed', how: 'By telephone' }
    expect(outcome(await olga.send('answerTermsOnBehalf', { ...own(proposal.id), body }))).toBe(
      '409 not_active',
    )
    expect(await olga.call('applyTerms', own(proposal.id))).toMatchObject({ state: 'applied' })
    expect(await linesOf(loan)).toMatchObject([{ status: 'lapsed' }])
  })
})
