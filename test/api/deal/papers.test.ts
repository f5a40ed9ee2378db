/** Registers and certificates as files: read back as text, verified offline, and refused to others. */
import { PDFDocument } from '@cantoo/pdf-lib'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Register } from '#contract/deal/registers.ts'
import { verifyReceipt } from '#server/book/receipts/verification.ts'
import type { Person } from '#test/support/builders.ts'
import { closeBook } from '#test/support/closed-books.ts'
import { someCall, someInstructions } from '#test/support/closing-things.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { pdfTexts } from '#test/support/pdf-texts.ts'

let desk: Desk
let olga: Person
let lena: Person
let luis: Person
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off', BRAND_NAME: 'Harbor Capital' })
  olga = await desk.makeAdmin()
  lena = await desk.makeLender({ firstName: 'Lena', lastName: 'Brook' })
  luis = await desk.makeLender({ firstName: 'Luis', lastName: 'Ortega' })
})
afterAll(() => desk.close())
afterEach(() => {
  expect(desk.errors).toEqual([])
})

async function closedBook(title = 'Elm Street 12') {
  const loan = await desk.makeLoan({
    ...{ amount: '12500000.00', title, propertyAddress: '12 Elm Street, Albany, NY' },
    ...{ borrowerName: 'Elm Street Owner LLC', interestRate: '9.50', noteRate: '9.495', term: 24 },
  })
  await desk.makeCommitment(lena, loan, { percentage: '18' })
  await desk.makeCommitment(luis, loan, { percentage: '62' })
  return closeBook(olga, loan.id, {
    retainRest: 'true',
    effectiveDate: new Date().toISOString().slice(0, 10),
  })
}
const entryOf = ({ entries }: Register, name: string) => {
  const entry = entries.find(({ lenderName }) => lenderName === name)
  if (!entry) throw new Error(`${name} is not in the register`)
  return entry
}
const params = (id: string) => ({ params: { id } })
const keys = async () => (await desk.visitor().call('getReceiptKeys')).keys
const attached = async (bytes: Uint8Array) => {
  const [file] = (await PDFDocument.load(bytes)).getAttachments()
  return Buffer.from(file?.data ?? [])
}
const textOf = async (bytes: Uint8Array) => (await pdfTexts(bytes)).flat().join('\n')

describe('a certificate', () => {
  it('shows its line of the register, the terms, and nobody else', async () => {
    const register = await closedBook()
    const { id, certificateNumber } = entryOf(register, 'Lena Brook')
    const reply = await lena.send('getCertificate', params(id))
    expect(reply.status).toBe(200)
    const text = await textOf(reply.bytes)
    for (const part of [
      ...[`Certificate ${certificateNumber}`, 'Participation Certificate', 'Lena Brook'],
      ...['18%', '$2,250,000.00', 'Harbor Capital', 'Elm Street 12', 'Elm Street Owner LLC'],
      ...['12 Elm Street, Albany, NY', '$12,500,000.00', '9.495%', 'Version 1, in force'],
      ...['All shares rank equally and are paid in proportion.', register.fingerprint],
    ])
      expect(text).toContain(part)
    for (const foreign of ['Luis', 'Ortega', '62%', '7,750,000', '20%', '$2,500,000', 'SUPERSEDED'])
      expect(text).not.toContain(foreign)
    expect(await lena.send('getCertificate', params(id))).toMatchObject({ bytes: reply.bytes })
  })

  it('can be verified offline, as a file and as its JSON, and not once it is changed', async () => {
    const register = await closedBook()
    const { bytes } = await lena.send('getCertificate', params(entryOf(register, 'Lena Brook').id))
    const json = await attached(bytes)
    for (const file of [Buffer.from(bytes), json])
      expect(verifyReceipt(file, await keys())).toBe('genuine')
    const altered = Buffer.from(bytes)
    altered[1000] = (altered[1000] ?? 0) ^ 1
    const raised = Buffer.from(json.toString().replace('18.00', '28.00'))
    const asRegister = Buffer.from(json.toString().replace('"certificate":', '"register":'))
    for (const file of [altered, raised, asRegister])
      expect(verifyReceipt(file, await keys())).toBe('altered')
    const body = { file: Buffer.from(bytes).toString('base64') }
    expect(await desk.visitor().call('verifyReceipt', { body })).toEqual({ result: 'genuine' })
  })

  it('says across the page that it is void once the book is reopened', async () => {
    const register = await closedBook()
    const { id } = entryOf(register, 'Lena Brook')
    const reason = 'The terms change.'
    await olga.call('reopenBook', { ...params(register.loanId), body: { reason } })
    const { bytes } = await lena.send('getCertificate', params(id))
    expect(await textOf(bytes)).toMatch(/VOID/)
    expect(JSON.parse((await attached(bytes)).toString())).toMatchObject({
      certificate: { state: 'void', percent: '18.00', amount: '2250000.00' },
    })
  })

  it('says that it is superseded once a share was taken over, as its register does', async () => {
    const register = await closedBook('Mill Road 4')
    const accountNumber = '004512345678'
    const loanId = { params: { id: register.loanId } }
    const instructions = { ...someInstructions(olga), accountNumber }
    const { id: draftId } = await olga.call('createInstructions', { ...loanId, body: instructions })
    const verification = { ...someCall(), result: 'Right' }
    await olga.call('verifyInstructions', { ...params(draftId), body: verification })
    await olga.call('sendInstructions', params(draftId))
    const { firmId } = entryOf(register, 'Luis Ortega')
    const body = { firmId, reason: 'No money came.' }
    const next = await olga.call('takeOverShare', { ...loanId, body })
    const paper = async (call: 'getCertificate' | 'exportRegisterAsPdf', id: string) =>
      (await olga.send(call, params(id))).bytes
    const ended = await Promise.all([
      paper('getCertificate', entryOf(register, 'Lena Brook').id),
      paper('exportRegisterAsPdf', register.id),
    ])
    for (const bytes of ended) {
      const text = await textOf(bytes)
      expect(text).toContain('SUPERSEDED')
      expect(text).toMatch(/superseded since [A-Z][a-z]+ \d/i)
      expect(verifyReceipt(Buffer.from(bytes), await keys())).toBe('genuine')
    }
    const current = await Promise.all([
      paper('getCertificate', entryOf(next, 'Lena Brook').id),
      paper('exportRegisterAsPdf', next.id),
    ])
    for (const bytes of current) expect(await textOf(bytes)).not.toContain('SUPERSEDED')
    for (const bytes of [...ended, ...current]) {
      const texts = [await textOf(bytes), (await attached(bytes)).toString()]
      for (const text of texts) expect(text).not.toMatch(/004512345678|…5678|021000021/)
    }
  })

  it("is that of the caller's firm, of whose people each can read it, or any for administrators", async () => {
    const register = await closedBook()
    const { id } = entryOf(register, 'Lena Brook')
    const hold = entryOf(register, 'Harbor Capital')
    const colleague = await desk.makeColleague(lena, 'viewer')
    const statuses = async (entryId: string) => {
      const readers = [lena, colleague, luis, await desk.makePending(), desk.visitor(), olga]
      const replies = await Promise.all(
        readers.map((reader) => reader.send('getCertificate', params(entryId))),
      )
      return replies.map(({ status }) => status)
    }
    expect(await statuses(id)).toEqual([200, 200, 404, 403, 401, 200])
    expect(await statuses(hold.id)).toEqual([404, 404, 404, 403, 401, 404])
  })

  it('is on record each time', async () => {
    const register = await closedBook()
    const { id, certificateNumber } = entryOf(register, 'Luis Ortega')
    await luis.send('getCertificate', params(id))
    const [entry] = await olga.call('listAudit', { query: { kind: 'certificateDownloaded' } })
    expect(entry).toMatchObject({
      ...{ actorName: 'Luis Ortega', loanId: register.loanId },
      after: { certificate: certificateNumber },
    })
  })

  it('fits the longest names and an amount of trillions on its page', async () => {
    const title = 'W '.repeat(100).trim()
    const loan = await desk.makeLoan({
      ...{ amount: '9999999999999.99', title, propertyAddress: 'M '.repeat(150).trim() },
      borrowerName: 'W'.repeat(100),
    })
    const longest = await desk.makeLender({ firstName: 'W'.repeat(100), lastName: 'Ж'.repeat(100) })
    await desk.makeCommitment(longest, loan, { percentage: '99' })
    const { entries } = await closeBook(olga, loan.id, { retainRest: 'true' })
    const { bytes } = await longest.send('getCertificate', params(entries[0]?.id ?? ''))
    expect((await pdfTexts(bytes)).length).toBe(1)
    expect(verifyReceipt(Buffer.from(bytes), await keys())).toBe('genuine')
  })
})

describe('a register', () => {
  it('is a PDF with all lines, totals and versions before, which can be verified offline', async () => {
    const first = await closedBook()
    const reason = 'A name was wrong.'
    await olga.call('reopenBook', { ...params(first.loanId), body: { reason } })
    const register = await closeBook(olga, first.loanId)
    const { bytes } = await olga.send('exportRegisterAsPdf', params(register.id))
    const text = await textOf(bytes)
    for (const part of [
      ...['Register of Participations', 'Version 2', 'Lena Brook', 'Luis Ortega'],
      ...["Harbor Capital (originator's hold)", '18%', '$2,250,000.00', '62%', '$7,750,000.00'],
      ...['20%', '$2,500,000.00', '100%', '$12,500,000.00', register.fingerprint],
      ...['In force: its shares and certificates count', 'void since', 'A name was wrong.'],
    ])
      expect(text).toContain(part)
    expect(text).not.toContain('VOID')
    const json = await attached(bytes)
    for (const file of [Buffer.from(bytes), json])
      expect(verifyReceipt(file, await keys())).toBe('genuine')
    const raised = Buffer.from(json.toString().replace('18.00', '28.00'))
    expect(verifyReceipt(raised, await keys())).toBe('altered')
    const older = await olga.send('exportRegisterAsPdf', params(first.id))
    expect(await textOf(older.bytes)).toMatch(/VOID/)
  })

  it('is a CSV with its lines and totals, without formulas', async () => {
    const loan = await desk.makeLoan()
    const risky = await desk.makeLender({ firstName: '=SUM(A1)', lastName: 'Ray' })
    await desk.makeCommitment(risky, loan, { percentage: '40' })
    const register = await closeBook(olga, loan.id, { retainRest: 'true' })
    const reply = await olga.send('exportRegisterAsCsv', params(register.id))
    const start = register.entries[0]?.certificateNumber.slice(0, -2)
    expect(reply.text.replace('\ufeff', '').split('\r\n')).toEqual([
      'Line,Holder,Company,Kind,Share (%),Amount ($),Certificate',
      `1,'=SUM(A1) Ray,,Lender,40.00,400000.00,${start}01`,
      `2,Harbor Capital,,Originator's hold,60.00,600000.00,${start}02`,
      'Total,,,,100.00,1000000.00,',
      '',
    ])
    const [entry] = await olga.call('listAudit', { query: { kind: 'registerExported' } })
    expect(entry?.after).toEqual({ version: 1, format: 'csv' })
  })
})

describe('own lines of current registers', () => {
  it('are those of the firm, with their loans, and not what a pending colleague did not make', async () => {
    const holder = await desk.makeLender()
    const loan = await desk.makeLoan({ amount: '3000000.00' })
    await desk.makeCommitment(holder, loan, { percentage: '12' })
    await desk.makeCommitment(luis, loan, { percentage: '40' })
    const register = await closeBook(olga, loan.id, { retainRest: 'true' })
    const own = await holder.call('listOwnRegisterEntries')
    expect(own).toMatchObject([
      {
        ...{ percentage: '12.00', amount: '360000.00', version: 1, lenderName: 'Lena Brook' },
        ...{ effectiveDate: register.effectiveDate, madeAt: register.madeAt },
        loan: { id: loan.id, bookStage: 'closed' },
      },
    ])
    const colleague = await desk.makeColleague(holder)
    expect(await colleague.call('listOwnRegisterEntries')).toHaveLength(1)
    const body = { isApproved: 'false' } as const
    await olga.call('updateUser', { params: { id: colleague.id }, body })
    const pending = await desk.signIn(colleague)
    expect(await pending.call('listOwnRegisterEntries')).toEqual([])
    expect(await (await desk.makeLender()).call('listOwnRegisterEntries')).toEqual([])
    expect(await olga.call('listOwnRegisterEntries')).toEqual([])
  })
})
