import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { discrepancies } from '#test/support/books.ts'
import type { Person } from '#test/support/builders.ts'
import { readRefusal } from '#test/support/caller.ts'
import { closeBook, closing, totalsOf, wrongRegisters } from '#test/support/closed-books.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { messagesOf } from '#test/support/notices.ts'
import { dayAt } from '#domain/time-zone.ts'

let desk: Desk
let olga: Person
let lena: Person
let luis: Person
let mara: Person
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off', BRAND_NAME: 'Harbor Capital' })
  olga = await desk.makeAdmin()
  lena = await desk.makeLender({ firstName: 'Lena', lastName: 'Brook' })
  luis = await desk.makeLender({ firstName: 'Luis', lastName: 'Ortega' })
  mara = await desk.makeLender({ firstName: 'Mara', lastName: 'Klein' })
})
afterAll(() => desk.close())
afterEach(async () => {
  expect(await discrepancies(desk)).toEqual([])
  expect(await wrongRegisters(desk)).toEqual([])
  expect(desk.errors).toEqual([])
})

const dayIn = (days: number) => dayAt(new Date(Date.now() + days * 86_400_000))
const ofLoan = (loan: { id: string }) => ({ params: { id: loan.id } })
const refused = async (call: Promise<Parameters<typeof readRefusal>[0]>) => {
  const reply = await call
  const { code, message, fields } = readRefusal(reply)
  return { status: reply.status, code, message, ...(fields && { fields }) }
}
const refusedClosing = async (
  loan: { id: string },
  more: Parameters<typeof closing>[2] & { bookVersion?: string } = {},
) => {
  const { params, body } = await closing(olga, loan.id, more)
  return refused(olga.send('closeBook', { params, body: { ...body, ...more } }))
}

/** A book of $1,000,000.01: Lena 33%, Luis 33%, the originator 34%, and soft interest of Luis and Mara. */
async function wholeBook() {
  const loan = await desk.makeLoan({ amount: '1000000.01', title: 'Elm Street' })
  await desk.makeCommitment(lena, loan, { percentage: '33' })
  await desk.makeCommitment(luis, loan, { percentage: '33' })
  await desk.makeCommitment(luis, loan, { percentage: '7', isSoftCommit: 'true' })
  await desk.makeCommitment(mara, loan, { percentage: '20', isSoftCommit: 'true' })
  await olga.call('setHold', { ...ofLoan(loan), body: { percentage: '34' } })
  return loan
}

describe('closing a book', () => {
  it('makes the register of the lines, and lets the soft ones lapse', async () => {
    const loan = await wholeBook()
    const register = await closeBook(olga, loan.id, { effectiveDate: dayIn(5) })
    expect(register).toMatchObject({
      ...{ loanId: loan.id, version: 1, state: 'current', effectiveDate: dayIn(5) },
      ...{ originator: 'Harbor Capital', loanTitle: 'Elm Street', loanAmount: '1000000.01' },
      ...{ borrowerName: loan.borrowerName, interestRate: loan.interestRate, term: loan.term },
      ...{ wasFunded: 'false', reason: null, madeBy: 'Olga Brook', endedAt: null },
    })
    const start = loan.id.slice(0, 8).toUpperCase()
    expect(register.entries).toMatchObject([
      {
        ...{ line: 1, lenderName: 'Lena Brook', isHold: 'false', percentage: '33.00' },
        ...{ amount: '330000.00', certificateNumber: `${start}-1-01` },
      },
      { line: 2, lenderName: 'Luis Ortega', percentage: '33.00', amount: '330000.00' },
      {
        ...{ line: 3, lenderName: 'Harbor Capital', isHold: 'true', percentage: '34.00' },
        ...{ amount: '340000.01', certificateNumber: `${start}-1-03` },
      },
    ])
    expect(totalsOf(register)).toEqual(['100.00', '1000000.01'])
    const deal = await olga.call('getDeal', ofLoan(loan))
    const { id, version, effectiveDate, madeAt, fingerprint } = register
    expect(deal).toMatchObject({
      bookStage: 'closed',
      register: { id, version, effectiveDate, madeAt, fingerprint, lenders: 2 },
      totals: { bindingPercentage: '100.00', softPercentage: '0.00', holdPercentage: '34.00' },
    })
    const { entries } = await olga.call('getBook', ofLoan(loan))
    expect(
      entries.map(({ personName, isSoftCommit, status }) => [personName, isSoftCommit, status]),
    ).toEqual([
      ['Olga Brook', 'false', 'active'],
      ['Luis Ortega', 'false', 'active'],
      ['Lena Brook', 'false', 'active'],
      ['Mara Klein', 'true', 'lapsed'],
      ['Luis Ortega', 'true', 'lapsed'],
    ])
    const [lapse] = await mara.call('listOwnHistory', { query: { limit: '1' } })
    expect(lapse).toMatchObject({
      ...{ event: 'lapsed', percentage: '20.00', amount: '200000.00' },
      reason: 'The book was closed',
    })
    const { receipt } = await mara.call('getReceipt', { params: { id: lapse?.entryId ?? '' } })
    expect(receipt).toMatchObject({ act: 'lapsed', kind: 'soft', percent: '20.00' })
    expect(await mara.call('listOwnCommitments', { query: { loanId: loan.id } })).toEqual([])
  })

  it('has a fingerprint that anyone can compute again, which is in the audit entry too', async () => {
    const loan = await wholeBook()
    const register = await closeBook(olga, loan.id)
    const lines = register.entries.map(
      ({ line, firmId, lenderName, percentage, amount }) =>
        `"${line}":{"amount":"${amount}","firmId":"${firmId}","lenderName":"${lenderName}","percentage":"${percentage}"}`,
    )
    const text = `{"effectiveDate":"${register.effectiveDate}","interestRate":"${register.interestRate}","lines":{${lines.join(',')}},"loanAmount":"${register.loanAmount}","loanId":"${loan.id}","term":"${register.term}","version":"1"}`
    expect(register.fingerprint).toBe(createHash('sha256').update(text).digest('hex'))
    const [entry] = await olga.call('listAudit', { query: { kind: 'bookClosed', limit: '1' } })
    expect(entry?.after).toMatchObject({
      fingerprint: register.fingerprint,
      register: [
        { line: 1, lender: 'Lena Brook', percentage: '33.00', amount: '330000.00' },
        { line: 2, lender: 'Luis Ortega', percentage: '33.00', amount: '330000.00' },
        { line: 3, lender: 'Harbor Capital', percentage: '34.00', amount: '340000.01' },
      ],
    })
  })

  it('tells each lender its own share, and whose soft interest lapsed', async () => {
    const loan = await wholeBook()
    await closeBook(olga, loan.id, { effectiveDate: dayIn(0) })
    const last = async (person: Person) => (await messagesOf(person, 'bookClosed'))[0]
    expect(await last(lena)).toMatch(
      /^You hold 33% \(\$330,000\.00\) of Elm Street from \w{3} \d+, \d{4}; your certificate is ready$/,
    )
    expect(await last(luis)).toMatch(
      /your certificate is ready, and your soft commitment of 7% \(\$70,000\.00\) lapsed$/,
    )
    expect(await last(mara)).toBe(
      'The book of Elm Street is closed, and your soft commitment of 20% ($200,000.00) lapsed',
    )
    expect(await messagesOf(olga, 'bookClosed')).toEqual([])
  })

  it('is refused unless the book is whole, or else keeps exactly the rest', async () => {
    const loan = await desk.makeLoan({ amount: '12500000.00' })
    await desk.makeCommitment(lena, loan, { percentage: '72' })
    await olga.call('setHold', { ...ofLoan(loan), body: { percentage: '20.5' } })
    expect(await refusedClosing(loan)).toEqual({
      ...{ status: 409, code: 'not_whole' },
      message: '92.5% is placed; 7.5% ($937,500.00) is left',
    })
    const register = await closeBook(olga, loan.id, { retainRest: 'true' })
    expect(register.entries).toMatchObject([
      { isHold: 'false', percentage: '72.00', amount: '9000000.00' },
      { isHold: 'true', percentage: '28.00', amount: '3500000.00' },
    ])
    const { totals } = await olga.call('getDeal', ofLoan(loan))
    expect(totals).toMatchObject({ holdPercentage: '28.00', holdAmount: '3500000.00' })
  })

  it('keeps the whole loan of which nobody took a share', async () => {
    const loan = await desk.makeLoan({ amount: '999999.99' })
    const { entries } = await closeBook(olga, loan.id, { retainRest: 'true' })
    expect(entries).toMatchObject([{ isHold: 'true', percentage: '100.00', amount: '999999.99' }])
  })

  it('takes a book that was filled first come, first served', async () => {
    const loan = await desk.makeLoan()
    await desk.makeCommitment(lena, loan, { percentage: '60' })
    await desk.makeCommitment(mara, loan, { percentage: '40' })
    expect((await closeBook(olga, loan.id)).entries).toHaveLength(2)
  })

  it('takes a loan that is funded already, and says that its money had come', async () => {
    const loan = await desk.makeLoan()
    await desk.makeCommitment(lena, loan, { percentage: '60' })
    await olga.call('updateLoan', { ...ofLoan(loan), body: { status: 'funded' } })
    const register = await closeBook(olga, loan.id, { retainRest: 'true' })
    expect(register).toMatchObject({ wasFunded: 'true', entries: [{}, { percentage: '40.00' }] })
  })

  it('refuses a day beyond 31 days, a book that has changed, a draft, and a closed book', async () => {
    const loan = await wholeBook()
    for (const days of [32, -32]) {
      const message = 'The effective day must be within 31 days of today'
      expect(await refusedClosing(loan, { effectiveDate: dayIn(days) })).toEqual({
        ...{ status: 400, code: 'invalid', message },
        fields: { effectiveDate: message },
      })
    }
    for (const effectiveDate of ['2027-02-31', '', 'soon', '2027-5-1'])
      expect(await refusedClosing(loan, { effectiveDate })).toMatchObject({ status: 400 })
    expect(await refusedClosing(loan, { bookVersion: 'older' })).toMatchObject({
      ...{ status: 409, code: 'book_changed' },
    })
    const draft = await desk.makeLoan({ isDraft: 'true' })
    expect(await refusedClosing(draft, { retainRest: 'true' })).toMatchObject({
      ...{ status: 409, code: 'loan_draft' },
    })
    await closeBook(olga, loan.id, { effectiveDate: dayIn(-31) })
    expect(await refusedClosing(loan)).toMatchObject({ status: 409, code: 'deal_closed' })
  })
})

describe('a closed book', () => {
  it('refuses each act on it, and stays as it is', async () => {
    const loan = await desk.makeLoan()
    const binding = await desk.makeCommitment(lena, loan, { percentage: '60' })
    await closeBook(olga, loan.id, { retainRest: 'true' })
    const body = { loanId: loan.id, percentage: '1', lenderId: mara.id }
    const params = { loanId: loan.id }
    const line = { params: { id: binding.id }, body: { reason: 'Asked for it' } }
    const codes = [
      await refused(lena.send('createCommitment', { body: { loanId: loan.id, percentage: '1' } })),
      await refused(olga.send('recordCommitment', { params, body })),
      await refused(olga.send('releaseCommitment', line)),
      await refused(olga.send('setHold', { ...ofLoan(loan), body: { percentage: '10' } })),
      await refused(olga.send('updateDeal', { ...ofLoan(loan), body: { closingDate: dayIn(9) } })),
      await refused(olga.send('updateDeal', { ...ofLoan(loan), body: { minShare: '5' } })),
      await refused(olga.send('updateLoan', { ...ofLoan(loan), body: { closingDate: dayIn(9) } })),
      await refused(olga.send('deleteLoan', { ...ofLoan(loan), query: {} })),
    ].map(({ status, code }) => `${status} ${code}`)
    expect(codes).toEqual([
      ...['409 book_closed', '409 deal_closed', '409 deal_closed', '409 deal_closed'],
      ...['409 deal_closed', '409 deal_closed', '409 deal_closed', '409 deal_closed'],
    ])
    expect(await lena.call('getLoan', ofLoan(loan))).toMatchObject({
      ...{ bookStage: 'closed', takesCommitments: 'false', holdPercentage: '40.00' },
    })
  })
})

describe('a closed book without lenders', () => {
  it('keeps its terms, so that its register totals the loan', async () => {
    const loan = await desk.makeLoan()
    await olga.call('setHold', { ...ofLoan(loan), body: { percentage: '100' } })
    await closeBook(olga, loan.id)
    const changes = [{ amount: '900000' }, { interestRate: '9.99' }, { term: 36 }]
    for (const body of [...changes, { ...changes[0], title: 'Other' }])
      expect(await refused(olga.send('updateLoan', { ...ofLoan(loan), body }))).toMatchObject({
        ...{ status: 409, code: 'deal_closed' },
      })
    await olga.call('updateLoan', { ...ofLoan(loan), body: { title: 'Renamed' } })
    const { amount, interestRate, term } = loan
    expect(await olga.call('getLoan', ofLoan(loan))).toMatchObject({
      ...{ title: 'Renamed', amount, interestRate, term, holdPercentage: '100.00' },
    })
  })
})

describe('reopening a book', () => {
  const reopen = (loan: { id: string }, reason = 'The amount of the loan changes.') =>
    olga.send('reopenBook', { ...ofLoan(loan), body: { reason } })

  it('makes its register void, keeps the positions and the lapses, and tells the lenders why', async () => {
    const loan = await wholeBook()
    const first = await closeBook(olga, loan.id)
    const before = await olga.call('getBook', ofLoan(loan))
    const deal = await olga.call('reopenBook', {
      ...ofLoan(loan),
      body: { reason: 'The borrower asks for less.' },
    })
    expect(deal).toMatchObject({ bookStage: 'open', register: null })
    const after = await olga.call('getBook', ofLoan(loan))
    expect(after.holders).toEqual(before.holders)
    expect(after.entries.map(({ status }) => status)).toEqual(
      before.entries.map(({ status }) => status),
    )
    const [version] = await olga.call('listRegisters', ofLoan(loan))
    expect(version).toMatchObject({
      ...{ id: first.id, state: 'void', endedBy: 'Olga Brook', fingerprint: first.fingerprint },
      ...{ endReason: 'The borrower asks for less.', entries: first.entries },
    })
    expect((await messagesOf(lena, 'bookReopened'))[0]).toBe(
      'The book of Elm Street was reopened, so your certificate is void. You still hold 33% ($330,000.00). Reason: The borrower asks for less.',
    )
    expect(await lena.call('listOwnRegisterEntries')).not.toContainEqual(
      expect.objectContaining({ loan: expect.objectContaining({ id: loan.id }) }),
    )
    const second = await closeBook(olga, loan.id)
    expect(second).toMatchObject({ version: 2, state: 'current' })
    expect(second.fingerprint).not.toBe(first.fingerprint)
    expect(
      (await olga.call('listRegisters', ofLoan(loan))).map(({ version: at, state }) => [at, state]),
    ).toEqual([
      [2, 'current'],
      [1, 'void'],
    ])
  })

  it('is refused for an open book and for a funded loan', async () => {
    const loan = await wholeBook()
    expect(await refused(reopen(loan))).toMatchObject({ status: 409, code: 'not_closed' })
    await olga.call('updateLoan', { ...ofLoan(loan), body: { status: 'funded' } })
    await closeBook(olga, loan.id)
    expect(await refused(reopen(loan))).toMatchObject({ status: 409, code: 'loan_funded' })
    for (const reason of ['', ' ', 'x'.repeat(1001), 'a\0b'])
      expect(await refused(reopen(loan, reason))).toMatchObject({ status: 400 })
  })
})
