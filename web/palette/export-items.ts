/** The palette's exports. Each of them is also available on a page. */
import { paths } from '#web/addresses/paths.ts'
import { callFile } from '#web/api/call-file.ts'
import { loanFiltersOf, readBrowseState } from '#web/loans/components/browse-loans/url-filters.ts'
import type { PaletteItem, Place } from './palette-items.ts'

const exported = (label: string, fetchFile: () => Promise<Response>): PaletteItem => ({
  kind: 'act',
  label,
  fetchFile,
})

export const exportsFor = ({ address, isAdmin, isApproved, loan }: Place): PaletteItem[] => [
  ...(loan ? loanExports(loan, { isAdmin, isApproved }) : []),
  ...listExports(address),
  exported('Export My Position (CSV)', () => callFile('exportPositionAsCsv', {})),
  exported('Export My Position (XLSX)', () => callFile('exportPositionAsXlsx', {})),
  exported('Export My Statement (PDF)', () => callFile('exportStatement', {})),
  ...(isAdmin
    ? [
        exported('Export Exposure (PDF)', () => callFile('exportExposureAsPdf', {})),
        exported('Export Exposure (XLSX)', () => callFile('exportExposureAsXlsx', {})),
      ]
    : []),
]

function loanExports(
  { id, title, isDraft }: NonNullable<Place['loan']>,
  { isAdmin, isApproved }: Pick<Place, 'isAdmin' | 'isApproved'>,
): PaletteItem[] {
  const params = { id }
  return [
    ...(isAdmin && !isDraft
      ? [
          exported(`Export Book of ${title} (CSV)`, () => callFile('exportBookAsCsv', { params })),
          exported(`Export Book of ${title} (XLSX)`, () =>
            callFile('exportBookAsXlsx', { params }),
          ),
        ]
      : []),
    ...(isApproved
      ? [
          exported(`Export Loan Summary of ${title} (PDF)`, () =>
            callFile('exportLoanSummary', { params }),
          ),
        ]
      : []),
  ]
}

/** Returns the filters in the URL of Browse Loans, or null for any other URL. Without filters, all loans are exported. */
export function filtersOfExport(address: string) {
  const [pathname, search = ''] = address.split('?')
  return pathname === paths.loans() ? loanFiltersOf(readBrowseState(search)) : null
}

function listExports(address: string): PaletteItem[] {
  const filters = filtersOfExport(address)
  const name = filters ? 'Listed Loans' : 'Loans'
  const query = filters ?? {}
  return [
    exported(`Export ${name} (CSV)`, () => callFile('exportLoansAsCsv', { query })),
    exported(`Export ${name} (XLSX)`, () => callFile('exportLoansAsXlsx', { query })),
  ]
}
