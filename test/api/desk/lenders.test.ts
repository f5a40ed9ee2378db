import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Loan } from '#contract/loans/shapes.ts'
import { sumMoney } from '#domain/money.ts'
import type { Person } from '#test/support/builders.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'

let desk: Desk
let admin: Person
let lender: Person
let loans: [Loan, Loan, Loan]
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off' })
  admin = await desk.makeAdmin()
  lender = await desk.makeLender({ firstName: 'Rosa', lastName: 'Field' })
  loans = [await desk.makeLoan(), await desk.makeLoan(), await desk.makeLoan()]
})
afterAll(() => desk.close())

const profile = (id = lender.id) => admin.call('getLender', { params: { id } })

it("shows no activity on a new lender's page", async () => {
  expect(await profile((await desk.makePending()).id)).toMatchObject({
    isApproved: 'false',
    bindingAmount: '0.00',
    activeLoans: 0,
    indications: 0,
    firmedUp: 0,
    questionsAsked: 0,
    documentsRead: 0,
    questions: [],
    documents: [],
  })
})

describe('a lender', () => {
  it("returns a lender's holdings by loan, page by page, with amounts that add up to the totals", async () => {
    await lender.call('updateProfile', { body: { companyName: 'Field Capital' } })
    await desk.makeCommitment(lender, loans[0], { percentage: '10' })
    const soft = await desk.makeCommitment(lender, loans[0], { isSoftCommit: 'true' })
    await desk.makeCommitment(lender, loans[1], { percentage: '5', isSoftCommit: 'true' })
    await lender.call('makeCommitmentBinding', { params: { id: soft.id }, body: {} })
    const { bindingAmount, softAmount, ...found } = await profile()
    expect(found).toMatchObject({
      name: 'Rosa Field',
      companyName: 'Field Capital',
      activeLoans: 2,
      indications: 2,
      firmedUp: 1,
    })
    const holdings = await admin.call('listLenderHoldings', { params: { id: lender.id } })
    expect(holdings).toMatchObject([
      { loanId: loans[1].id, bindingPercentage: '0.00', softPercentage: '5.00' },
      { loanId: loans[0].id, bindingPercentage: '20.00', softAmount: '0.00' },
    ])
    expect(sumMoney(holdings.map((each) => each.bindingAmount))).toBe(bindingAmount)
    expect(sumMoney(holdings.map((each) => each.softAmount))).toBe(softAmount)
    const first = await admin.request('GET', `/api/admin/lenders/${lender.id}/holdings?limit=1`)
    const next = /<([^>]*)>; rel="next"/.exec(String(first.headers['link']))?.[1] ?? ''
    expect(JSON.parse((await admin.request('GET', next)).text)).toEqual(holdings.slice(1))
  })

  it("shows a lender's questions and whether they have been answered", async () => {
    const ask = (loan: Loan, message: string) =>
      lender.call('createMessage', { body: { loanId: loan.id, message } })
    await ask(loans[0], 'When is the closing?')
    await ask(loans[1], 'Is there an appraisal?')
    const body = { loanId: loans[0].id, message: 'In May.', recipientId: lender.id }
    await admin.call('createMessage', { body })
    expect(await profile()).toMatchObject({
      questionsAsked: 2,
      questionsOpen: 1,
      questions: [
        { loanTitle: loans[1].title, message: 'Is there an appraisal?', isAnswered: 'false' },
        { loanTitle: loans[0].title, isAnswered: 'true' },
      ],
    })
    // Open questions are listed even if there are many newer answered questions.
    for (let number = 1; number <= 5; number += 1) await ask(loans[0], `Question ${number}`)
    await admin.call('createMessage', { body })
    const { questions, ...counts } = await profile()
    expect(counts).toMatchObject({ questionsAsked: 7, questionsOpen: 1 })
    expect(questions.map(({ message }) => message)).toEqual([
      'Is there an appraisal?',
      ...[5, 4, 3, 2].map((number) => `Question ${number}`),
    ])
  })

  it("lists each viewed document only once and shows the lender's last sign-in", async () => {
    const { lastSignInAt } = await profile()
    const { fileUrl, id } = await desk.makeDocument(loans[2], { filename: 'Rent roll.pdf' })
    for (let times = 0; times < 2; times += 1)
      expect((await lender.request('GET', `/objects/${fileUrl}`)).status).toBe(200)
    await expect.poll(profile).toMatchObject({
      documentsRead: 1,
      documents: [{ id, name: 'Rent roll.pdf', loanTitle: loans[2].title, loanId: loans[2].id }],
    })
    await desk.signIn(lender)
    expect((await profile()).lastSignInAt).not.toBe(lastSignInAt)
  })

  it("shows a lender's page only to administrators", async () => {
    const params = { id: lender.id }
    expect((await lender.send('getLender', { params })).status).toBe(403)
    expect((await lender.send('listLenderHoldings', { params })).status).toBe(403)
  })
})
