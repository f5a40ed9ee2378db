import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { discrepancies } from '#test/support/books.ts'
import type { Person } from '#test/support/builders.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { accept, decline, offerTo, publish, saveDraft } from '#test/support/rounds.ts'

let desk: Desk
let olga: Person
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off', BRAND_NAME: 'Harbor Capital' })
  olga = await desk.makeAdmin({ firstName: 'Olga', lastName: 'Reyes' })
})
afterAll(() => desk.close())
afterEach(async () => {
  expect(await discrepancies(desk)).toEqual([])
  expect(desk.errors).toEqual([])
})

const soft = (lender: Person, loan: { id: string }, percentage: string) =>
  desk.makeCommitment(lender, loan, { percentage, isSoftCommit: 'true' })
const dealOf = ({ id }: { id: string }) => olga.call('getDeal', { params: { id } })
const linesOf = (loan: { id: string }) =>
  desk.rows<Record<string, string | boolean | null>>(
    `select percentage, amount, is_soft_commit, status, is_hold, end_reason from commitments
     where loan_id = $1 order by created_at, id`,
    [loan.id],
  )

/** The book of the third example of the requirement, and its four lenders in the order of their requests. */
async function oversubscribed() {
  const loan = await desk.makeLoan({ title: 'Elm Street', amount: '12500000.00' })
  const [ada, ben, cleo, dan] = [
    await desk.makeLender({ firstName: 'Ada', lastName: 'Cole' }),
    await desk.makeLender({ firstName: 'Ben', lastName: 'Ross' }),
    await desk.makeLender({ firstName: 'Cleo', lastName: 'Park' }),
    await desk.makeLender({ firstName: 'Dan', lastName: 'Hill' }),
  ]
  await desk.makeCommitment(ada, loan, { percentage: '15' })
  await soft(ben, loan, '30')
  await soft(cleo, loan, '25')
  await soft(ada, loan, '10')
  await soft(dan, loan, '42')
  return { loan, ada, ben, cleo, dan }
}

describe('a round', () => {
  it('is saved, published, answered, and followed by another one', async () => {
    const { loan, ada, ben, cleo, dan } = await oversubscribed()
    expect((await dealOf(loan)).next).toBe('allocate')
    const draft = await saveDraft(olga, loan, { hold: '20', note: 'Thank you all.' })
    expect(draft).toMatchObject({
      ...{ state: 'draft', number: null, isCurrent: 'true', room: '65.00', requests: '107.00' },
      ...{ holdShare: '20.00', holdAmount: '2500000.00', savedBy: 'Olga Reyes' },
      offered: { lenders: 4, added: '65.00', addedAmount: '8125000.00' },
    })
    expect(
      draft.lines.map((line) => [line.lenderName, line.bound, line.share, line.amount, line.how]),
    ).toEqual([
      ['Ben Ross', '0.00', '18.22', '2277500.00', 'proRata'],
      ['Cleo Park', '0.00', '15.19', '1898750.00', 'proRata'],
      ['Ada Cole', '15.00', '21.08', '2635000.00', 'proRata'],
      ['Dan Hill', '0.00', '25.51', '3188750.00', 'proRata'],
    ])
    expect(await ben.call('listOwnOffers', { query: {} })).toEqual([])

    const round = await publish(olga, draft)
    expect(round).toMatchObject({
      ...{ state: 'published', number: 1, publishedBy: 'Olga Reyes' },
      waiting: { lenders: 4, added: '65.00' },
      accepted: { lenders: 0, added: '0.00' },
    })
    const deal = await dealOf(loan)
    expect(deal).toMatchObject({
      ...{ bookStage: 'offered', next: 'awaitAnswers', draft: null },
      lastRound: { id: round.id, number: 1, state: 'published' },
      totals: { holdPercentage: '20.00', bindingPercentage: '35.00' },
    })

    const offer = await offerTo(ben, loan)
    expect(offer).toMatchObject({
      ...{ bound: '0.00', asked: '30.00', added: '18.22', share: '18.22', amount: '2277500.00' },
      ...{ addedAmount: '2277500.00', staysSoft: '11.78', state: 'offered', canAnswer: 'true' },
      ...{ note: 'Thank you all.', round: 1, loan: { title: 'Elm Street' } },
    })
    expect(offer.explanation).toEqual([
      'You asked for 30%.',
      'Requests came to 107%, and 65% was left for them: the originator keeps 20%, and 15% was bound before.',
      'It was shared in proportion: 60.75% of each request.',
    ])
    expect(await accept(ben, offer)).toMatchObject({ state: 'accepted', canAnswer: 'false' })
    expect(await accept(ben, offer)).toMatchObject({ state: 'accepted' })
    expect(await decline(cleo, await offerTo(cleo, loan), 'Too small')).toMatchObject({
      state: 'declined',
    })
    expect(await accept(ada, await offerTo(ada, loan))).toMatchObject({ state: 'accepted' })
    expect((await dealOf(loan)).totals).toMatchObject({
      bindingPercentage: '59.30',
      softPercentage: '57.70',
    })
    expect(await accept(dan, await offerTo(dan, loan))).toMatchObject({ state: 'accepted' })

    // The last answer ends the round.
    const after = await dealOf(loan)
    expect(after).toMatchObject({
      ...{ bookStage: 'open', next: 'allocate' },
      lastRound: {
        ...{ state: 'ended', accepted: { lenders: 3, added: '49.81', addedAmount: '6226250.00' } },
        ...{ declined: { lenders: 1, added: '15.19' }, waiting: { lenders: 0 } },
      },
      totals: { bindingPercentage: '84.81', softPercentage: '32.19' },
    })
    expect(await linesOf(loan)).toMatchObject([
      { percentage: '15.00', amount: '1875000.00', is_soft_commit: false },
      { percentage: '18.22', amount: '2277500.00', is_soft_commit: false },
      { percentage: '25.00', status: 'withdrawn' },
      { percentage: '6.08', amount: '760000.00', is_soft_commit: false },
      { percentage: '25.51', amount: '3188750.00', is_soft_commit: false },
      { percentage: '20.00', amount: '2500000.00', is_hold: true },
      { percentage: '11.78', amount: '1472500.00', is_soft_commit: true },
      { percentage: '3.92', is_soft_commit: true },
      { percentage: '16.49', is_soft_commit: true },
    ])

    // The rests stand where the requests stood, so the second round keeps the order.
    const second = await saveDraft(olga, loan, { hold: '20' })
    expect(
      second.lines.map((line) => [line.lenderName, line.bound, line.asks, line.added]),
    ).toEqual([
      ['Ben Ross', '18.22', '30.00', '5.56'],
      ['Ada Cole', '21.08', '25.00', '1.85'],
      ['Dan Hill', '25.51', '42.00', '7.78'],
    ])
    await publish(olga, second)
    for (const lender of [ben, ada, dan]) await accept(lender, await offerTo(lender, loan))
    const whole = await dealOf(loan)
    expect(whole).toMatchObject({
      ...{ bookStage: 'open', next: 'close' },
      totals: {
        bindingPercentage: '100.00',
        bindingAmount: '12500000.00',
        availableAmount: '0.00',
      },
      lastRound: { number: 2, state: 'ended' },
    })
    const { rounds } = await olga.call('listAllocations', { params: { id: loan.id } })
    expect(rounds.map(({ number }) => number)).toEqual([2, 1])
  })
})
