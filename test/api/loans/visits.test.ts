/** Visits to loans. The user interface uses them to determine which documents a user hasn't seen. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Loan } from '#contract/loans/shapes.ts'
import { newsSince } from '#domain/documents/news.ts'
import { visitGapMinutes } from '#server/loans/followed-loans.ts'
import type { Person } from '#test/support/builders.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'

let desk: Desk
let lender: Person
let loan: Loan
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off' })
})
afterAll(() => desk.close())
beforeEach(async () => {
  lender = await desk.makeLender()
  loan = await desk.makeLoan()
})

const visit = (person: Person, of: Pick<Loan, 'id'> = loan) =>
  person.call('visitLoan', { params: { id: of.id } })

async function age(person: Person, minutes: number): Promise<string | undefined> {
  const [last] = await desk.rows<{ at: Date }>(
    `update loan_visits set opened_at = opened_at - make_interval(mins => $2),
       previous_at = previous_at - make_interval(mins => $2)
     where user_id = $1 returning opened_at as at`,
    [person.id, minutes],
  )
  return last?.at.toISOString()
}

const visitsOf = (person: Pick<Person, 'id'>) =>
  desk.rows<{ opened: string; previous: string | null }>(
    `select opened_at::text as opened, previous_at::text as previous from loan_visits
     where user_id = $1`,
    [person.id],
  )

describe('visits to a loan', () => {
  it('returns the time when the previous visit to a loan ended, or null on the first visit', async () => {
    expect(await visit(lender)).toEqual({ previousAt: null })
    expect(await visit(lender)).toEqual({ previousAt: null })
    const ended = await age(lender, visitGapMinutes + 1)
    expect(await visit(lender)).toEqual({ previousAt: ended })
  })

  it('ends a visit to a loan after a pause of more than half an hour', async () => {
    await visit(lender)
    const ended = await age(lender, visitGapMinutes + 1)
    expect(await visit(lender)).toEqual({ previousAt: ended })
    await age(lender, visitGapMinutes - 1)
    const { previousAt: still } = await visit(lender)
    expect(Date.parse(ended ?? '') - Date.parse(still ?? '')).toBe((visitGapMinutes - 1) * 60_000)
    await age(lender, visitGapMinutes - 1)
    const { previousAt: andStill } = await visit(lender)
    expect(Date.parse(andStill ?? '')).toBeLessThan(Date.parse(still ?? ''))
    const next = await age(lender, visitGapMinutes + 1)
    expect(await visit(lender)).toEqual({ previousAt: next })
  })

  it('stores one visit even if several tabs open the loan at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => visit(lender)))
    expect(new Set(answers.map(({ previousAt }) => previousAt))).toEqual(new Set([null]))
    expect(await visitsOf(lender)).toHaveLength(1)
  })

  it("never moves a visit's time backward, even if the database's clock is set back", async () => {
    await visit(lender)
    await age(lender, -60)
    const [before] = await visitsOf(lender)
    expect(await visit(lender)).toEqual({ previousAt: null })
    expect(await visitsOf(lender)).toEqual([before])
  })

  it('tracks visits separately for each loan and user', async () => {
    await visit(lender)
    const other = await desk.makeLender()
    const another = await desk.makeLoan()
    const ended = await age(lender, visitGapMinutes + 1)
    expect(await visit(other)).toEqual({ previousAt: null })
    expect(await visit(lender, another)).toEqual({ previousAt: null })
    const admin = await desk.makeAdmin()
    expect(await visit(admin)).toEqual({ previousAt: null })
    expect(await visit(lender)).toEqual({ previousAt: ended })
  })

  it('marks files added since the previous visit, but none on the first visit', async () => {
    await desk.makeDocument(loan, { filename: 'Rent Roll.pdf' })
    await desk.rows(
      `update documents set uploaded_at = now() - interval '1 day' where loan_id = $1`,
      [loan.id],
    )
    await visit(lender)
    await age(lender, visitGapMinutes + 1)
    await desk.makeDocument(loan, { filename: 'Appraisal.pdf' })
    const documents = await lender.call('listLoanDocuments', { params: { loanId: loan.id } })
    const idOf = (name: string) => documents.find(({ filename }) => filename === name)?.id
    const { previousAt } = await visit(lender)
    expect([...newsSince(documents, previousAt)]).toEqual([[idOf('Appraisal.pdf'), 'New']])
    const first = await visit(await desk.makeLender())
    expect([...newsSince(documents, first.previousAt)]).toEqual([])
  })

  it("marks files as new on a user's first visit to a loan if they were added after the user became a holder or favorited the loan", async () => {
    const holder = await desk.makeLender()
    await desk.makeDocument(loan, { filename: 'Rent Roll.pdf' })
    await desk.makeCommitment(holder, loan)
    await lender.call('addFavorite', { body: { loanId: loan.id } })
    await desk.makeDocument(loan, { filename: 'Appraisal.pdf' })
    const documents = await lender.call('listLoanDocuments', { params: { loanId: loan.id } })
    const added = documents.find(({ filename }) => filename === 'Appraisal.pdf')?.id
    for (const person of [holder, lender]) {
      const { previousAt } = await visit(person)
      expect([...newsSince(documents, previousAt)]).toEqual([[added, 'New']])
      expect(await visit(person)).toEqual({ previousAt })
    }
  })

  it('deletes visits together with their loan or account', async () => {
    const admin = await desk.makeAdmin()
    await visit(lender)
    await admin.call('deleteLoan', { params: { id: loan.id } })
    expect(await visitsOf(lender)).toEqual([])
    loan = await desk.makeLoan()
    await visit(lender)
    await admin.call('deleteUser', { params: { id: lender.id } })
    expect(await visitsOf(lender)).toEqual([])
  })

  it('writes no audit entry and records no change when a user visits a loan', async () => {
    const count = () =>
      desk.rows(
        `select (select count(*) from audit) as entries,
           (select count(*) from changes where subject = $1 or audience = $2) as changes`,
        [loan.id, lender.id],
      )
    const before = await count()
    await visit(lender)
    expect(await count()).toEqual(before)
  })

  it('rejects visits by visitors or pending lenders, and rejects visits to a missing loan', async () => {
    const params = { id: loan.id }
    expect((await desk.visitor().send('visitLoan', { params })).status).toBe(401)
    const pending = await desk.makePending()
    expect((await pending.send('visitLoan', { params })).status).toBe(403)
    expect(await visitsOf(pending)).toEqual([])
    const missing = { id: '6f1d3c1e-0000-4000-8000-000000000001' }
    expect((await lender.send('visitLoan', { params: missing })).status).toBe(404)
    expect((await lender.send('visitLoan', { params: { id: 'none' } })).status).toBe(404)
  })
})
