/** The columns of the files from which loans and lenders are imported. */
import { isLongText, loanFieldNames, loanFields } from '#domain/loans/fields.ts'

export const importKinds = ['loans', 'lenders'] as const
export type ImportKind = (typeof importKinds)[number]

/** How a cell's text becomes a value; `text` is one line, and `lines` are several. */
export type CellKind = 'text' | 'lines' | 'money' | 'percent' | 'months' | 'day' | 'flag'

export interface ImportColumn {
  /** The field's name on the wire. */
  field: string
  /** The header in the template, and the name on the screen. */
  name: string
  cell: CellKind
  isRequired?: true | undefined
  /** The value in the template's exemplary row. */
  example: string
  /** Further headers that mean this column. */
  otherNames?: readonly string[]
}

const loanColumns: readonly ImportColumn[] = loanFieldNames.map((field) => {
  const entry = loanFields[field]
  const { name, header = name, isRequired, example, otherNames = [] } = entry
  const cell = isLongText(entry) ? 'lines' : entry.kind
  return { field, name: header, cell, isRequired, example, otherNames }
})

const lenderColumns: readonly ImportColumn[] = [
  {
    field: 'email',
    name: 'Email',
    cell: 'text',
    isRequired: true,
    example: 'ada.cole@example.com',
    otherNames: ['Email Address', 'Mail'],
  },
  {
    field: 'name',
    name: 'Name',
    cell: 'text',
    example: 'Ada Cole',
    otherNames: ['Full Name', 'Lender Name', 'Contact', 'Contact Name', 'Contact Person'],
  },
  {
    field: 'firstName',
    name: 'First Name',
    cell: 'text',
    example: '',
    otherNames: ['Given Name', 'First'],
  },
  {
    field: 'lastName',
    name: 'Last Name',
    cell: 'text',
    example: '',
    otherNames: ['Family Name', 'Surname', 'Last'],
  },
  {
    field: 'companyName',
    name: 'Company',
    cell: 'text',
    example: 'Cole Capital Partners',
    otherNames: ['Company Name', 'Firm', 'Institution', 'Organization', 'Lender'],
  },
  {
    field: 'isApproved',
    name: 'Approved',
    cell: 'flag',
    example: 'Yes',
    otherNames: ['Approve in Advance', 'Is Approved', 'Approve'],
  },
  {
    field: 'note',
    name: 'Note',
    cell: 'lines',
    example: 'It was good to meet you in Boston.',
    otherNames: ['Message', 'Comment'],
  },
]

export const importColumns: Record<ImportKind, readonly ImportColumn[]> = {
  loans: loanColumns,
  lenders: lenderColumns,
}

/** Letters and digits only, so that "Term (months)" and "term_months" are one name. */
const nameKey = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

const namesOf = ({ field, name, otherNames = [] }: ImportColumn) => [name, field, ...otherNames]

/**
 * The field of each of a file's columns, by its header; null where no field has that name. A field is found at
 * most once: an exact name goes before another name of it, and the first column before later ones.
 */
export function matchColumns(kind: ImportKind, headers: readonly string[]): (string | null)[] {
  const keys = headers.map(nameKey)
  const placed = new Map<number, string>()
  for (const column of importColumns[kind]) {
    const places = namesOf(column).map((name) =>
      keys.findIndex((key, place) => key === nameKey(name) && !placed.has(place)),
    )
    const place = places.find((each) => each >= 0)
    if (place !== undefined) placed.set(place, column.field)
  }
  return headers.map((_header, place) => placed.get(place) ?? null)
}

export const importLimits = {
  /** Of the file as it is sent. */
  maxBytes: 10 * 1024 ** 2,
  /** Of a workbook once it is unpacked. */
  maxUnpackedBytes: 50 * 1024 ** 2,
  /** Without the headers. */
  maxRows: 5_000,
  maxColumns: 100,
} as const
