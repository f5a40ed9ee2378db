/** Bank statements of today, in the formats that are read. */
import { sumCents } from '#domain/deal/statements/statement.ts'
import { exactly, parseMoney } from '#domain/money.ts'
import { writeXlsx } from 'hucre/xlsx'
import { today } from './closing-things.ts'

export const centsOf = (amount: string) => amount.replace('.', '')

interface Bai2Account {
  header: string
  details: string[]
  total?: string
}

function bai2File(accounts: readonly Bai2Account[]) {
  const day = today().slice(2).replaceAll('-', '')
  const parts = accounts.map(({ header, details, total = '' }) => {
    const amounts = [header, ...details].flatMap((record) => {
      const fields = record.split(',')
      return fields[0] === '16' ? [fields[2]] : [fields[4], fields[8]]
    })
    const sum = sumCents(amounts.map((amount) => BigInt(amount || 0)))
    const end = `49,${total || sum},${details.length + 2}/`
    return { sum, records: [header, ...details, end] }
  })
  const sum = sumCents(parts.map((part) => part.sum))
  const records = parts.flatMap((part) => part.records)
  return [
    `01,122099999,123456789,${day},0200,1,,,2/`,
    `02,031001234,122099999,1,${day},2359,USD,2/`,
    ...records,
    `98,${sum},${parts.length},${records.length + 2}/`,
    `99,${sum},1,${records.length + 4}/`,
  ].join('\n')
}

/** A BAI2 file with the given details of one account. */
export const bai2 = (details: string[], { account = '004512345678', total = '' } = {}) =>
  bai2File([{ header: `03,${account},,,,,/`, details, total }])

export interface StatementLine {
  /** Negative for money that goes out. */
  amount: string
  reference: string
  text: string
  isReversal?: boolean
  currency?: string
}

interface Balanced {
  currency: string
  lines: readonly StatementLine[]
  closing: bigint
}

const centsOfLine = ({ amount }: StatementLine): bigint => {
  const money = parseMoney(amount.replace('-', ''))
  if (money === null) throw new RangeError(`Not an amount: ${amount}`)
  return amount.startsWith('-') ? -exactly.cents(money) : exactly.cents(money)
}

/** The lines of each currency, whose balance closes a cent too high if wanted. */
function balancedAccounts(lines: readonly StatementLine[], isOff: boolean): Balanced[] {
  const currencies = [...new Set(lines.map(({ currency = 'USD' }) => currency))]
  return currencies.map((wanted) => {
    const own = lines.filter(({ currency = 'USD' }) => currency === wanted)
    return {
      currency: wanted,
      lines: own,
      closing: sumCents(own.map(centsOfLine)) + (isOff ? 1n : 0n),
    }
  })
}

const size = (cents: bigint) => (cents < 0n ? -cents : cents)
const plain = (cents: bigint) => `${cents < 0n ? '-' : ''}${exactly.asMoney(size(cents))}`

function bai2Statement(accounts: readonly Balanced[]) {
  const code = (line: StatementLine) => {
    if (line.amount.startsWith('-')) return line.isReversal ? '557' : '495'
    return line.isReversal ? '252' : '195'
  }
  return bai2File(
    accounts.map(({ currency, lines, closing }) => ({
      header: `03,004512345678,${currency},010,0,,,015,${closing},,/`,
      details: lines.map(
        (line) => `16,${code(line)},${size(centsOfLine(line))},Z,${line.reference},,${line.text}/`,
      ),
    })),
  )
}

const element = (name: string, ...content: string[]) => `<${name}>${content.join('')}</${name}>`

function camt053Statement(accounts: readonly Balanced[]) {
  const figures = (currency: string, cents: bigint) =>
    `<Amt Ccy="${currency}">${plain(size(cents))}</Amt>${element('CdtDbtInd', cents < 0n ? 'DBIT' : 'CRDT')}`
  const statements = accounts.map(({ currency, lines, closing }) => {
    const balance = (type: string, cents: bigint) =>
      element(
        'Bal',
        element('Tp', element('CdOrPrtry', element('Cd', type))),
        figures(currency, cents),
      )
    const entries = lines.map((line) =>
      element(
        'Ntry',
        ...[
          figures(currency, centsOfLine(line)),
          element('RvslInd', String(line.isReversal ?? false)),
        ],
        ...[element('Sts', 'BOOK'), element('BookgDt', element('Dt', today()))],
        element('AcctSvcrRef', line.reference),
        element('NtryDtls', element('TxDtls', element('RmtInf', element('Ustrd', line.text)))),
      ),
    )
    const account = element('Acct', element('Id', element('Othr', element('Id', '004512345678'))))
    return ['<Stmt>', account, balance('OPBD', 0n), balance('CLBD', closing), ...entries, '</Stmt>']
  })
  const space = 'xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"'
  return [
    `<Document ${space}><BkToCstmrStmt>`,
    ...statements.flat(),
    '</BkToCstmrStmt></Document>',
  ].join('\n')
}

/** A table has no opening balance: it is the last balance that doesn't follow from the one before. */
function tableStatement(accounts: readonly Balanced[]): string[][] {
  const headers = ['Date', 'Description', 'Amount', 'Currency', 'Bank Reference', 'Balance']
  const rows = accounts.flatMap(({ currency, lines, closing }) =>
    lines.map((line, index) => {
      const isLast = index === lines.length - 1
      const balance = isLast ? closing : sumCents(lines.slice(0, index + 1).map(centsOfLine))
      return [today(), line.text, line.amount, currency, line.reference, plain(balance)]
    }),
  )
  return [headers, ...rows]
}

const csv = (rows: string[][]) =>
  rows.map((cells) => cells.map((cell) => `"${cell}"`).join(',')).join('\r\n')

const builders = {
  bai2: bai2Statement,
  camt053: camt053Statement,
  csv: (accounts: readonly Balanced[]) => csv(tableStatement(accounts)),
  xlsx: (accounts: readonly Balanced[]) =>
    writeXlsx({ sheets: [{ name: 'Statement', rows: tableStatement(accounts) }] }),
}

export type StatementFile = keyof typeof builders
export const statementFiles = Object.keys(builders) as StatementFile[]

export const makeStatement = async (
  format: StatementFile,
  lines: readonly StatementLine[],
  { isOff = false } = {},
): Promise<Buffer> => Buffer.from(await builders[format](balancedAccounts(lines, isOff)))
