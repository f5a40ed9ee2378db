import { useSession } from '#web/session.ts'
import { onDemand } from '#web/ui/on-demand.tsx'
import type { Loan } from '#contract/loans/shapes.ts'
import type { AskedShare } from './asked-share.ts'
import type { CommitSource } from './use-commit.ts'

export type CommitDialogSlotProps = {
  loan: Loan | null
  source: CommitSource
  asked?: AskedShare | null | undefined
  onClose: () => void
}

export function CommitDialogSlot({ loan, source, asked, onClose }: CommitDialogSlotProps) {
  const { role } = useSession()
  if (!loan) return null
  if (role === 'viewer') return <AskToCommitDialog key={loan.id} loan={loan} onClose={onClose} />
  return <CommitDialog key={loan.id} {...{ loan, source, asked, onClose }} />
}

const CommitDialog = onDemand(() => import('./CommitDialog.tsx').then((part) => part.CommitDialog))
const AskToCommitDialog = onDemand(() =>
  import('./AskToCommitDialog.tsx').then((part) => part.AskToCommitDialog),
)
