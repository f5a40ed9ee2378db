import type { Loan } from '#contract/loans/shapes.ts'
import { lazy, Suspense } from 'react'
import type { CommitSource } from './use-commit.ts'

export type CommitDialogSlotProps = {
  /** The loan to commit to; null while closed. */
  loan: Loan | null
  source: CommitSource
  onClose: () => void
}

/** The place of the commitment dialog, whose code is loaded on first opening. */
export function CommitDialogSlot({ loan, source, onClose }: CommitDialogSlotProps) {
  if (!loan) return null
  return (
    <Suspense>
      <CommitDialog key={loan.id} loan={loan} source={source} onClose={onClose} />
    </Suspense>
  )
}

const CommitDialog = lazy(async () => ({
  default: (await import('./CommitDialog.tsx')).CommitDialog,
}))
