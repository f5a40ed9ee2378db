import { onDemand } from '#web/ui/on-demand.tsx'
import type { Loan } from '#contract/loans/shapes.ts'
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
  return <CommitDialog key={loan.id} loan={loan} source={source} onClose={onClose} />
}

const CommitDialog = onDemand(() => import('./CommitDialog.tsx').then((part) => part.CommitDialog))
