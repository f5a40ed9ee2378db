/** What the dialogs of an entry share: its head, what it is now, and why it may be no indication any more. */
import type { BookEntry, BookTotals, Instruction } from '#contract/book/shapes.ts'
import { formatPart } from '#domain/money.ts'
import type { ReactNode } from 'react'

export interface EntryActDialogProps {
  book: BookTotals
  /** A soft one. */
  entry: BookEntry
  /** On whose word, as far as it was typed before. */
  word?: Instruction | undefined
  onClose: () => void
}

export const headOf = ({ lenderName, lenderEmail }: BookEntry, { loan }: BookTotals) =>
  `${lenderName} (${lenderEmail}), ${loan.title}`

/** What an entry is now, and what is left of its loan. */
export function Now({ book: { totals }, entry }: Pick<EntryActDialogProps, 'book' | 'entry'>) {
  return (
    <p className="text-muted-foreground">
      Current indication: {formatPart(entry.percentage, entry.amount)}. Available:{' '}
      {formatPart(totals.availablePercentage, totals.availableAmount)}.
    </p>
  )
}

/** What the act does, and the failure of the last attempt. */
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

/** Why an entry is no indication any more, if it isn't. */
export function endedReason({ status, isSoftCommit }: Pick<BookEntry, 'status' | 'isSoftCommit'>) {
  if (status !== 'active') return 'This commitment was ended meanwhile.'
  return isSoftCommit === 'true' ? null : 'This indication is binding already.'
}

/** Why an entry can't be withdrawn, or released, any more; null when it can. */
export function obstacleToEnd(
  act: 'withdraw' | 'release',
  { status, isSoftCommit, can }: Pick<BookEntry, 'status' | 'isSoftCommit' | 'can'>,
) {
  if (can.includes(act)) return null
  // A binding one stays binding until it ends.
  const kept = act === 'release' ? 'true' : isSoftCommit
  return endedReason({ status, isSoftCommit: kept }) ?? 'This loan is fully funded.'
}
