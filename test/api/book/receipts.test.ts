import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { record } from '#server/audit/record.ts'
import { verifyAudit } from '#server/audit/verification.ts'
import { receiptReference } from '#domain/book/receipts.ts'
import type { Person } from '#test/support/builders.ts'
import { openDeskWithPeople } from '#test/support/desk-with-people.ts'
import { pdfTexts } from '#test/support/pdf-texts.ts'
import { asFile, toBase64 } from '#test/support/receipts.ts'
import { sealAll } from '#test/support/trail.ts'

const { desk, olga, lena, luis } = await openDeskWithPeople({
  RATE_LIMIT: 'off',
  BRAND_NAME: 'Cole, Reyes & Co',
})

const own = (id: string) => ({ params: { id } })
const commitTo = (loan: { id: string }, percentage: string, isSoftCommit: 'true' | 'false') => ({
  body: { loanId: loan.id, percentage, isSoftCommit },
})
const receiptFor = async (person: Person, id: string) =>
  (await person.call('getReceipt', own(id))).receipt
const check = async (file: Buffer) =>
  (await desk.visitor().call('verifyReceipt', { body: { file: toBase64(file) } })).result

describe('receipts for actions', () => {
  it('issues a receipt with the amounts for every action, from the first soft commitment to the release', async () => {
    const loan = await desk.makeLoan()
    const made = await lena.call('createCommitment', commitTo(loan, '20', 'true'))
    const changed = await lena.call('changeCommitment', {
      ...own(made.id),
      body: { percentage: '25' },
    })
    const bound = await lena.call('makeCommitmentBinding', { ...own(made.id), body: {} })
    const reason = 'Credit committee.'
    const released = await olga.call('releaseCommitment', { ...own(made.id), body: { reason } })
    const other = await lena.call('createCommitment', commitTo(loan, '5', 'true'))
    const withdrawn = await lena.call('withdrawCommitment', own(other.id))

    const twenty = { percent: '20.00', amount: '200000.00', kind: 'soft' }
    const quarter = { percent: '25.00', amount: '250000.00' }
    const expected = [
      { id: made.receiptId, act: 'committed', ...twenty, madeBy: 'lender' },
      { id: changed.receiptId, act: 'changed', ...quarter, kind: 'soft', before: twenty },
      {
        ...{ id: bound.receiptId, act: 'made_binding', ...quarter, kind: 'binding' },
        before: { ...quarter, kind: 'soft' },
      },
      {
        ...{ id: released.receiptId, act: 'released', ...quarter, kind: 'binding' },
        ...{ reason, madeBy: 'Olga North' },
      },
      {
        ...{ id: withdrawn.receiptId, act: 'withdrawn', kind: 'soft' },
        ...{ percent: '5.00', amount: '50000.00', madeBy: 'lender' },
      },
    ]
    expect(new Set(expected.map(({ id }) => id)).size).toBe(5)
    for (const each of expected) {
      const receipt = await receiptFor(lena, each.id ?? '')
      expect(receipt).toMatchObject({
        ...each,
        ...{ version: '1', reference: receiptReference(each.id ?? '') },
        ...{ issuer: 'Cole, Reyes & Co', loanId: loan.id, loanTitle: loan.title },
        ...{ lenderId: lena.id, lenderName: 'Lena Brook' },
        ...{ loanAmount: '1000000.00', rate: '7.25', term: '24' },
      })
      expect('before' in receipt).toBe('before' in each)
      expect('reason' in receipt).toBe('reason' in each)
    }
  })

  it('issues a receipt with the rounded amount for the commitment that takes the last share of a loan', async () => {
    const loan = await desk.makeLoan({ amount: '0.02' })
    for (let quarter = 0; quarter < 3; quarter += 1)
      await luis.call('createCommitment', commitTo(loan, '25', 'false'))
    const { receiptId, amount } = await lena.call('createCommitment', commitTo(loan, '25', 'false'))
    expect(amount).toBe('0.00')
    expect(await receiptFor(lena, receiptId)).toMatchObject({ amount, act: 'committed' })
  })

  it('issues a receipt when administrators act for a lender or on their own positions', async () => {
    const loan = await desk.makeLoan()
    const recorded = await olga.call('recordCommitment', {
      params: { loanId: loan.id },
      body: { loanId: loan.id, lenderId: lena.id, percentage: '10' },
    })
    expect(await receiptFor(lena, recorded.receiptId)).toMatchObject({
      ...{ act: 'committed', kind: 'binding', lenderId: lena.id, madeBy: 'Olga North' },
    })
    const forItself = await olga.call('createCommitment', commitTo(loan, '10', 'false'))
    expect(await receiptFor(olga, forItself.receiptId)).toMatchObject({
      ...{ lenderId: olga.id, lenderName: 'Olga North', madeBy: 'lender' },
    })
  })

  it("doesn't issue a receipt for a change that has no effect", async () => {
    const loan = await desk.makeLoan()
    const { id } = await lena.call('createCommitment', commitTo(loan, '20', 'true'))
    const same = await lena.call('changeCommitment', { ...own(id), body: { percentage: '20' } })
    expect('receiptId' in same).toBe(false)
  })

  it('returns the same receipt for a repeated request', async () => {
    const loan = await desk.makeLoan()
    for (const isSoftCommit of ['true', 'false'] as const) {
      const headers = { 'idempotency-key': randomUUID() }
      const send = () =>
        lena.send('createCommitment', { ...commitTo(loan, '10', isSoftCommit), headers })
      const first = await send()
      expect(JSON.parse(first.text)).toHaveProperty('receiptId')
      expect((await send()).text).toBe(first.text)
    }
  })

  it("doesn't add receipts to commitment lists", async () => {
    const loan = await desk.makeLoan()
    await lena.call('createCommitment', commitTo(loan, '10', 'true'))
    const listed = await lena.call('listOwnCommitments', { query: { loanId: loan.id } })
    expect(listed).toHaveLength(1)
    expect(listed[0]).not.toHaveProperty('receiptId')
  })
})

describe('a receipt', () => {
  it('shows a receipt, as JSON and PDF, only to its lender and administrators', async () => {
    const loan = await desk.makeLoan()
    const { receiptId } = await lena.call('createCommitment', commitTo(loan, '10', 'false'))
    const pending = await desk.makePending()
    for (const name of ['getReceipt', 'getReceiptPdf'] as const) {
      const status = async (caller: Pick<Person, 'send'>) =>
        (await caller.send(name, own(receiptId))).status
      expect(await status(lena)).toBe(200)
      expect(await status(olga)).toBe(200)
      expect(await status(luis)).toBe(404)
      expect(await status(pending)).toBe(404)
      expect(await status(desk.visitor())).toBe(401)
    }
  })

  it('includes the audit entry, its seal number, and its hash in a receipt without waiting for the sealer', async () => {
    const loan = await desk.makeLoan()
    const made = await Promise.all(
      Array.from({ length: 12 }, () => lena.call('createCommitment', commitTo(loan, '1', 'true'))),
    )
    const receipts = await Promise.all(made.map(({ receiptId }) => receiptFor(lena, receiptId)))
    for (const [index, { audit, madeAt }] of receipts.entries()) {
      expect(audit.entry).toBe(made[index]?.receiptId)
      const [sealed] = await desk.rows<{ number: string; hash: string; isAt: boolean }>(
        `select s.number, s.hash, a.at = $2::timestamptz as "isAt"
         from audit_seals s join audit a on a.id = s.entry_id where a.id = $1`,
        [audit.entry, madeAt],
      )
      expect(sealed).toEqual({ number: audit.number, hash: audit.hash, isAt: true })
    }
    const { findings } = await verifyAudit(desk.db)
    expect(findings).toEqual([])
  })

  it('returns the same receipt for an action every time it is requested', async () => {
    const loan = await desk.makeLoan()
    const { receiptId } = await lena.call('createCommitment', commitTo(loan, '10', 'false'))
    const first = await lena.call('getReceipt', own(receiptId))
    await olga.call('updateLoan', { ...own(loan.id), body: { title: 'Pier 5 Warehouse' } })
    expect(await olga.call('getReceipt', own(receiptId))).toEqual(first)
    expect(first.receipt.loanTitle).toBe('Pier 4 Warehouse')
  })

  it('still returns a genuine receipt after the loan is deleted', async () => {
    const loan = await desk.makeLoan()
    const { receiptId } = await lena.call('createCommitment', commitTo(loan, '10', 'true'))
    const before = await lena.call('getReceipt', own(receiptId))
    await olga.call('deleteLoan', own(loan.id))
    const after = await lena.call('getReceipt', own(receiptId))
    expect(after).toEqual(before)
    expect(after.receipt).toMatchObject({ loanAmount: '1000000.00', rate: '7.25', term: '24' })
    expect(await check(asFile(after))).toBe('genuine')
    expect((await lena.send('getReceiptPdf', own(receiptId))).status).toBe(200)
  })

  it('issues genuine receipts for a release and for withdrawals caused by deactivation', async () => {
    const leaving = await desk.makeLender({ firstName: 'Ida' })
    const loan = await desk.makeLoan()
    const firm = await leaving.call('createCommitment', commitTo(loan, '10', 'false'))
    await leaving.call('createCommitment', commitTo(loan, '10', 'true'))
    const released = await olga.call('releaseCommitment', {
      ...own(firm.id),
      body: { reason: 'x' },
    })
    expect(await check(asFile(await leaving.call('getReceipt', own(released.receiptId))))).toBe(
      'genuine',
    )
    await olga.call('deleteUser', own(leaving.id))
    const [withdrawal] = await desk.rows<{ id: string }>(
      "select id from audit where kind = 'commitmentWithdrawn' and person_id = $1",
      [leaving.id],
    )
    const given = await olga.call('getReceipt', own(withdrawal?.id ?? ''))
    expect(given.receipt).toMatchObject({
      ...{ act: 'withdrawn', kind: 'soft', amount: '100000.00', madeBy: 'Olga North' },
      ...{ loanAmount: '1000000.00', rate: '7.25', term: '24' },
    })
    expect(await check(asFile(given))).toBe('genuine')
  })

  it("completes a receipt with the commitment's terms if the audit entry lacks them", async () => {
    const loan = await desk.makeLoan()
    const { id } = await lena.call('createCommitment', commitTo(loan, '10', 'true'))
    const entryId = randomUUID()
    const figures = { kind: 'soft', percentage: '10.00', amount: '100000.00' }
    await record(
      desk.db,
      { account: lena, address: null, requestId: null },
      {
        ...{ id: entryId, kind: 'commitmentChanged', person: lena, loan, object: { id } },
        ...{ before: { ...figures, percentage: '5.00' }, after: figures },
      },
    )
    const terms = { loanAmount: '1000000.00', rate: '7.25', term: '24' }
    expect(await receiptFor(lena, entryId)).toMatchObject({ act: 'changed', ...terms })
    await olga.call('deleteLoan', own(loan.id))
    const left = await lena.call('getReceipt', own(entryId))
    expect(Object.keys(left.receipt).filter((name) => name in terms)).toEqual([])
    expect(await check(asFile(left))).toBe('genuine')
  })

  it('marks the book entries that have a receipt', async () => {
    const loan = await desk.makeLoan()
    const made = await lena.call('createCommitment', commitTo(loan, '10', 'true'))
    const moved = await lena.call('createCommitment', commitTo(loan, '5', 'true'))
    const unrecorded = randomUUID()
    await desk.rows('update commitments set id = $2 where id = $1', [moved.id, unrecorded])
    const promised = { [made.id]: 'true', [unrecorded]: 'false' }
    const entries = await olga.call('listBookEntries', own(loan.id))
    const { entries: ofBook } = await olga.call('getBook', own(loan.id))
    for (const some of [entries, ofBook])
      expect(Object.fromEntries(some.map(({ id, hasReceipt }) => [id, hasReceipt]))).toEqual(
        promised,
      )
    for (const [id, has] of Object.entries(promised))
      expect((await olga.send('getReceipt', own(id))).status).toBe(has === 'true' ? 200 : 404)
  })

  it("doesn't issue receipts for audit entries unrelated to commitments", async () => {
    await sealAll(desk.db)
    const others = await desk.rows<{ id: string }>(
      "select distinct on (kind) id from audit where kind !~ '^commitment'",
    )
    expect(others.length).toBeGreaterThan(1)
    for (const { id } of others) expect((await olga.send('getReceipt', own(id))).status).toBe(404)
  })
})

describe('PDF receipts', () => {
  it("names the PDF file after the receipt's reference and embeds a receipt that verifies as genuine", async () => {
    const loan = await desk.makeLoan({ title: '倉庫 at “Pier 4” – Łódź' })
    const { receiptId } = await lena.call('createCommitment', commitTo(loan, '10', 'false'))
    const reply = await lena.send('getReceiptPdf', own(receiptId))
    expect(reply.status).toBe(200)
    expect(reply.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringContaining(
        `attachment; filename="receipt-${receiptReference(receiptId)}.pdf"`,
      ),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    expect(reply.bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect(await check(reply.bytes)).toBe('genuine')
    const changed = Buffer.from(reply.bytes)
    changed[1000] = (changed[1000] ?? 0) ^ 1
    expect(await check(changed)).toBe('altered')
  })

  it('renders Latin, Greek, and Cyrillic letters and keeps the PDF receipt small', async () => {
    const title = 'Złota 44, Αθήνα, Київ, Hà Nội'
    const other = await desk.makeLender({ firstName: 'Đorđe', lastName: 'Şahin 倉' })
    const { receiptId } = await other.call(
      'createCommitment',
      commitTo(await desk.makeLoan({ title }), '10', 'true'),
    )
    const { bytes } = await other.send('getReceiptPdf', own(receiptId))
    const [texts = []] = await pdfTexts(bytes)
    expect(texts).toContain('Indication')
    expect(texts).toContain(title)
    expect(texts).toContain('Đorđe Şahin ?')
    expect(texts.join(' ')).toContain('and the letters shown here as ?.')
    expect(bytes.length).toBeLessThan(60_000)
    expect(await check(bytes)).toBe('genuine')
  })

  it('fits the longest possible values on a one-page PDF receipt', async () => {
    const longest = await desk.makeLender({ firstName: 'W'.repeat(100), lastName: 'M'.repeat(100) })
    const loan = await desk.makeLoan({ title: 'W '.repeat(100).trim(), amount: '9999999999999.99' })
    const { id } = await longest.call('createCommitment', commitTo(loan, '99', 'false'))
    const body = { reason: `${'W'.repeat(500)} ${'reason '.repeat(70)}`.slice(0, 1000) }
    const { receiptId } = await olga.call('releaseCommitment', { ...own(id), body })
    const { bytes } = await longest.send('getReceiptPdf', own(receiptId))
    expect(await check(bytes)).toBe('genuine')
  })
})
