import type { ImportPreview, loanImport, RowError } from '#contract/imports/shapes.ts'
import { toFlag } from '#contract/wire.ts'
import { importColumns, type ImportKind } from '#domain/imports/columns.ts'
import { exactRate, settleRates } from '#domain/loans/credit/note-rate.ts'
import { formatLoanField, isLoanFigure } from '#domain/loans/field-texts.ts'
import { loanFieldNames } from '#domain/loans/fields.ts'
import { compareFigures, exactly, parseRate, sumMoney } from '#domain/money.ts'
import { groupBy } from '#domain/groups.ts'
import { emailKey } from '#domain/texts.ts'
import type { Queryable } from '#server/database/client.ts'
import { invitations, users } from '#server/database/schema/accounts.ts'
import { loans } from '#server/database/schema/loans.ts'
import { isOpenInvitation } from '#server/sign-in/invitation-links.ts'
import type * as z from 'zod/mini'
import { inArray, sql } from 'drizzle-orm'
import { describeColumns, placeColumns } from './columns-of-file.ts'
import type { FileTable } from './read-file.ts'
import { findLongRows, readRows, type Row, type RowOf } from './read-rows.ts'

interface Checked<Kind extends ImportKind> extends Omit<
  ImportPreview,
  'firstErrors' | 'errors' | 'firstNotes' | 'notes' | 'importable' | 'first' | 'profiles' | 'totals'
> {
  good: Row<Kind>[]
  errors: RowError[]
  notes: RowError[]
}

type Reading = Pick<z.output<typeof loanImport>, 'columns' | 'units' | 'skipKnown'>

export const maxNamed = 20
const keyOf: { [Kind in ImportKind]: (row: RowOf<Kind>) => string } = {
  loans: (loan) => `${textKey(loan.title)}\n${textKey(loan.borrowerName)}`,
  lenders: (row) => emailKey(row.email),
}
/** Treats all white space as equal, because users can't see the difference. */
const textKey = (text: string) => text.trim().replaceAll(/\s+/g, ' ').toLowerCase()

const nameOf: { [Kind in ImportKind]: (row: RowOf<Kind>) => string } = {
  loans: ({ title }) => title,
  lenders: (row) => row.email,
}

/** Findings by the index of the row. */
interface Stored {
  known: Map<number, { message: string; loanId: string | null }>
  /** About rows that could be known under another borrower. */
  similar: Map<number, string>
}

const findStored: {
  [Kind in ImportKind]: (db: Queryable, rows: RowOf<Kind>[]) => Promise<Stored>
} = { loans: findStoredLoans, lenders: findStoredLenders }

export async function checkRows<Kind extends ImportKind>(
  db: Queryable,
  kind: Kind,
  read: FileTable,
  reading: Reading,
): Promise<Checked<Kind>> {
  const columns = placeColumns(kind, read, reading)
  const missing = importColumns[kind]
    .filter(({ field, isRequired }) => isRequired && !columns.some((each) => each.field === field))
    .map(({ name }) => name)
  const { rows, sheets, sheet, headerRow, firstRows, hiddenRows } = read
  const found = {
    ...{ sheet, headerRow, hiddenRows, missing, rows: rows.length },
    sheets: sheets.map(({ name, isHidden }) => ({ name, isHidden: toFlag(isHidden) })),
    columns: describeColumns(read, columns),
    firstRows: firstRows.map(({ row, cells }) => ({ row, text: joinTexts(cells) })),
  }
  // A missing column or unit is reported once, because every row would have the same error.
  if (missing.length > 0 || columns.some(({ question }) => question !== null)) {
    const errors = missing.length > 0 ? [] : findLongRows(read)
    const nothing = { good: [], known: 0, knownSome: [], notes: [], unlikelyColumns: [] }
    return { ...found, ...nothing, errors, badRows: errors.length }
  }
  const table = await readRows(kind, read, columns)
  const { known, similar } = await findStored[kind](
    db,
    table.good.map(({ value }) => value),
  )
  const describeRow = ({ row, value }: Row<Kind>, message: string): RowError => ({
    row,
    column: null,
    value: nameOf[kind](value),
    message,
  })
  const repeated = repeatedIn(table.good, keyOf[kind])
  const errors = [
    ...table.errors,
    ...table.good.flatMap((each, place) => {
      const before = repeated.get(place)
      const message =
        before === undefined
          ? reading.skipKnown
            ? undefined
            : known.get(place)?.message
          : `Also in row ${before}`
      return message === undefined ? [] : [describeRow(each, message)]
    }),
  ].toSorted(byRow)
  const doubles = table.good.flatMap((each, place) => {
    const message = similar.get(place)
    return message === undefined ? [] : [describeRow(each, message)]
  })
  const knownRows = table.good.flatMap((each, place) => {
    const stored = known.get(place)
    return stored ? [{ ...each, loanId: stored.loanId }] : []
  })
  return {
    ...found,
    good: table.good.filter((_each, place) => !known.has(place)),
    // Unlikely figures come first, because the preview shows only some of the notes.
    notes: [...table.unlikely.toSorted(byRow), ...[...doubles, ...table.notes].toSorted(byRow)],
    unlikelyColumns: [...new Set(table.unlikely.map(({ column }) => column ?? ''))],
    known: knownRows.length,
    knownSome: await compareKnown(db, kind, knownRows.slice(0, maxNamed)),
    badRows: new Set(errors.map(({ row }) => row)).size,
    errors,
  }
}

const byRow = (one: RowError, other: RowError) => one.row - other.row

const joinTexts = (cells: readonly string[]) =>
  cells
    .map((cell) => cell.trim())
    .filter(Boolean)
    .join(', ')
    .slice(0, 100)

export function storedValues(
  kind: ImportKind,
  value: RowOf<ImportKind>,
): Record<string, string | number> {
  // The cast is safe, because rows of this kind have the fields of a loan.
  const rates = kind === 'loans' ? settleRates(value as RowOf<'loans'>, null) : {}
  const entries = Object.entries({ ...value, ...rates })
  return Object.fromEntries(
    entries.flatMap(([field, each]) =>
      each === null || each === undefined ? [] : [[field, each]],
    ),
  )
}

/** Adds the figures that the file states differently from the loan on the desk. */
async function compareKnown<Kind extends ImportKind>(
  db: Queryable,
  kind: Kind,
  rows: readonly (Row<Kind> & { loanId: string | null })[],
): Promise<ImportPreview['knownSome']> {
  const ids = rows.flatMap(({ loanId }) => loanId ?? [])
  const stored = ids.length > 0 ? await db.select().from(loans).where(inArray(loans.id, ids)) : []
  return rows.map(({ row, value, loanId }) => {
    const loan = stored.find(({ id }) => id === loanId)
    const given = storedValues(kind, value)
    const differing = loanFieldNames.flatMap((field) => {
      const [desk, file] = [loan?.[field] ?? null, given[field]]
      const isEqual = formatLoanField(field, desk) === formatLoanField(field, file)
      return !loan || file === undefined || !isLoanFigure(field) || isEqual
        ? []
        : [{ field, desk: desk === null ? null : String(desk), file: String(file) }]
    })
    return { row, name: nameOf[kind](value), loanId, differing }
  })
}

/** Maps the index of each row with a repeated key to the number of the first row with the same key. */
function repeatedIn<Kind extends ImportKind>(
  rows: readonly Row<Kind>[],
  key: (value: RowOf<Kind>) => string,
): Map<number, number> {
  const first = new Map<string, number>()
  const repeated = new Map<number, number>()
  for (const [place, { row, value }] of rows.entries()) {
    const own = key(value)
    const before = first.get(own)
    if (before === undefined) first.set(own, row)
    else repeated.set(place, before)
  }
  return repeated
}

/** Titles are compared here and not in SQL, because PostgreSQL's definition of white space depends on the locale. */
async function findStoredLoans(db: Queryable, rows: readonly RowOf<'loans'>[]): Promise<Stored> {
  const { id, title, borrowerName } = loans
  const titled = groupBy(await db.select({ id, title, borrowerName }).from(loans), (loan) =>
    textKey(loan.title),
  )
  const known: Stored['known'] = new Map()
  const similar: Stored['similar'] = new Map()
  for (const [place, row] of rows.entries()) {
    const others = titled.get(textKey(row.title)) ?? []
    const same = others.find((loan) => textKey(loan.borrowerName) === textKey(row.borrowerName))
    const message = 'A loan with this title and borrower exists'
    if (same) known.set(place, { message, loanId: same.id })
    else if (others[0])
      similar.set(
        place,
        `The desk has a loan with this title. Its borrower is ${others[0].borrowerName}.`,
      )
  }
  return { known, similar }
}

/** The sum and the ranges of loans, or null without any. */
export function totalsOf(rows: readonly RowOf<'loans'>[]): ImportPreview['totals'] {
  const rates = rows
    .flatMap((row) => parseRate(exactRate(settleRates(row, null))) ?? [])
    .toSorted((one, other) => Number(exactly.rateUnits(one) - exactly.rateUnits(other)))
  const ltvs = rows.flatMap(({ ltv }) => ltv ?? []).toSorted(compareFigures)
  const terms = rows.map(({ term }) => term)
  const [lowestRate, highestRate] = [rates[0], rates.at(-1)]
  if (lowestRate === undefined || highestRate === undefined) return null
  return {
    amount: sumMoney(rows.map(({ amount }) => amount)),
    ...{ lowestRate, highestRate },
    ...{ lowestLtv: ltvs[0] ?? null, highestLtv: ltvs.at(-1) ?? null },
    shortestTerm: Math.min(...terms),
    longestTerm: Math.max(...terms),
  }
}

async function findStoredLenders(
  db: Queryable,
  rows: readonly { email: string }[],
): Promise<Stored> {
  const addresses = rows.map((row) => emailKey(row.email))
  const isAsked = sql`lower(email) = any(${sql.param(addresses)}::text[])`
  const { rows: found } = await db.execute<{ address: string; hasAccount: boolean }>(sql`
    select lower(email) as address, true as "hasAccount" from ${users} where ${isAsked}
    union all
    select lower(email), false from ${invitations}
      where ${isAsked} and ${isOpenInvitation}`)
  const said = new Map(
    found.map(({ address, hasAccount }) => [
      address,
      hasAccount ? 'Already has an account' : 'Already has an open invitation',
    ]),
  )
  const known = addresses.flatMap((address, place) => {
    const message = said.get(address)
    return message === undefined ? [] : [[place, { message, loanId: null }] as const]
  })
  return { known: new Map(known), similar: new Map() }
}
