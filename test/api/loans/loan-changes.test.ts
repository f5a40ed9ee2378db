import { randomUUID } from 'node:crypto'
import { creditOf } from '#domain/loans/credit/credit.ts'
import type { Loan } from '#contract/loans/shapes.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { discrepancies } from '#test/support/books.ts'
import { fullLoan, type Person } from '#test/support/builders.ts'
import { readJson, readRefusal } from '#test/support/caller.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { noticesOf } from '#test/support/notices.ts'
import { security, spec } from '#test/support/requirements.ts'

let desk: Desk
let admin: Person
let lena: Person
beforeAll(async () => {
  desk = await openDesk()
  admin = await desk.makeAdmin()
  lena = await desk.makeLender()
})
afterAll(() => desk.close())
afterEach(async () => {
  expect(await discrepancies(desk)).toEqual([])
  expect(desk.errors).toEqual([])
})

const change = (loan: Pick<Loan, 'id'>, body: Record<string, unknown>) =>
  admin.send('updateLoan', { params: { id: loan.id }, body })
const changed = async (loan: Pick<Loan, 'id'>, body: Record<string, unknown>) => {
  const reply = await change(loan, body)
  expect(reply.status, reply.text).toBe(200)
  return readJson(reply) as Loan
}
const loanOf = (id: string) => admin.call('getLoan', { params: { id } })

describe('a loan update', () => {
  it('stores every field of an updated loan and returns the loan', async () => {
    spec('7.36')
    const loan = await desk.makeLoan()
    const after = await changed(loan, fullLoan)
    const fields = { ...loan, ...fullLoan }
    expect(after).toEqual({ ...fields, credit: creditOf(fields as Loan), version: '2' })
    expect(await loanOf(loan.id)).toEqual(after)
  })

  it("keeps a loan's omitted fields and clears its optional fields if they are null or blank", async () => {
    const loan = await desk.makeLoan(fullLoan)
    expect(await changed(loan, {})).toEqual(loan)
    const renamed = await changed(loan, { title: 'Quay 8' })
    expect(renamed).toEqual({ ...loan, title: 'Quay 8', version: '2' })
    expect(await changed(loan, { purpose: null, ltv: '', propertyType: ' ' })).toEqual({
      ...renamed,
      purpose: null,
      ltv: null,
      propertyType: null,
      version: '3',
    })
  })

  it('rejects an exact note rate that rounds to zero, and stores the least that rounds to 0.01', async () => {
    const loan = await desk.makeLoan()
    const { title, borrowerName, amount, term } = loan
    const body = { title, borrowerName, amount, term, interestRate: '7', noteRate: '0.00499' }
    for (const reply of [
      await admin.send('createLoan', { body }),
      await change(loan, { noteRate: '0.00499' }),
    ]) {
      expect(reply.status).toBe(400)
      expect(readRefusal(reply).fields).toEqual({
        noteRate: 'Exact note rate must be from 0.005 to 999.99, with at most five decimals',
      })
    }
    expect(await loanOf(loan.id)).toEqual(loan)
    expect(await changed(loan, { noteRate: '0.005' })).toMatchObject({
      ...{ interestRate: '0.01', noteRate: '0.005' },
    })
  })

  it('reports every invalid field of a loan update and stores nothing', async () => {
    const loan = await desk.makeLoan()
    const body = { title: ' ', amount: '0', interestRate: null, term: '', status: null, ltv: '-1' }
    const reply = await change(loan, { ...body, purpose: 'Refinance' })
    expect(reply.status).toBe(400)
    expect(readRefusal(reply).fields).toEqual({
      title: 'Loan title is required',
      amount: 'Amount must be a positive number',
      interestRate: 'Interest rate is required',
      term: 'Term must be at least 1 month',
      status: 'Must be a loan status',
      ltv: 'LTV must be a positive number',
    })
    expect(await loanOf(loan.id)).toEqual(loan)
  })

  it("never changes a loan's id or stored totals", async () => {
    const loan = await desk.makeLoan()
    const body = { committedPercentage: '100.00', softPercentage: '5.00', committedAmount: '1.00' }
    expect(await changed(loan, { ...body, id: randomUUID(), createdAt: 'now' })).toEqual(loan)
  })

  it('returns 404 for an update of a missing loan', async () => {
    const missing = { params: { id: randomUUID() }, body: { title: 'A' } }
    expect(await admin.refusal('updateLoan', missing)).toBe('404: The loan was not found')
  })

  it('accepts all five loan statuses in any letter case and can reopen a funded loan', async () => {
    spec('4.7')
    const loan = await desk.makeLoan()
    for (const [given, stored] of [
      ['PROCESSING', 'Processing'],
      ['underwriting', 'Underwriting'],
      ['Open', 'open'],
      ['closing', 'Closing'],
      ['FUNDED', 'funded'],
      ['open', 'open'],
    ])
      expect((await changed(loan, { status: given })).status).toBe(stored)
    for (const status of ['', ' ', 'closed', 5, {}])
      expect((await change(loan, { status })).status).toBe(400)
  })
})

describe('changes to the terms', () => {
  const terms = { amount: '2000000.00', interestRate: '8.00', term: 12 }

  it('rejects new terms while lenders have binding commitments, with a message for each field', async () => {
    security('2.1.2')
    const loan = await desk.makeLoan()
    await desk.makeCommitment(lena, loan)
    const reply = await change(loan, { ...terms, title: 'Another' })
    expect(reply.status).toBe(409)
    expect(readRefusal(reply)).toEqual({
      message:
        "Lenders are bound to this loan as it is: its amount, interest rate, and term can't be changed",
      code: 'terms_fixed',
      fields: {
        amount: 'Lenders are bound to this amount',
        interestRate: 'Lenders are bound to this interest rate',
        term: 'Lenders are bound to this term',
      },
    })
    const one = await change(loan, { term: '25' })
    expect(readRefusal(one).fields).toEqual({ term: 'Lenders are bound to this term' })
    expect((await loanOf(loan.id)).title).toBe(loan.title)
  })

  it('compares terms by value so that an unchanged form can be saved', async () => {
    const loan = await desk.makeLoan()
    await desk.makeCommitment(lena, loan)
    await changed(loan, { status: 'funded' })
    const body = { amount: '1000000', interestRate: '7.25', term: ' 24 ' }
    expect(await changed(loan, { ...body, title: 'Renamed' })).toMatchObject({ title: 'Renamed' })
  })

  it('rejects new terms once the loan is funded, even without binding commitments', async () => {
    const loan = await desk.makeLoan({ status: 'funded' })
    for (const status of ['funded', 'open']) {
      const reply = await change(loan, { amount: '5', status })
      expect(reply.status).toBe(409)
      expect(readRefusal(reply)).toEqual({
        message: "The loan is funded: its amount can't be changed",
        code: 'terms_fixed',
        fields: { amount: 'The loan is funded on this amount' },
      })
    }
    await changed(loan, { status: 'open' })
    expect(await changed(loan, { amount: '5' })).toMatchObject({ amount: '5.00' })
  })

  it('accepts new terms after the last binding commitment is released', async () => {
    const loan = await desk.makeLoan()
    const { id } = await desk.makeCommitment(lena, loan)
    await admin.call('releaseCommitment', { params: { id }, body: { reason: 'Agreed' } })
    expect(await changed(loan, terms)).toMatchObject(terms)
  })

  it('applies new terms to soft commitments and sends their holders the old and new terms', async () => {
    const loan = await desk.makeLoan()
    const [luis, rita] = [await desk.makeLender(), await desk.makeLender()]
    for (const percentage of ['10', '15'])
      await desk.makeCommitment(lena, loan, { percentage, isSoftCommit: 'true' })
    await desk.makeCommitment(luis, loan, { percentage: '33', isSoftCommit: 'true' })
    const gone = await desk.makeCommitment(rita, loan, { isSoftCommit: 'true' })
    await rita.call('withdrawCommitment', { params: { id: gone.id } })
    const before = await noticesOf(rita, loan)

    await changed(loan, { amount: '2000000.01', interestRate: '8', term: 1, title: 'Pier Four' })
    const told =
      'termsChanged: The terms of Pier Four changed: amount from $1,000,000.00 to $2,000,000.01, ' +
      'interest rate from 7.25% to 8.00%, term from 24 months to 1 month. ' +
      'Your soft commitment follows them; you may change or withdraw it.'
    for (const holder of [lena, luis]) expect((await noticesOf(holder, loan)).at(-1)).toBe(told)
    expect((await noticesOf(lena, loan)).filter((text) => text === told)).toHaveLength(1)
    expect(await noticesOf(rita, loan)).toEqual(before)
    const [held] = await luis.call('listOwnCommitments')
    expect(held).toMatchObject({
      percentage: '33.00',
      amount: '660000.00',
      loanAmount: '2000000.01',
      interestRate: '8.00',
      term: 1,
    })
    const [ended] = await desk.rows<{ amount: string }>(
      'select amount from commitments where id = $1',
      [gone.id],
    )
    expect(ended?.amount).toBe('100000.00')
  })

  it("sends no notifications when a loan's terms stay the same", async () => {
    const loan = await desk.makeLoan()
    await desk.makeCommitment(lena, loan, { isSoftCommit: 'true' })
    const before = await noticesOf(lena, loan)
    await changed(loan, { amount: '1000000', title: 'Renamed', status: 'Closing' })
    expect(await noticesOf(lena, loan)).toEqual(before)
  })

  it("never changes a loan's terms while a lender is committing", async () => {
    const lenders = [lena, await desk.makeLender(), await desk.makeLender()]
    for (let round = 0; round < 10; round += 1) {
      const loan = await desk.makeLoan()
      const commits = lenders.map((lender, index) =>
        lender.send('createCommitment', {
          body: {
            loanId: loan.id,
            percentage: '10',
            amount: '100000.00',
            isSoftCommit: `${index === 2}`,
          },
        }),
      )
      const edits = ['3000000', '4000000'].map((amount) => change(loan, { amount }))
      for (const reply of await Promise.all([...edits, ...commits]))
        expect([200, 201, 409], reply.text).toContain(reply.status)
      const strange = await desk.rows(
        `select c.id from commitments c join loans l on l.id = c.loan_id
         where l.id = $1 and (c.loan_amount <> l.amount
           or c.amount <> round(l.amount * c.percentage / 100, 2))`,
        [loan.id],
      )
      expect(strange).toEqual([])
    }
  })
})

describe('a new loan', () => {
  it('notifies only approved lenders of a new loan', async () => {
    const pending = await desk.makePending()
    const loan = await desk.makeLoan({ title: `News ${randomUUID()}` })
    expect(await noticesOf(lena, loan)).toEqual([
      `newLoan: ${loan.title}: $1,000,000 at 7.25% for 24 months`,
    ])
    for (const person of [pending, admin]) expect(await noticesOf(person, loan)).toEqual([])
  })

  it("doesn't notify anyone of a new loan that is already funded", async () => {
    expect(await noticesOf(lena, await desk.makeLoan({ status: 'funded' }))).toEqual([])
  })
})

describe('the records that belong to a loan', () => {
  it("counts a loan's commitments, files, and messages for the administrator before the loan is deleted", async () => {
    const loan = await desk.makeLoan()
    const params = { id: loan.id }
    const { version, title, status } = loan
    expect(await admin.call('getLoanContents', { params })).toEqual({
      ...{ version, title, status },
      bindingCommitments: 0,
      bindingAmount: '0.00',
      softCommitments: 0,
      documents: 0,
      photos: 0,
      messages: 0,
    })
    await desk.makeCommitment(lena, loan, { percentage: '25' })
    await desk.makeCommitment(lena, loan, { isSoftCommit: 'true' })
    const { id } = await desk.makeCommitment(lena, loan, { isSoftCommit: 'true' })
    await lena.call('withdrawCommitment', { params: { id } })
    await desk.makeDocument(loan)
    await desk.makePhoto(loan)
    await desk.makePhoto(loan)
    await lena.call('createMessage', { body: { loanId: loan.id, message: 'When?' } })
    expect(await admin.call('getLoanContents', { params })).toEqual({
      ...{ version, title, status },
      bindingCommitments: 1,
      bindingAmount: '250000.00',
      softCommitments: 1,
      documents: 1,
      photos: 2,
      messages: 1,
    })
    expect(await admin.refusal('getLoanContents', { params: { id: randomUUID() } })).toBe(
      '404: The loan was not found',
    )
  })
})

describe('deleting a loan', () => {
  it('deletes a loan with its commitments and files and notifies the holders', async () => {
    spec('7.38')
    const loan = await desk.makeLoan({ title: `Gone ${randomUUID()}` })
    const [luis, rita] = [await desk.makeLender(), await desk.makeLender()]
    await desk.makeCommitment(lena, loan)
    await desk.makeCommitment(luis, loan, { isSoftCommit: 'true' })
    const files = [await desk.makeDocument(loan), await desk.makePhoto(loan)]
    await lena.call('addFavorite', { body: { loanId: loan.id } })
    const params = { id: loan.id }
    expect((await admin.send('deleteLoan', { params })).status).toBe(204)

    expect(await admin.refusal('deleteLoan', { params })).toBe('404: The loan was not found')
    expect(await desk.visitor().refusal('getLoan', { params })).toBe('404: The loan was not found')
    for (const table of ['commitments', 'documents', 'photos', 'favorites'])
      expect(await desk.rows(`select id from ${table} where loan_id = $1`, [loan.id])).toEqual([])
    for (const { fileUrl } of files) expect(await desk.store.read(fileUrl)).toBeNull()
    const told = `loanRemoved: ${loan.title} was removed, along with your commitment to it.`
    for (const holder of [lena, luis]) expect(await noticesOf(holder)).toContain(told)
    expect(await noticesOf(rita)).not.toContain(told)
    const kept = (await lena.call('listNotifications')).find(
      (notice) => notice.type === 'newLoan' && notice.message.startsWith(loan.title),
    )
    expect(kept?.relatedLoanId).toBeNull()
  })

  it("doesn't delete a funded loan", async () => {
    const loan = await desk.makeLoan({ status: 'funded' })
    expect(await admin.refusal('deleteLoan', { params: { id: loan.id } })).toBe(
      "409: A funded loan can't be deleted",
    )
    expect((await loanOf(loan.id)).id).toBe(loan.id)
  })

  it('deletes a loan completely or not at all if a lender commits at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const loan = await desk.makeLoan()
      const [deleted, ...commits] = await Promise.all([
        admin.send('deleteLoan', { params: { id: loan.id } }),
        ...[1, 2, 3].map(() =>
          lena.send('createCommitment', { body: { loanId: loan.id, percentage: '5' } }),
        ),
      ])
      expect(deleted?.status).toBe(204)
      for (const reply of commits) expect([201, 404], reply.text).toContain(reply.status)
    }
  })
})
