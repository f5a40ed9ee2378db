import { proposeReceipts } from '#domain/deal/statements/match.ts'
import { makeStatement, statementFiles, type StatementLine } from '#test/support/bank-statements.ts'
import { describe, expect, it } from 'vitest'
import { readStatement } from './read-statement.ts'

const read = (text: string) => readStatement(Buffer.from(text))

interface Options {
  version?: string
  prefix?: string
  account?: string
  before?: string
  after?: string
}

/** A camt.053 file with the entries in one statement. */
function camt(entries: string, options: Options = {}) {
  const { version = '02', prefix = '', before = '', after = '' } = options
  const { account = '<Id><IBAN>DE89370400440532013000</IBAN></Id><Ccy>USD</Ccy>' } = options
  const body = `<Document><BkToCstmrStmt>
<GrpHdr><MsgId>M1</MsgId><CreDtTm>2027-01-05T06:00:00-05:00</CreDtTm></GrpHdr>
<Stmt><Id>S1</Id><Acct>${account}</Acct>
${before}
${entries}
${after}
</Stmt></BkToCstmrStmt></Document>`
  const named = prefix ? body.replaceAll(/<(\/?)(?=[A-Z])/g, `<$1${prefix}:`) : body
  const space = `xmlns${prefix && `:${prefix}`}="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"`
  return `<?xml version="1.0" encoding="UTF-8"?>\n${named.replace('Document>', `Document ${space}>`)}`
}

interface Entry {
  amount?: string
  currency?: string
  direction?: string
  status?: string
  extra?: string
  days?: string
  details?: string
}

const entry = ({
  amount = '2277500.00',
  currency = 'USD',
  direction = 'CRDT',
  status = '<Sts>BOOK</Sts>',
  extra = '',
  days = '<BookgDt><Dt>2027-01-04</Dt></BookgDt><ValDt><Dt>2027-01-05</Dt></ValDt>',
  details = '',
}: Entry = {}) =>
  `<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd>${extra}${status}${days}<AcctSvcrRef>000123</AcctSvcrRef>${details}</Ntry>`

const detail = (amount: string, end: string, name: string, more = '') =>
  `<TxDtls><Refs><EndToEndId>${end}</EndToEndId></Refs>${amount && `<AmtDtls><TxAmt><Amt Ccy="USD">${amount}</Amt></TxAmt></AmtDtls>`}<RltdPties><Dbtr><Nm>${name}</Nm></Dbtr></RltdPties><RmtInf><Ustrd>Elm Street</Ustrd></RmtInf>${more}</TxDtls>`

describe('camt.053', () => {
  it('is read with its references, names, days and lines', async () => {
    const details = `<NtryDtls>${detail('', '0042', 'Lakeside Capital &amp; Co')}</NtryDtls>`
    expect(await read(camt(entry({ details })))).toEqual({
      format: 'camt053',
      problems: [],
      entries: [
        {
          ...{ line: 6, cents: 227_750_000n, currency: 'USD', isCredit: true, isReversal: false },
          ...{ bookedOn: '2027-01-04', reference: '000123' },
          text: 'Lakeside Capital & Co Elm Street 0042',
          accountLastFour: '3000',
        },
      ],
    })
  })

  it('is read in later versions, with prefixes, CRLF and a byte order mark', async () => {
    const status = '<Sts><Cd>BOOK</Cd></Sts>'
    const details = `<NtryDtls><TxDtls><Refs><TxId>T1</TxId></Refs><RltdPties><Dbtr><Pty><Nm>Lakeside</Nm></Pty></Dbtr></RltdPties><RmtInf><Strd><CdtrRefInf><Ref>RF18</Ref></CdtrRefInf></Strd></RmtInf></TxDtls></NtryDtls>`
    const account = '<Id><Othr><Id>0012-3456</Id></Othr></Id>'
    const text = camt(entry({ status, details }), { version: '13', prefix: 'n1', account })
    const { entries, problems } = await read(`\uFEFF${text.replaceAll('\n', '\r\n')}`)
    expect(problems).toEqual([])
    expect(entries).toMatchObject([{ line: 6, text: 'Lakeside RF18', accountLastFour: '3456' }])
  })

  it.each([
    ['2277500', 227_750_000n],
    ['2277500.5', 227_750_050n],
    ['0.10000', 10n],
    ['.5', 50n],
    ['+7.', 700n],
    ['9007199254740993.01', 900_719_925_474_099_301n],
  ])('has the amount %s exactly', async (amount, cents) => {
    expect((await read(camt(entry({ amount })))).entries[0]?.cents).toBe(cents)
  })

  it.each(['1.005', '-1.00', '1,00', '1e3', '', 'x'])('names the amount "%s"', async (amount) => {
    const { entries, problems } = await read(camt(entry({ amount })))
    expect([entries, problems]).toMatchObject([[], [{ line: 6 }]])
  })

  it('keeps the flag of a reversal, its direction and a returned payment', async () => {
    const extra = '<RvslInd>true</RvslInd>'
    const returned = `<NtryDtls>${detail('', 'E1', 'X', '<RtrInf><AddtlInf>closed</AddtlInf></RtrInf>')}</NtryDtls>`
    const file = [
      ...[entry({ direction: 'DBIT', extra }), entry({ extra: '<RvslInd>1</RvslInd>' })],
      ...[entry({ details: returned }), entry({ extra: '<RvslInd>false</RvslInd>' })],
    ]
    const { entries } = await read(camt(file.join('\n')))
    const flags = entries.map(({ isCredit, isReversal }) => [isCredit, isReversal])
    expect(flags).toEqual([
      ...[[false, true] as const, [true, true] as const],
      ...[[true, true] as const, [true, false] as const],
    ])
  })

  it('splits a batch into its payments', async () => {
    const details = `<NtryDtls><Btch><NbOfTxs>2</NbOfTxs></Btch>${detail('2000000.00', 'E1', 'Lakeside')}
${detail('277500.00', 'NOTPROVIDED', 'Harbor')}</NtryDtls>`
    const { entries, problems } = await read(camt(entry({ details })))
    expect(problems).toEqual([])
    expect(
      entries.map(({ line, cents, reference, text }) => [line, cents, reference, text]),
    ).toEqual([
      [6, 200_000_000n, '000123/1', 'Lakeside Elm Street E1'],
      [7, 27_750_000n, '000123/2', 'Harbor Elm Street'],
    ])
  })

  it.each([
    { what: "amounts don't add up", second: '277500.01', problem: "don't add up" },
    { what: 'amounts are missing', second: '', problem: "don't add up" },
    { what: 'count is wrong', second: '277500.00', count: '3', problem: 'names 3 payments' },
  ])('keeps a batch as one entry if its $what', async ({ second, count = '2', problem }) => {
    const details = `<NtryDtls><Btch><NbOfTxs>${count}</NbOfTxs></Btch>${detail('2000000.00', 'E1', 'A')}${detail(second, 'E2', 'B')}</NtryDtls>`
    const { entries, problems } = await read(camt(entry({ details })))
    expect(entries.map(({ cents }) => cents)).toEqual([227_750_000n])
    expect(problems[0]?.message).toContain(problem)
  })

  it('names a batch that lists no payments', async () => {
    const details = '<NtryDtls><Btch><NbOfTxs>7</NbOfTxs></Btch></NtryDtls>'
    const { entries, problems } = await read(camt(entry({ details })))
    expect([entries.length, problems[0]?.message]).toEqual([
      1,
      "The batch of 7 payments doesn't list them. Ask the bank for its details.",
    ])
  })

  it.each(['<Sts>PDNG</Sts>', '<Sts><Cd>INFO</Cd></Sts>', ''])(
    'names an entry that is not booked: %s',
    async (status) => {
      const { entries, problems } = await read(camt(entry({ status })))
      expect([entries, problems[0]?.message]).toEqual([[], expect.stringContaining('not booked')])
    },
  )

  it('keeps the day of a time as the bank wrote it, also at the turn of the year', async () => {
    const days = '<BookgDt><DtTm>2026-12-31T23:30:00-05:00</DtTm></BookgDt>'
    const { entries } = await read(camt(entry({ days })))
    expect(entries).toMatchObject([{ bookedOn: '2026-12-31' }])
  })

  it('names an entry without a day or a direction', async () => {
    const { entries, problems } = await read(camt(entry({ days: '' }) + entry({ direction: 'X' })))
    expect([entries, problems.length]).toEqual([[], 2])
  })

  it('keeps the currency of each entry', async () => {
    const { entries } = await read(camt(entry({ currency: 'eur' })))
    expect(entries[0]?.currency).toBe('EUR')
  })

  const balance = (type: string, amount: string, direction = 'CRDT') =>
    `<Bal><Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry></Tp><Amt Ccy="USD">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd><Dt><Dt>2027-01-04</Dt></Dt></Bal>`

  it('checks the balance, also an overdrawn one', async () => {
    const before = balance('OPBD', '100.00', 'DBIT')
    const entries = entry({ amount: '150.00' }) + entry({ amount: '20.00', direction: 'DBIT' })
    const right = await read(camt(entries, { before: before + balance('CLBD', '30.00') }))
    const wrong = await read(camt(entries, { before: `${before}\n${balance('CLBD', '30.01')}` }))
    expect(right.problems).toEqual([])
    expect(wrong.problems).toEqual([
      {
        line: 6,
        message: "The balance doesn't add up: it should close at $30.00, but closes at $30.01.",
      },
    ])
  })

  it('compares the counts and sums that the bank names', async () => {
    const before =
      '<TxsSummry><TtlNtries><NbOfNtries>2</NbOfNtries><Sum>6.00</Sum></TtlNtries><TtlCdtNtries><NbOfNtries>1</NbOfNtries><Sum>5.00</Sum></TtlCdtNtries></TxsSummry>'
    const one = entry({ amount: '5' })
    expect((await read(camt(one, { before }))).problems).toHaveLength(2)
    const both = one + entry({ amount: '1', direction: 'DBIT' })
    expect((await read(camt(both, { before }))).problems).toEqual([])
  })

  it('names a copy, another message and a file without a statement', async () => {
    const copy = await read(camt(entry(), { after: '<CpyDplctInd>DUPL</CpyDplctInd>' }))
    expect(copy.problems[0]?.message).toContain('copy')
    const texts = await Promise.all(
      ['<Document><BkToCstmrAcctRpt/></Document>', '<Document><Other/></Document>'].map(read),
    )
    expect(texts.map(({ problems }) => problems[0]?.message)).toEqual([
      expect.stringContaining('camt.052'),
      expect.stringContaining('no statement'),
    ])
  })
})

describe('XML', () => {
  const bomb = `<!DOCTYPE x [<!ENTITY a "ha">${'bcdefghij'
    .split('')
    .map((name, at) => `<!ENTITY ${name} "${`&${'abcdefghi'[at]};`.repeat(10)}">`)
    .join('')}]><Document>&j;</Document>`

  it.each([
    { what: 'entities that expand', file: bomb },
    {
      what: 'an external entity',
      file: '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><Document>&e;</Document>',
    },
    { what: 'a document type', file: '<!DOCTYPE Document><Document/>' },
    { what: 'an end that is missing', file: '<Document><BkToCstmrStmt>' },
    { what: 'elements in too many levels', file: '<a>'.repeat(200_000) },
    { what: 'closed elements in too many levels', file: '<a>'.repeat(60) + '</a>'.repeat(60) },
  ])('with $what is refused', async ({ file }) => {
    await expect(read(file)).rejects.toMatchObject({ status: 400 })
  })
})

describe('a file that could take long', () => {
  // The test would time out if a pattern took the square of the length.
  it.each([
    { what: 'XML on one line', file: `<a>${'<b/>'.repeat(200_000)}</a>` },
    { what: 'an amount of zeros', file: camt(entry({ amount: `${'0'.repeat(300_000)}x` })) },
    { what: 'a line of blanks', file: `01,1,2/\n${' '.repeat(900_000)}x` },
    {
      what: 'an entry of empty lines',
      file: `01,1,2/\n16,195,1,D,9/\n${'88,/\n'.repeat(150_000)}`,
    },
    {
      what: 'a cell of blanks',
      file: `Date,Amount,Memo\n1/4/2027,${' '.repeat(90_000)}5${' '.repeat(900_000)}-x,A`,
    },
  ])('is read: $what', async ({ file }) => {
    expect((await read(file)).entries).toEqual([])
  })
})

describe('other files', () => {
  it('are recognized as BAI2', async () => {
    const { format } = await read('01,1,2,270104,0200,1,,,2/\n99,0,0,2/\n')
    expect(format).toBe('bai2')
  })

  it('are read as Western European text if they are not UTF-8', async () => {
    const text =
      '01,1,2,270104,0200,1,,,2/\n02,1,2,1,270104,,,2/\n03,1234567,,,,,/\n16,195,5,,R1,,MÜLLER\n'
    const { entries } = await readStatement(Buffer.from(text, 'latin1'))
    expect(entries[0]?.text).toBe('MÜLLER')
  })

  it('are read as a table, whose headers are below the bank’s lines', async () => {
    const text =
      'First Bank\nAccount ending 6789,,\n\nDate;Description;Amount\n1/4/2027;Wire;"2,277,500.00"\n'
    const { format, entries, problems } = await read(text.replaceAll(';', ','))
    expect([format, problems]).toEqual(['table', []])
    expect(entries).toMatchObject([{ line: 5, cents: 227_750_000n, bookedOn: '2027-01-04' }])
  })

  it.each([':20:STMT\n:25:1234', '{1:F01BANKUS33AXXX}{2:', '%PDF-1.7 \n', '{"a":1}', ''])(
    'such as "%s" are refused',
    async (text) => {
      await expect(read(text)).rejects.toMatchObject({ status: 400 })
    },
  )
})

describe.each(statementFiles)('the same entries as %s', (format) => {
  const lakeside = { amount: '250000.00', reference: '00A1', text: 'LAKESIDE CAPITAL ELM STREET' }
  const lines: StatementLine[] = [
    ...[lakeside, lakeside],
    { amount: '150000.00', reference: 'B1', text: 'HARBOR TRUST 1 OF 2' },
    { amount: '250000.00', reference: 'B2', text: 'HARBOR TRUST 2 OF 2' },
    { amount: '125000.25', reference: 'C1', text: 'JANE ROE' },
    { amount: '-125000.25', reference: 'C2', text: 'WIRE REVERSAL C1', isReversal: true },
    { amount: '-31.50', reference: 'D1', text: 'SERVICE FEE' },
    { amount: '90000.00', reference: 'E1', text: 'LUNA PARTNERS', currency: 'EUR' },
  ]
  const lender = (firmId: string, lenderName: string, due: bigint) => ({
    ...{ firmId, lenderName, companyName: null, due, received: 0n },
    certificateNumber: `3F2A91C0-1-0${firmId}`,
  })
  const awaited = {
    ...{ loanId: '3f2a91c0-1d48-4ab0-86f3-1e0b7d94c52a', loanNames: ['Elm Street'] },
    ...{ accountLastFour: '5678', recorded: [] },
    lenders: [
      ...[lender('1', 'Lakeside Capital', 25_000_000n), lender('2', 'Harbor Trust', 40_000_000n)],
      ...[lender('3', 'Jane Roe', 12_500_025n), lender('4', 'Luna Partners', 9_000_000n)],
    ],
  }
  const readLines = async (isOff = false) =>
    readStatement(await makeStatement(format, lines, { isOff }))

  it('propose what matches and is split, and leave what is doubled, reversed or in another currency', async () => {
    const { entries, problems } = await readLines()
    expect([entries.length, problems]).toEqual([lines.length, []])
    const { proposals, left } = proposeReceipts(entries, awaited)
    expect(proposals.map((each) => [each.reference, each.firmId, each.cents, each.kind])).toEqual([
      ['00A1', '1', 25_000_000n, 'inFull'],
      ['B1', '2', 15_000_000n, 'part'],
      ['B2', '2', 25_000_000n, 'part'],
    ])
    expect(left.map(({ why }) => why.replace(/line \d+/i, 'line N'))).toEqual([
      'It is the same as line N. Record it by hand if both came.',
      'line N takes it back.',
      'It takes back line N.',
      'It is in EUR. Receipts are in US dollars.',
    ])
  })

  it("name a balance that doesn't add up, and are read all the same", async () => {
    const { entries, problems } = await readLines(true)
    expect(entries).toHaveLength(lines.length)
    expect(problems.map(({ message }) => message)).toEqual([
      expect.stringContaining("The balance doesn't add up"),
    ])
  })
})
