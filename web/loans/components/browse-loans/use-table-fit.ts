import type { Loan } from '#contract/loans/shapes.ts'
import { useState } from 'react'

/** The width from which loans are a table, and from which that has a column for the borrower. */
const leastPx = { table: 820, borrower: 935 }

interface Wide {
  /** The loans with which it was measured: while all of them are listed, it is at least as wide. */
  ids: string[]
  /** What the table took, without the borrower and with it. */
  px: typeof leastPx
}

/**
 * Whether a table of loans fits into a width in px, with the borrower or without. Extreme amounts and long words
 * make it wider than usual, which shows once it is rendered: it reports then what it takes.
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
