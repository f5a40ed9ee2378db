import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Register } from '#contract/deal/registers.ts'
import { discrepancies } from '#test/support/books.ts'
import type { Person } from '#test/support/builders.ts'
import { readRefusal, type Reply } from '#test/support/caller.ts'
import { closeBook, totalsOf, wrongRegisters } from '#test/support/closed-books.ts'
import { someCall, someInstructions, today } from '#test/support/closing-things.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { messagesOf } from '#test/support/notices.ts'
import { currentCode, forgetCodes, turnOn, wrongCode } from '#test/support/second-factor.ts'

let desk: Desk
let olga: Person
let paula: Person
let lena: Person
let luis: Person
let mara: Person
beforeAll(async () => {
  desk = await openDesk({
    RATE_LIMIT: 'off',
    BRAND_NAME: 'Harbor Capital',
    BRAND_PHONE: '212 555 0100',
  })
  olga = await desk.makeAdmin()
  paula = await desk.makeAdmin({ firstName: 'Paula' })
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

const account = '004512345678'

/** A closed book of $1,000,000.01: Lena 25%, Luis 25%, Mara 30%, and the originator 20%. */
async function closedBook(title = 'Elm Street') {
  const loan = await desk.makeLoan({ amount: '1000000.01', title })
  await desk.makeCommitment(lena, loan, { percentage: '15' })
  await desk.makeCommitment(lena, loan, { percentage: '10' })
  await desk.makeCommitment(luis, loan, { percentage: '25' })
  await desk.makeCommitment(mara, loan, { percentage: '30' })
  return closeBook(olga, loan.id, { retainRest: 'true' })
}
const firmOf = ({ entries }: Register, name: string) =>
  entries.find(({ lenderName }) => lenderName === name)?.firmId ?? ''
const ofLoan = ({ loanId }: { loanId: string }) => ({ params: { id: loanId } })
const ownOf = ({ loanId }: { loanId: string }) => ({ params: { loanId } })
const refused = async (call: Promise<Reply>) => {
  const reply = await call
  const { code, message, fields } = readRefusal(reply)
  return { status: reply.status, code, message, ...(fields && { fields }) }
}
const draft = (register: Register, more: object = {}, by = olga) =>
  by.send('createInstructions', {
    ...ofLoan(register),
    body: { ...someInstructions(by), ...more },
  })
async function makeDraft(register: Register, more: object = {}) {
  const body = { ...someInstructions(olga), ...more }
  return olga.call('createInstructions', { ...ofLoan(register), body })
}
const verify = (id: string, by = olga) =>
  by.call('verifyInstructions', { params: { id }, body: { ...someCall(), result: 'Right' } })
const send = (id: string) => olga.call('sendInstructions', { params: { id } })
async function sendNew(register: Register, more: object = {}) {
  const { id } = await makeDraft(register, more)
  await verify(id)
  return send(id)
}
const receive = (register: Register, name: string, amount: string, more: object = {}) =>
  olga.send('createFundsReceipt', {
    ...ofLoan(register),
    body: {
      firmId: firmOf(register, name),
      amount,
      receivedOn: today(),
      reference: 'FED 1',
      ...more,
    },
  })
const fund = ({ loanId }: Register) =>
  olga.send('updateLoan', { params: { id: loanId }, body: { status: 'funded' } })
const nextOf = async (register: Register) => (await olga.call('getDeal', ofLoan(register))).next

describe('funding instructions', () => {
  it('are drafted, verified by telephone, sent, and then read by the lenders alone', async () => {
    const register = await closedBook()
    expect(await nextOf(register)).toBe('sendInstructions')
    const made = await makeDraft(register)
    expect(made).toMatchObject({
      ...{ version: 1, state: 'draft', bank: 'Harbor National Bank', routingNumber: '021000021' },
      ...{ accountLastFour: '5678', createdBy: 'Olga Brook', verification: null },
      can: ['verify', 'discard'],
    })
    const { id } = made
    expect(await refused(olga.send('sendInstructions', { params: { id } }))).toMatchObject({
      ...{ status: 409, code: 'not_verified' },
    })
    expect((await lena.call('getOwnFunding', ownOf(register))).instructions).toBeNull()
    const verified = await verify(id)
    expect(verified).toMatchObject({
      ...{ state: 'verified', can: ['send', 'discard'] },
      verification: { spokeWith: 'Maria Lang', result: 'Right', verifiedBy: 'Olga Brook' },
    })
    const again = { params: { id }, body: { ...someCall(), result: 'Right' } }
    expect(await refused(olga.send('verifyInstructions', again))).toMatchObject({
      ...{ status: 409, code: 'already_verified' },
    })
    expect(await send(id)).toMatchObject({ state: 'sent', sentBy: 'Olga Brook', can: [] })
    for (const call of ['sendInstructions', 'deleteInstructions'] as const)
      expect(await refused(olga.send(call, { params: { id } }))).toMatchObject({
        ...{ status: 409, code: 'already_sent' },
      })
    expect((await messagesOf(lena, 'instructionsReady'))[0]).toBe(
      'The funding instructions for Elm Street are ready; read them on the desk, and call us before you wire',
    )
    expect(await lena.call('getOwnFunding', ownOf(register))).toMatchObject({
      ...{ percentage: '25.00', amount: '250000.00', received: '0.00', outstanding: '250000.00' },
      ...{ state: 'awaiting', receipts: [], callBack: null },
      instructions: {
        ...{ version: 1, accountNumber: account, routingNumber: '021000021', changedAt: null },
        ...{ phone: '212 555 0100', reference: 'Elm Street 12' },
      },
    })
    expect(await nextOf(register)).toBe('awaitFunds')
    const stranger = await desk.makeLender()
    for (const reader of [stranger, olga])
      expect((await reader.send('getOwnFunding', ownOf(register))).status).toBe(404)
  })

  it('leave the account number nowhere but in the answer for lenders, and each reading on record', async () => {
    const register = await closedBook()
    const accountNumber = '987650004321'
    await sendNew(register, { accountNumber })
    await luis.call('getOwnFunding', ownOf(register))
    const [entry] = await olga.call('listAudit', {
      query: { kind: 'instructionsRead', limit: '1' },
    })
    expect(entry).toMatchObject({
      ...{ actorName: 'Luis Ortega', loanId: register.loanId },
      after: { version: 1, account: '…4321' },
    })
    const texts = [
      ...(await Promise.all(
        [
          olga.send('getFunding', ofLoan(register)),
          olga.send('getDeal', ofLoan(register)),
          olga.send('listRegisters', ofLoan(register)),
          olga.send('listAudit', { query: {} }),
          olga.send('exportAudit', { query: {} }),
          olga.send('exportRegisterAsCsv', { params: { id: register.id } }),
          olga.send('exportRegisterAsPdf', { params: { id: register.id } }),
          luis.send('listNotifications', {}),
        ].map(async (reply) => (await reply).text),
      )),
      ...(await desk.rows<{ row: string }>('select m::text as row from mails m')).map(
        ({ row }) => row,
      ),
      ...(await desk.rows<{ row: string }>('select a::text as row from audit a')).map(
        ({ row }) => row,
      ),
      ...desk.errors,
    ]
    for (const text of texts) expect(text).not.toContain(accountNumber)
    expect(texts.join()).toContain('…4321')
  })

  it('are marked as changed for 30 days once a later version is sent, and void a call-back', async () => {
    const register = await closedBook()
    await sendNew(register)
    const callBack = (version: number, by = lena) =>
      by.send('recordCallBack', { ...ownOf(register), body: { version, ...someCall() } })
    expect((await callBack(1)).status).toBe(200)
    expect(await lena.call('getOwnFunding', ownOf(register))).toMatchObject({
      callBack: { version: 1, spokeWith: 'Maria Lang', madeBy: 'Lena Brook' },
    })
    expect((await messagesOf(olga, 'calledBack'))[0]).toBe(
      'Lena Brook verified version 1 of the instructions for Elm Street by telephone',
    )
    const { lenders } = await olga.call('getFunding', ofLoan(register))
    expect(lenders.map((each) => each.callBack?.version ?? null)).toEqual([1, null, null])
    await sendNew(register, { bank: 'Pier Bank' })
    expect((await messagesOf(lena, 'instructionsChanged'))[0]).toBe(
      'The funding instructions for Elm Street changed, so those that you verified are void; read them on the desk, and call us before you wire',
    )
    expect((await messagesOf(luis, 'instructionsChanged'))[0]).toBe(
      'The funding instructions for Elm Street changed; read them on the desk, and call us before you wire',
    )
    const now = await lena.call('getOwnFunding', ownOf(register))
    expect(now).toMatchObject({ callBack: null, instructions: { version: 2, bank: 'Pier Bank' } })
    expect(now.instructions?.changedAt).toBe(now.instructions?.sentAt)
    expect(await refused(callBack(1))).toMatchObject({ status: 409, code: 'instructions_changed' })
    expect(await refused(callBack(3))).toMatchObject({ status: 409, code: 'instructions_changed' })
    expect((await callBack(2)).status).toBe(200)
    expect((await callBack(2, await desk.makeLender())).status).toBe(404)
    await desk.rows(
      "update funding_instructions set sent_at = sent_at - interval '31 days' where loan_id = $1",
      [register.loanId],
    )
    const later = await lena.call('getOwnFunding', ownOf(register))
    expect(later.instructions?.changedAt).toBeNull()
  })

  it('replace a draft by the next one, and can be discarded before they are sent', async () => {
    const register = await closedBook()
    const first = await makeDraft(register)
    const second = await makeDraft(register, { bank: 'Pier Bank' })
    expect(second.version).toBe(1)
    const { instructions } = await olga.call('getFunding', ofLoan(register))
    expect(instructions.map(({ id }) => id)).toEqual([second.id])
    expect((await olga.send('sendInstructions', { params: { id: first.id } })).status).toBe(404)
    await olga.call('deleteInstructions', { params: { id: second.id } })
    expect((await olga.call('getFunding', ofLoan(register))).instructions).toEqual([])
  })

  it('ask for the password, and for a code where the second factor is on', async () => {
    const register = await closedBook()
    const wrongPassword = { currentPassword: 'not my password' }
    expect(await refused(draft(register, wrongPassword))).toMatchObject({
      ...{ status: 400, code: 'invalid' },
      fields: { currentPassword: "Your current password isn't right" },
    })
    const careful = await desk.makeAdmin()
    const { secret } = await turnOn(careful)
    await forgetCodes(desk, careful)
    expect(await refused(draft(register, {}, careful))).toMatchObject({
      ...{ status: 400, fields: { code: 'Code is required' } },
    })
    const wrong = { code: wrongCode(secret) }
    expect(await refused(draft(register, wrong, careful))).toMatchObject({
      ...{ status: 400, fields: { code: "This code isn't right" } },
    })
    expect((await draft(register, { code: currentCode(secret) }, careful)).status).toBe(201)
    expect(await refused(draft(register, { code: currentCode(secret) }, careful))).toMatchObject({
      ...{ status: 400, fields: { code: "This code isn't right" } },
    })
  })

  it.each([
    ['routingNumber', '021000022'],
    ['routingNumber', '02100002'],
    ['routingNumber', 'O21000021'],
    ['routingNumber', 21000021],
    ['accountNumber', '1234-5678'],
    ['accountNumber', '12345'],
    ['accountNumber', '123456789012345678'],
    ['beneficiary', ''],
    ['bank', 'x'.repeat(141)],
    ['reference', 'a\0b'],
    ['dueAt', '2027-02-31T10:00:00Z'],
    ['dueAt', '2027-02-01'],
    ['dueAt', '2020-02-01T10:00:00Z'],
    ['dueAt', '2999-02-01T10:00:00Z'],
  ])('refuse the %s %s at its field', async (field, value) => {
    const register = await closedBook()
    const refusal = await refused(draft(register, { [field]: value }))
    expect(refusal).toMatchObject({ status: 400, code: 'invalid' })
    expect(Object.keys(refusal.fields ?? {})).toEqual([field])
  })

  it('are refused for an open book and for a funded loan', async () => {
    const { id } = await desk.makeLoan()
    const open = { params: { id }, body: someInstructions(olga) }
    expect(await refused(olga.send('createInstructions', open))).toMatchObject({
      ...{ status: 409, code: 'not_closed' },
    })
    expect(await refused(olga.send('getFunding', { params: { id } }))).toMatchObject({
      ...{ status: 409, code: 'not_closed' },
    })
    const loan = await desk.makeLoan({ status: 'funded' })
    const register = await closeBook(olga, loan.id, { retainRest: 'true' })
    expect(await refused(draft(register))).toMatchObject({ status: 409, code: 'loan_funded' })
  })

  it('are verified by another than their author where two administrators are asked for', async () => {
    const settings = { RATE_LIMIT: 'off', TWO_ADMINISTRATORS: 'on' }
    const shared = { connection: desk.connection, drop: async () => {} }
    const strict = await openDesk(settings, shared)
    try {
      const register = await closedBook()
      const there = {
        olga: desk.callerAt(strict.address, olga),
        paula: desk.callerAt(strict.address, paula),
      }
      const { id } = await makeDraft(register)
      const input = { params: { id }, body: { ...someCall(), result: 'Right' } }
      expect(await refused(there.olga.send('verifyInstructions', input))).toMatchObject({
        ...{ status: 409, code: 'second_administrator' },
      })
      const { instructions } = await there.olga.call('getFunding', ofLoan(register))
      expect(instructions[0]?.can).toEqual(['discard'])
      expect((await there.paula.send('verifyInstructions', input)).status).toBe(200)
    } finally {
      await strict.close()
    }
  })
})

describe('receipts of money', () => {
  it('come in parts, to the last cent, and then let the loan be funded', async () => {
    const register = await closedBook()
    await sendNew(register)
    expect(register.entries.map(({ lenderName, amount }) => [lenderName, amount])).toEqual([
      ['Lena Brook', '250000.00'],
      ['Luis Ortega', '250000.00'],
      ['Mara Klein', '300000.00'],
      ['Harbor Capital', '200000.01'],
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
      message: '$250,000.00 is due and $249,975.00 has come: at most $25.00 more can be theirs',
    })
    expect(await refused(receive(register, 'Lena Brook', '249975.00'))).toMatchObject({
      ...{ status: 409, code: 'receipt_exists' },
    })
    expect(await refused(fund(register))).toEqual({
      ...{ status: 409, code: 'funds_missing' },
      message: '3 lenders have not paid in full: $550,025.00 is missing',
    })
    const own = await lena.call('getOwnFunding', ownOf(register))
    expect(own).toMatchObject({ state: 'partial', received: '249975.00', outstanding: '25.00' })
    expect(own.receipts).toMatchObject([{ amount: '249975.00', receivedOn: today() }])
    expect((await receive(register, 'Lena Brook', '25.00')).status).toBe(201)
    expect((await receive(register, 'Luis Ortega', '250000.00')).status).toBe(201)
    expect((await receive(register, 'Mara Klein', '299999.99')).status).toBe(201)
    const funding = await olga.call('getFunding', ofLoan(register))
    expect(funding.totals).toEqual({
      ...{ due: '800000.00', received: '799999.99', outstanding: '0.01', lendersOutstanding: 1 },
      ...{ holdPercentage: '20.00', holdAmount: '200000.01' },
    })
    expect(funding.lenders.map(({ state, can }) => [state, can])).toEqual([
      ['received', []],
      ['received', []],
      ['partial', ['recordReceipt']],
    ])
    expect(await messagesOf(paula, 'allFundsReceived')).toEqual([])
    expect((await receive(register, 'Mara Klein', '0.01', { reference: 'FED 2' })).status).toBe(201)
    expect(await messagesOf(paula, 'allFundsReceived')).toEqual([
      'All money for Elm Street has come: $800,000.00',
    ])
    expect(await olga.call('getDeal', ofLoan(register))).toMatchObject({
      next: 'setFunded',
      funding: { received: '800000.00', outstanding: '0.00', lendersOutstanding: 0 },
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
    for (const receivedOn of ['2999-01-01', '2026-02-31', 'soon', ''])
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
      '2 Mara Klein 30.00 300000.00',
      '3 Harbor Capital 45.00 450000.01',
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
    expect((await messagesOf(luis, 'registerChanged'))[0]).toBe(
      'The register of Elm Street has a new version. You still hold 25% ($250,000.00); your new certificate is ready',
    )
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
    expect(receipt).toMatchObject({ act: 'released', amount: '300000.00' })
  })

  it('keeps everybody else as they are if the book is opened and filled again', async () => {
    const register = await closedBook()
    await takeOver(register, 'Luis Ortega')
    await olga.call('reopenBook', { ...ofLoan(register), body: { reason: 'A new lender' } })
    await olga.call('setHold', { ...ofLoan(register), body: { percentage: '45' } })
    const next = await closeBook(olga, register.loanId)
    expect(next.entries.map(({ lenderName, amount }) => [lenderName, amount])).toEqual([
      ['Lena Brook', '250000.00'],
      ['Mara Klein', '300000.00'],
      ['Harbor Capital', '450000.01'],
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
