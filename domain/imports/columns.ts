import { isLongText, loanFieldNames, loanFields, type FieldKind } from '#domain/loans/fields.ts'

export const importKinds = ['loans', 'lenders'] as const
export type ImportKind = (typeof importKinds)[number]

/** The kinds of cells. A `text` is a single line, and `lines` can contain line breaks. */
export type CellKind = 'lines' | 'flag' | FieldKind

interface ImportColumn {
  field: string
  name: string
  cell: CellKind
  isRequired?: true | undefined
  example: string
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

/** Keeps only letters and digits, so that "Term (months)" equals "term_months". */
const nameKey = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

const namesOf = ({ field, name, otherNames = [] }: ImportColumn) => [name, field, ...otherNames]

/**
 * Returns the field for each column, or null. Each field matches at most one column. A field's own name takes
 * precedence over its other names, and earlier columns take precedence over later ones.
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
  /** The maximum size of the uploaded file. */
  maxBytes: 10 * 1024 ** 2,
  /** The maximum size of a workbook after unzipping. */
  maxUnpackedBytes: 50 * 1024 ** 2,
  /** The maximum number of rows, without the header. */
  maxRows: 5_000,
  maxColumns: 100,
} as const

const field = (text: string) => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
const record = (texts: readonly string[]) => `${texts.map(field).join(',')}\r\n`

/** Returns the template as CSV. The byte order mark lets spreadsheets recognize UTF-8. */
export function templateOf(kind: ImportKind): string {
  const columns = importColumns[kind]
  return `\ufeff${record(columns.map(({ name }) => name))}${record(columns.map(({ example }) => example))}`
}
