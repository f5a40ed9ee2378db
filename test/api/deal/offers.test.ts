import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { setAudience } from '#test/support/audiences.ts'
import { discrepancies } from '#test/support/books.ts'
import type { Person } from '#test/support/builders.ts'
import { readRefusal, type Reply } from '#test/support/caller.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { noticesOf } from '#test/support/notices.ts'
import { asFile, toBase64 } from '#test/support/receipts.ts'
import { accept, decline, expire, offerTo, openRound } from '#test/support/rounds.ts'

let desk: Desk
let olga: Person
let nora: Person
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off' })
  olga = await desk.makeAdmin({ firstName: 'Olga', lastName: 'Reyes' })
  nora = await desk.makeAdmin({ firstName: 'Nora', lastName: 'Lind' })
})
afterAll(() => desk.close())
afterEach(async () => {
  expect(await discrepancies(desk)).toEqual([])
  expect(desk.errors).toEqual([])
})

const soft = (lender: Person, loan: { id: string }, percentage: string) =>
  desk.makeCommitment(lender, loan, { percentage, isSoftCommit: 'true' })
const codeOf = (reply: Reply) => `${reply.status} ${readRefusal(reply).code}`
const stageOf = async ({ id }: { id: string }) =>
  (await olga.call('getDeal', { params: { id } })).bookStage

/** A loan of $1,000,000.01 that two lenders ask for, one of them in two lines. The originator keeps 15%. */
async function makeRound() {
  const loan = await desk.makeLoan({ title: 'Quarry Flats', amount: '1000000.01' })
  const ada = await desk.makeLender({ firstName: 'Ada', lastName: 'Cole' })
  const ben = await desk.makeLender({ firstName: 'Ben', lastName: 'Ross' })
  await soft(ada, loan, '10')
  await soft(ben, loan, '40')
  const second = await soft(ada, loan, '20')
  await desk.makeCommitment(ada, loan, { percentage: '5' })
  await soft(ben, loan, '30')
  const cleo = await desk.makeLender({ firstName: 'Cleo', lastName: 'Park' })
  await soft(cleo, loan, '20')
  const round = await openRound(olga, loan, { hold: '15' })
  return { loan, ada, ben, cleo, second, round }
}

describe('an offer', () => {
  it('makes several lines binding oldest first, to the cent of the requirement', async () => {
    const { loan, ada, ben, cleo } = await makeRound()
    for (const lender of [ada, ben, cleo]) await accept(lender, await offerTo(lender, loan))
    const lines = await desk.rows(
      `select percentage, amount from commitments
       where loan_id = $1 and status = 'active' and not is_soft_commit order by created_at, id`,
      [loan.id],
    )
    expect(lines).toEqual([
      { percentage: '10.00', amount: '100000.00' },
      { percentage: '40.00', amount: '400000.01' },
      { percentage: '10.00', amount: '100000.00' },
      { percentage: '5.00', amount: '50000.00' },
      { percentage: '6.67', amount: '66700.00' },
      { percentage: '13.33', amount: '133300.00' },
      { percentage: '15.00', amount: '150000.00' },
    ])
    const rests = await desk.rows(
      `select percentage from commitments
       where loan_id = $1 and status = 'active' and is_soft_commit order by created_at, id`,
      [loan.id],
    )
    expect(rests).toEqual([
      { percentage: '10.00' },
      { percentage: '23.33' },
      { percentage: '6.67' },
    ])
    expect(await stageOf(loan)).toBe('open')
  })

  it('is private to its firm, and readable by its colleagues but not by a viewer to accept', async () => {
    const { loan, ada, ben } = await makeRound()
    const offer = await offerTo(ada, loan)
    const params = { id: offer.id }
    const body = { amount: offer.addedAmount }
    for (const stranger of [ben, olga])
      for (const id of [offer.id, '5b1f0c9a-2e47-4d83-b6a5-91c03d7e8f24', 'x']) {
        expect(codeOf(await stranger.send('acceptOffer', { params: { id }, body }))).toBe(
          '404 not_found',
        )
        expect(codeOf(await stranger.send('declineOffer', { params: { id }, body: {} }))).toBe(
          '404 not_found',
        )
      }
    expect((await ben.send('getOfferLetter', { params })).status).toBe(404)
    const viewer = await desk.makeColleague(ada, 'viewer')
    expect(await offerTo(viewer, loan)).toMatchObject({ id: offer.id, canAnswer: 'false' })
    expect(codeOf(await viewer.send('acceptOffer', { params, body }))).toBe('403 forbidden')
    const colleague = await desk.makeColleague(ada, 'committer')
    expect(await accept(colleague, await offerTo(colleague, loan))).toMatchObject({
      state: 'accepted',
    })
  })

  it('has a letter only while its firm sees the loan in full', async () => {
    const loan = await desk.makeLoan()
    const dora = await desk.makeLender()
    const { id } = await soft(dora, loan, '30')
    await openRound(olga, loan)
    const params = { id: (await offerTo(dora, loan)).id }
    await dora.call('withdrawCommitment', { params: { id } })
    expect((await dora.send('getOfferLetter', { params })).status).toBe(200)
    await setAudience(desk, olga, loan, 'invited')
    expect(codeOf(await dora.send('getOfferLetter', { params }))).toBe('404 not_found')
    await setAudience(desk, olga, loan, 'teaser')
    expect(codeOf(await dora.send('getOfferLetter', { params }))).toBe('403 not_admitted')
    expect((await olga.send('getOfferLetter', { params })).status).toBe(200)
    await setAudience(desk, olga, loan, 'invited', [dora])
    expect((await dora.send('getOfferLetter', { params })).status).toBe(200)
  })

  it('refuses another amount than the screen showed, and changed terms', async () => {
    const { loan, ada, cleo } = await makeRound()
    const offer = await offerTo(ada, loan)
    const params = { id: offer.id }
    expect(offer.addedAmount).toBe('200000.00')
    for (const amount of ['200000.02', '199999.98', '150000'])
      expect(codeOf(await ada.send('acceptOffer', { params, body: { amount } }))).toBe(
        '409 terms_changed',
      )
    for (const amount of ['', '1e5', '-1', '1.005'])
      expect(codeOf(await ada.send('acceptOffer', { params, body: { amount } }))).toBe(
        '400 invalid',
      )
    expect((await offerTo(ada, loan)).state).toBe('offered')
    await ada.call('acceptOffer', { params, body: { amount: '200000.01' } })

    // Nobody is bound to this loan, so its rate can still change, but not under an offer.
    const other = await desk.makeLoan()
    await soft(cleo, other, '30')
    await openRound(olga, other)
    await olga.call('updateLoan', { params: { id: other.id }, body: { interestRate: '9.99' } })
    const old = await offerTo(cleo, other)
    expect(offer.isOnTerms).toBe('true')
    expect(old).toMatchObject({ canAnswer: 'true', isOnTerms: 'false' })
    const body = { amount: old.addedAmount }
    const refused = await cleo.send('acceptOffer', { params: { id: old.id }, body })
    expect(codeOf(refused)).toBe('409 terms_changed')
    expect(readRefusal(refused).message).toBe(
      "The loan's terms have changed since this offer was made, so it can only be declined",
    )
    expect(await decline(cleo, old)).toMatchObject({ state: 'declined' })
  })

  it('refuses another answer, and any answer after its time or its round', async () => {
    const { loan, ada, ben, cleo, round } = await makeRound()
    const offer = await offerTo(ada, loan)
    await accept(ada, offer)
    const declined = await ada.send('declineOffer', { params: { id: offer.id }, body: {} })
    expect(codeOf(declined)).toBe('409 already_answered')
    expect(await accept(ada, offer)).toMatchObject({ state: 'accepted' })

    const bens = await offerTo(ben, loan)
    await decline(ben, bens)
    const answered = { params: { id: bens.id }, body: { amount: bens.addedAmount } }
    expect(codeOf(await ben.send('acceptOffer', answered))).toBe('409 already_answered')

    const late = await offerTo(cleo, loan)
    await expire(desk, round)
    const lateReply = await cleo.send('acceptOffer', {
      ...{ params: { id: late.id }, body: { amount: late.addedAmount } },
    })
    expect(codeOf(lateReply)).toBe('409 offer_over')
    expect(readRefusal(lateReply).message).toMatch(
      /^The time to accept ended on .+. Ask the administrator$/,
    )
    expect((await offerTo(cleo, loan)).canAnswer).toBe('false')
    await olga.call('endRound', { params: { id: round.id } })
    expect(codeOf(await cleo.send('declineOffer', { params: { id: late.id }, body: {} }))).toBe(
      '409 offer_over',
    )
  })

  it('is declined by withdrawing one of the soft lines, which withdraws them all', async () => {
    const { loan, ada, second } = await makeRound()
    const params = { id: second.id }
    const changed = await ada.send('changeCommitment', { params, body: { percentage: '5' } })
    expect(codeOf(changed)).toBe('409 offer_open')
    await ada.call('withdrawCommitment', { params })
    expect((await offerTo(ada, loan)).state).toBe('declined')
    const left = await ada.call('listOwnCommitments', { query: { loanId: loan.id } })
    expect(left.map(({ isSoftCommit }) => isSoftCommit)).toEqual(['false'])
    expect(await stageOf(loan)).toBe('offered')
  })

  it('is declined when the last account of its firm is deactivated', async () => {
    const { loan, ben, round } = await makeRound()
    const { firmId } = await ben.call('getCurrentUser')
    const input = { params: { id: ben.id }, query: {} }
    expect((await olga.send('deleteUser', input)).status).toBe(204)
    const { rounds } = await olga.call('listAllocations', { params: { id: loan.id } })
    const line = rounds[0]?.lines.find((each) => each.firmId === firmId)
    expect(line).toMatchObject({ state: 'declined', answeredHow: 'The account was deactivated' })
    expect(round.id).toBe(rounds[0]?.id)
    expect(await stageOf(loan)).toBe('offered')
  })

  it('keeps the other commitments of its lender from being released', async () => {
    const { loan, ada } = await makeRound()
    const [bound] = (await ada.call('listOwnCommitments', { query: { loanId: loan.id } })).filter(
      ({ isSoftCommit }) => isSoftCommit === 'false',
    )
    const input = { params: { id: bound?.id ?? '' }, body: { reason: 'Asked for it' } }
    expect(codeOf(await olga.send('releaseCommitment', input))).toBe('409 offer_open')
    await accept(ada, await offerTo(ada, loan))
    expect((await olga.send('releaseCommitment', input)).status).toBe(200)
  })

  it("is answered on the lender's word, with how it was given", async () => {
    const { loan, ada, ben, cleo } = await makeRound()
    const answer = async (lender: Person, body: object) =>
      olga.send('answerOfferOnBehalf', {
        params: { id: (await offerTo(lender, loan)).id },
        body: { how: 'Letter of May 9', ...body },
      })
    expect(codeOf(await answer(ada, { answer: 'accepted', how: '' }))).toBe('400 invalid')
    expect(codeOf(await answer(ada, { answer: 'maybe' }))).toBe('400 invalid')
    expect(codeOf(await answer(ada, { answer: 'accepted', amount: '1.00' }))).toBe(
      '409 terms_changed',
    )
    expect(JSON.parse((await answer(ada, { answer: 'accepted' })).text)).toMatchObject({
      ...{ state: 'accepted', answeredBy: 'Olga Reyes', answeredHow: 'Letter of May 9' },
      loanId: loan.id,
    })
    expect((await answer(ben, { answer: 'declined' })).status).toBe(200)
    const told = await noticesOf(ada, loan)
    expect(told.at(-1)).toBe(
      'offerAnswered: Olga Reyes recorded your answer: you accepted 20% ($200,000.00) of Quarry Flats. Letter of May 9',
    )
    expect(await noticesOf(nora, loan)).toContain(
      'offerAnswered: Ada Cole accepted 20% ($200,000.00) of Quarry Flats, as Olga Reyes recorded: Letter of May 9',
    )
    expect(await offerTo(cleo, loan)).toMatchObject({ state: 'offered' })
  })
})

describe('the receipts and notices of an answer', () => {
  it('name the figures, and can be verified without the desk', async () => {
    const { loan, ada, ben } = await makeRound()
    const { receiptId } = await accept(ada, await offerTo(ada, loan))
    const signed = await ada.call('getReceipt', { params: { id: receiptId ?? '' } })
    expect(signed.receipt).toMatchObject({
      ...{ act: 'accepted', percent: '20.00', amount: '200000.00', kind: 'binding' },
      before: { percent: '30.00', amount: '300000.00', kind: 'soft' },
      ...{ lenderName: 'Ada Cole', madeBy: 'lender', loanAmount: '1000000.01' },
    })
    const check = (file: string) => desk.visitor().call('verifyReceipt', { body: { file } })
    expect(await check(toBase64(asFile(signed)))).toEqual({ result: 'genuine' })
    const pdf = await ada.send('getReceiptPdf', { params: { id: receiptId ?? '' } })
    expect(await check(toBase64(pdf.bytes))).toEqual({ result: 'genuine' })
    expect((await ben.send('getReceipt', { params: { id: receiptId ?? '' } })).status).toBe(404)

    const declined = await decline(ben, await offerTo(ben, loan), 'Too small')
    const other = await ben.call('getReceipt', { params: { id: declined.receiptId ?? '' } })
    expect(other.receipt).toMatchObject({
      ...{ act: 'declined', percent: '46.67', kind: 'soft', reason: 'Too small' },
    })
    expect(await noticesOf(nora, loan)).toEqual(
      expect.arrayContaining([
        'offerAnswered: Ada Cole accepted 20% ($200,000.00) of Quarry Flats',
        'offerAnswered: Ben Ross declined 46.67% ($466,700.00) of Quarry Flats: “Too small”',
      ]),
    )
    expect((await noticesOf(ada, loan)).at(-1)).toMatch(
      /^receipt: You accepted 20% \(\$200,000\.00\) of Quarry Flats\. Receipt R-/,
    )
    const history = await ada.call('listOwnHistory', { query: { limit: '5' } })
    expect(history.map(({ event, percentage }) => [event, percentage]).toSorted()).toEqual(
      [
        ['made', '10.00'],
        ['made', '5.00'],
        ['made', '20.00'],
        ['madeBinding', '10.00'],
        ['madeBinding', '10.00'],
      ].toSorted(),
    )
  })
})
