import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '#test/support/builders.ts'
import { readRefusal } from '#test/support/caller.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { daysAhead, openRound, publish, saveDraft } from '#test/support/rounds.ts'

let desk: Desk
let olga: Person
let ada: Person
let ben: Person
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off' })
  olga = await desk.makeAdmin({ firstName: 'Olga', lastName: 'Reyes' })
  ada = await desk.makeLender({ firstName: 'Ada' })
  ben = await desk.makeLender({ firstName: 'Ben' })
})
afterAll(() => desk.close())

const firmOf = async (person: Person) => (await person.call('getCurrentUser')).firmId
const soft = (lender: Person, loan: { id: string }, percentage: string) =>
  desk.makeCommitment(lender, loan, { percentage, isSoftCommit: 'true' })

async function makeBook() {
  const loan = await desk.makeLoan()
  await soft(ada, loan, '40')
  await soft(ben, loan, '60')
  return loan
}

const bookVersionOf = async ({ id }: { id: string }) =>
  (await olga.call('getDeal', { params: { id } })).bookVersion

async function refusedSave(loan: { id: string }, body: object) {
  const bookVersion = await bookVersionOf(loan)
  const reply = await olga.send('saveAllocation', {
    params: { id: loan.id },
    body: { bookVersion, hold: '20', order: { kind: 'proRata' }, lines: [], ...body },
  })
  // The validation library's default message isn't written for users.
  expect(reply.text).not.toContain('Invalid input')
  const { code, fields } = readRefusal(reply)
  return [reply.status, code, Object.keys(fields ?? {})]
}

async function refusedPublish(draft: { id: string; bookVersion: string }, body: object = {}) {
  const reply = await olga.send('publishAllocation', {
    params: { id: draft.id },
    body: { bookVersion: draft.bookVersion, respondBy: daysAhead(3), ...body },
  })
  return [reply.status, readRefusal(reply).code]
}

describe('the draft of an allocation', () => {
  it('is one for each loan, replaced when it is saved again, and on record with all lines', async () => {
    const loan = await makeBook()
    const first = await saveDraft(olga, loan, { hold: '20' })
    const [one, other] = [await firmOf(ada), await firmOf(ben)]
    const second = await saveDraft(olga, loan, {
      hold: '10',
      order: { kind: 'byHand' },
      lines: [
        { firmId: one, tier: 2, pinned: '35' },
        { firmId: other, fixed: '50.25', reason: 'As agreed' },
      ],
    })
    expect(second.id).not.toBe(first.id)
    expect(second.lines).toMatchObject([
      {
        ...{ firmId: one, askedBy: { name: expect.stringMatching(/^Ada/) as string } },
        ...{ tier: 2, pinned: '35.00', fixed: null, share: '39.75', how: 'proRata' },
      },
      {
        firmId: other,
        tier: null,
        fixed: '50.25',
        reason: 'As agreed',
        share: '50.25',
        how: 'byHand',
      },
    ])
    const { draft, rounds, lines } = await olga.call('listAllocations', { params: { id: loan.id } })
    expect(draft?.id).toBe(second.id)
    expect(rounds).toEqual([])
    expect(lines).toMatchObject([
      { firmId: one, isSoft: 'true', isHold: 'false', percentage: '40.00' },
      { firmId: other, isSoft: 'true', percentage: '60.00' },
    ])
    const entries = await desk.rows<{
      before: { lines: object[] } | null
      after: { lines: object[] }
    }>(
      `select before, after from audit where kind = 'allocationSaved' and loan_id = $1 order by at`,
      [loan.id],
    )
    expect(entries.map(({ before, after }) => [before?.lines.length, after.lines.length])).toEqual([
      [undefined, 2],
      [2, 2],
    ])
    expect(entries[1]?.after.lines[1]).toMatchObject({ fixed: '50.25', reason: 'As agreed' })
  })

  it('takes each order with its parameter', async () => {
    const loan = await makeBook()
    const shares = async (order: object) =>
      (await saveDraft(olga, loan, { hold: '20', order })).lines.map(({ share }) => share)
    expect(await shares({ kind: 'byTime' })).toEqual(['40.00', '40.00'])
    expect(await shares({ kind: 'smallFirst', upTo: '40' })).toEqual(['40.00', '40.00'])
    expect(await shares({ kind: 'earlyFirst', before: daysAhead(1) })).toEqual(['32.00', '48.00'])
    const { draft } = await olga.call('listAllocations', { params: { id: loan.id } })
    expect(draft?.order).toMatchObject({ kind: 'earlyFirst' })
  })

  it('is deleted on request', async () => {
    const loan = await makeBook()
    const params = { id: loan.id }
    expect((await olga.send('deleteAllocation', { params })).status).toBe(404)
    await saveDraft(olga, loan)
    expect((await olga.send('deleteAllocation', { params })).status).toBe(204)
    expect((await olga.call('listAllocations', { params })).draft).toBe(null)
  })

  it('refuses malformed choices at their fields', async () => {
    const loan = await makeBook()
    const [one] = [await firmOf(ada)]
    const line = (fields: object) => ({ lines: [{ firmId: one, ...fields }] })
    const cases: [object, string][] = [
      ...['20.125', '-1', '100.01', 'NaN', '1e2'].map((hold): [object, string] => [
        { hold },
        'hold',
      ]),
      [{ order: { kind: 'largest' } }, 'order.kind'],
      [{ order: { kind: 'smallFirst', upTo: '101' } }, 'order.upTo'],
      [{ order: { kind: 'earlyFirst', before: '2027-02-31T00:00:00Z' } }, 'order.before'],
      ...[0, 10, 1.5].map((tier): [object, string] => [line({ tier }), 'lines.0.tier']),
      [line({ pinned: '10', fixed: '10' }), 'lines.0.pinned'],
      [line({ pinned: '10.005' }), 'lines.0.pinned'],
      [line({ reason: 'x'.repeat(1001) }), 'lines.0.reason'],
      [{ lines: [{ firmId: one }, { firmId: one }] }, 'lines'],
      ...['5', null].map((choice): [object, string] => [{ lines: [choice] }, 'lines.0']),
      [{ note: '\0' }, 'note'],
      [{ bookVersion: '' }, 'bookVersion'],
    ]
    for (const [body, field] of cases)
      expect(await refusedSave(loan, body), JSON.stringify(body)).toEqual([400, 'invalid', [field]])
  })

  it("refuses choices that don't fit, with the lender's id", async () => {
    const loan = await makeBook()
    const [one, other] = [await firmOf(ada), await firmOf(ben)]
    const stranger = await firmOf(await desk.makeLender())
    const save = (lines: object[], hold = '20') => refusedSave(loan, { lines, hold })
    expect(await save([{ firmId: stranger, tier: 1 }])).toEqual([409, 'not_in_book', [stranger]])
    expect(await save([{ firmId: one, fixed: '40.01' }])).toEqual([
      409,
      'fixed_out_of_range',
      [one],
    ])
    expect(await save([{ firmId: other, pinned: '60.01' }])).toEqual([
      409,
      'pinned_out_of_range',
      [other],
    ])
    expect(
      await save([
        { firmId: one, pinned: '40' },
        { firmId: other, pinned: '60' },
      ]),
    ).toEqual([409, 'pinned_too_high', [other]])
    expect(
      await save([
        { firmId: one, fixed: '40' },
        { firmId: other, fixed: '60' },
      ]),
    ).toEqual([409, 'over_capacity', [other]])
    await olga.call('updateDeal', { params: { id: loan.id }, body: { minShare: '10' } })
    expect(await save([{ firmId: one, pinned: '9' }])).toEqual([409, 'pinned_below_minimum', [one]])
    await desk.makeCommitment(ben, loan, { percentage: '30' })
    expect(await save([], '70.01')).toEqual([409, 'hold_too_high', []])
  })

  it('refuses a book that has changed, a draft loan, a funded loan and a missing one', async () => {
    const loan = await makeBook()
    const bookVersion = await bookVersionOf(loan)
    await soft(ada, loan, '1')
    expect(await refusedSave(loan, { bookVersion })).toEqual([409, 'book_changed', []])
    const unpublished = await desk.makeLoan({ isDraft: 'true' })
    expect(await refusedSave(unpublished, {})).toEqual([409, 'loan_draft', []])
    await olga.call('updateLoan', { params: { id: loan.id }, body: { status: 'funded' } })
    expect(await refusedSave(loan, {})).toEqual([409, 'loan_funded', []])
    for (const id of ['5b1f0c9a-2e47-4d83-b6a5-91c03d7e8f24', 'x'])
      expect((await olga.send('listAllocations', { params: { id } })).status).toBe(404)
  })
})

describe('publishing', () => {
  it('refuses a draft that another administrator has saved again since', async () => {
    const loan = await makeBook()
    const shown = await saveDraft(olga, loan, { hold: '20' })
    const later = await saveDraft(await desk.makeAdmin(), loan, { hold: '90' })
    expect(later.bookVersion).toBe(shown.bookVersion)
    expect(await refusedPublish(shown)).toEqual([404, 'not_found'])
    expect(await publish(olga, later)).toMatchObject({ state: 'published', hold: '90.00' })
  })

  it('refuses a changed book, changed limits, and a draft without anything to offer', async () => {
    const loan = await makeBook()
    const draft = await saveDraft(olga, loan, { hold: '20' })
    await soft(ada, loan, '1')
    expect(await refusedPublish(draft)).toEqual([409, 'book_changed'])
    const bookVersion = await bookVersionOf(loan)
    expect(await refusedPublish(draft, { bookVersion })).toEqual([409, 'book_changed'])
    const again = await saveDraft(olga, loan, { hold: '20' })
    await olga.call('updateDeal', { params: { id: loan.id }, body: { maxShare: '70' } })
    const { draft: old } = await olga.call('listAllocations', { params: { id: loan.id } })
    expect(old?.isCurrent).toBe('false')
    expect(await refusedPublish(again)).toEqual([409, 'book_changed'])
    const nothing = await saveDraft(olga, loan, { hold: '100' })
    expect(await refusedPublish(nothing)).toEqual([409, 'nothing_to_offer'])
  })

  it('takes a time to answer from an hour to 60 days ahead', async () => {
    const draft = await saveDraft(olga, await makeBook())
    const minutes = (count: number) => daysAhead(count / 1440)
    for (const respondBy of [
      minutes(-5),
      minutes(58),
      daysAhead(60.01),
      'soon',
      '2027-02-31T00:00:00Z',
      '',
    ])
      expect(await refusedPublish(draft, { respondBy }), respondBy).toEqual([400, 'invalid'])
    expect(await publish(olga, draft, minutes(62))).toMatchObject({ state: 'published' })
    expect(await refusedPublish(draft)).toEqual([409, 'round_running'])
  })

  it('refuses other acts of the desk while the round runs', async () => {
    const loan = await makeBook()
    await openRound(olga, loan, { hold: '20' })
    const params = { id: loan.id }
    const codeOf = (reply: Parameters<typeof readRefusal>[0]) => readRefusal(reply).code
    expect(await refusedSave(loan, {})).toEqual([409, 'round_running', []])
    expect(codeOf(await olga.send('setHold', { params, body: { percentage: '5' } }))).toBe(
      'round_running',
    )
    expect(codeOf(await olga.send('updateDeal', { params, body: { minShare: '5' } }))).toBe(
      'round_running',
    )
    const funded = await olga.send('updateLoan', { params, body: { status: 'funded' } })
    expect([funded.status, codeOf(funded)]).toEqual([409, 'round_running'])
    expect((await olga.call('getLoan', { params })).can).not.toContain('fund')
    await olga.call('updateDeal', { params, body: { commitmentDeadline: daysAhead(9) } })
    const recorded = {
      params: { loanId: loan.id },
      body: {
        ...{ loanId: loan.id, lenderId: ada.id, percentage: '1', isSoftCommit: 'true' },
        ...{ instructedBy: 'Ada', instructedOn: '2026-01-05' },
      },
    } as const
    expect(codeOf(await olga.send('recordCommitment', recorded))).toBe('round_running')
    const body = { loanId: loan.id, percentage: '1', isSoftCommit: 'true' } as const
    expect(codeOf(await ada.send('createCommitment', { body }))).toBe('book_closed')
  })
})

describe('two administrators', () => {
  it('are needed to publish if the operator asks for them', async () => {
    const strict = await openDesk({ TWO_ADMINISTRATORS: 'on', RATE_LIMIT: 'off' })
    try {
      const [one, other] = [await strict.makeAdmin(), await strict.makeAdmin()]
      const lender = await strict.makeLender()
      const loan = await strict.makeLoan()
      await strict.makeCommitment(lender, loan, { percentage: '40', isSoftCommit: 'true' })
      const draft = await saveDraft(one, loan)
      const { id, bookVersion } = draft
      const input = { params: { id }, body: { bookVersion } }
      const unapproved = await other.send('publishAllocation', {
        ...input,
        body: { bookVersion, respondBy: daysAhead(3) },
      })
      expect([unapproved.status, readRefusal(unapproved).code]).toEqual([
        409,
        'second_administrator',
      ])
      expect(readRefusal(await one.send('approveAllocation', input)).code).toBe(
        'second_administrator',
      )
      expect(await other.call('approveAllocation', input)).toMatchObject({ state: 'approved' })
      const later = await saveDraft(one, loan, { hold: '10' })
      expect(later).toMatchObject({ state: 'draft', approvedBy: null })
      expect((await other.send('approveAllocation', input)).status).toBe(404)
      await other.call('approveAllocation', { ...input, params: { id: later.id } })
      expect(await publish(one, later)).toMatchObject({ state: 'published' })
      const listed = await one.call('listAllocations', { params: { id: loan.id } })
      expect(listed).toMatchObject({ needsApproval: 'true', hasSecondAdministrator: 'true' })
    } finally {
      await strict.close()
    }
  })
})
