import { describe, expect, it } from 'vitest'
import { readBai2 } from './bai2.ts'

/** Wraps the records of one account in a file of June 20, 2026, with the control totals that they need. */
function fileOf(account: string[], { asOf = '260620', status = '1', currency = '' } = {}) {
  const total = account.flatMap(amountsIn).reduce((sum, amount) => sum + amount, 0n)
  const count = account.length + 1
  return [
    '01,122099999,123456789,260621,0200,1,,,2/',
    `02,031001234,122099999,${status},${asOf},2359,${currency},2/`,
    ...account,
    `49,${total},${count}/`,
    `98,${total},1,${count + 2}/`,
    `99,${total},1,${count + 4}/`,
    '',
  ].join('\r\n')
}

const amountsIn = (record: string): bigint[] => {
  const fields = record.replace(/\/$/, '').split(',')
  if (fields[0] === '16') return [BigInt(fields[2] ?? '0')]
  if (fields[0] !== '03') return []
  return fields.flatMap((field, at) => (at > 3 && at % 4 === 0 && field ? [BigInt(field)] : []))
}

const account = '03,0123456789,,,,,/'
const read = (...entries: string[]) => readBai2(fileOf([account, ...entries]))

describe('reading the sample of the specification (2005)', () => {
  const sample = [
    '01,122099999,123456789,040621,0200,1,65,,2/',
    '02,031001234,122099999,1,040620,2359,,2/',
    '03,0123456789,,010,+4350000,,,040,2830000,,/',
    '88,072,1020000,,,074,500000,,/',
    '16,115,450000,S,100000,200000,150000,,,/',
    '49,9150000,4/',
    '03,9876543210,,010,-500000,,,100,1000000,,,400,2000000,,,190/',
    '88,500000,,,110,1000000,,,072,500000,,,074,500000,,,040/',
    '88,-1500000,,/',
    '16,115,500000,S,,200000,300000,,,LOCK BOX NO.68751',
    '49,4000000,5/',
    '98,13150000,2,11/',
    '02,053003456,122099999,1,040620,2359,,2/',
    '03,4589761203,,010,10000000,,,040,5000000,,,074,4000000,,/',
    '88,400,50000000,,,100,60000000,,,110,20000000,,,072,1000000,,/',
    '16,218,20000000,V,040622,,SP4738,YRC065321/',
    '88,PROCEEDS OF LETTER OF CREDIT FROM THE ARAMCO OIL CO',
    '16,195,10000000,1,,,/',
    '49,180000000,6/',
    '98,180000000,1,8/',
    '02,071207890,122099999,1,040620,2359,,2/',
    '03,0975312468,,010,500000,,,190,70000000,4,0,110/',
    '88,70000000,15,D,3,0,20000000,1,30000000,3,20000000/',
    '49,140500000,3/',
    '98,140500000,1,5/',
    '99,333650000,3,26/',
  ]

  it('finds all control totals correct', () => {
    const { problems } = readBai2(sample.join('\n'))
    expect(problems.map(({ message }) => message)).toEqual([
      // The specification's sample lists some of its credits only.
      'The total of credits is $10,000.00, but those listed add up to $5,000.00.',
      'The total of credits is $600,000.00, but those listed add up to $300,000.00.',
    ])
  })

  it('reads continuations and each kind of availability', () => {
    const { entries } = readBai2(sample.join('\n'))
    expect(
      entries.map(({ line, cents, reference, text }) => [line, cents, reference, text]),
    ).toEqual([
      [5, 450000n, '', ''],
      [10, 500000n, '', 'LOCK BOX NO.68751'],
      [16, 20000000n, 'SP4738', 'YRC065321 PROCEEDS OF LETTER OF CREDIT FROM THE ARAMCO OIL CO'],
      [18, 10000000n, '', ''],
    ])
  })

  it.each([
    { what: 'a line that is missing', at: 9, problem: 'names 5 records, but has 4' },
    { what: 'a trailer that is missing', at: 25, problem: 'may be cut off' },
    { what: 'an account that has no end', at: 10, problem: 'has no end (record 49)' },
    { what: 'a group that has no end', at: 19, problem: 'before the one above has ended' },
  ])('reports $what', ({ at, problem }) => {
    const { problems } = readBai2(sample.toSpliced(at, 1).join('\n'))
    expect(problems.map(({ message }) => message).join('\n')).toContain(problem)
  })

  it.each([
    { at: 5, wrong: '49,9150001,4/', line: 6, problem: "account's control total is 9150001" },
    { at: 11, wrong: '98,13150000,3,11/', line: 12, problem: 'group names 3 accounts, but has 2' },
    { at: 11, wrong: '98,,2,11/', line: 12, problem: "group's control total is missing" },
    { at: 25, wrong: '99,333650000,3,27/', line: 26, problem: 'file names 27 records, but has 26' },
    { at: 25, wrong: '99,333650000,4,26/', line: 26, problem: 'file names 4 groups, but has 3' },
  ])('reports the line of a wrong trailer: $wrong', ({ at, wrong, line, problem }) => {
    const { problems } = readBai2(sample.with(at, wrong).join('\n'))
    expect(problems.find((each) => each.message.includes(problem))?.line).toBe(line)
  })
})

describe('reading amounts', () => {
  it('keeps all digits', () => {
    const { entries } = read('16,195,90071992547409931,Z,R1,,')
    expect(entries[0]?.cents).toBe(90_071_992_547_409_931n)
  })

  it('reads the last two digits as cents', () => {
    expect(read('16,195,5,Z,R1,,').entries[0]?.cents).toBe(5n)
  })

  it.each(['-5', '1.00', '1e3', '', 'x'])('refuses "%s"', (amount) => {
    const text = fileOf([account]).replace('49,0,2/', `16,195,${amount},Z,R1,,/\r\n49,0,3/`)
    const { entries, problems } = readBai2(text)
    expect(entries).toEqual([])
    expect(problems[0]).toMatchObject({ line: 4 })
    expect(problems[0]?.message).toContain("isn't an amount")
  })
})

describe('reading entries', () => {
  it('keeps leading zeros of references, and commas and slashes of texts', () => {
    const [entry] = read('16,195,100,,000123,0042,WIRE/REF 1, LAKESIDE, /X').entries
    expect(entry).toMatchObject({
      reference: '000123',
      text: '0042 WIRE/REF 1, LAKESIDE, /X',
      accountLastFour: '6789',
      isCredit: true,
      isReversal: false,
    })
  })

  it('uses the reference of the payer if the bank gives none', () => {
    const texts = ['16,195,100,Z,,0042,/', '16,195,100,Z,0000,0042,/', '16,195,100,Z,NONREF,0042,/']
    expect(read(...texts).entries.map(({ reference }) => reference)).toEqual([
      '0042',
      '0042',
      '0042',
    ])
  })

  it.each([
    { code: '195', isCredit: true, isReversal: false },
    { code: '142', isCredit: true, isReversal: false },
    { code: '399', isCredit: true, isReversal: false },
    { code: '495', isCredit: false, isReversal: false },
    { code: '698', isCredit: false, isReversal: false },
    { code: '552', isCredit: false, isReversal: true },
    { code: '557', isCredit: false, isReversal: true },
    { code: '252', isCredit: true, isReversal: true },
    { code: '196', isCredit: true, isReversal: true },
  ])('reads the direction of type $code, and whether it is a reversal', ({ code, ...expected }) => {
    expect(read(`16,${code},100,Z,R1,,/`).entries[0]).toMatchObject(expected)
  })

  it.each(['190', '100', '935', '123x', '', '999'])('reports the unknown type "%s"', (code) => {
    const { entries, problems } = read(`16,${code},100,Z,R1,,/`)
    expect(entries).toEqual([])
    expect(problems).toMatchObject([{ line: 4 }])
    expect(problems[0]?.message).toContain(`Type code ${code || '(none)'} is`)
  })

  it('reads a message without an amount', () => {
    expect(read('16,890,0,,,,detail reports will be delayed until 11:00 AM.')).toMatchObject({
      ...{ entries: [], problems: [] },
    })
  })

  it('reads a continuation that begins with a colon, as one bank writes it', () => {
    const { entries, problems } = read('16,195,100,Z,R1,,PAYMENT', '88:EREF: 07370568132')
    expect([entries[0]?.text, problems]).toEqual(['PAYMENT EREF: 07370568132', []])
  })

  it('uses the currency of the account or the group', () => {
    const inAccount = readBai2(fileOf(['03,1234567,EUR,,,,/', '16,195,100,Z,R1,,/']))
    const inGroup = readBai2(fileOf([account, '16,195,100,Z,R1,,/'], { currency: 'CAD' }))
    const currencies = [inAccount, inGroup].map(({ entries }) => entries[0]?.currency)
    expect(currencies).toEqual(['EUR', 'CAD'])
  })
})

describe('reading days', () => {
  it('reports a day that doesn’t exist, and omits entries without a day', () => {
    const wrong = readBai2(fileOf([account, '16,195,100,Z,R1,,/'], { asOf: '260231' }))
    expect(wrong.entries).toEqual([])
    expect(wrong.problems).toMatchObject([{ line: 2 }])
  })
})

describe('reading groups', () => {
  it.each([
    { status: '2', problem: 'deletes' },
    { status: '4', problem: 'test data' },
  ])('omits a group of status $status', ({ status, problem }) => {
    const { entries, problems } = readBai2(fileOf([account, '16,195,100,Z,R1,,/'], { status }))
    expect(entries).toEqual([])
    expect(problems[0]?.message).toContain(problem)
  })

  it('reads and reports a group that corrects an earlier one', () => {
    const { entries, problems } = readBai2(fileOf([account, '16,195,100,Z,R1,,/'], { status: '3' }))
    expect([entries.length, problems[0]?.line]).toEqual([1, 2])
  })
})

describe('checking balances', () => {
  const summary = (closing: number, credits: number) =>
    `03,0123456789,,010,1000,,,015,${closing},,,100,${credits},,,400,200,,/`

  it('accepts a balance that adds up', () => {
    const file = fileOf([summary(1300, 500), '16,195,500,Z,R1,,/', '16,495,200,Z,R2,,/'])
    expect(readBai2(file).problems).toEqual([])
  })

  it("reports a balance that doesn't add up, with the line of the account", () => {
    const file = fileOf([summary(1301, 500), '16,195,500,Z,R1,,/', '16,495,200,Z,R2,,/'])
    expect(readBai2(file).problems).toEqual([
      {
        line: 3,
        message: "The balance doesn't add up: it should close at $13.00, but closes at $13.01.",
      },
    ])
  })

  it('compares a balance without totals with the entries', () => {
    const file = fileOf(['03,0123456789,,010,1000,,,015,1400,,/', '16,195,500,Z,R1,,/'])
    expect(readBai2(file).problems).toMatchObject([{ line: 3 }])
  })

  it('accepts a balance if the bank lists no entries', () => {
    expect(readBai2(fileOf(['03,0123456789,,010,1000,,,015,1400,,/'])).problems).toEqual([])
  })
})

it('reports a line that is no record, and reads the rest', () => {
  const file = fileOf([account, '16,195,100,Z,R1,,/']).replace('49,', 'Total: 1.00\r\n49,')
  const { entries, problems } = readBai2(file)
  expect(entries).toHaveLength(1)
  expect(problems).toEqual([
    { line: 5, message: '"Total: 1.00" isn\'t a record of BAI2. It wasn\'t read.' },
  ])
})

it('reads records padded to a fixed length', () => {
  const lines = fileOf([account, '16,195,100,Z,R1,,LAKESIDE']).trimEnd().split('\r\n')
  const { entries, problems } = readBai2(lines.map((line) => line.padEnd(80)).join('\n'))
  expect([entries[0]?.text, problems]).toEqual(['LAKESIDE', []])
})
