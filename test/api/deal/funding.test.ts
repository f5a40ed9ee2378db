import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Register } from '#contract/deal/registers.ts'
import { dayAt } from '#domain/time-zone.ts'
import { discrepancies } from '#test/support/books.ts'
import { closeBook, totalsOf, wrongRegisters } from '#test/support/closed-books.ts'
import { today } from '#test/support/closing-things.ts'
import {
  firmOf,
  ofLoan,
  ownOf,
  refused,
  openFundingDesk,
  type FundingDesk,
} from '#test/support/funding-desk.ts'
import { messagesOf } from '#test/support/notices.ts'

let desk: FundingDesk['desk']
let olga: FundingDesk['olga']
let paula: FundingDesk['paula']
let lena: FundingDesk['lena']
let luis: FundingDesk['luis']
let mara: FundingDesk['mara']
let closedBook: FundingDesk['closedBook']
let sendNew: FundingDesk['sendNew']
let receive: FundingDesk['receive']
let fund: FundingDesk['fund']
let nextOf: FundingDesk['nextOf']
beforeAll(async () => {
  ;({ desk, olga, paula, lena, luis, mara, closedBook, sendNew, receive, fund, nextOf } =
    await openFundingDesk())
})
afterAll(() => desk.close())
afterEach(async () => {
  expect(await discrepancies(desk)).toEqual([])
  expect(await wrongRegisters(desk)).toEqual([])
  expect(desk.errors).toEqual([])
})

describe('receipts of money', () => {
  it('come in parts, to the last cent, and then let the loan be funded', async () => {
    const register = await closedBook()
    await sendNew(register)
    expect(register.entries.map(({ lenderName, amount }) => [lenderName, amount])).toEqual([
      ['Lena Brook', '250000.00'],
      ['Luis Ortega', '250000.00'],
      ['Mara Klein', '300000.01'],
      ['Harbor Capital', '200000.00'],
    ])
    const first = await receive(register, 'Lena Brook', '249975.00', { note: 'Short of its fee' })
    expect(first.status).toBe(201)
    expect(JSON.parse(first.text)).toMatchObject({
      ...{ lenderName: 'Lena Brook', amount: '249975.00', receivedOn: today(), reference: 'FED 1' },
      ...{ note: 'Short of its fee', recordedBy: 'Olga Brook', reversal: null, can: ['reverse'] },
    })
    expect((await messagesOf(lena, 'fundsReceived'))[0]).toMatch(
      /^We received \$249,975\.00 for Elm Street on \w{3} \d+, \d{4}$/,
    )
    expect(await messagesOf(luis, 'fundsReceived')).toEqual([])
    expect(await refused(receive(register, 'Lena Brook', '25.01'))).toEqual({
      ...{ status: 409, code: 'more_than_due' },
      message: '$250,000.00 is due and $249,975.00 has come: enter at most $25.00',
    })
    expect(await refused(receive(register, 'Lena Brook', '249975.00'))).toMatchObject({
      ...{ status: 409, code: 'receipt_exists' },
    })
    expect(await refused(fund(register))).toEqual({
      ...{ status: 409, code: 'funds_missing' },
      message: '3 lenders have not paid in full: $550,025.01 is missing',
    })
    const own = await lena.call('getOwnFunding', ownOf(register))
    expect(own).toMatchObject({ state: 'partial', received: '249975.00', outstanding: '25.00' })
    expect(own.receipts).toMatchObject([{ amount: '249975.00', receivedOn: today() }])
    const firm = { params: { id: firmOf(register, 'Lena Brook') } }
    const position = async () =>
      (await olga.call('getFirm', firm)).positions.find(({ loanId }) => loanId === register.loanId)
    expect((await position())?.owes).toMatchObject({ what: 'money', amount: '25.00' })
    expect((await receive(register, 'Lena Brook', '25.00')).status).toBe(201)
    expect((await position())?.owes).toBeNull()
    expect((await receive(register, 'Luis Ortega', '250000.00')).status).toBe(201)
    expect((await receive(register, 'Mara Klein', '300000.00')).status).toBe(201)
    const funding = await olga.call('getFunding', ofLoan(register))
    expect(funding.totals).toEqual({
      ...{ due: '800000.01', received: '800000.00', outstanding: '0.01', lendersOutstanding: 1 },
      ...{ holdPercentage: '20.00', holdAmount: '200000.00' },
    })
    expect(funding.lenders.map(({ state, can }) => [state, can])).toEqual([
      ['received', []],
      ['received', []],
      ['partial', ['recordReceipt']],
    ])
    expect(await messagesOf(paula, 'allFundsReceived')).toEqual([])
    expect((await receive(register, 'Mara Klein', '0.01', { reference: 'FED 2' })).status).toBe(201)
    expect(await messagesOf(paula, 'allFundsReceived')).toEqual([
      'All money for Elm Street has come: $800,000.01',
    ])
    expect(await olga.call('getDeal', ofLoan(register))).toMatchObject({
      next: 'setFunded',
      funding: { received: '800000.01', outstanding: '0.00', lendersOutstanding: 0 },
    })
    expect((await fund(register)).status).toBe(200)
    expect(await nextOf(register)).toBe('done')
    const [receipt] = funding.receipts
    const reversal = { params: { id: receipt?.id ?? '' }, body: { reason: 'No' } }
    expect(await refused(olga.send('reverseFundsReceipt', reversal))).toMatchObject({
      ...{ status: 409, code: 'loan_funded' },
    })
    expect(await refused(receive(register, 'Lena Brook', '1.00'))).toMatchObject({
      ...{ status: 409, code: 'loan_funded' },
    })
  })

  it('are reversed with a reason, never edited, and can come again', async () => {
    const register = await closedBook()
    const { id } = JSON.parse((await receive(register, 'Luis Ortega', '250000.00')).text)
    const input = { params: { id }, body: { reason: 'The bank returned the wire.' } }
    expect(
      await refused(olga.send('reopenBook', { ...ofLoan(register), body: { reason: 'No' } })),
    ).toMatchObject({
      ...{ status: 409, code: 'has_receipts' },
    })
    expect(await olga.call('reverseFundsReceipt', input)).toMatchObject({
      ...{ amount: '250000.00', can: [] },
      reversal: { reversedBy: 'Olga Brook', reason: 'The bank returned the wire.' },
    })
    expect(await refused(olga.send('reverseFundsReceipt', input))).toMatchObject({
      ...{ status: 409, code: 'already_reversed' },
    })
    expect((await messagesOf(luis, 'receiptReversed'))[0]).toMatch(
      /^The receipt of \$250,000\.00 for Elm Street on .* was reversed: The bank returned the wire\.$/,
    )
    expect((await receive(register, 'Luis Ortega', '250000.00')).status).toBe(201)
    const { receipts } = await olga.call('getFunding', ofLoan(register))
    expect(receipts.map(({ reversal }) => reversal === null)).toEqual([true, false])
    expect(await luis.call('getOwnFunding', ownOf(register))).toMatchObject({ state: 'received' })
  })

  it('are refused for the originator, a stranger, an open book, and amounts that are none', async () => {
    const register = await closedBook()
    for (const name of ['Harbor Capital', 'Lena Brook']) {
      const firmId = name === 'Lena Brook' ? register.id : firmOf(register, name)
      expect(await refused(receive(register, name, '1.00', { firmId }))).toMatchObject({
        ...{ status: 409, code: 'not_in_register' },
      })
    }
    const { id } = await desk.makeLoan()
    expect(await refused(receive({ ...register, loanId: id }, 'Lena Brook', '1.00'))).toMatchObject(
      {
        ...{ status: 409, code: 'not_closed' },
      },
    )
    for (const amount of ['0', '-1.00', '1.001', 'NaN', '1e2', '', '99999999999999.00'])
      expect(await refused(receive(register, 'Lena Brook', amount)), amount).toMatchObject({
        ...{ status: 400, fields: { amount: expect.any(String) } },
      })
    const tomorrow = dayAt(new Date(Date.now() + 86_400_000))
    for (const receivedOn of [tomorrow, '2999-01-01', '2026-02-31', 'soon', ''])
      expect(await refused(receive(register, 'Lena Brook', '1.00', { receivedOn }))).toMatchObject({
        ...{ status: 400, fields: { receivedOn: expect.any(String) } },
      })
  })
})

describe('a take-over', () => {
  const takeOver = (register: Register, name: string, reason = 'No money came.') =>
    olga.send('takeOverShare', {
      ...ofLoan(register),
      body: { firmId: firmOf(register, name), reason },
    })

  it('moves a whole share to the originator, and no cent of anybody else', async () => {
    const register = await closedBook()
    const entriesOf = ({ entries }: Register) =>
      entries.map(({ line, lenderName, percentage, amount }) =>
        [line, lenderName, percentage, amount].join(' '),
      )
    const next: Register = JSON.parse((await takeOver(register, 'Lena Brook')).text)
    expect(entriesOf(next)).toEqual([
      '1 Luis Ortega 25.00 250000.00',
      '2 Mara Klein 30.00 300000.01',
      '3 Harbor Capital 45.00 450000.00',
    ])
    expect(next).toMatchObject({
      ...{ version: 2, state: 'current', reason: 'No money came.', wasFunded: 'false' },
      effectiveDate: register.effectiveDate,
    })
    expect(totalsOf(next)).toEqual(['100.00', '1000000.01'])
    const [, before] = await olga.call('listRegisters', ofLoan(register))
    expect(before).toMatchObject({
      ...{ state: 'superseded', endReason: 'No money came.', entries: register.entries },
      fingerprint: register.fingerprint,
    })
    const { entries } = await olga.call('getBook', ofLoan(register))
    const held = entries.filter(({ isHold }) => isHold === 'true')
    const released = entries.filter(({ status }) => status === 'released')
    const figures = ({ percentage, amount, createdAt }: (typeof entries)[number]) =>
      [percentage, amount, createdAt].join(' ')
    expect(held).toHaveLength(3)
    expect(held.map(figures)).toEqual(expect.arrayContaining(released.map(figures)))
    expect(released.map(({ personName, releaseReason }) => [personName, releaseReason])).toEqual([
      ['Lena Brook', 'No money came.'],
      ['Lena Brook', 'No money came.'],
    ])
    expect((await messagesOf(lena, 'takenOver'))[0]).toBe(
      'Your share of 25% ($250,000.00) of Elm Street was taken over: No money came.',
    )
    expect((await messagesOf(paula, 'takenOver'))[0]).toBe(
      'The originator took over the share of Lena Brook in Elm Street: 25% ($250,000.00)',
    )
    // Luis holds what he held, and doesn't learn that another lender dropped out.
    for (const type of ['registerChanged', 'takenOver'])
      expect(await messagesOf(luis, type)).toEqual([])
    expect((await lena.send('getOwnFunding', ownOf(register))).status).toBe(404)
    const old = register.entries.find(({ lenderName }) => lenderName === 'Lena Brook')
    expect((await lena.send('getCertificate', { params: { id: old?.id ?? '' } })).status).toBe(200)
  })

  it('keeps the story of the funding, and its receipt for the lender', async () => {
    const register = await closedBook()
    await takeOver(register, 'Mara Klein')
    const story = await lena.call('getFundingStory', ofLoan(register))
    expect(story.map(({ committedPercentage }) => committedPercentage)).toEqual(['100.00'])
    const [ended] = await mara.call('listOwnHistory', { query: { limit: '1' } })
    expect(ended).toMatchObject({
      event: 'released',
      reason: 'No money came.',
      percentage: '30.00',
    })
    const { receipt } = await mara.call('getReceipt', { params: { id: ended?.entryId ?? '' } })
    expect(receipt).toMatchObject({ act: 'released', amount: '300000.01' })
  })

  it('keeps the other lenders as they are if the book is reopened and closed again', async () => {
    const register = await closedBook()
    await takeOver(register, 'Luis Ortega')
    await olga.call('reopenBook', { ...ofLoan(register), body: { reason: 'A new lender' } })
    const next = await closeBook(olga, register.loanId)
    expect(next.entries.map(({ lenderName, amount }) => [lenderName, amount])).toEqual([
      ['Lena Brook', '250000.00'],
      ['Mara Klein', '300000.01'],
      ['Harbor Capital', '450000.00'],
    ])
  })

  it('is refused while money of the lender is there, and for who is no lender', async () => {
    const register = await closedBook()
    await receive(register, 'Lena Brook', '0.01')
    expect(await refused(takeOver(register, 'Lena Brook'))).toMatchObject({
      ...{ status: 409, code: 'has_receipts' },
    })
    expect(await refused(takeOver(register, 'Harbor Capital'))).toMatchObject({
      ...{ status: 409, code: 'not_in_register' },
    })
    expect(await refused(takeOver(register, 'Luis Ortega', ' '))).toMatchObject({ status: 400 })
    const { id } = await desk.makeLoan()
    expect(await refused(takeOver({ ...register, loanId: id }, 'Luis Ortega'))).toMatchObject({
      ...{ status: 409, code: 'not_closed' },
    })
    expect((await takeOver(register, 'Luis Ortega')).status).toBe(200)
    expect((await takeOver(register, 'Mara Klein')).status).toBe(200)
    expect(await refused(takeOver(register, 'Luis Ortega'))).toMatchObject({
      ...{ status: 409, code: 'not_in_register' },
    })
    expect((await receive(register, 'Lena Brook', '249999.99')).status).toBe(201)
    expect((await fund(register)).status).toBe(200)
    expect(await refused(takeOver(register, 'Lena Brook'))).toMatchObject({
      ...{ status: 409, code: 'loan_funded' },
    })
  })
})
