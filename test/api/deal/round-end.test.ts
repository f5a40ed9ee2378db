import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sendDealReminders } from '#server/deal/reminders.ts'
import { discrepancies } from '#test/support/books.ts'
import type { Person } from '#test/support/builders.ts'
import { readRefusal, type Reply } from '#test/support/caller.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { noticesOf } from '#test/support/notices.ts'
import {
  accept,
  daysAhead,
  expire,
  offerTo,
  openRound,
  publish,
  saveDraft,
} from '#test/support/rounds.ts'

let desk: Desk
let olga: Person
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off' })
  olga = await desk.makeAdmin({ firstName: 'Olga', lastName: 'Reyes' })
})
afterAll(() => desk.close())
afterEach(async () => {
  expect(await discrepancies(desk)).toEqual([])
  expect(desk.errors).toEqual([])
})

const codeOf = (reply: Reply) => `${reply.status} ${readRefusal(reply).code}`
const soft = (lender: Person, loan: { id: string }, percentage: string) =>
  desk.makeCommitment(lender, loan, { percentage, isSoftCommit: 'true' })

async function makeRound() {
  const loan = await desk.makeLoan({ title: 'Elm Street' })
  const ada = await desk.makeLender({ firstName: 'Ada', lastName: 'Cole' })
  const ben = await desk.makeLender({ firstName: 'Ben', lastName: 'Ross' })
  await soft(ada, loan, '50')
  await soft(ben, loan, '30')
  await soft(ben, loan, '20')
  return { loan, ada, ben, round: await openRound(olga, loan, { hold: '20' }) }
}

const end = ({ id }: { id: string }) => olga.call('endRound', { params: { id } })
const statesOf = (loan: { id: string }) =>
  desk.rows(
    `select percentage, is_soft_commit as soft, status, end_reason from commitments
     where loan_id = $1 and not is_hold order by created_at, percentage`,
    [loan.id],
  )
const told = async (lender: Person, loan: { id: string }) => (await noticesOf(lender, loan)).at(-1)

describe('the end of a round', () => {
  it('recalls open offers before their time, and keeps the requests and what was accepted', async () => {
    const { loan, ada, ben, round } = await makeRound()
    await accept(ada, await offerTo(ada, loan))
    expect(await end(round)).toMatchObject({
      ...{ state: 'ended', endedBy: 'Olga Reyes' },
      accepted: { lenders: 1, added: '40.00' },
      lines: [{ state: 'accepted' }, { state: 'recalled' }],
    })
    expect(await statesOf(loan)).toEqual([
      { percentage: '40.00', soft: false, status: 'active', end_reason: null },
      { percentage: '30.00', soft: true, status: 'active', end_reason: null },
      { percentage: '20.00', soft: true, status: 'active', end_reason: null },
      { percentage: '10.00', soft: true, status: 'active', end_reason: null },
    ])
    expect(await told(ben, loan)).toBe(
      'offerEnded: Your offer on Elm Street was recalled. Your soft commitment of 50% ($500,000.00) stays as it was',
    )
    expect(codeOf(await olga.send('endRound', { params: { id: round.id } }))).toBe('409 round_over')
    expect((await olga.call('getDeal', { params: { id: loan.id } })).next).toBe('allocate')
    const [entry] = await desk.rows<{ before: { lines: object[] }; after: { lines: object[] } }>(
      `select before, after from audit where kind = 'allocationEnded' and loan_id = $1`,
      [loan.id],
    )
    expect(entry?.before.lines).toMatchObject([{ state: 'accepted' }, { state: 'offered' }])
    expect(entry?.after.lines).toMatchObject([{ state: 'accepted' }, { state: 'recalled' }])
  })

  it('lapses open offers after their time, with the soft commitments of their lenders', async () => {
    const { loan, ada, ben, round } = await makeRound()
    await expire(desk, round)
    expect((await olga.call('getDeal', { params: { id: loan.id } })).next).toBe('endRound')
    expect((await end(round)).lines.map(({ state }) => state)).toEqual(['lapsed', 'lapsed'])
    const lapsed = { soft: true, status: 'lapsed', end_reason: 'notTakenUp' }
    expect(await statesOf(loan)).toEqual([
      { percentage: '50.00', ...lapsed },
      { percentage: '30.00', ...lapsed },
      { percentage: '20.00', ...lapsed },
    ])
    expect(await told(ben, loan)).toMatch(
      /^offerEnded: Your offer on Elm Street was not answered by .+, so your soft commitment of 50% \(\$500,000\.00\) lapsed$/,
    )
    const [event] = await ada.call('listOwnHistory', { query: { limit: '1' } })
    expect(event).toMatchObject({ event: 'lapsed', percentage: '50.00' })
    const { receipt } = await ada.call('getReceipt', { params: { id: event?.entryId ?? '' } })
    expect(receipt).toMatchObject({ act: 'lapsed', kind: 'soft', percent: '50.00' })
    const { totals, bookStage } = await olga.call('getDeal', { params: { id: loan.id } })
    expect([totals.softPercentage, bookStage]).toEqual(['0.00', 'open'])
  })

  it('leaves a lender that got nothing its request for the next round', async () => {
    const loan = await desk.makeLoan({ title: 'Elm Street' })
    const ada = await desk.makeLender({ firstName: 'Ada' })
    const dan = await desk.makeLender({ firstName: 'Dan' })
    await soft(ada, loan, '90')
    await soft(dan, loan, '20')
    await openRound(olga, loan, { hold: '10', order: { kind: 'byTime' } })
    const nothing = await offerTo(dan, loan)
    expect(nothing).toMatchObject({
      state: 'nothing',
      added: '0.00',
      canAnswer: 'false',
      staysSoft: '20.00',
    })
    const body = { amount: '0.00' }
    expect(codeOf(await dan.send('acceptOffer', { params: { id: nothing.id }, body }))).toBe(
      '409 offer_over',
    )
    expect(await told(dan, loan)).toBe(
      'allocated: No share of Elm Street could be allocated to you: Requests came to 110%, and 90% was left for them: the originator keeps 10%. It was given in the order in which they came. The rest did not suffice for a share when it was your turn.',
    )
    await accept(ada, await offerTo(ada, loan))
    expect(await statesOf(loan)).toMatchObject([
      { percentage: '90.00', soft: false, status: 'active' },
      { percentage: '20.00', soft: true, status: 'active' },
    ])
  })
})

describe('the time to answer', () => {
  it('moves while the round runs, and notifies the lenders without an answer', async () => {
    const { loan, ada, ben, round } = await makeRound()
    await accept(ada, await offerTo(ada, loan))
    await expire(desk, round)
    const params = { id: round.id }
    const respondBy = daysAhead(5)
    expect(await olga.call('moveRound', { params, body: { respondBy } })).toMatchObject({
      respondBy,
    })
    expect(await told(ben, loan)).toMatch(
      /^offerEnded: You can answer your offer on Elm Street until .+ now$/,
    )
    expect(await told(ada, loan)).not.toMatch(/^offerEnded/)
    expect((await offerTo(ben, loan)).canAnswer).toBe('true')
    for (const bad of [daysAhead(-1), daysAhead(61), 'x', ''])
      expect(codeOf(await olga.send('moveRound', { params, body: { respondBy: bad } }))).toBe(
        '400 invalid',
      )
    await accept(ben, await offerTo(ben, loan))
    expect(codeOf(await olga.send('moveRound', { params, body: { respondBy } }))).toBe(
      '409 round_over',
    )
    const draft = await saveDraft(olga, loan, { hold: '20' })
    const unpublished = { params: { id: draft.id }, body: { respondBy } }
    expect(codeOf(await olga.send('moveRound', unpublished))).toBe('409 round_over')
  })
})

describe('the reminders', () => {
  it('of an offer go once, a day ahead, to those who have not answered and may', async () => {
    const { loan, ada, ben, round } = await makeRound()
    const viewer = await desk.makeColleague(ben, 'viewer')
    await accept(ada, await offerTo(ada, loan))
    await sendDealReminders(desk.db)
    expect(await told(ben, loan)).toMatch(/^allocated/)
    await desk.rows(
      `update allocations set respond_by = now() + interval '23 hours',
         respond_by_set_at = now() - interval '2 days' where id = $1`,
      [round.id],
    )
    await sendDealReminders(desk.db)
    await sendDealReminders(desk.db)
    const soon = 'offerSoon: Your offer on Elm Street ends in 24 hours'
    expect((await noticesOf(ben, loan)).filter((each) => each === soon)).toHaveLength(1)
    expect(await noticesOf(ada, loan)).not.toContain(soon)
    await end(round)
    await openRound(olga, loan)
    expect(await told(ben, loan)).toMatch(/^allocated/)
    expect(await noticesOf(viewer, loan)).toEqual([])
  })

  it('of an offer for less than a day are left out', async () => {
    const { loan, ben } = await makeRound()
    const { rounds } = await olga.call('listAllocations', { params: { id: loan.id } })
    await end({ id: rounds[0]?.id ?? '' })
    await publish(olga, await saveDraft(olga, loan), daysAhead(0.5))
    await sendDealReminders(desk.db)
    expect((await noticesOf(ben, loan)).join()).not.toMatch(/offerSoon/)
  })

  it('of a commitment deadline go once to soft holders and followers, and its end to administrators', async () => {
    const loan = await desk.makeLoan({ title: 'Elm Street' })
    const params = { id: loan.id }
    const [holder, follower] = [await desk.makeLender(), await desk.makeLender()]
    const [other, bound] = [await desk.makeLender(), await desk.makeLender()]
    await soft(holder, loan, '60')
    await desk.makeCommitment(bound, loan, { percentage: '22' })
    await follower.call('addFavorite', { body: { loanId: loan.id } })
    await olga.call('updateDeal', { params, body: { commitmentDeadline: daysAhead(8) } })
    const remind = async () => {
      await sendDealReminders(desk.db)
      await sendDealReminders(desk.db)
    }
    const count = async (person: Person, type: string) =>
      (await noticesOf(person, loan)).filter((each) => each.startsWith(`${type}: `)).length
    await remind()
    expect(await count(holder, 'deadlineSoon')).toBe(0)
    const pass = (interval: string) =>
      desk.rows(
        `with moved as (update loans set commitment_deadline = commitment_deadline - $2::interval where id = $1)
         update deadline_reminders set deadline = deadline - $2::interval, remind_at = remind_at - $2::interval
         where loan_id = $1`,
        [loan.id, interval],
      )
    await pass('5 days 1 hour')
    await remind()
    expect((await noticesOf(holder, loan)).at(-1)).toMatch(
      /^deadlineSoon: Commitments to Elm Street are taken until .+M/,
    )
    expect([await count(holder, 'deadlineSoon'), await count(follower, 'deadlineSoon')]).toEqual([
      1, 1,
    ])
    expect([await count(other, 'deadlineSoon'), await count(bound, 'deadlineSoon')]).toEqual([0, 0])
    await pass('3 days')
    await remind()
    expect(
      (await noticesOf(olga, loan)).filter((each) => each.startsWith('deadlinePassed')),
    ).toEqual(['deadlinePassed: The commitment deadline of Elm Street has passed: 82% is covered'])
    expect(await count(holder, 'deadlinePassed')).toBe(0)
  })

  it('of a deadline that was set less than three days ahead are left out', async () => {
    const loan = await desk.makeLoan()
    const lender = await desk.makeLender()
    await soft(lender, loan, '10')
    const body = { commitmentDeadline: daysAhead(2) }
    await olga.call('updateDeal', { params: { id: loan.id }, body })
    await sendDealReminders(desk.db)
    await sendDealReminders(desk.db)
    expect((await noticesOf(lender, loan)).join()).not.toMatch(/deadlineSoon/)
  })
})
