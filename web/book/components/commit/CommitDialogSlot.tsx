import { onDemand } from '#web/ui/on-demand.tsx'
import type { Loan } from '#contract/loans/shapes.ts'
import type { CommitSource } from './use-commit.ts'

export type CommitDialogSlotProps = {
  loan: Loan | null
  source: CommitSource
  onClose: () => void
}

export function CommitDialogSlot({ loan, source, onClose }: CommitDialogSlotProps) {
  if (!loan) return null
  return <CommitDialog key={loan.id} loan={loan} source={source} onClose={onClose} />
}

const CommitDialog = onDemand(() => import('./CommitDialog.tsx').then((part) => part.CommitDialog))
