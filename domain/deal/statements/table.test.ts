import { describe, expect, it } from 'vitest'
import { findStatementColumns, hasStatementHeaders } from './table-columns.ts'
import { readStatementTable } from './table.ts'

const headers = ['Posting Date', 'Description', 'Amount', 'Bank Reference', 'Balance']
const rowsOf = (rows: string[][]) => rows.map((cells, at) => ({ row: at + 2, cells }))
const read = (rows: string[][], given = headers) =>
  readStatementTable({ headers: given, rows: rowsOf(rows) })

const amounts = (rows: string[][], given = headers) =>
  read(rows, given).entries.map(({ cents, isCredit }) => (isCredit ? cents : -cents))

describe('finding columns', () => {
  it.each([
    ['Details,Posting Date,Description,Amount,Type,Balance,Check or Slip #'],
    ['Date,Description,Debit,Credit,Running Bal.'],
    ['As Of Date,Currency,Account Number,Credit/Debit,Amount,Bank Reference,Value Date'],
    ['"Date","Amount","Name","Memo"'],
  ])('recognizes %s', (line) => {
    const cells = line.split(',')
    expect(hasStatementHeaders(cells)).toBe(true)
    expect(findStatementColumns(cells).places.bookedOn).toBeDefined()
  })

  it('doesn’t recognize the columns of a list of loans', () => {
    expect(hasStatementHeaders(['Title', 'Borrower', 'Amount', 'Rate'])).toBe(false)
  })

  it('reports missing columns', () => {
    expect(read([['1', '2']], ['Description', 'Amount']).problems[0]?.message).toContain('day')
    expect(read([['1', '2']], ['Date', 'Description']).problems[0]?.message).toContain('amounts')
  })
})

describe('reading amounts', () => {
  it.each([
    ['2,277,500.00', 227_750_000n],
    ['$2,277,500', 227_750_000n],
    ['-25.00', -2_500n],
    ['-$25.00', -2_500n],
    ['$-25.00', -2_500n],
    ['(25.00)', -2_500n],
    ['25.00-', -2_500n],
    ['25.00 DR', -2_500n],
    ['25.00 CR', 2_500n],
    ['+25.00', 2_500n],
    ['9999999999999.99', 999_999_999_999_999n],
  ])('reads "%s" exactly', (text, cents) => {
    expect(amounts([['1/4/2027', 'Wire', text, 'R1', '']])).toEqual([cents])
  })

  it.each(['1.234,56', '1,23', '25.001', '€25.00', '1e6', 'NaN', '-(5.00)', '0.00', ''])(
    'reports "%s"',
    (text) => {
      const { entries, problems } = read([['1/4/2027', 'Wire', text, 'R1', '']])
      expect(entries).toEqual([])
      expect(problems).toMatchObject([{ line: 2 }])
    },
  )

  it('reads columns of credits and debits, with or without signs', () => {
    const found = amounts(
      [
        ['1/4/2027', 'a', '', '5.00'],
        ['1/4/2027', 'b', '5.00', ''],
        ['1/4/2027', 'c', '-5.00', '0.00'],
      ],
      ['Date', 'Description', 'Debit', 'Credit'],
    )
    expect(found).toEqual([500n, -500n, -500n])
  })

  it('reads the direction from another column', () => {
    const found = amounts(
      [
        ['1/4/2027', 'Wire', '5.00', 'Credit'],
        ['1/4/2027', 'Wire', '5.00', 'DR'],
        ['1/4/2027', 'Wire', '-5.00', 'WIRE_OUT'],
      ],
      ['Date', 'Description', 'Amount', 'Type'],
    )
    expect(found).toEqual([500n, -500n, -500n])
  })

  it('reports a negative credit, and a row with both a credit and a debit', () => {
    const credit = read([['1/4/2027', '-5.00', 'CR']], ['Date', 'Amount', 'Credit/Debit'])
    const both = read([['1/4/2027', '5.00', '6.00']], ['Date', 'Credit', 'Debit'])
    expect([...credit.entries, ...both.entries]).toEqual([])
    expect([...credit.problems, ...both.problems]).toHaveLength(2)
  })

  it('reports an amount of a workbook in another currency, with the message of the reader of workbooks', () => {
    const [row] = rowsOf([['1/4/2027', 'Wire', '25', 'R1', '']])
    const problems = { 2: 'C2 is in another currency: EUR. Amounts are US dollars.' }
    const { problems: found } = readStatementTable({
      headers,
      rows: row ? [{ ...row, problems }] : [],
    })
    expect(found).toEqual([{ line: 2, message: problems[2] }])
  })
})

describe('reading days', () => {
  it.each([
    ['2027-01-04', '2027-01-04'],
    ['1/4/2027', '2027-01-04'],
    ['01/04/27', '2027-01-04'],
    ['12/31/26', '2026-12-31'],
    ['20270104', '2027-01-04'],
    ['Jan 4, 2027', '2027-01-04'],
    ['01-04-2027', '2027-01-04'],
    ['2027-01-04 23:59:59', '2027-01-04'],
    ['1/4/2027 11:30 PM', '2027-01-04'],
  ])('reads "%s"', (text, day) => {
    expect(read([[text, 'Wire', '1', 'R1', '']]).entries[0]?.bookedOn).toBe(day)
  })

  it.each(['1/4', 'yesterday', '2027-02-30', '2/30/2027'])('reports "%s"', (text) => {
    const { entries, problems } = read([[text, 'Wire', '1', 'R1', '']])
    expect([entries, problems.map(({ line }) => line)]).toEqual([[], [2]])
  })

  it('reads no ambiguous day of a file with a day such as 31/12/2026', () => {
    const { entries, problems } = read([
      ['04/01/2027', 'Wire', '1', 'R1', ''],
      ['31/12/2026', 'Wire', '1', 'R2', ''],
      ['2027-01-05', 'Wire', '1', 'R3', ''],
    ])
    expect(entries.map(({ line }) => line)).toEqual([4])
    expect(problems.map(({ line }) => line)).toEqual([2, 3])
  })
})

describe('reading entries', () => {
  it('keeps leading zeros, joins texts, and reads the account', () => {
    const [entry] = read(
      [['1/4/2027', 'WIRE IN', '000123', '1.00', 'LAKESIDE\nCAPITAL', '****6789']],
      ['Date', 'Description', 'Reference', 'Amount', 'Payer', 'Account Number'],
    ).entries
    expect(entry).toMatchObject({
      ...{ line: 2, reference: '000123', text: 'WIRE IN LAKESIDE CAPITAL' },
      ...{ accountLastFour: '6789', currency: 'USD', isReversal: false },
    })
  })

  it('reads an entry called reversed or returned as a reversal', () => {
    const rows = ['WIRE REVERSAL', 'Returned item', 'TOTAL RETURN FUND'].map((text) => [
      ...['1/4/2027', text, '-1.00', 'R1', ''],
    ])
    expect(read(rows).entries.map(({ isReversal }) => isReversal)).toEqual([true, true, false])
  })

  it('reports pending entries and lines of text', () => {
    const { entries, problems } = read(
      [
        ['1/4/2027', 'Wire', '1.00', 'Pending'],
        ['', 'Ending balance', '', ''],
      ],
      ['Date', 'Description', 'Amount', 'Status'],
    )
    expect([entries, problems.map(({ line }) => line)]).toEqual([[], [2, 3]])
  })
})

describe('checking the running balance', () => {
  const rows = [
    ['1/4/2027', 'a', '5.00', 'R1', '105.00'],
    ['1/5/2027', 'b', '-1.00', 'R2', '104.00'],
    ['1/6/2027', 'c', '2.00', 'R3', '106.00'],
  ]

  it('accepts the oldest or the newest entry first', () => {
    expect(read(rows).problems).toEqual([])
    expect(read(rows.toReversed()).problems).toEqual([])
  })

  it('checks each account separately, in US dollars only', () => {
    const columns = ['Date', 'Description', 'Amount', 'Currency', 'Account', 'Balance']
    const others = [
      ['1/4/2027', 'a', '5.00', 'USD', '1111', '105.00'],
      ['1/4/2027', 'b', '2.00', 'USD', '2222', '9.00'],
      ['1/4/2027', 'c', '7.00', 'EUR', '3333', '8.00'],
      ['1/5/2027', 'd', '-1.00', 'USD', '1111', '104.00'],
      ['1/5/2027', 'e', '7.00', 'EUR', '3333', '8.00'],
      ['1/5/2027', 'f', '1.00', 'USD', '2222', '11.00'],
    ]
    expect(read(others, columns).problems).toMatchObject([{ line: 7 }])
    expect(read(others, columns).entries.map(({ currency }) => currency)).toEqual([
      ...['USD', 'USD', 'EUR', 'USD', 'EUR', 'USD'],
    ])
  })

  it("reports the first entry where it doesn't add up", () => {
    expect(read(rows.toSpliced(1, 1)).problems).toMatchObject([{ line: 3 }])
    const wrong = [rows[0] ?? [], ['1/5/2027', 'b', '-1.00', 'R2', '104.01'], rows[2] ?? []]
    expect(read(wrong).problems[0]).toEqual({
      line: 3,
      message:
        "The balance doesn't add up: after this entry it should be $104.00, but is $104.01. Entries may be missing.",
    })
  })
})
