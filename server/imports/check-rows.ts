import { setImmediate as nextTurn } from 'node:timers/promises'
import { enteredLoan } from '#contract/loans/shapes.ts'
import { companyName, email } from '#contract/accounts/shapes.ts'
import type { ImportPreview, loanImport, RowError } from '#contract/imports/shapes.ts'
import { flag, optionalText } from '#contract/wire.ts'
import { describeUnreadable, readCell } from '#domain/imports/cells.ts'
import { importColumns, matchColumns, type ImportKind } from '#domain/imports/columns.ts'
import { emailKey, textLimits } from '#domain/texts.ts'
import type { Queryable } from '#server/database/client.ts'
import { invalid } from '#server/errors.ts'
import { invitations, users } from '#server/database/schema/accounts.ts'
import { isOpenInvitation } from '#server/sign-in/invitation-links.ts'
import * as z from 'zod/mini'
import { sql } from 'drizzle-orm'
import type { FileTable } from './read-file.ts'

const lender = z.object({
  email,
  name: optionalText(textLimits.fullName),
  firstName: optionalText(textLimits.name),
  lastName: optionalText(textLimits.name),
  companyName: z.optional(companyName),
  note: optionalText(textLimits.note),
  isApproved: z.optional(z.enum(flag.options, 'Must be Yes or No')),
})

/** If a loan with any other status has a funding date, the date is only planned or the status is wrong. */
const loan = enteredLoan.check(
  z.refine(({ status, fundedOn }) => fundedOn === null || status === 'funded', {
    path: ['fundedOn'],
    error: 'Only a funded loan has this day. Clear it, or set the status to Funded.',
  }),
)

const shapes = { loans: loan, lenders: lender }

export type RowOf<Kind extends ImportKind> = z.output<(typeof shapes)[Kind]>

interface Checked<Kind extends ImportKind> extends Omit<
  ImportPreview,
  'firstErrors' | 'errors' | 'importable' | 'known'
> {
  values: RowOf<Kind>[]
  known: number
  errors: RowError[]
}

type Reading = Pick<z.output<typeof loanImport>, 'columns' | 'skipKnown'>

export const maxNamed = 20
/** After this many rows have been checked, other requests get a turn. */
const rowsInATurn = 200

const keyOf: { [Kind in ImportKind]: (row: RowOf<Kind>) => string } = {
  loans: ({ title, borrowerName }) => JSON.stringify([title, borrowerName]).toLowerCase(),
  lenders: (row) => emailKey(row.email),
}
const nameOf: { [Kind in ImportKind]: (row: RowOf<Kind>) => string } = {
  loans: ({ title }) => title,
  lenders: (row) => row.email,
}
const findKnown: {
  [Kind in ImportKind]: (db: Queryable, rows: RowOf<Kind>[]) => Promise<Map<number, string>>
} = { loans: findKnownLoans, lenders: findKnownLenders }

export async function checkRows<Kind extends ImportKind>(
  db: Queryable,
  kind: Kind,
  { headers, rows }: FileTable,
  { columns, skipKnown }: Reading,
): Promise<Checked<Kind>> {
  const fields =
    columns === undefined ? matchColumns(kind, headers) : chosen(kind, columns, headers)
  const described = headers.map((header, place) => ({
    header,
    sample:
      rows
        .map(({ cells }) => cells[place]?.trim() ?? '')
        .find(Boolean)
        ?.slice(0, 200) ?? '',
    field: fields[place] ?? null,
  }))
  const missing = importColumns[kind]
    .filter(({ field, isRequired }) => isRequired && !fields.includes(field))
    .map(({ name }) => name)
  const found = { columns: described, missing, rows: rows.length }
  // The error is reported once, because every row would have the same error.
  if (missing.length > 0)
    return { ...found, values: [], known: 0, knownSome: [], badRows: 0, errors: [] }
  const table = await readRows(kind, { headers, rows }, fields)
  const known = await findKnown[kind](
    db,
    table.good.map(({ value }) => value),
  )
  const nameError = ({ row, value }: Row<Kind>, message: string): RowError => ({
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
        before === undefined ? (skipKnown ? undefined : known.get(place)) : `Also in row ${before}`
      return message === undefined ? [] : [nameError(each, message)]
    }),
  ].toSorted((one, other) => one.row - other.row)
  const knownRows = table.good.filter((_each, place) => known.has(place))
  return {
    ...found,
    values: table.good.filter((_each, place) => !known.has(place)).map(({ value }) => value),
    known: knownRows.length,
    knownSome: knownRows
      .slice(0, maxNamed)
      .map(({ row, value }) => ({ row, name: nameOf[kind](value) })),
    badRows: new Set(errors.map(({ row }) => row)).size,
    errors,
  }
}

/** Returns the field that the caller chose for each column. Throws 400 for an invalid choice. */
function chosen(kind: ImportKind, columns: string, headers: string[]): (string | null)[] {
  const fields = columns.split(',').map((field) => field.trim() || null)
  const known = importColumns[kind].map(({ field }) => field)
  const unknown = fields.find((field) => field !== null && !known.includes(field))
  if (unknown) throw invalid(`There is no field ${unknown}`, { columns: 'Must be fields' })
  if (fields.length > headers.length)
    throw invalid('The file has fewer columns', { columns: 'Must be one for each column' })
  const twice = fields.find((field, place) => field !== null && fields.indexOf(field) < place)
  if (twice) throw invalid(`Two columns are for ${twice}`, { columns: 'Must name each field once' })
  return fields
}

interface Row<Kind extends ImportKind> {
  row: number
  value: RowOf<Kind>
}

async function readRows<Kind extends ImportKind>(
  kind: Kind,
  { headers, rows }: FileTable,
  fields: readonly (string | null)[],
) {
  const shape = shapes[kind]
  const placed = importColumns[kind]
    .map((column) => ({ ...column, place: fields.indexOf(column.field) }))
    .filter(({ place }) => place >= 0)
  const good: Row<Kind>[] = []
  const errors: RowError[] = []
  for (const [count, { row, cells }] of rows.entries()) {
    if (count % rowsInATurn === rowsInATurn - 1) await nextTurn()
    const given = placed.map(({ field, cell, place }) => [
      field,
      readCell(cell, cells[place] ?? ''),
    ])
    const result = shape.safeParse(Object.fromEntries(given))
    if (result.success) good.push({ row, value: result.data as RowOf<Kind> })
    else {
      const named = new Set<unknown>()
      for (const { path, message } of result.error.issues) {
        const [field] = path
        if (named.has(field)) continue
        named.add(field)
        const place = fields.indexOf(String(field))
        const text = cells[place] ?? ''
        const cell = placed.find((column) => column.field === field)?.cell
        errors.push({
          row,
          column: headers[place] || columnName(kind, field),
          value: text.trim().slice(0, 100),
          message: (cell && describeUnreadable(cell, text)) ?? message,
        })
      }
    }
  }
  return { good, errors }
}

const columnName = (kind: ImportKind, field: unknown) =>
  importColumns[kind].find((column) => column.field === field)?.name ?? null

/** For each row whose key occurred in an earlier row, maps the row's index to the earlier row's number. */
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

async function findKnownLoans(
  db: Queryable,
  rows: readonly { title: string; borrowerName: string }[],
): Promise<Map<number, string>> {
  const given = rows.map(({ title, borrowerName }, place) => ({ place, title, borrowerName }))
  const { rows: found } = await db.execute<{ place: number }>(sql`
    select distinct place from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      as given (place int, title text, "borrowerName" text)
    -- As the index of titles has them.
    join loans on lower(loans.title) collate "C" = lower(given.title) collate "C"
      and lower(loans.borrower_name) = lower(given."borrowerName")`)
  return new Map(found.map(({ place }) => [place, 'A loan with this title and borrower exists']))
}

async function findKnownLenders(
  db: Queryable,
  rows: readonly { email: string }[],
): Promise<Map<number, string>> {
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
    return message === undefined ? [] : [[place, message] as const]
  })
  return new Map(known)
}
