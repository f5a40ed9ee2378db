/** The columns of a statement that a bank exports as a table, found by their headers. */

const names = {
  bookedOn: [
    ...['Date', 'Posting Date', 'Posted Date', 'Post Date', 'Booking Date', 'Booked On'],
    ...['Transaction Date', 'As Of Date', 'Effective Date', 'Process Date', 'Entry Date'],
  ],
  amount: ['Amount', 'Transaction Amount', 'Amount USD', 'Net Amount'],
  credit: ['Credit', 'Credits', 'Credit Amount', 'Deposit', 'Deposits', 'Paid In', 'Money In'],
  debit: ['Debit', 'Debits', 'Debit Amount', 'Withdrawal', 'Withdrawals', 'Paid Out', 'Money Out'],
  direction: ['Credit Debit', 'Debit Credit', 'Cr Dr', 'Dr Cr', 'Credit or Debit', 'CdtDbtInd'],
  currency: ['Currency', 'Ccy', 'Currency Code'],
  reference: [
    ...['Bank Reference', 'Bank Ref', 'Bank Reference Number', 'Reference', 'Reference Number'],
    ...['Ref', 'Ref No', 'Transaction ID', 'Transaction Reference', 'Fed Reference', 'IMAD'],
    ...['Trace Number', 'Confirmation Number'],
  ],
  account: ['Account', 'Account Number', 'Account No'],
  balance: ['Balance', 'Running Balance', 'Running Bal', 'Ledger Balance', 'Account Balance'],
  status: ['Status', 'Transaction Status'],
} as const

export type StatementColumn = keyof typeof names

/** The columns that say who paid, and for what. Their texts are joined. */
const spoken = [
  ...['Description', 'Details', 'Memo', 'Payee', 'Payer', 'Name', 'Narrative', 'Text', 'Type'],
  ...['Originator', 'Ordering Customer', 'Counterparty', 'Remittance', 'Remittance Information'],
  ...[
    'Transaction Type',
    'Customer Reference',
    'Transaction Description',
    'Additional Information',
  ],
  ...['Detail', 'Note', 'Notes', 'End To End ID', 'Customer Ref', 'Extended Details'],
]

const keyOf = (header: string) => header.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
const keysOf = (headers: readonly string[]) => new Set(headers.map(keyOf))

const spokenKeys = keysOf(spoken)
/** Value dates aren't read, but are a sign of the row of headers. */
const valueDates = ['Value Date', 'Value Day']
const known = keysOf([...Object.values(names).flat(), ...spoken, ...valueDates])

/** Returns true for the row of headers, which can be below the bank's name and the account's. */
export const hasStatementHeaders = (cells: readonly string[]): boolean =>
  cells.filter((cell) => known.has(keyOf(cell))).length >= 3

export interface StatementColumns {
  places: Partial<Record<StatementColumn, number>>
  texts: number[]
}

/** A column is found by its names in their order, so that "Posting Date" doesn't take the place of "Date". */
export function findStatementColumns(headers: readonly string[]): StatementColumns {
  const keys = headers.map(keyOf)
  const places: Partial<Record<StatementColumn, number>> = {}
  for (const [column, headersOfColumn] of Object.entries(names)) {
    const place = headersOfColumn.map((name) => keys.indexOf(keyOf(name))).find((at) => at >= 0)
    // The cast is safe, because the entries are those of the object.
    if (place !== undefined) places[column as StatementColumn] = place
  }
  return { places, texts: keys.flatMap((key, at) => (spokenKeys.has(key) ? [at] : [])) }
}
