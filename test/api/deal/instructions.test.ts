import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { verifyReceipt } from '#server/book/receipts/verification.ts'
import { discrepancies } from '#test/support/books.ts'
import { closeBook, wrongRegisters } from '#test/support/closed-books.ts'
import { someCall, someInstructions } from '#test/support/closing-things.ts'
import { openDesk } from '#test/support/desk.ts'
import {
  ofLoan,
  ownOf,
  refused,
  openFundingDesk,
  type FundingDesk,
} from '#test/support/funding-desk.ts'
import { messagesOf } from '#test/support/notices.ts'
import { pdfTexts } from '#test/support/pdf-texts.ts'
import { asFile } from '#test/support/receipts.ts'
import { currentCode, forgetCodes, turnOn, wrongCode } from '#test/support/second-factor.ts'

let desk: FundingDesk['desk']
let olga: FundingDesk['olga']
let paula: FundingDesk['paula']
let lena: FundingDesk['lena']
let luis: FundingDesk['luis']
let closedBook: FundingDesk['closedBook']
let draft: FundingDesk['draft']
let makeDraft: FundingDesk['makeDraft']
let verify: FundingDesk['verify']
let send: FundingDesk['send']
let sendNew: FundingDesk['sendNew']
let nextOf: FundingDesk['nextOf']
beforeAll(async () => {
  ;({ desk, olga, paula, lena, luis, closedBook, draft, makeDraft, verify, send, sendNew, nextOf } =
    await openFundingDesk())
})
afterAll(() => desk.close())
afterEach(async () => {
  expect(await discrepancies(desk)).toEqual([])
  expect(await wrongRegisters(desk)).toEqual([])
  expect(desk.errors).toEqual([])
})

const account = '004512345678'

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

  it('leave the account number nowhere but in the answer for lenders, and its first reading on record', async () => {
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

  it('are on record once for each version and person, however often they are read', async () => {
    const register = await closedBook()
    await sendNew(register)
    const readers = [lena, lena, lena, luis, await desk.makeColleague(lena, 'viewer')]
    const readAll = async () => {
      await Promise.all(readers.map((reader) => reader.call('getOwnFunding', ownOf(register))))
      const query = { kind: 'instructionsRead', loan: register.loanId } as const
      const entries = await olga.call('listAudit', { query })
      return entries.map(({ actorId, after }) => `${actorId} ${String(after?.version)}`).toSorted()
    }
    const each = (version: number) =>
      [...new Set(readers)].map(({ id }) => `${id} ${version}`).toSorted()
    expect(await readAll()).toEqual(each(1))
    expect(await readAll()).toEqual(each(1))
    await sendNew(register, { bank: 'Pier Bank' })
    expect(await readAll()).toEqual([...each(1), ...each(2)].toSorted())
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

  it('give a lender that calls back a receipt that can be verified without the desk', async () => {
    const register = await closedBook()
    const colleague = await desk.makeColleague(lena, 'viewer')
    await sendNew(register)
    expect(await messagesOf(colleague, 'instructionsReady')).toEqual([])
    const { callBack } = await lena.call('recordCallBack', {
      ...ownOf(register),
      body: { version: 1, ...someCall() },
    })
    const of = { params: { id: callBack?.receiptId ?? '' } }
    const signed = await colleague.call('getReceipt', of)
    expect(signed.receipt).toMatchObject({
      ...{ version: '2', act: 'called_back', lenderName: 'Lena Brook', madeBy: 'lender' },
      ...{ percent: '25.00', amount: '250000.00', kind: 'binding', loanAmount: '1000000.01' },
      call: { instructionsVersion: '1', spokeWith: 'Maria Lang' },
    })
    const keys = (await desk.visitor().call('getReceiptKeys')).keys
    const pdf = Buffer.from((await lena.send('getReceiptPdf', of)).bytes)
    for (const file of [asFile(signed), pdf]) expect(verifyReceipt(file, keys)).toBe('genuine')
    const other = { ...signed.receipt.call, phone: '1 900 555 0100' } as typeof signed.receipt.call
    const altered = asFile({ ...signed, receipt: { ...signed.receipt, call: other } })
    expect(verifyReceipt(altered, keys)).toBe('altered')
    const text = (await pdfTexts(pdf)).flat().join('\n')
    expect(text).toContain('Funding instructions verified')
    expect(text).toContain('Maria Lang')
    expect(text).not.toContain(account)
    for (const reader of [luis, await desk.makeLender()])
      expect((await reader.send('getReceipt', of)).status).toBe(404)
    const { lenders } = await olga.call('getFunding', ofLoan(register))
    expect(lenders[0]?.callBack?.receiptId).toBe(of.params.id)
    expect((await messagesOf(lena, 'receipt'))[0]).toMatch(
      /^You verified version 1 of the instructions for Elm Street by telephone\. Receipt R-/,
    )
    expect((await messagesOf(colleague, 'receipt'))[0]).toMatch(/^Lena Brook verified version 1 /)
  })

  it('are verified by calls since they were entered, and called back since they were sent', async () => {
    const register = await closedBook()
    const { id } = await makeDraft(register)
    const early = { ...someCall(), calledAt: new Date(Date.now() - 120_000).toISOString() }
    const verification = { params: { id }, body: { ...early, result: 'Right' } }
    expect(await refused(olga.send('verifyInstructions', verification))).toMatchObject({
      status: 400,
      fields: {
        calledAt: expect.stringMatching(/^Enter a time after the instructions were entered on /),
      },
    })
    await verify(id)
    await send(id)
    const callBack = { ...ownOf(register), body: { version: 1, ...early } }
    expect(await refused(lena.send('recordCallBack', callBack))).toMatchObject({
      status: 400,
      fields: {
        calledAt: expect.stringMatching(/^Enter a time after the instructions were sent on /),
      },
    })
    const now = { ...ownOf(register), body: { version: 1, ...someCall() } }
    expect((await lena.send('recordCallBack', now)).status).toBe(200)
  })

  it('replace a draft by the next one, and can be discarded before they are sent', async () => {
    const register = await closedBook()
    const first = await makeDraft(register)
    const second = await makeDraft(register, { bank: 'Pier Bank' })
    expect(second.version).toBe(1)
    const { instructions } = await olga.call('getFunding', ofLoan(register))
    expect(instructions.map(({ id }) => id)).toEqual([second.id])
    const replaced = { params: { id: first.id } }
    expect(await refused(olga.send('sendInstructions', replaced))).toMatchObject({
      ...{ status: 404, message: 'The instructions were not found' },
    })
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
    ['dueAt', '3001-02-01T10:00:00Z'],
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
