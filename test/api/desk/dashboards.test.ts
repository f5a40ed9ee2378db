/** A lender's dashboard, with news and onboarding steps, and the administrators' loan pipeline. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { visitGapMinutes } from '#server/loans/followed-loans.ts'
import type { Person } from '#test/support/builders.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { openRound } from '#test/support/rounds.ts'

let desk: Desk
let admin: Person
let lender: Person
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off' })
  admin = await desk.makeAdmin()
})
afterAll(() => desk.close())
beforeEach(async () => {
  await desk.rows('delete from loans')
  lender = await desk.makeLender({ firstName: 'Rosa', lastName: 'Field' })
})

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const visit = () => lender.call('visitDesk')
const age = (minutes: number) =>
  desk.rows(
    `update desk_visits set opened_at = opened_at - make_interval(mins => $1),
       previous_at = previous_at - make_interval(mins => $1)`,
    [minutes],
  )

describe('visits to the dashboard', () => {
  const nothing = { newLoans: 0, newDocuments: 0, loansWithDocuments: 0 }

  it("doesn't count anything as new on a user's first visit to the dashboard", async () => {
    await desk.makeLoan()
    expect(await visit()).toMatchObject({ previousAt: null, ...nothing, newestLoan: null })
    expect(await visit()).toMatchObject({ previousAt: null })
  })

  it('counts loans and documents added since the previous dashboard visit, and keeps the counts for the whole visit', async () => {
    const [seen, other, draft] = await Promise.all([
      desk.makeLoan({ title: 'Pier 1' }),
      desk.makeLoan({ title: 'Pier 2' }),
      desk.makeLoan({ title: 'Pier 3', isDraft: 'true' }),
    ])
    await visit()
    await age(visitGapMinutes + 1)
    await desk.rows(`update loans set created_at = created_at - interval '1 day'`)
    await desk.rows(`update audit set at = at - interval '1 day'`)
    await desk.makeDocument(draft)
    expect(await visit()).toMatchObject({ ...nothing, newestLoan: null, newestDocumentLoan: null })

    await desk.makeDocument(seen)
    await desk.makeDocument(other)
    await desk.makeDocument(seen)
    await admin.call('publishLoan', {
      params: { id: draft.id },
      body: { version: draft.version },
    })
    const news = {
      newLoans: 1,
      newDocuments: 3,
      loansWithDocuments: 2,
      newestLoan: { loanId: draft.id, loanTitle: 'Pier 3' },
      newestDocumentLoan: { loanId: seen.id, loanTitle: 'Pier 1' },
    }
    expect(await visit()).toMatchObject(news)
    expect(await visit()).toMatchObject(news)
    await age(visitGapMinutes + 1)
    expect((await visit()).previousAt).not.toBeNull()
  })

  it("doesn't count a loan that was created less than a millisecond before the previous dashboard visit", async () => {
    await desk.makeLoan()
    await desk.rows(`update audit set at = at - interval '1 day'`)
    await visit()
    await desk.rows(
      `update desk_visits set opened_at = date_trunc('second', now()) - interval '1 hour' + interval '0.1239 s'`,
    )
    await desk.rows(
      `update loans set created_at = date_trunc('second', now()) - interval '1 hour' + interval '0.1231 s'`,
    )
    expect(await visit()).toMatchObject(nothing)
  })
})

describe("a lender's onboarding steps", () => {
  it('marks onboarding steps as done once the lender has saved a filter, opened a document, and indicated interest', async () => {
    const loan = await desk.makeLoan()
    const { fileUrl } = await desk.makeDocument(loan)
    const steps = () => lender.call('getFirstSteps')
    expect(await steps()).toEqual({
      hasSavedFilter: 'false',
      hasOpenedDocument: 'false',
      hasIndicated: 'false',
    })
    await lender.call('createSavedFilter', { body: { name: 'Hotels', propertyType: 'Hotel' } })
    expect(await steps()).toMatchObject({ hasSavedFilter: 'true', hasOpenedDocument: 'false' })
    await lender.send('getObject', { params: { '*': fileUrl } })
    expect(await steps()).toMatchObject({ hasOpenedDocument: 'true', hasIndicated: 'false' })
    const { id } = await desk.makeCommitment(lender, loan, { isSoftCommit: 'true' })
    await lender.call('withdrawCommitment', { params: { id } })
    expect(await steps()).toMatchObject({ hasIndicated: 'true' })
    const other = await desk.makeLender()
    expect(Object.values(await other.call('getFirstSteps'))).toEqual(['false', 'false', 'false'])
  })
})

describe('the pipeline', () => {
  const pipeline = () => admin.call('getPipeline')

  it('lists the eight loans with the earliest dates first in the pipeline, and loans without dates last', async () => {
    await desk.makeLoan({ title: 'No date', amount: '9000000' })
    await desk.makeLoan({ title: 'Funded', status: 'funded', closingDate: inDays(1).slice(0, 10) })
    await desk.makeLoan({ title: 'Draft', isDraft: 'true', commitmentDeadline: inDays(1) })
    await desk.makeLoan({ title: 'Closing', closingDate: inDays(3).slice(0, 10) })
    await desk.makeLoan({
      title: 'Both',
      commitmentDeadline: inDays(9),
      closingDate: inDays(1).slice(0, 10),
    })
    for (const days of [2, 5, 6, 7])
      await desk.makeLoan({ title: `Due ${days}`, commitmentDeadline: inDays(days) })
    const titles = async () => (await pipeline()).map(({ loanTitle }) => loanTitle)
    expect(await titles()).toEqual([
      ...['Due 2', 'Closing', 'Due 5', 'Due 6', 'Due 7', 'Both', 'No date'],
    ])
    await desk.makeLoan({
      title: 'Was due',
      ...{ commitmentDeadline: inDays(-3), closingDate: inDays(20).slice(0, 10) },
    })
    expect((await titles())[0]).toBe('Was due')
    await desk.rows(`delete from loans where title = 'Was due'`)
    await desk.makeLoan({ title: 'Due 30', commitmentDeadline: inDays(30) })
    await desk.makeLoan({ title: 'Due 40', commitmentDeadline: inDays(40) })
    expect(await titles()).toEqual([
      ...['Due 2', 'Closing', 'Due 5', 'Due 6', 'Due 7', 'Both', 'Due 30', 'Due 40'],
    ])
  })

  it('orders loans in allocation or with other terms by the time to answer', async () => {
    const [offered, proposed] = [
      await desk.makeLoan({ title: 'Offered', commitmentDeadline: inDays(40) }),
      await desk.makeLoan({ title: 'Proposed', commitmentDeadline: inDays(40) }),
    ]
    await desk.makeLoan({ title: 'Due 2', commitmentDeadline: inDays(2) })
    await desk.makeCommitment(lender, offered, { percentage: '60', isSoftCommit: 'true' })
    await desk.makeCommitment(lender, proposed, { percentage: '40' })
    await openRound(admin, offered)
    const body = { amount: '900000.00', reason: 'The borrower takes less.', respondBy: inDays(1) }
    await admin.call('proposeTerms', { params: { id: proposed.id }, body })
    const { openTerms } = await admin.call('getAdminToday')
    const { respondBy } = body
    expect(openTerms.items).toMatchObject([
      { loanId: proposed.id, respondBy, asked: 1, waiting: 1 },
    ])
    expect(await pipeline()).toMatchObject([
      { loanTitle: 'Proposed', bookStage: 'open', openTerms: { respondBy: body.respondBy } },
      { loanTitle: 'Due 2', openTerms: null },
      { loanTitle: 'Offered', bookStage: 'offered', openRound: { waiting: 1 } },
    ])
  })

  it('shows the available amount, soft interest, and last action by a lender in the pipeline', async () => {
    const loan = await desk.makeLoan({ commitmentDeadline: inDays(2) })
    const only = async () => (await pipeline())[0]
    expect(await only()).toMatchObject({
      ...{ amount: '1000000.00', uncommittedAmount: '1000000.00' },
      softAmount: '0.00',
      lastSign: null,
    })
    await lender.call('updateProfile', { body: { companyName: 'Field & Sons' } })
    await admin.call('visitLoan', { params: { id: loan.id } })
    expect((await only())?.lastSign).toBeNull()
    await lender.call('visitLoan', { params: { id: loan.id } })
    expect((await only())?.lastSign).toMatchObject({ kind: 'opened', lenderName: 'Rosa Field' })
    await desk.makeCommitment(lender, loan, { percentage: '25' })
    expect((await only())?.lastSign).toMatchObject({ kind: 'commitmentMade' })
    await desk.makeCommitment(lender, loan, { percentage: '10', isSoftCommit: 'true' })
    expect((await only())?.lastSign).toMatchObject({ kind: 'indicated' })
    await lender.call('createMessage', { body: { loanId: loan.id, message: 'Is the roof new?' } })
    expect(await only()).toMatchObject({
      loanId: loan.id,
      uncommittedAmount: '750000.00',
      committedPercentage: '25.00',
      softPercentage: '10.00',
      softAmount: '100000.00',
      lastSign: { kind: 'asked', lenderName: 'Rosa Field', lenderCompanyName: 'Field & Sons' },
    })
  })
})
