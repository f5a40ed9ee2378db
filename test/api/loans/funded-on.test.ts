import { randomUUID } from 'node:crypto'
import type { Loan } from '#contract/loans/shapes.ts'
import { maturityOf } from '#domain/loans/maturity.ts'
import { dayAt } from '#domain/time-zone.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '#test/support/builders.ts'
import { readRefusal } from '#test/support/caller.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { sendFile, sendImport } from '#test/support/importing.ts'
import { entryOf } from '#test/support/trail.ts'
import { writeXlsx } from 'hucre/xlsx'

const started = new Date()
/** A zone whose day isn't the UTC day: 14 hours ahead of UTC, or 11 hours behind. */
const zone = started.getUTCHours() >= 10 ? 'Pacific/Kiritimati' : 'Pacific/Pago_Pago'

let desk: Desk
let admin: Person
beforeAll(async () => {
  desk = await openDesk({ TIME_ZONE: zone })
  admin = await desk.makeAdmin()
})
afterAll(() => desk.close())

const send = ({ id }: Loan, body: Record<string, unknown>) =>
  admin.send('updateLoan', { params: { id }, body })
const change = ({ id }: Loan, body: Record<string, unknown>) =>
  admin.call('updateLoan', { params: { id }, body })
const read = ({ id }: Loan) => admin.call('getLoan', { params: { id } })
/** Matches both days if midnight has fallen since the start. */
const today = () => expect.stringMatching(`^(${dayAt(started, zone)}|${dayAt(new Date(), zone)})$`)

describe('a funded loan', () => {
  it('uses today in TIME_ZONE as the funding date if a funded loan is created or updated without a funding date', async () => {
    const made = await desk.makeLoan({ status: 'funded' })
    expect(made.fundedOn).toEqual(today())
    expect(made.maturity).toBe(maturityOf(made))
    const open = await desk.makeLoan()
    expect(open).toMatchObject({ fundedOn: null })
    expect(open).not.toHaveProperty('maturity')
    const funded = await change(open, { status: 'funded' })
    expect(funded.fundedOn).toEqual(today())
    expect(funded.maturity).toBe(maturityOf(funded))
    const cleared = await desk.makeLoan({ fundedOn: '2026-03-31' })
    expect(await change(cleared, { status: 'funded', fundedOn: '' })).toMatchObject({
      fundedOn: today(),
    })
  })

  it('computes maturity from the funding date, even after the loan is reopened and funded again', async () => {
    const loan = await desk.makeLoan({ status: 'funded', fundedOn: '2024-08-31', term: 18 })
    const funded = { status: 'funded', fundedOn: '2024-08-31', maturity: '2026-02-28' }
    expect(loan).toMatchObject(funded)
    expect(await read(loan)).toEqual(loan)
    const reopened = await change(loan, { status: 'Closing' })
    expect(reopened).toMatchObject({ status: 'Closing', fundedOn: '2024-08-31' })
    expect(reopened).not.toHaveProperty('maturity')
    const entry = await entryOf(admin, async () => {
      expect(await change(loan, { status: 'funded' })).toMatchObject(funded)
    })
    expect(entry).toMatchObject({
      before: { status: 'Closing', version: '2' },
      after: { status: 'funded', version: '3' },
    })
    expect(entry?.after).not.toHaveProperty('fundedOn')
  })

  it("changes or clears a funded loan's funding date and records the change in the audit trail, although the terms are locked", async () => {
    const loan = await desk.makeLoan({ status: 'funded', fundedOn: '2026-03-30', term: 12 })
    const moved = await entryOf(admin, async () => {
      expect(await change(loan, { fundedOn: '2026-03-31', version: '1' })).toMatchObject({
        ...{ fundedOn: '2026-03-31', maturity: '2027-03-31', version: '2' },
      })
    })
    expect(moved).toMatchObject({
      kind: 'loanChanged',
      before: { fundedOn: '2026-03-30', version: '1' },
      after: { fundedOn: '2026-03-31', version: '2' },
    })
    const late = await send(loan, { fundedOn: null, version: '1' })
    expect([late.status, readRefusal(late).fields]).toEqual([
      409,
      { fundedOn: 'You changed this from Mar 30, 2026 to Mar 31, 2026' },
    ])
    const cleared = await change(loan, { fundedOn: null, version: '2' })
    expect(cleared).toMatchObject({ status: 'funded', fundedOn: null, version: '3' })
    expect(cleared).not.toHaveProperty('maturity')
    // The loan was already funded, so this change doesn't set a funding date.
    expect(await change(loan, { status: 'funded', title: 'Quay 8' })).toMatchObject({
      ...{ fundedOn: null, version: '4' },
    })
  })

  it('returns the funding date in loan lists and positions', async () => {
    const lender = await desk.makeLender()
    const loan = await desk.makeLoan({ term: 12 })
    await desk.makeCommitment(lender, loan)
    await change(loan, { status: 'funded', fundedOn: '2026-01-31' })
    const [listed] = await lender.call('listLoans', { query: { held: 'true' } })
    expect(listed).toMatchObject({ id: loan.id, fundedOn: '2026-01-31' })
    const [held] = await lender.call('listOwnHoldings')
    expect(held).toMatchObject({ maturity: '2027-01-31', loan: { fundedOn: '2026-01-31' } })
  })
})

it.each([
  [{ fundedOn: '2026-02-30' }, 'Must be a day, like 2026-03-31'],
  [{ fundedOn: '3/31/2026' }, 'Must be a day, like 2026-03-31'],
  [{ fundedOn: 20260331 }, 'Must be a day, like 2026-03-31'],
  [{ fundedOn: '0026-03-31' }, 'Must be in 1900 or later'],
  [{ fundedOn: '2099-03-31' }, "Can't be in the future"],
])('rejects %j as a funding date for updated and new loans: %s', async (body, message) => {
  const loan = await desk.makeLoan()
  const fields = { title: 'A', borrowerName: 'B', amount: '1', interestRate: '1', term: 1 }
  for (const reply of [
    await send(loan, { status: 'funded', ...body }),
    await admin.send('createLoan', { body: { ...fields, ...body } }),
  ])
    expect([reply.status, readRefusal(reply).fields]).toEqual([400, { fundedOn: message }])
  expect(await read(loan)).toEqual(loan)
})

describe('imported funding dates', () => {
  const headers = ['Title', 'Borrower', 'Amount', 'Rate', 'Term', 'Status', 'Funding Date']
  const row = (title: string, status: string, day: string) =>
    [title, 'Pier Four LLC', '1250000', '7.25', '24', status, `"${day}"`].join(',')
  const file = (...rows: string[]) => [headers.join(','), ...rows].join('\n')
  const draftsNamed = (search: string) =>
    admin.call('listAllLoans', { query: { search, isDraft: 'true' } })

  it('imports the funding dates of funded loans and leaves missing dates empty', async () => {
    const name = randomUUID()
    const rows = [
      row(`${name} a`, 'Funded', '3/31/2024'),
      row(`${name} b`, 'Funded', 'Mar 31, 2024'),
      row(`${name} c`, 'Funded', ''),
      row(`${name} d`, 'Closing', ''),
    ]
    await sendImport(admin, 'import', { kind: 'loans' }, file(...rows))
    const drafts = await draftsNamed(name)
    expect(drafts.map(({ status, fundedOn }) => [status, fundedOn])).toEqual([
      ['funded', '2024-03-31'],
      ['funded', '2024-03-31'],
      ['funded', null],
      ['Closing', null],
    ])
    const [first, , undated] = drafts
    if (!first || !undated) throw new Error('The drafts are missing')
    const published = await admin.call('publishLoan', { params: { id: first.id }, body: {} })
    expect(published.maturity).toBe('2026-03-31')
    const entries = await desk.rows<{ after: object }>(
      `select after from audit where loan_id = $1 and kind = 'loanCreated'`,
      [first.id],
    )
    expect(entries[0]?.after).toMatchObject({ status: 'funded', fundedOn: '2024-03-31' })
    await admin.call('publishLoan', { params: { id: undated.id }, body: {} })
    expect(await read(undated)).not.toHaveProperty('maturity')
  })

  it('reads funding dates from a workbook', async () => {
    const title = randomUUID()
    const day = new Date('2024-02-29T00:00:00Z')
    const bytes = await writeXlsx({
      sheets: [
        {
          name: 'Loans',
          rows: [headers, [title, 'Pier Four LLC', 1_250_000, 7.25, 24, 'Funded', day]],
        },
      ],
    })
    await sendImport(admin, 'import', { kind: 'loans' }, Buffer.from(bytes))
    expect(await draftsNamed(title)).toMatchObject([{ fundedOn: '2024-02-29' }])
  })

  it("doesn't treat planned closing dates as funding dates", async () => {
    const title = randomUUID()
    const closing = file(row(title, 'Closing', '3/31/2099')).replace('Funding Date', 'Closing Date')
    await sendImport(admin, 'import', { kind: 'loans' }, closing)
    expect(await draftsNamed(title)).toMatchObject([{ status: 'Closing', fundedOn: null }])
  })

  it("rejects a funding date for a loan that isn't funded", async () => {
    const name = randomUUID()
    const rows = ['Closing', 'Funded', ''].map((status, at) =>
      row(`${name} ${at}`, status, '3/31/2024'),
    )
    const reply = await sendFile(admin, 'import', { kind: 'loans' }, file(...rows))
    const message = 'Only a funded loan has this day. Clear it, or set the status to Funded.'
    expect([reply.status, readRefusal(reply).fields]).toEqual([
      400,
      { 'Row 2, Funding Date': message, 'Row 4, Funding Date': message },
    ])
    expect(await draftsNamed(name)).toEqual([])
  })

  it("reports an import's rejected funding dates", async () => {
    const name = randomUUID()
    const rows = ['31.3.2024', '3/31/2099'].map((day, at) => row(`${name} ${at}`, 'Funded', day))
    const reply = await sendFile(admin, 'import', { kind: 'loans' }, file(...rows))
    expect([reply.status, readRefusal(reply).fields]).toEqual([
      400,
      {
        'Row 2, Funding Date': `"31.3.2024" can't be read as a day. Write 2026-03-31 or 3/31/2026.`,
        'Row 3, Funding Date': "Can't be in the future",
      },
    ])
  })
})
