/** The sample's spreadsheets. Every total is a formula with its result, so that they can be checked. */
import {
  writeWorkbook,
  type CellStyle,
  type Sheet,
  type SheetCell,
} from '#server/export/workbook.ts'
import {
  allUses,
  annualInterest,
  annualRent,
  dollarText,
  rentInPlace,
  sponsorEquity,
  type SampleLoan,
  type Tenancy,
} from '#server/sample/sample-loan.ts'

const dollars = '$#,##0'
const signedDollars = '$#,##0;($#,##0)'
const percent = '0.0%'
const teal = { rgb: '0F4C4E' }
const pale = { rgb: 'F1F6F5' }
const gray = { rgb: '5E6E72' }

type Value = string | number
/** A formula and its result. */
interface Formula {
  formula: string
  result: number
}

/** What pays for the transaction and what it pays for; both add up to the same total. */
export async function sourcesAndUses(loan: SampleLoan, date: Date): Promise<Uint8Array> {
  const sheet = beginSheet('Sources and uses', loan, [46, 18, 14])
  addHeading(sheet, ['Sources', 'Amount', 'Share'])
  const total = loan.amount + sponsorEquity(loan)
  const sources = addAmounts(
    sheet,
    { 'Senior loan': loan.amount, 'Sponsor equity': sponsorEquity(loan) },
    total,
  )
  addRow(sheet, [])
  addHeading(sheet, ['Uses', 'Amount', 'Share'])
  const uses = addAmounts(sheet, allUses(loan), total)
  addRow(sheet, [])
  addRow(
    sheet,
    ['Sources less uses', { formula: `B${sources}-B${uses}`, result: 0 }],
    [null, dollars],
  )
  addRow(
    sheet,
    ['Loan to cost', { formula: `B6/B${uses}`, result: loan.amount / total }],
    [null, percent],
  )
  return write([sheet], loan, date)
}

/** Who rents what, and the net operating income that it makes. */
export async function rentRoll(
  loan: SampleLoan & { tenancy: Tenancy },
  date: Date,
): Promise<Uint8Array> {
  const { units, leases } = loan.tenancy
  const made = [
    ...(units ? [unitSheet(loan, units)] : []),
    ...(leases ? [leaseSheet(loan, leases, date)] : []),
  ]
  const rent = made.map((each) => each.rent).join('+')
  const sheets = [...made.map((each) => each.sheet), incomeSheet(loan, loan.tenancy, rent)]
  return write(sheets, loan, date)
}

const write = (sheets: Sheet[], loan: SampleLoan, date: Date): Promise<Uint8Array> =>
  writeWorkbook(sheets, {
    title: loan.title,
    creator: 'Paripassu',
    lastModifiedBy: 'Paripassu',
    created: date,
    modified: date,
  })

function beginSheet(name: string, loan: SampleLoan, widths: number[]): Sheet {
  const note = `${name}. Sample document: property, parties and figures are fictional.`
  return {
    name,
    widths,
    pageSetup: { orientation: 'landscape', fitToPage: true, fitToHeight: 0 },
    view: { showGridLines: false },
    rows: [
      [{ value: loan.title, style: { font: { bold: true, size: 16, color: teal } } }],
      [{ value: loan.propertyAddress, style: { font: { color: gray } } }],
      [{ value: note, style: { font: { italic: true, size: 9, color: gray } } }],
      [],
    ],
  }
}

/** A row at the end of a sheet; `formats` are those of its numbers, by column. */
function addRow(
  sheet: Sheet,
  values: (Value | Formula)[],
  formats: (string | null)[] = [],
  style: CellStyle = {},
) {
  const cells = values.map((value, column): SheetCell => {
    const numFmt = formats[column]
    const cell =
      typeof value === 'object' ? { value: value.result, formula: value.formula } : { value }
    return { ...cell, style: numFmt ? { ...style, numFmt } : style }
  })
  sheet.rows.push(cells)
}

function addHeading(sheet: Sheet, titles: string[]) {
  sheet.rows.push(
    titles.map((value, column) => ({
      value,
      style: {
        font: { bold: true, color: { rgb: 'FFFFFF' } },
        fill: { type: 'pattern', pattern: 'solid', fgColor: teal },
        alignment: { horizontal: column === 0 ? 'left' : 'right' },
      },
    })),
  )
}

const asTotal: CellStyle = {
  font: { bold: true },
  border: { top: { style: 'thin', color: teal } },
  fill: { type: 'pattern', pattern: 'solid', fgColor: pale },
}

/** Rows of an amount and its share, and their total; gives the number of the total's row. */
function addAmounts(sheet: Sheet, lines: Record<string, number>, total: number): number {
  const formats = [null, dollars, percent]
  const first = sheet.rows.length + 1
  const last = sheet.rows.length + Object.keys(lines).length
  for (const [name, amount] of Object.entries(lines)) {
    const share = { formula: `B${sheet.rows.length + 1}/B${last + 1}`, result: amount / total }
    addRow(sheet, [name, amount, share], formats)
  }
  const sums = [
    { formula: `SUM(B${first}:B${last})`, result: total },
    { formula: `SUM(C${first}:C${last})`, result: 1 },
  ]
  addRow(sheet, ['Total', ...sums], formats, asTotal)
  return last + 1
}

interface RentSheet {
  sheet: Sheet
  /** The reference of the cell with the yearly rent. */
  rent: string
}

function unitSheet(loan: SampleLoan, units: NonNullable<Tenancy['units']>): RentSheet {
  const sheet = beginSheet('Unit mix', loan, [34, 10, 12, 12, 16, 18])
  addHeading(sheet, ['Type', 'Units', 'Occupied', 'Vacant', 'Monthly rent', 'Rent a year'])
  const formats = [null, null, null, null, dollars, dollars]
  const first = sheet.rows.length + 1
  for (const { name, units: all, occupied, monthlyRent } of units) {
    const row = sheet.rows.length + 1
    const vacant = { formula: `B${row}-C${row}`, result: all - occupied }
    const rent = { formula: `C${row}*E${row}*12`, result: occupied * monthlyRent * 12 }
    addRow(sheet, [name, all, occupied, vacant, monthlyRent, rent], formats)
  }
  const last = sheet.rows.length
  const sum = (column: string, result: number) => ({
    formula: `SUM(${column}${first}:${column}${last})`,
    result,
  })
  const count = (of: (unit: (typeof units)[number]) => number) =>
    units.reduce((total, unit) => total + of(unit), 0)
  const sums = [
    sum(
      'B',
      count((unit) => unit.units),
    ),
    sum(
      'C',
      count((unit) => unit.occupied),
    ),
    sum(
      'D',
      count((unit) => unit.units - unit.occupied),
    ),
  ]
  const rent = sum('F', rentInPlace({ units, otherIncome: 0, expenses: 0 }))
  addRow(sheet, ['Total', ...sums, '', rent], formats, asTotal)
  return { sheet, rent: `'Unit mix'!F${last + 1}` }
}

function leaseSheet(
  loan: SampleLoan,
  leases: NonNullable<Tenancy['leases']>,
  date: Date,
): RentSheet {
  const sheet = beginSheet('Leases', loan, [16, 34, 12, 16, 18, 14])
  addHeading(sheet, ['Suite', 'Tenant', 'Sq ft', 'Rent per sq ft', 'Rent a year', 'Ends'])
  const formats = [null, null, '#,##0', '$0.00', dollars]
  const first = sheet.rows.length + 1
  for (const lease of leases) {
    const row = sheet.rows.length + 1
    const rent = { formula: `C${row}*D${row}`, result: annualRent(lease) }
    const ends = lease.tenant === null ? '' : date.getUTCFullYear() + lease.yearsLeft
    const { suite, tenant, areaSqft, rentCents } = lease
    addRow(sheet, [suite, tenant ?? 'Vacant', areaSqft, rentCents / 100, rent, ends], formats)
  }
  const last = sheet.rows.length
  const area = {
    formula: `SUM(C${first}:C${last})`,
    result: leases.reduce((total, lease) => total + lease.areaSqft, 0),
  }
  const rent = {
    formula: `SUM(E${first}:E${last})`,
    result: rentInPlace({ leases, otherIncome: 0, expenses: 0 }),
  }
  addRow(sheet, ['Total', '', area, '', rent, ''], formats, asTotal)
  return { sheet, rent: `Leases!E${last + 1}` }
}

function incomeSheet(loan: SampleLoan, tenancy: Tenancy, rent: string): Sheet {
  const sheet = beginSheet('Income', loan, [46, 18])
  addHeading(sheet, ['Yearly income', 'Amount'])
  const noi = rentInPlace(tenancy) + tenancy.otherIncome - tenancy.expenses
  const interest = annualInterest(loan)
  const formats = [null, signedDollars]
  addRow(sheet, ['Rent in place', { formula: rent, result: rentInPlace(tenancy) }], formats)
  addRow(sheet, ['Other income and recoveries', tenancy.otherIncome], formats)
  addRow(sheet, ['Operating expenses', -tenancy.expenses], formats)
  addRow(sheet, ['Net operating income', { formula: 'SUM(B6:B8)', result: noi }], formats, asTotal)
  addRow(sheet, [])
  const terms = `Interest at ${loan.interestRate}% on ${dollarText(loan.amount)}`
  addRow(sheet, [terms, interest], formats)
  const coverage = { formula: 'B9/B11', result: noi / interest }
  addRow(sheet, ['Debt service coverage', coverage], [null, '0.00"x"'])
  return sheet
}
