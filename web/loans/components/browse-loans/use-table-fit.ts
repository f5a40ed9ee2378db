import type { Loan } from '#contract/loans/shapes.ts'
import { useState } from 'react'

/** The minimum widths for the table and for its borrower column. */
const leastPx = { table: 820, borrower: 935 }

interface Wide {
  /** The measured loans. While the list includes all of them, the table is at least this wide. */
  ids: string[]
  px: typeof leastPx
}

/**
 * Whether a table fits into a width in px, with or without the borrower column. Large amounts and long words widen it
 * beyond the estimate; the rendered table then reports its actual width.
 */
export function useTableFit(loans: readonly Loan[] | undefined, width: number) {
  const [wide, setWide] = useState<Wide | null>(null)
  const listed = new Set(loans?.map(({ id }) => id))
  const px = wide?.ids.every((id) => listed.has(id)) ? wide.px : leastPx
  const hasBorrower = width >= px.borrower
  return {
    isTable: hasBorrower || width >= px.table,
    hasBorrower,
    reportWidth: (takenPx: number) =>
      setWide({
        ids: [...listed],
        px: { ...px, [hasBorrower ? 'borrower' : 'table']: takenPx },
      }),
  }
}
