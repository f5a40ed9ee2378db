/** The sample's spreadsheets. Every total is a formula with its cached result, so both can be checked. */
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
import exceljs, { type Row, type Workbook, type Worksheet } from 'exceljs'

const dollars = '$#,##0'
const percent = '0.0%'
const teal = 'FF0F4C4E'
const pale = 'FFF1F6F5'

/** The sources and uses of the money; both add up to the same total. */
export async function sourcesAndUses(loan: SampleLoan, date: Date): Promise<Uint8Array> {
  const workbook = begin(loan, date)
  const sheet = addSheet(workbook, 'Sources and uses', loan, [46, 18, 14])
  heading(sheet, ['Sources', 'Amount', 'Share'])
  const total = loan.amount + sponsorEquity(loan)
  const sources = amounts(
    sheet,
    { 'Senior loan': loan.amount, 'Sponsor equity': sponsorEquity(loan) },
    total,
  )
  sheet.addRow([])
  heading(sheet, ['Uses', 'Amount', 'Share'])
  const uses = amounts(sheet, allUses(loan), total)
  sheet.addRow([])
  const check = sheet.addRow(['Sources less uses', { formula: `B${sources}-B${uses}`, result: 0 }])
  check.getCell(2).numFmt = dollars
  const cost = sheet.addRow([
    'Loan to cost',
    { formula: `B6/B${uses}`, result: loan.amount / total },
  ])
  cost.getCell(2).numFmt = percent
  return bytesOf(workbook)
}

/** Who rents what, and the resulting net operating income. */
export async function rentRoll(
  loan: SampleLoan & { tenancy: Tenancy },
  date: Date,
): Promise<Uint8Array> {
  const { tenancy } = loan
  const workbook = begin(loan, date)
  const income: string[] = []
  if (tenancy.units) income.push(unitSheet(workbook, loan, tenancy.units))
  if (tenancy.leases) income.push(leaseSheet(workbook, loan, tenancy.leases, date))
  incomeSheet(workbook, loan, tenancy, income.join('+'))
  return bytesOf(workbook)
}

function begin(loan: SampleLoan, date: Date): Workbook {
  const workbook = new exceljs.Workbook()
  workbook.title = loan.title
  workbook.creator = 'Paripassu'
  workbook.lastModifiedBy = 'Paripassu'
  workbook.created = date
  workbook.modified = date
  return workbook
}

function addSheet(workbook: Workbook, name: string, loan: SampleLoan, widths: number[]): Worksheet {
  const sheet = workbook.addWorksheet(name, {
    pageSetup: { orientation: 'landscape', fitToPage: true, fitToHeight: 0 },
    views: [{ showGridLines: false }],
  })
  widths.forEach((width, index) => {
    sheet.getColumn(index + 1).width = width
  })
  const title = sheet.addRow([loan.title])
  title.font = { bold: true, size: 16, color: { argb: teal } }
  sheet.addRow([loan.propertyAddress]).font = { color: { argb: 'FF5E6E72' } }
  sheet.addRow([`${name}. Sample document: property, parties and figures are fictional.`]).font = {
    italic: true,
    size: 9,
    color: { argb: 'FF5E6E72' },
  }
  sheet.addRow([])
  return sheet
}

function heading(sheet: Worksheet, titles: string[]) {
  sheet.addRow(titles).eachCell((cell, column) => {
    cell.font = { bold: true, color: { argb: 'FFFFFFFF' } }
    cell.fill = { type: 'pattern', pattern: 'solid', fgColor: { argb: teal } }
    cell.alignment = { horizontal: column === 1 ? 'left' : 'right' }
  })
}

function asTotal(row: Row) {
  row.eachCell((cell) => {
    cell.font = { bold: true }
    cell.border = { top: { style: 'thin', color: { argb: teal } } }
    cell.fill = { type: 'pattern', pattern: 'solid', fgColor: { argb: pale } }
  })
}

/** Rows with an amount and its share, then their total; returns the number of the total's row. */
function amounts(sheet: Worksheet, lines: Record<string, number>, total: number): number {
  const first = sheet.rowCount + 1
  const last = sheet.rowCount + Object.keys(lines).length
  for (const [name, amount] of Object.entries(lines)) {
    const number = sheet.rowCount + 1
    sheet.addRow([name, amount, { formula: `B${number}/B${last + 1}`, result: amount / total }])
  }
  asTotal(
    sheet.addRow([
      'Total',
      { formula: `SUM(B${first}:B${last})`, result: total },
      { formula: `SUM(C${first}:C${last})`, result: 1 },
    ]),
  )
  for (let number = first; number <= last + 1; number += 1) {
    sheet.getCell(number, 2).numFmt = dollars
    sheet.getCell(number, 3).numFmt = percent
  }
  return last + 1
}

/** Returns the reference of the cell with the yearly rent. */
function unitSheet(
  workbook: Workbook,
  loan: SampleLoan,
  units: NonNullable<Tenancy['units']>,
): string {
  const sheet = addSheet(workbook, 'Unit mix', loan, [34, 10, 12, 12, 16, 18])
  heading(sheet, ['Type', 'Units', 'Occupied', 'Vacant', 'Monthly rent', 'Rent a year'])
  const first = sheet.rowCount + 1
  for (const unit of units) {
    const row = sheet.rowCount + 1
    sheet.addRow([
      unit.name,
      unit.units,
      unit.occupied,
      { formula: `B${row}-C${row}`, result: unit.units - unit.occupied },
      unit.monthlyRent,
      { formula: `C${row}*E${row}*12`, result: unit.occupied * unit.monthlyRent * 12 },
    ])
  }
  const last = sheet.rowCount
  const sum = (column: string, result: number) => ({
    formula: `SUM(${column}${first}:${column}${last})`,
    result,
  })
  const count = (of: (unit: (typeof units)[number]) => number) =>
    units.reduce((total, unit) => total + of(unit), 0)
  asTotal(
    sheet.addRow([
      'Total',
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
      '',
      sum('F', rentInPlace({ units, otherIncome: 0, expenses: 0 })),
    ]),
  )
  for (const column of [5, 6]) sheet.getColumn(column).numFmt = dollars
  return `'Unit mix'!F${last + 1}`
}

/** Returns the reference of the cell with the yearly rent. */
function leaseSheet(
  workbook: Workbook,
  loan: SampleLoan,
  leases: NonNullable<Tenancy['leases']>,
  date: Date,
): string {
  const sheet = addSheet(workbook, 'Leases', loan, [16, 34, 12, 16, 18, 14])
  heading(sheet, ['Suite', 'Tenant', 'Sq ft', 'Rent per sq ft', 'Rent a year', 'Ends'])
  const first = sheet.rowCount + 1
  for (const lease of leases) {
    const row = sheet.rowCount + 1
    sheet.addRow([
      lease.suite,
      lease.tenant ?? 'Vacant',
      lease.areaSqft,
      lease.rentCents / 100,
      { formula: `C${row}*D${row}`, result: annualRent(lease) },
      lease.tenant === null ? '' : date.getUTCFullYear() + lease.yearsLeft,
    ])
  }
  const last = sheet.rowCount
  const area = leases.reduce((total, lease) => total + lease.areaSqft, 0)
  asTotal(
    sheet.addRow([
      'Total',
      '',
      { formula: `SUM(C${first}:C${last})`, result: area },
      '',
      {
        formula: `SUM(E${first}:E${last})`,
        result: rentInPlace({ leases, otherIncome: 0, expenses: 0 }),
      },
      '',
    ]),
  )
  sheet.getColumn(3).numFmt = '#,##0'
  sheet.getColumn(4).numFmt = '$0.00'
  sheet.getColumn(5).numFmt = dollars
  return `Leases!E${last + 1}`
}

function incomeSheet(workbook: Workbook, loan: SampleLoan, tenancy: Tenancy, rent: string) {
  const sheet = addSheet(workbook, 'Income', loan, [46, 18])
  heading(sheet, ['Yearly income', 'Amount'])
  const noi = rentInPlace(tenancy) + tenancy.otherIncome - tenancy.expenses
  const interest = annualInterest(loan)
  sheet.addRow(['Rent in place', { formula: rent, result: rentInPlace(tenancy) }])
  sheet.addRow(['Other income and recoveries', tenancy.otherIncome])
  sheet.addRow(['Operating expenses', -tenancy.expenses])
  asTotal(sheet.addRow(['Net operating income', { formula: 'SUM(B6:B8)', result: noi }]))
  sheet.addRow([])
  sheet.addRow([`Interest at ${loan.interestRate}% on ${dollarText(loan.amount)}`, interest])
  sheet
    .addRow(['Debt service coverage', { formula: 'B9/B11', result: noi / interest }])
    .getCell(2).numFmt = '0.00"x"'
  for (const row of [6, 7, 8, 9, 11]) sheet.getCell(row, 2).numFmt = '$#,##0;($#,##0)'
}

async function bytesOf(workbook: Workbook): Promise<Uint8Array> {
  return new Uint8Array(await workbook.xlsx.writeBuffer())
}
