/** The exports that the palette offers, each of which a screen offers too. */
import { paths } from '#web/addresses/paths.ts'
import { callFile } from '#web/api/call-file.ts'
import { loanFiltersOf, readBrowseState } from '#web/loans/components/browse-loans/url-filters.ts'
import type { PaletteItem, Place } from './palette-items.ts'

const exported = (
  label: string,
  href: string,
  fetchFile: () => Promise<Response>,
): PaletteItem => ({ kind: 'act', label, href, fetchFile })

export const exportsFor = ({ address, isAdmin, isApproved, loan }: Place): PaletteItem[] => [
  ...(loan ? loanExports(loan, { isAdmin, isApproved }) : []),
  ...listExports(address),
  exported('Export My Position (CSV)', paths.commitments(), () =>
    callFile('exportPositionAsCsv', {}),
  ),
  exported('Export My Position (XLSX)', paths.commitments(), () =>
    callFile('exportPositionAsXlsx', {}),
  ),
  exported('Export My Statement (PDF)', paths.commitments(), () => callFile('exportStatement', {})),
  ...(isAdmin
    ? [
        exported('Export Exposure (PDF)', paths.adminExposure(), () =>
          callFile('exportExposureAsPdf', {}),
        ),
        exported('Export Exposure (XLSX)', paths.adminExposure(), () =>
          callFile('exportExposureAsXlsx', {}),
        ),
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
          exported(`Export Book of ${title} (CSV)`, paths.book(id), () =>
            callFile('exportBookAsCsv', { params }),
          ),
          exported(`Export Book of ${title} (XLSX)`, paths.book(id), () =>
            callFile('exportBookAsXlsx', { params }),
          ),
        ]
      : []),
    ...(isApproved
      ? [
          exported(`Export Loan Summary of ${title} (PDF)`, paths.loan(id), () =>
            callFile('exportLoanSummary', { params }),
          ),
        ]
      : []),
  ]
}

/** The filters of Browse Loans, if the address is that page. Otherwise, every loan is exported. */
export function filtersOfExport(address: string) {
  const [pathname, search = ''] = address.split('?')
  return pathname === paths.loans() ? loanFiltersOf(readBrowseState(search)) : null
}

function listExports(address: string): PaletteItem[] {
  const filters = filtersOfExport(address)
  const name = filters ? 'Listed Loans' : 'Loans'
  const query = filters ?? {}
  return [
    exported(`Export ${name} (CSV)`, paths.loans(), () => callFile('exportLoansAsCsv', { query })),
    exported(`Export ${name} (XLSX)`, paths.loans(), () =>
      callFile('exportLoansAsXlsx', { query }),
    ),
  ]
}
