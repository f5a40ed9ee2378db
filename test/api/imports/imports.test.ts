/**
 * Imports of loans and lenders from files. An import adds all rows of the file or none. It adds loans as drafts and
 * lenders as invitations, with audit entries.
 */
import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { endpoints } from '#contract/endpoints.ts'
import type { RowError } from '#contract/imports/shapes.ts'
import { loanFieldNames } from '#domain/loans/fields.ts'
import { verifyAudit } from '#server/audit/verification.ts'
import { writeInvitationMail } from '#server/mail/link-mails.ts'
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newEmail, type Person } from '#test/support/builders.ts'
import { readRefusal, type Caller } from '#test/support/caller.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { sendFile, sendImport } from '#test/support/importing.ts'
import { somebodyWaitsFor } from '#test/support/lock-waits.ts'
import { sealAll } from '#test/support/trail.ts'

let desk: Desk
let admin: Person
let lender: Person
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off' })
  admin = await desk.makeAdmin()
  lender = await desk.makeLender()
})
afterAll(() => desk.close())

const loanHeaders = 'Title,Borrower,Amount,Rate,Term'
const loanRow = (title: string) => `${title},Pier Four LLC,"$1,250,000.00",7.25%,24 months`
const loansFile = (...rows: string[]) => [loanHeaders, ...rows].join('\r\n')
const lendersFile = (...rows: string[]) => ['Email;Company;Approved', ...rows].join('\n')

const refusalOf = async (...given: Parameters<typeof sendFile>) => {
  const reply = await sendFile(...given)
  return { status: reply.status, ...readRefusal(reply) }
}
const countOf = async (table: string) =>
  Number((await desk.rows<{ n: string }>(`select count(*) as n from ${table}`))[0]?.n)
const draftsNamed = (search: string) =>
  admin.call('listAllLoans', { query: { search, isDraft: 'true' } })

describe('importing loans', () => {
  it('imports a thousand loans as drafts in file order, without sending notifications', async () => {
    const name = randomUUID()
    const rows = Array.from({ length: 1_000 }, (_each, place) => loanRow(`${name} ${place + 1}`))
    const counts = await Promise.all([countOf('notifications'), countOf('mails')])
    const stats = await admin.call('getStats')
    const query = { kind: 'loans', filename: 'Portfolio.csv' } as const
    expect(await sendImport(admin, 'import', query, loansFile(...rows))).toEqual({
      imported: 1_000,
      skipped: 0,
    })
    expect(await Promise.all([countOf('notifications'), countOf('mails')])).toEqual(counts)
    expect(await admin.call('getStats')).toEqual(stats)
    const drafts = await draftsNamed(name)
    expect(drafts.map(({ title }) => title)).toEqual(
      Array.from({ length: 1_000 }, (_each, place) => `${name} ${place + 1}`),
    )
    expect(drafts[0]).toMatchObject({
      ...{ amount: '1250000.00', interestRate: '7.25', term: 24, status: 'open', isDraft: 'true' },
      ...{ purpose: null, ltv: null, committedAmount: '0.00' },
    })
    expect(await lender.call('listLoans', { query: { search: name } })).toEqual([])
    await sealAll(desk.db)

    expect((await verifyAudit(desk.db)).findings).toEqual([])
  })

  it('writes audit entries for an import and each of its loans, as if the loans had been entered by hand', async () => {
    const [typedTitle, title] = [randomUUID(), randomUUID()]
    const fields = { borrowerName: 'Pier Four LLC', amount: '1250000', interestRate: '7.25' }
    const body = { ...fields, title: typedTitle, term: 24, ltv: '60', isDraft: 'true' } as const
    await admin.call('createLoan', { body })
    const file = `${loanHeaders},LTV\n${loanRow(title)},60%`
    await sendImport(admin, 'import', { kind: 'loans', filename: 'One.csv' }, file)
    const entries = await desk.rows<{ kind: string; after: Record<string, unknown> }>(
      `select kind, after from audit where loan_title = any($1) or after ->> 'filename' = 'One.csv'
       order by at`,
      [[typedTitle, title]],
    )
    expect(entries.map(({ kind }) => kind)).toEqual(['loanCreated', 'loanCreated', 'loansImported'])
    const [typed, imported, summary] = entries.map(({ after }) => after)
    expect(summary).toEqual({ filename: 'One.csv', loans: 1 })
    expect(imported).toEqual({ ...typed, title })
    expect(Object.keys(imported ?? {})).toEqual([...loanFieldNames, 'isDraft'])
    const [loan] = await draftsNamed(title)
    await admin.call('publishLoan', { params: { id: loan?.id ?? '' }, body: {} })
    expect(await lender.call('listLoans', { query: { search: title } })).toHaveLength(1)
  })

  it('reports the row and field of each error in an import and imports nothing', async () => {
    const name = randomUUID()
    const bad = [
      `,Pier Four LLC,1000000,7,24`,
      `${name} b,,1000000,7,24`,
      `${name} c,Pier Four LLC,none,7,24`,
      `${name} d,Pier Four LLC,"12,50",7,24`,
      `${name} e,Pier Four LLC,-5,7,24`,
      `${name} f,Pier Four LLC,1000000,0.0725,24`,
      `${name} g,Pier Four LLC,1000000,1000,24`,
      `${name} h,Pier Four LLC,1000000,7,2 years`,
      `${name} i,Pier Four LLC,1000000,7,`,
      loanRow(`${name} good`),
    ]
    const file = loansFile(loanRow(`${name} good`), ...bad)
    const found = await sendImport(admin, 'preview', { kind: 'loans' }, file)
    expect(found).toMatchObject({ rows: 11, badRows: 10, errors: 10, missing: [], known: 0 })
    const short = ({ row, column, value }: RowError) => `${row} ${column}: ${value}`
    expect(found.firstErrors.map(short)).toEqual([
      '3 Title: ',
      '4 Borrower: ',
      '5 Amount: none',
      '6 Amount: 12,50',
      '7 Amount: -5',
      '8 Rate: 0.0725',
      '9 Rate: 1000',
      '10 Term: 2 years',
      '11 Term: ',
      `12 null: ${name} good`,
    ])
    expect(found.firstErrors.at(-1)?.message).toBe('Also in row 2')
    const before = await countOf('audit')
    expect(await refusalOf(admin, 'import', { kind: 'loans' }, file)).toMatchObject({
      status: 400,
      message: '10 rows have errors, so nothing was imported. Row 3, Title: Loan title is required',
      fields: {
        'Row 6, Amount': `"12,50" can't be read as an amount. Write 1250000 or $1,250,000.00.`,
      },
    })
    expect(await draftsNamed(name)).toEqual([])
    expect(await countOf('audit')).toBe(before)
  })

  it('sums up the loans of an import and names those with the title of a loan of another borrower', async () => {
    const name = randomUUID()
    const rows = [
      `${name} a,Pier Four LLC,1000000,7.125,24,`,
      `${name} b,Quay LLC,500000.50,9,60,62.5`,
    ]
    const file = [`${loanHeaders},LTV`, ...rows].join('\r\n')
    const found = await sendImport(admin, 'preview', { kind: 'loans' }, file)
    expect(found).toMatchObject({
      totals: {
        ...{ amount: '1500000.50', lowestRate: '7.125', highestRate: '9.00' },
        ...{ lowestLtv: '62.50', highestLtv: '62.50', shortestTerm: 24, longestTerm: 60 },
      },
      notes: 0,
    })
    await sendImport(admin, 'import', { kind: 'loans' }, file)
    const again = loansFile(`${name}  A,Other LLC,1000000,7,24`)
    const next = await sendImport(admin, 'preview', { kind: 'loans' }, again)
    const message = 'The desk has a loan with this title. Its borrower is Pier Four LLC.'
    expect(next).toMatchObject({ known: 0, importable: 1, firstNotes: [{ row: 2, message }] })
  })

  it("maps an import's columns to fields by name or as the administrator chooses", async () => {
    const title = randomUUID()
    const file = `What,Who,How much,Rate,Term,Color\n${title},Pier Four LLC,5000000,7,12,red`
    const preview = await sendImport(admin, 'preview', { kind: 'loans' }, file)
    expect(preview).toMatchObject({ missing: ['Title', 'Borrower Name', 'Amount'], errors: 0 })
    expect(preview.columns.at(2)).toMatchObject({
      ...{ header: 'How much', sample: '5000000', field: null, unit: null },
    })
    expect((await refusalOf(admin, 'import', { kind: 'loans' }, file)).message).toBe(
      'No column is for Title, Borrower Name, Amount.',
    )
    const columns = 'title,borrowerName,amount,interestRate,term,'
    await sendImport(admin, 'import', { kind: 'loans', columns }, file)
    expect(await draftsNamed(title)).toMatchObject([{ amount: '5000000.00', term: 12 }])
    for (const wrong of ['title,title', 'title,committedAmount', `${columns},,`, 'isDraft'])
      expect(
        (await refusalOf(admin, 'preview', { kind: 'loans', columns: wrong }, file)).status,
      ).toBe(400)
  })

  it('rejects or skips imported loans that already exist', async () => {
    const [first, second] = [randomUUID(), randomUUID()]
    await sendImport(admin, 'import', { kind: 'loans' }, loansFile(loanRow(first)))
    const file = loansFile(loanRow(first.toUpperCase()), loanRow(second))
    const known = { row: 2, loanId: (await draftsNamed(first))[0]?.id }
    expect(await sendImport(admin, 'preview', { kind: 'loans' }, file)).toMatchObject({
      ...{ known: 1, errors: 1, importable: 1, knownSome: [{ ...known, differing: [] }] },
      firstErrors: [{ message: 'A loan with this title and borrower exists' }],
    })
    const less = loansFile(loanRow(first).replace('1,250,000', '950,000'))
    const { knownSome } = await sendImport(admin, 'preview', { kind: 'loans' }, less)
    expect(knownSome[0]?.differing).toMatchObject([{ desk: '1250000.00', file: '950000.00' }])
    const query = { kind: 'loans', skipKnown: 'true' } as const
    // Simulates a double click. The second request finds the rows that the first request imported.
    const twice = await Promise.all([1, 2].map(() => sendImport(admin, 'import', query, file)))
    expect(twice.map(({ imported }) => imported).toSorted()).toEqual([0, 1])
    expect(await draftsNamed(second)).toHaveLength(1)
  })

  it('imports formulas as plain text', async () => {
    const name = randomUUID()
    const file = loansFile(`"=HYPERLINK(""http://x"",""${name}"")",=1+1,1000000,7,24`)
    await sendImport(admin, 'import', { kind: 'loans' }, file)
    expect(await draftsNamed(name)).toMatchObject([
      { title: `=HYPERLINK("http://x","${name}")`, borrowerName: '=1+1' },
    ])
    const [loan] = await draftsNamed(name)
    await admin.call('publishLoan', { params: { id: loan?.id ?? '' }, body: {} })
    const { text } = await admin.send('exportAudit', { query: { loanId: loan?.id ?? '' } })
    expect(text).toContain("'=HYPERLINK")
    expect(text).not.toMatch(/(^|,)"?=HYPERLINK/m)
  })

  it('imports loans from an Excel workbook', async () => {
    const title = randomUUID()
    const bytes = await writeXlsx({
      sheets: [
        {
          name: 'Loans',
          rows: [loanHeaders.split(','), [title, 'Pier Four LLC', 1_250_000.5, 0.0725, 24]],
          cells: new Map([['1,3', { value: 0.0725, style: { numFmt: '0.00%' } }]]),
        },
      ],
    })
    await sendImport(admin, 'import', { kind: 'loans' }, Buffer.from(bytes))
    expect(await draftsNamed(title)).toMatchObject([
      { amount: '1250000.50', interestRate: '7.25', term: 24 },
    ])
  })
})

describe('importing lenders', () => {
  it('invites two hundred lenders and emails each lender a link', async () => {
    const emails = Array.from({ length: 200 }, newEmail)
    const rows = emails.map((email, place) => `${email};Quay Bank;${place % 2 ? 'yes' : ''}`)
    const query = { kind: 'lenders', filename: 'Lenders.csv' } as const
    expect(await sendImport(admin, 'import', query, lendersFile(...rows))).toEqual({
      imported: 200,
      skipped: 0,
    })
    const listed = await admin.call('listInvitations')
    const made = new Map(listed.map((each) => [each.email, each]))
    expect(made.get(emails[0] ?? '')).toMatchObject({ state: 'open', isApproved: 'false' })
    expect(made.get(emails[1] ?? '')).toMatchObject({
      ...{ companyName: 'Quay Bank', isApproved: 'true' },
      url: expect.stringContaining('/register?') as string,
    })
    const mails = await desk.rows(`select 1 from mails where recipient = any($1)`, [emails])
    expect(mails).toHaveLength(200)
    const kinds = await desk.rows<{ kind: string; n: number }>(
      `select kind, count(*)::int as n from audit
       where after ->> 'filename' = 'Lenders.csv' or object_name = any($1) group by kind order by 1`,
      [emails],
    )
    expect(kinds).toEqual([
      { kind: 'invited', n: 200 },
      { kind: 'lendersImported', n: 1 },
    ])
  })

  it("imports lenders' names from one or two columns and uses the names in the greeting", async () => {
    const [one, two] = [newEmail(), newEmail()]
    const header = 'Email,Name,First Name,Last Name'
    const file = `${header}\n${one},"Ada\n\nCole",,\n${two},,Bo,Reyes`
    await sendImport(admin, 'import', { kind: 'lenders' }, file)
    const listed = await admin.call('listInvitations')
    const named = (email: string) => listed.find((each) => each.email === email)
    expect([named(one)?.name, named(two)?.name]).toEqual(['Ada Cole', 'Bo Reyes'])
    const mail = await writeInvitationMail(desk.db, desk.config, {
      invitationId: named(two)?.id ?? '',
    })
    expect(mail?.name).toBe('Bo Reyes')
  })

  it("approves imported lenders in advance on request, unless a lender's row says otherwise", async () => {
    const [silent, no] = [newEmail(), newEmail()]
    const query = { kind: 'lenders', isApproved: 'true' } as const
    await sendImport(admin, 'import', query, lendersFile(`${silent};;`, `${no};;No`))
    const listed = await admin.call('listInvitations')
    const isApproved = (email: string) => listed.find((each) => each.email === email)?.isApproved
    expect([isApproved(silent), isApproved(no)]).toEqual(['true', 'false'])
  })

  it('reports or skips imported lenders who have an account or an open invitation', async () => {
    const [invited, fresh] = [newEmail(), newEmail()]
    await admin.call('createInvitations', { body: { emails: [invited] } })
    const rows = [lender.email.toUpperCase(), invited, fresh].map((email) => `${email};;`)
    const bad = [`${fresh.toUpperCase()};;`, 'nobody;;', `${newEmail()};;perhaps`]
    const { firstErrors } = await sendImport(
      admin,
      'preview',
      { kind: 'lenders' },
      lendersFile(...rows, ...bad),
    )
    expect(firstErrors.map(({ row, column, message }) => [row, column, message])).toEqual([
      [2, null, 'Already has an account'],
      [3, null, 'Already has an open invitation'],
      [5, null, 'Also in row 4'],
      [6, 'Email', expect.any(String)],
      [7, 'Approved', 'Must be Yes or No'],
    ])
    const query = { kind: 'lenders', skipKnown: 'true' } as const
    expect(
      (await refusalOf(admin, 'import', { kind: 'lenders' }, lendersFile(...rows))).status,
    ).toBe(400)
    expect(await sendImport(admin, 'import', query, lendersFile(...rows))).toEqual({
      imported: 1,
      skipped: 2,
    })
  })
})

describe('two concurrent imports of the same file', () => {
  let other: Person
  beforeAll(async () => {
    other = await desk.makeAdmin()
  })

  /** Returns the two responses in order of their status. Neither import begins before both requests have arrived. */
  async function importAtOnce(query: Parameters<typeof sendFile>[2], file: string) {
    const client = await desk.db.$client.connect()
    try {
      await client.query('begin')
      await client.query('select 1 from installation for update')
      const both = [admin, other].map((each) => sendFile(each, 'import', query, file))
      await somebodyWaitsFor(client)
      await client.query('rollback')
      return (await Promise.all(both)).toSorted((one, two) => one.status - two.status)
    } finally {
      client.release()
    }
  }

  it('imports the loans only once when two imports run concurrently, and rejects the second because the loans already exist', async () => {
    const title = randomUUID()
    const [first, second] = await importAtOnce({ kind: 'loans' }, loansFile(loanRow(title)))
    expect(first?.status).toBe(201)
    expect(second?.status).toBe(400)
    expect(second?.text).toContain('Row 2: A loan with this title and borrower exists')
    expect(await draftsNamed(title)).toHaveLength(1)
  })

  it('invites the lenders only once when two imports run concurrently, and rejects the second because of the open invitations', async () => {
    const email = newEmail()
    const [first, second] = await importAtOnce({ kind: 'lenders' }, lendersFile(`${email};;`))
    expect(first?.status).toBe(201)
    expect(second?.status).toBe(400)
    expect(second?.text).toContain('Row 2: Already has an open invitation')
    const invited = (await admin.call('listInvitations')).filter((each) => each.email === email)
    expect(invited.map(({ state }) => state)).toEqual(['open'])
  })
})

describe('an invalid import file', () => {
  const refusals = async (file: string | Buffer) =>
    Promise.all(
      (['preview', 'import'] as const).map(async (call) => {
        const { status, message } = await refusalOf(admin, call, { kind: 'loans' }, file)
        return `${status}: ${message}`
      }),
    )
  const twice = (text: string) => [text, text]

  it('rejects an import file with a Content-Encoding header, like any other request body', async () => {
    const body = gzipSync(loansFile(loanRow(randomUUID())))
    for (const call of ['previewImport', 'importLoans'] as const) {
      const { method, path } = endpoints[call]
      const address = call === 'previewImport' ? `${path}?kind=loans` : path
      const send = (headers: Record<string, string>) =>
        admin.request(method, address, { headers, body })
      const reply = await send({ 'content-encoding': 'gzip' })
      expect([reply.status, readRefusal(reply).code]).toEqual([415, 'encoded'])
      expect((await send({})).status).toBe(400)
    }
  })

  it('rejects an invalid import request with a readable message', async () => {
    expect(await refusals(Buffer.alloc(5_000))).toEqual(
      twice("400: This isn't a CSV or XLSX file. Save your table as one of these and try again."),
    )
    expect(await refusals('')).toEqual(twice('400: The file is empty'))
    expect(await refusals(Buffer.alloc(50 * 1024 ** 2))).toEqual(
      twice('413: The file must be at most 10 MB'),
    )
  })
})

it('lets only administrators import loans and lenders', async () => {
  const before = await countOf('loans')
  const callers: [Caller, number][] = [
    [desk.visitor(), 401],
    [await desk.makePending(), 403],
    [lender, 403],
  ]
  for (const [caller, status] of callers)
    for (const call of ['preview', 'import'] as const)
      expect(
        (await sendFile(caller, call, { kind: 'loans' }, loansFile(loanRow('Theirs')))).status,
      ).toBe(status)
  expect(await countOf('loans')).toBe(before)
})
