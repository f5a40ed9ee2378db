/** Receipts that are proposed of bank statements, and the journal of a closed loan. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StatementProposals } from '#contract/deal/statements.ts'
import type { Register } from '#contract/deal/registers.ts'
import { bai2, centsOf } from '#test/support/bank-statements.ts'
import type { Person } from '#test/support/builders.ts'
import { readJson, readRefusal, type Caller, type Reply } from '#test/support/caller.ts'
import { closeBook } from '#test/support/closed-books.ts'
import { someCall, someInstructions, today } from '#test/support/closing-things.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'

let desk: Desk
let olga: Person
let lena: Person
let luis: Person
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off' })
  olga = await desk.makeAdmin()
  lena = await desk.makeLender({ firstName: 'Lena', lastName: 'Brook' })
  luis = await desk.makeLender({ firstName: 'Luis', lastName: 'Ortega' })
})
afterAll(() => desk.close())

const upload = (caller: Caller, loanId: string, file: string | Buffer): Promise<Reply> =>
  caller.request('POST', `/api/admin/loans/${loanId}/statements`, { body: file })

async function propose(loanId: string, file: string): Promise<StatementProposals> {
  const reply = await upload(olga, loanId, file)
  expect(reply.status).toBe(200)
  // The response is cast to its type without validation.
  return readJson(reply) as StatementProposals
}

/** Lena holds a quarter, Luis 40%, and the originator the rest. */
async function closedLoan(): Promise<Register & { lenaId: string; luisId: string }> {
  const loan = await desk.makeLoan()
  await desk.makeCommitment(lena, loan, { percentage: '25' })
  await desk.makeCommitment(luis, loan, { percentage: '40' })
  const register = await closeBook(olga, loan.id, { retainRest: 'true' })
  const firmOf = (name: string) =>
    register.entries.find(({ lenderName }) => lenderName === name)?.firmId ?? ''
  return { ...register, lenaId: firmOf('Lena Brook'), luisId: firmOf('Luis Ortega') }
}

const amountOf = ({ entries }: Register, firmId: string) =>
  entries.find((entry) => entry.firmId === firmId)?.amount ?? ''

const csv = (rows: string[][]) =>
  [['Date', 'Description', 'Amount', 'Bank Reference'], ...rows]
    .map((cells) => cells.map((cell) => `"${cell}"`).join(','))
    .join('\r\n')

const receiptCount = async (loanId: string) =>
  desk.rows('select 1 from funds_receipts where loan_id = $1::uuid', [loanId])

describe('a statement', () => {
  it('proposes receipts with reasons, names the other lines, and stores nothing', async () => {
    const loan = await closedLoan()
    const due = amountOf(loan, loan.lenaId)
    const certificate = loan.entries.find(({ firmId }) => firmId === loan.luisId)
    const file = bai2([
      `16,195,${centsOf(due)},Z,000123,,WIRE LENA BROOK/`,
      `16,195,1000,Z,R2,,WIRE ${certificate?.certificateNumber}/`,
      '16,195,777,Z,R3,,INTEREST/',
      '16,199,888,Z,R4,,SOMETHING/',
    ])
    const { proposals, left, problems, ...rest } = await propose(loan.loanId, file)
    expect(proposals).toEqual([
      {
        ...{ line: 4, firmId: loan.lenaId, lenderName: 'Lena Brook', amount: due },
        ...{ receivedOn: today(), reference: '000123', kind: 'inFull' },
        why: [
          'It names Lena Brook.',
          "It doesn't name the loan.",
          expect.stringContaining('is exactly the $'),
        ],
      },
      expect.objectContaining({ line: 5, firmId: loan.luisId, amount: '10.00', kind: 'part' }),
    ])
    expect(left).toMatchObject([{ line: 6, amount: '7.77', isCredit: 'true', text: 'INTEREST' }])
    expect(problems).toMatchObject([{ line: 7 }])
    expect(rest).toEqual({ format: 'bai2', entries: 3, leftCount: 1, problemCount: 1 })
    expect(await receiptCount(loan.loanId)).toEqual([])
  })

  it('proposes nothing twice: a confirmed entry is on record, also for another loan', async () => {
    const [loan, other] = [await closedLoan(), await closedLoan()]
    const due = amountOf(loan, loan.lenaId)
    const day = today()
    const file = csv([
      [day, 'WIRE LENA BROOK', due, '000123'],
      [day, 'LUIS ORTEGA', '-5.00', '9'],
    ])
    const [proposal] = (await propose(loan.loanId, file)).proposals
    if (!proposal) throw new Error('Nothing is proposed')
    const { firmId, amount, receivedOn, reference } = proposal
    const params = { id: loan.loanId }
    const body = { firmId, amount, receivedOn, reference }
    await olga.call('createFundsReceipt', { params, body })
    const again = await propose(loan.loanId, file)
    const there = await propose(other.loanId, file)
    expect([again.proposals, there.proposals]).toEqual([[], []])
    expect(again.left.map(({ why }) => why)).toEqual(['It is on record already.'])
    const repeated = await olga.send('createFundsReceipt', { params, body })
    expect(readRefusal(repeated).code).toBe('receipt_exists')
  })

  it('proposes a reversed receipt again', async () => {
    const loan = await closedLoan()
    const due = amountOf(loan, loan.lenaId)
    const file = csv([[today(), 'WIRE LENA BROOK', due, 'FED 77']])
    const body = { firmId: loan.luisId, amount: due, receivedOn: today(), reference: 'FED 77' }
    const params = { id: loan.loanId }
    const { id } = await olga.call('createFundsReceipt', { params, body })
    expect((await propose(loan.loanId, file)).proposals).toEqual([])
    const reversal = { params: { id }, body: { reason: 'It was of Lena Brook' } }
    await olga.call('reverseFundsReceipt', reversal)
    expect((await propose(loan.loanId, file)).proposals).toMatchObject([{ firmId: loan.lenaId }])
  })

  it('of another account than the instructions name proposes nothing', async () => {
    const loan = await closedLoan()
    const params = { id: loan.loanId }
    const draft = await olga.call('createInstructions', { params, body: someInstructions(olga) })
    const instructions = { params: { id: draft.id } }
    const body = { ...someCall(), result: 'Right' }
    await olga.call('verifyInstructions', { ...instructions, body })
    await olga.call('sendInstructions', instructions)
    const details = [`16,195,${centsOf(amountOf(loan, loan.lenaId))},Z,A1,,Lena Brook/`]
    const wrong = await propose(loan.loanId, bai2(details, { account: '999900001111' }))
    expect([wrong.proposals, wrong.left[0]?.why]).toEqual([
      [],
      expect.stringContaining('ends in 1111'),
    ])
    const named = details.map((detail) => detail.replace('Lena Brook', 'Lena Brook ELM STREET 12'))
    const [proposal] = (await propose(loan.loanId, bai2(named))).proposals
    expect(proposal?.why).toContain('It names the loan (Elm Street 12).')
    // No answer of this call has an account's number.
    const { text } = await upload(olga, loan.loanId, bai2(details))
    expect(text).not.toContain('004512345678')
  })

  it('with a control total that is wrong is read, and the total is named', async () => {
    const { loanId } = await closedLoan()
    const { problems } = await propose(loanId, bai2(['16,195,5,Z,R1,,X/'], { total: '6' }))
    expect(problems[0]).toMatchObject({ line: 5 })
  })

  it('is refused if it is none, too large, or has too many entries', async () => {
    const { loanId } = await closedLoan()
    const refusal = async (file: string | Buffer) => {
      const reply = await upload(olga, loanId, file)
      return [reply.status, readRefusal(reply).message]
    }
    expect(await refusal('')).toEqual([400, 'The file is empty'])
    expect(await refusal('<a><b></a>')).toEqual([400, expect.stringContaining('well-formed')])
    expect(await refusal(Buffer.alloc(1024 ** 2 + 1))).toEqual([
      413,
      'The file must be at most 1 MB',
    ])
    const many = bai2(Array.from({ length: 2_001 }, () => '16,195,5,Z,,,/'))
    expect(await refusal(many)).toEqual([400, expect.stringContaining('more than 2,000 entries')])
  })

  it('needs a closed book, and a loan that exists', async () => {
    const loan = await desk.makeLoan()
    const file = csv([[today(), 'WIRE', '1.00', 'R1']])
    const open = await upload(olga, loan.id, file)
    expect(readRefusal(open).code).toBe('not_closed')
    expect((await upload(olga, '5fd6a3c1-9a0e-4a55-8c15-000000000000', file)).status).toBe(404)
    expect((await upload(lena, loan.id, file)).status).toBe(403)
  })
})

describe('the journal', () => {
  const read = (caller: Caller, loanId: string) =>
    caller.send('exportJournal', { params: { id: loanId } })

  it('has the register and each receipt, also a reversed one, and is on record', async () => {
    const loan = await closedLoan()
    const params = { id: loan.loanId }
    const body = { firmId: loan.lenaId, amount: '10.00', receivedOn: today(), reference: '(A) 1' }
    const { id } = await olga.call('createFundsReceipt', { params, body })
    const reversal = { params: { id }, body: { reason: 'Other loan;\nsee email' } }
    await olga.call('reverseFundsReceipt', reversal)
    const reply = await read(olga, loan.loanId)
    expect(reply.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(reply.headers['content-disposition']).toContain('.journal')
    const lines = reply.text.split('\n')
    const [short] = loan.loanId.toUpperCase().split('-')
    expect(lines).toContain(`${today()} * (${short}-1) Register of ${loan.loanTitle}, version 1`)
    const account = `Assets:Due From Lenders:${loan.loanTitle}:Lena Brook`
    expect(lines).toContain(`    ${account}  $${amountOf(loan, loan.lenaId)}`)
    expect(lines).toContain(`${today()} * (A 1) Receipt of Lena Brook`)
    expect(lines).toContain(`    ${account}  $-10.00`)
    expect(reply.text).toContain('Receipt of Lena Brook, reversed: Other loan, see email\n')
    const [entry] = await desk.rows<{ summary: string }>(
      `select after->>'format' as summary from audit
       where kind = 'registerExported' and loan_id = $1::uuid`,
      [loan.loanId],
    )
    expect(entry?.summary).toBe('journal')
  })

  it('has a void register and its end', async () => {
    const loan = await closedLoan()
    const params = { id: loan.loanId }
    await olga.call('reopenBook', { params, body: { reason: 'A mistake' } })
    const { text } = await read(olga, loan.loanId)
    expect(text).toContain(`Register of ${loan.loanTitle}, version 1, is void\n`)
  })

  it('needs a book that was closed, and an administrator', async () => {
    const loan = await desk.makeLoan()
    expect(readRefusal(await read(olga, loan.id)).code).toBe('not_closed')
    expect((await read(lena, loan.id)).status).toBe(403)
  })
})
