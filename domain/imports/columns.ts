import { isLongText, loanFieldNames, loanFields, type FieldKind } from '#domain/loans/fields.ts'
import { withoutUnit } from './units.ts'

export const importKinds = ['loans', 'lenders'] as const
export type ImportKind = (typeof importKinds)[number]

/** The kinds of cells. A `text` is a single line, and `lines` can contain line breaks. */
export type CellKind = 'lines' | 'flag' | 'ratio' | FieldKind

export interface ImportColumn {
  field: string
  name: string
  cell: CellKind
  /** A `part` is joined with other parts into one field. A `compared` figure is checked but never stored. */
  role?: 'part' | 'compared'
  isRequired?: true | undefined
  example: string
  otherNames?: readonly string[]
}

const storedColumns: readonly ImportColumn[] = loanFieldNames.map((field) => {
  const entry = loanFields[field]
  const { name, header = name, isRequired, example, otherNames = [] } = entry
  // If an interest rate has more than two decimal places, its exact value is stored as the note rate.
  const cell = isLongText(entry) ? 'lines' : field === 'interestRate' ? 'rate' : entry.kind
  return { field, name: header, cell, isRequired, example, otherNames }
})

const part = { cell: 'text', role: 'part', example: '' } as const
const compared = { role: 'compared', example: '' } as const

const loanColumns: readonly ImportColumn[] = [
  ...storedColumns,
  {
    ...{ field: 'city', name: 'City', ...part },
    otherNames: ['Property City', 'City/State', 'City & State', 'City, ST', 'Property City/State'],
  },
  { field: 'state', name: 'State', ...part, otherNames: ['Property State', 'State Code'] },
  {
    ...{ field: 'zip', name: 'ZIP Code', ...part },
    otherNames: ['Zip', 'Property Zip', 'Property Zip Code', 'Postal Code'],
  },
  {
    ...{ field: 'dscr', name: 'DSCR', cell: 'ratio', ...compared },
    otherNames: [
      ...['Debt Service Coverage', 'Debt Service Coverage Ratio', 'DSCR in Place'],
      ...['Current DSCR', 'Curr DSCR', 'In-Place DSCR'],
    ],
  },
  {
    ...{ field: 'dscrStabilized', name: 'DSCR, Stabilized', cell: 'ratio', ...compared },
    otherNames: ['Stabilized DSCR', 'UW DSCR', 'Underwritten DSCR'],
  },
  {
    ...{ field: 'debtYield', name: 'Debt Yield', cell: 'percent', ...compared },
    otherNames: [
      ...['DY', 'Debt Yield in Place', 'Current Debt Yield', 'Curr Debt Yield', 'Curr DY'],
      'In-Place Debt Yield',
    ],
  },
  {
    ...{ field: 'debtYieldStabilized', name: 'Debt Yield, Stabilized', cell: 'percent' },
    ...compared,
    otherNames: ['Stabilized Debt Yield', 'UW Debt Yield', 'Underwritten Debt Yield'],
  },
]

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
    otherNames: ['Full Name', 'Contact', 'Contact Name', 'Contact Person', 'Lender Name'],
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

/** Keeps only letters and digits so that "Term (months)" equals "term_months". */
const nameKey = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

const namesOf = ({ field, name, otherNames = [] }: ImportColumn) => [name, field, ...otherNames]

/**
 * Returns the field for each column, or null. Each field matches at most one column. A field's own name takes
 * precedence over its other names, a header over the same header without its unit, and earlier columns over later ones.
 */
export function matchColumns(kind: ImportKind, headers: readonly string[]): (string | null)[] {
  const placed = new Map<number, string>()
  for (const keys of [headers.map(nameKey), headers.map((header) => nameKey(withoutUnit(header)))])
    for (const column of importColumns[kind]) {
      if ([...placed.values()].includes(column.field)) continue
      const places = namesOf(column).map((name) =>
        keys.findIndex((key, place) => key === nameKey(name) && !placed.has(place)),
      )
      const place = places.find((each) => each >= 0)
      if (place !== undefined) placed.set(place, column.field)
    }
  if (kind === 'lenders') placeLenderName(headers, placed)
  return headers.map((_header, place) => placed.get(place) ?? null)
}

/** If a file has a separate column for the person, the lender's name is the company's name. */
function placeLenderName(headers: readonly string[], placed: Map<number, string>) {
  const fields = [...placed.values()]
  const place = headers.findIndex((header) => nameKey(header) === 'lendername')
  const names = ['firstName', 'lastName', ...(placed.get(place) === 'name' ? [] : ['name'])]
  const hasPerson = names.some((name) => fields.includes(name))
  if (place >= 0 && hasPerson && !fields.includes('companyName')) placed.set(place, 'companyName')
}

export const countKnownHeaders = (kind: ImportKind, cells: readonly string[]) =>
  matchColumns(kind, cells).filter((field) => field !== null).length

export const importLimits = {
  maxBytes: 10 * 1024 ** 2,
  maxUnpackedBytes: 50 * 1024 ** 2,
  /** The maximum number of rows, without the header. */
  maxRows: 5_000,
  /** The number of nonblank rows that are searched for the header row. */
  maxRowsAbove: 30,
  maxColumns: 100,
  /**
   * The maximum length of a header in characters. Each error repeats its column's header, so a header of several
   * megabytes would cause a response of several hundred megabytes.
   */
  maxHeaderLength: 200,
  /** The maximum number of profiles for each kind of file. */
  maxProfiles: 50,
} as const

const field = (text: string) => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
const record = (texts: readonly string[]) => `${texts.map(field).join(',')}\r\n`

/** Returns the template as CSV. The byte order mark lets spreadsheets recognize UTF-8. */
export function templateOf(kind: ImportKind): string {
  const columns = importColumns[kind].filter(({ role }) => role === undefined)
  return `\ufeff${record(columns.map(({ name }) => name))}${record(columns.map(({ example }) => example))}`
}
