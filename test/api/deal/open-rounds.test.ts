/** Rounds that await answers, as Today, the pipeline and the list of lenders show them. */
import { offerTo, openRound, accept, decline, expire } from '#test/support/rounds.ts'
import { openDeskWithPeople } from '#test/support/desk-with-people.ts'
import { expect, it } from 'vitest'

const { desk, olga, lena, luis } = await openDeskWithPeople({ RATE_LIMIT: 'off' })

async function makeRound() {
  const loan = await desk.makeLoan({ amount: '1000000.00' })
  for (const lender of [lena, luis])
    await desk.makeCommitment(lender, loan, { percentage: '60', isSoftCommit: 'true' })
  return { loan, round: await openRound(olga, loan, { hold: '10' }) }
}

const stageOf = async ({ id }: { id: string }, loan: { id: string }) => {
  const { lenders } = await olga.call('listLoanLenders', { params: { id: loan.id } })
  const row = lenders.find(({ lenderId }) => lenderId === id)
  return row && { stage: row.stage, next: row.next, offer: row.offer }
}
const pipelineOf = async ({ id }: { id: string }) =>
  (await olga.call('getPipeline')).find(({ loanId }) => loanId === id)?.openRound
const roundsOf = async ({ id }: { id: string }) =>
  (await olga.call('getAdminToday')).openRounds.items.filter(({ loanId }) => loanId === id)

it('shows a round that awaits answers to administrators until its last answer', async () => {
  const { loan, round } = await makeRound()
  const { respondBy } = round
  expect(await roundsOf(loan)).toEqual([
    { loanId: loan.id, loanTitle: loan.title, respondBy, asked: 2, waiting: 2 },
  ])
  expect(await pipelineOf(loan)).toEqual({ respondBy, waiting: 2 })
  // The soft shares exceed the loan, but their book takes no more interest.
  const { oversubscribed } = await olga.call('getAdminToday')
  expect(oversubscribed.items.map(({ loanId }) => loanId)).not.toContain(loan.id)
  await accept(lena, await offerTo(lena, loan))
  expect(await roundsOf(loan)).toMatchObject([{ asked: 2, waiting: 1 }])
  expect(await pipelineOf(loan)).toEqual({ respondBy, waiting: 1 })
  await expire(desk, round)
  expect(await roundsOf(loan)).toMatchObject([{ asked: 2, waiting: 1 }])
  await olga.call('endRound', { params: { id: round.id } })
  expect(await roundsOf(loan)).toEqual([])
  expect(await pipelineOf(loan)).toBeNull()
})

it("shows a lender's own open offer in Today and the list, and nobody else's", async () => {
  const { loan, round } = await makeRound()
  const offersOf = async (lender: typeof lena) =>
    (await lender.call('getToday')).openOffers.items.filter(({ loanId }) => loanId === loan.id)
  const { id } = await offerTo(lena, loan)
  const { respondBy } = round
  const expected = { id, loanId: loan.id, loanTitle: loan.title, respondBy }
  expect(await offersOf(lena)).toEqual([{ ...expected, percentage: '45.00', amount: '450000.00' }])
  expect(await offersOf(luis)).toMatchObject([{ id: (await offerTo(luis, loan)).id }])
  const { firmable } = await lena.call('getToday')
  expect(firmable.items.filter(({ loanId }) => loanId === loan.id)).toEqual([])
  const listed = async (lender: typeof lena) =>
    (await lender.call('listLoans', { query: { search: loan.title } })).find(
      (each) => each.id === loan.id,
    )
  expect(await listed(lena)).toMatchObject({ answerOwed: { about: 'offer', respondBy } })
  await decline(lena, await offerTo(lena, loan))
  expect(await offersOf(lena)).toEqual([])
  expect(await listed(lena)).not.toHaveProperty('answerOwed')
})

it('shows offered, accepted and declined as stages of the lenders', async () => {
  const { loan, round } = await makeRound()
  const { respondBy } = round
  const offer = { percentage: '45.00', amount: '450000.00', respondBy }
  const offered = { stage: 'offered', next: 'remind', offer: { ...offer, state: 'offered' } }
  expect(await stageOf(lena, loan)).toEqual(offered)
  await accept(lena, await offerTo(lena, loan))
  await decline(luis, await offerTo(luis, loan))
  expect(await stageOf(lena, loan)).toEqual({
    ...{ stage: 'accepted', next: null },
    offer: { ...offer, state: 'accepted' },
  })
  expect(await stageOf(luis, loan)).toMatchObject({ stage: 'declined', next: null })
  await desk.makeCommitment(luis, loan, { percentage: '5', isSoftCommit: 'true' })
  expect(await stageOf(luis, loan)).toMatchObject({ stage: 'soft', next: 'askToFirmUp' })
})
