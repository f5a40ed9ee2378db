/**
 * Administrators act on soft commitments as lenders instruct them. Each action is recorded in the audit trail and
 * announced. It is rejected if the lender's own action would be rejected.
 */
import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { discrepancies } from '#test/support/books.ts'
import { openDeskWithPeople } from '#test/support/desk-with-people.ts'
import { noticesOf } from '#test/support/notices.ts'
import { by, entryOf, on } from '#test/support/trail.ts'

const { desk, olga, lena, luis } = await openDeskWithPeople()
const otto = await desk.makeAdmin({ firstName: 'Otto', lastName: 'South' })
afterEach(async () => {
  expect(await discrepancies(desk)).toEqual([])
})

const instruction = { instructedBy: 'Lena Brook, by phone', instructedOn: '2026-01-05' }
const word = 'Lena Brook, by phone on Jan 5, 2026'
const softOf = (loan: { id: string }, percentage = '15', lender = lena) =>
  desk.makeCommitment(lender, loan, { percentage, isSoftCommit: 'true' })
const bookOf = (loan: { id: string }) => olga.call('getBook', { params: { id: loan.id } })
const firmUp = (id: string, more: object = {}) =>
  ({ params: { id }, body: { ...instruction, ...more } }) as const
const change = (id: string, percentage: string) =>
  ({ params: { id }, body: { ...instruction, percentage } }) as const

describe('an administrator acting for a lender', () => {
  it("lets an administrator make a lender's soft commitment binding without creating a new entry", async () => {
    const loan = await desk.makeLoan()
    const { id, amount } = await softOf(loan)
    const entry = await entryOf(olga, () =>
      olga.call('makeCommitmentBindingOnBehalf', firmUp(id, { amount })),
    )
    expect(entry).toMatchObject({
      kind: 'commitmentMadeBinding',
      ...by(olga),
      ...on(loan),
      personName: 'Lena Brook',
      before: { kind: 'soft', percentage: '15.00' },
      after: { kind: 'binding', percentage: '15.00', amount: '150000.00', onWhoseWord: word },
    })
    const { entries, loan: now } = await bookOf(loan)
    expect(now).toMatchObject({ committedPercentage: '15.00', softPercentage: '0.00' })
    expect(entries).toHaveLength(1)
    expect(entries[0]).toMatchObject({
      ...{ id, isSoftCommit: 'false', amount: '150000.00' },
      instruction: { actedBy: 'Olga North', ...instruction },
    })
    const did = 'soft commitment of 15% ($150,000.00) to Pier 4 Warehouse binding'
    expect(await noticesOf(otto, loan)).toContain(
      `commitmentMadeBinding: Olga North made Lena Brook's ${did}, as instructed by ${word}`,
    )
    expect(await noticesOf(lena, loan)).toContain(
      `commitmentMadeBinding: Olga North made your ${did}, as instructed by ${word}`,
    )
  })

  it("shows the lender's instruction for a recorded commitment in the book, receipt, history, and notifications", async () => {
    const loan = await desk.makeLoan()
    const recording = (more: object = instruction) => ({
      params: { loanId: loan.id },
      body: { loanId: loan.id, lenderId: lena.id, percentage: '10', ...more },
    })
    const entry = await entryOf(olga, () => olga.call('recordCommitment', recording()))
    expect(entry).toMatchObject({ kind: 'commitmentMade', after: { onWhoseWord: word } })
    const [line] = (await bookOf(loan)).entries
    expect(line).toMatchObject({
      recordedBy: 'Olga North',
      instruction: { actedBy: 'Olga North', ...instruction },
    })
    const { receipt } = await lena.call('getReceipt', { params: { id: line?.id ?? '' } })
    expect(receipt).toMatchObject({ madeBy: 'Olga North', onWhoseWord: word })
    const history = await lena.call('listOwnHistory')
    expect(history.find(({ loanId }) => loanId === loan.id)).toMatchObject({
      ...{ event: 'made', onWhoseWord: word },
    })
    expect(await noticesOf(lena, loan)).toContain(
      `commitmentRecorded: Olga North recorded a commitment for you: 10% ($100,000.00) of Pier 4 Warehouse, binding, as instructed by ${word}`,
    )
    const headers = { 'idempotency-key': randomUUID() }
    const { id } = await olga.call('recordCommitment', { ...recording(), headers })
    expect(await olga.call('recordCommitment', { ...recording(), headers })).toMatchObject({ id })
    const other = recording({ ...instruction, instructedBy: 'Lena Brook, by letter' })
    expect(await olga.refusal('recordCommitment', { ...other, headers })).toMatch(/^409/)
    // API clients can omit the instruction but can't send an incomplete one.
    const plain = await olga.call('recordCommitment', recording({}))
    expect(plain.instruction).toBeNull()
    for (const [part, words] of [
      [{ instructedBy: 'Lena' }, 'Please give the date of the instruction'],
      [{ instructedOn: '2026-01-05' }, 'Please say who gave the instruction'],
    ] as const)
      expect(await olga.refusal('recordCommitment', recording(part))).toBe(`400: ${words}`)
  })

  it("lets an administrator change and withdraw a lender's commitment, and shows the instruction in receipts and history", async () => {
    const loan = await desk.makeLoan()
    const { id } = await softOf(loan)
    const changed = await olga.call('changeCommitmentOnBehalf', change(id, '20'))
    expect(changed).toMatchObject({ percentage: '20.00', amount: '200000.00' })
    const withdrawn = await olga.call('withdrawCommitmentOnBehalf', firmUp(id))
    expect(withdrawn).toMatchObject({
      ...{ status: 'withdrawn', lenderName: 'Lena Brook' },
      instruction: { actedBy: 'Olga North', ...instruction },
    })
    for (const receiptId of [changed.receiptId ?? '', withdrawn.receiptId]) {
      const { receipt } = await lena.call('getReceipt', { params: { id: receiptId } })
      expect(receipt).toMatchObject({ madeBy: 'Olga North', onWhoseWord: word })
    }
    const history = await lena.call('listOwnHistory')
    expect(
      history
        .filter(({ loanId }) => loanId === loan.id)
        .map(({ event, onWhoseWord }) => ({ event, onWhoseWord })),
    ).toEqual([
      { event: 'withdrawn', onWhoseWord: word },
      { event: 'changed', onWhoseWord: word },
      { event: 'made', onWhoseWord: null },
    ])
    const notices = await noticesOf(lena, loan)
    expect(notices.filter((notice) => notice.endsWith(`, as instructed by ${word}`))).toEqual([
      expect.stringMatching(/^commitmentChanged: Olga North changed your .*15%.* to 20%/),
      expect.stringMatching(/^commitmentWithdrawn: Olga North withdrew your .* 20%/),
    ])
  })

  it('creates no receipt and sends no notification for a commitment saved with an unchanged share', async () => {
    const loan = await desk.makeLoan()
    const { id } = await softOf(loan)
    const told = await noticesOf(lena, loan)
    const same = await olga.call('changeCommitmentOnBehalf', change(id, '15'))
    expect(same).toMatchObject({ percentage: '15.00', instruction: null })
    expect(same).not.toHaveProperty('receiptId')
    expect(await noticesOf(lena, loan)).toEqual(told)
  })

  it("shows which administrator acted until the lender acts, even after the administrator's account is deleted", async () => {
    const loan = await desk.makeLoan()
    const { id } = await softOf(loan)
    const leaving = await desk.makeAdmin({ firstName: 'Ida', lastName: 'Quay' })
    await leaving.call('changeCommitmentOnBehalf', change(id, '20'))
    await olga.call('deleteUser', { params: { id: leaving.id } })
    expect((await bookOf(loan)).entries[0]?.instruction).toEqual({
      actedBy: 'Ida Quay',
      ...instruction,
    })
    await lena.call('changeCommitment', { params: { id }, body: { percentage: '25' } })
    expect((await bookOf(loan)).entries[0]?.instruction).toBeNull()
  })

  it("completes a loan on a lender's behalf and allocates the leftover cents", async () => {
    const loan = await desk.makeLoan({ amount: '1000000.01' })
    await desk.makeCommitment(luis, loan, { percentage: '67' })
    const { id } = await softOf(loan, '33')
    await olga.call('makeCommitmentBindingOnBehalf', firmUp(id))
    const { totals } = await bookOf(loan)
    expect(totals).toMatchObject({ bindingAmount: '1000000.01', availableAmount: '0.00' })
    const full = `loanFullyCommitted: ${loan.title} is fully committed`
    expect((await noticesOf(otto, loan)).some((notice) => notice.startsWith(full))).toBe(true)
  })
})

describe("an action on a lender's instructions", () => {
  it("requires an instruction's name and date and rejects a future date", async () => {
    const { id } = await softOf(await desk.makeLoan())
    const soon = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
    const refusals = {
      'Please say who gave the instruction': { instructedBy: '  ' },
      'Must be at most 200 characters': { instructedBy: 'x'.repeat(201) },
      'Please give the date of the instruction': { instructedOn: '2026-02-30' },
      "Can't be in the future": { instructedOn: soon },
    }
    for (const [message, more] of Object.entries(refusals))
      for (const name of ['makeCommitmentBindingOnBehalf', 'withdrawCommitmentOnBehalf'] as const)
        expect(await olga.refusal(name, firmUp(id, more))).toBe(`400: ${message}`)
    expect(
      await olga.refusal('changeCommitmentOnBehalf', {
        params: { id },
        body: { percentage: '20' },
      }),
    ).toMatch(/^400/)
  })

  it('lets only administrators act for a lender, and only on existing commitments', async () => {
    const { id } = await softOf(await desk.makeLoan())
    const no = '403: You do not have permission to do this'
    expect(await lena.refusal('makeCommitmentBindingOnBehalf', firmUp(id))).toBe(no)
    expect(await lena.refusal('changeCommitmentOnBehalf', change(id, '20'))).toBe(no)
    expect(await lena.refusal('withdrawCommitmentOnBehalf', firmUp(id))).toBe(no)
    expect(await olga.refusal('withdrawCommitmentOnBehalf', firmUp(randomUUID()))).toBe(
      '404: The commitment was not found',
    )
  })

  it("rejects an action for a lender whenever the lender's own action would be rejected", async () => {
    const loan = await desk.makeLoan()
    const { id } = await softOf(loan, '60')
    await desk.makeCommitment(luis, loan, { percentage: '50' })
    expect(await olga.refusal('makeCommitmentBindingOnBehalf', firmUp(id))).toBe(
      '409: Only 50% of this loan is still available',
    )
    expect(await olga.refusal('changeCommitmentOnBehalf', change(id, '51'))).toBe(
      '409: Only 50% of this loan is still available',
    )
    const stale = { amount: '1.00' }
    expect(await olga.refusal('makeCommitmentBindingOnBehalf', firmUp(id, stale))).toBe(
      "409: The loan's terms have changed; please review them",
    )
    await softOf(loan, '40')
    const { id: ended } = await softOf(loan, '10', luis)
    await luis.call('withdrawCommitment', { params: { id: ended } })
    expect(await olga.refusal('makeCommitmentBindingOnBehalf', firmUp(ended))).toBe(
      '409: This commitment was withdrawn already',
    )
    const { id: binding } = await desk.makeCommitment(luis, loan, { percentage: '1' })
    expect(await olga.refusal('withdrawCommitmentOnBehalf', firmUp(binding))).toBe(
      '409: A binding commitment can only be released by an administrator',
    )
  })

  it("limits a lender's soft interest to 100% and names the lender in the error", async () => {
    const loan = await desk.makeLoan()
    const { id } = await softOf(loan, '40')
    await softOf(loan, '60')
    expect(await olga.refusal('changeCommitmentOnBehalf', change(id, '41'))).toBe(
      '409: Lena Brook already holds soft interest in 100% of this loan, the most one lender can hold. Reduce or withdraw some of it before adding more.',
    )
  })

  it("doesn't let an administrator make a commitment binding if its lender isn't allowed to commit", async () => {
    const loan = await desk.makeLoan()
    const leaving = await desk.makeLender()
    const { id } = await softOf(loan, '10', leaving)
    await desk.rows('update users set is_approved = false where id = $1', [leaving.id])
    expect(await olga.refusal('makeCommitmentBindingOnBehalf', firmUp(id))).toBe(
      "409: This lender's account awaits approval",
    )
    // A lender without approval can't act, so only an administrator can withdraw the lender's commitment.
    const withdrawn = await olga.call('withdrawCommitmentOnBehalf', firmUp(id))
    expect(withdrawn).toMatchObject({ id, status: 'withdrawn' })
  })
})

it("applies either the administrator's action or the lender's concurrent withdrawal, but not both", async () => {
  for (let round = 0; round < 6; round += 1) {
    const loan = await desk.makeLoan()
    const { id } = await softOf(loan, '100')
    const replies = await Promise.all([
      olga.send('makeCommitmentBindingOnBehalf', firmUp(id)),
      lena.send('withdrawCommitment', { params: { id } }),
      otto.send('makeCommitmentBindingOnBehalf', firmUp(id)),
      luis.send('createCommitment', { body: { loanId: loan.id, percentage: '1' } }),
    ])
    const [first, withdrawn, second, other] = replies.map(({ status }) => status)
    const bound = [first, second].filter((status) => status === 200).length
    const { loan: now, entries } = await bookOf(loan)
    const line = entries.find((entry) => entry.id === id)
    // The other lender's 1% commitment leaves too little available for the whole share.
    expect(bound + (withdrawn === 200 ? 1 : 0)).toBeGreaterThanOrEqual(other === 201 ? 0 : 1)
    expect(bound + (withdrawn === 200 ? 1 : 0)).toBeLessThanOrEqual(1)
    expect(line?.status).toBe(withdrawn === 200 ? 'withdrawn' : 'active')
    expect(line?.isSoftCommit).toBe(bound === 1 ? 'false' : 'true')
    expect(now.committedPercentage).toBe(bound === 1 ? '100.00' : other === 201 ? '1.00' : '0.00')
    const ends = await desk.rows(
      `select kind from audit where object_id = $1 and kind <> 'commitmentMade'`,
      [id],
    )
    expect(ends).toHaveLength(bound + (withdrawn === 200 ? 1 : 0))
  }
})

it('filters book entries by lender', async () => {
  const loan = await desk.makeLoan()
  const { id } = await softOf(loan)
  await softOf(loan, '5', luis)
  const found = await olga.call('listBookEntries', {
    params: { id: loan.id },
    query: { lenderId: lena.id },
  })
  expect(found.map((entry) => entry.id)).toEqual([id])
})
