import type { BookEntry, BookTotals, Instruction } from '#contract/book/shapes.ts'
import { formatPart } from '#domain/money.ts'
import type { ReactNode } from 'react'

export interface EntryActDialogProps {
  book: BookTotals
  entry: BookEntry
  /** The lender's instruction as typed in an earlier dialog. */
  word?: Instruction | undefined
  onClose: () => void
}

export const headOf = ({ lenderName, lenderEmail }: BookEntry, { loan }: BookTotals) =>
  `${lenderName} (${lenderEmail}), ${loan.title}`

export function Now({ book: { totals }, entry }: Pick<EntryActDialogProps, 'book' | 'entry'>) {
  return (
    <p className="text-muted-foreground">
      Current indication: {formatPart(entry.percentage, entry.amount)}. Available:{' '}
      {formatPart(totals.availablePercentage, totals.availableAmount)}.
    </p>
  )
}

export function Notice({ failure, children }: { failure: string | null; children: ReactNode }) {
  return (
    <>
      {children}
      {failure && (
        <p role="alert" className="font-medium text-destructive">
          {failure}
        </p>
      )}
    </>
  )
}

export function endedReason({ status, isSoftCommit }: Pick<BookEntry, 'status' | 'isSoftCommit'>) {
  if (status !== 'active') return 'This commitment has already ended.'
  return isSoftCommit === 'true' ? null : 'This indication is binding already.'
}

export function obstacleToEnd(
  act: 'withdraw' | 'release',
  { status, isSoftCommit, can }: Pick<BookEntry, 'status' | 'isSoftCommit' | 'can'>,
) {
  if (can.includes(act)) return null
  // Only binding commitments can be released.
  const kept = act === 'release' ? 'true' : isSoftCommit
  return endedReason({ status, isSoftCommit: kept }) ?? 'This loan is fully funded.'
}
