/** Private marks on loans: reviewing, passed, and a note. Other users, even administrators, can't read them. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Loan } from '#contract/loans/shapes.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { Person } from '#test/support/builders.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'

let desk: Desk
let admin: Person
let lender: Person
let loan: Loan
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off' })
  admin = await desk.makeAdmin()
})
afterAll(() => desk.close())
beforeEach(async () => {
  lender = await desk.makeLender()
  loan = await desk.makeLoan({ title: randomUUID() })
})

const mark = (person: Person, body: object, of: Pick<Loan, 'id'> = loan) =>
  person.call('markLoan', { params: { id: of.id }, body })
const markOn = async (person: Person, of: Pick<Loan, 'id'> = loan) =>
  (await person.call('getLoan', { params: { id: of.id } })).ownMark
const listed = async (person: Person, query: object = {}) =>
  (await person.call('listLoans', { query: { search: loan.title, ...query } })).map(
    ({ ownMark }) => ownMark,
  )

describe('marking a loan', () => {
  it("stores and replaces a user's stage and note for a loan, and returns them with the loan and in the list", async () => {
    expect(await markOn(lender)).toBeUndefined()
    expect(await mark(lender, { stage: 'reviewing', note: '  Call Ada  ' })).toEqual({
      stage: 'reviewing',
      note: 'Call Ada',
    })
    expect(await markOn(lender)).toEqual({ stage: 'reviewing', note: 'Call Ada' })
    expect(await listed(lender)).toEqual([{ stage: 'reviewing', note: 'Call Ada' }])
    expect(await mark(lender, { stage: 'passed' })).toEqual({ stage: 'passed', note: null })
    expect(await listed(lender)).toEqual([{ stage: 'passed', note: null }])
    await mark(lender, { note: 'Ask again in March' })
    expect(await markOn(lender)).toEqual({ stage: null, note: 'Ask again in March' })
    expect(await mark(lender, { stage: null, note: ' ' })).toEqual({ stage: null, note: null })
    expect(await markOn(lender)).toBeUndefined()
    expect(await listed(lender)).toEqual([undefined])
  })

  it('rejects a mark on a loan with an unknown stage or an overlong note', async () => {
    await mark(lender, { stage: 'passed', note: 'Market' })
    for (const body of [{ stage: 'declined' }, { note: 'x'.repeat(5001) }, { note: 7 }])
      expect(await lender.refusal('markLoan', { params: { id: loan.id }, body })).toMatch(/^400: /)
    expect(await markOn(lender)).toEqual({ stage: 'passed', note: 'Market' })
  })

  it('lets pending lenders and administrators, but not visitors, mark a loan', async () => {
    const pending = await desk.makePending()
    for (const person of [pending, admin]) {
      await mark(person, { stage: 'reviewing' })
      expect(await markOn(person)).toEqual({ stage: 'reviewing', note: null })
    }
    const request = { params: { id: loan.id }, body: { stage: 'passed' } } as const
    expect(await desk.visitor().refusal('markLoan', request)).toMatch(/^401: /)
  })

  it('lets an administrator mark a draft, but returns 404 to a lender', async () => {
    const draft = await desk.makeLoan({ isDraft: 'true' })
    const request = { params: { id: draft.id }, body: { stage: 'passed' } } as const
    expect(await lender.refusal('markLoan', request)).toMatch(/^404: /)
    await mark(admin, { stage: 'reviewing' }, draft)
    expect(await markOn(admin, draft)).toEqual({ stage: 'reviewing', note: null })
  })

  it('writes no audit entry and sends no notification when a user marks a loan', async () => {
    const count = async () =>
      desk.rows(
        'select (select count(*) from audit) as audit, (select count(*) from notifications) as notices',
      )
    const before = await count()
    await mark(lender, { stage: 'passed', note: 'Market' })
    await mark(lender, {})
    expect(await count()).toEqual(before)
  })
})

describe('hiding passed loans', () => {
  it('hides only the loans that the caller marked as passed, and returns their count', async () => {
    const other = await desk.makeLender()
    await mark(lender, { stage: 'passed' })
    await mark(other, { stage: 'reviewing' })
    const query = { search: loan.title, hidePassed: 'true' } as const
    const idsFor = async (person: Pick<Person, 'call'>) =>
      (await person.call('listLoans', { query })).map(({ id }) => id)
    expect(await idsFor(lender)).toEqual([])
    expect(await idsFor(other)).toEqual([loan.id])
    expect(await idsFor(desk.visitor())).toEqual([loan.id])
    expect(await listed(lender, { hidePassed: 'false' })).toHaveLength(1)
    expect(await lender.call('getLoanTotals', { query })).toEqual({
      ...{ loans: 0, amount: '0.00', availableAmount: '0.00' },
      passedLoans: 1,
    })
    expect(await other.call('getLoanTotals', { query })).toMatchObject({ loans: 1, passedLoans: 0 })
  })
})

describe('the privacy of marks', () => {
  it("never returns another user's mark from any call that reads loans, whatever the caller's role", async () => {
    const note = `Private ${randomUUID()}`
    await mark(lender, { stage: 'passed', note })
    const readers = [
      await desk.makeAdmin(),
      await desk.makeLender(),
      await desk.makePending(),
      desk.visitor(),
    ]
    for (const reader of readers) {
      for (const [name, row] of Object.entries(endpoints)) {
        if (row.method !== 'GET' || row.response === 'events' || row.response === 'bytes') continue
        const reply = await reader.request('GET', row.path.replace(/:id|:loanId|\*$/g, loan.id))
        expect(reply.text, name).not.toContain(note)
        expect(reply.text, name).not.toContain('"ownMark":{"stage"')
      }
    }
    const own = await lender.request('GET', '/api/loans')
    expect(own.text).toContain(note)
  })

  it("doesn't change another user's mark on a loan", async () => {
    const other = await desk.makeLender()
    await mark(lender, { stage: 'passed', note: 'Mine' })
    await mark(other, { stage: 'reviewing', note: 'Theirs' })
    await mark(other, {})
    expect(await markOn(lender)).toEqual({ stage: 'passed', note: 'Mine' })
  })
})

describe('the deletion of marks', () => {
  const kept = async (person: Person) =>
    (await desk.rows('select from loan_marks where user_id = $1', [person.id])).length

  it('deletes a mark when its loan is deleted', async () => {
    await mark(lender, { stage: 'passed' })
    await admin.call('deleteLoan', { params: { id: loan.id }, query: {} })
    expect(await kept(lender)).toBe(0)
  })

  it('deletes a mark when its user is deleted', async () => {
    await mark(lender, { stage: 'passed' })
    await admin.call('deleteUser', { params: { id: lender.id } })
    expect(await kept(lender)).toBe(0)
  })
})
