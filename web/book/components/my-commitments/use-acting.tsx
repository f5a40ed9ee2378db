import type { Commitment } from '#contract/book/commitments.ts'
import { onDemand } from '#web/ui/on-demand.tsx'
import { useState } from 'react'
import type { OwnAction } from './own-acts.ts'

// Loaded on demand: the dialogs are larger than the page, and most visits open none.
const ActionDialog = onDemand(() => import('./ActionDialog.tsx').then((part) => part.ActionDialog))

/**
 * The action that the user is about to take on one of these commitments, and its dialog. `refresh` reads them
 * anew when it opens, because page and dialog should have current figures. Where the action itself removes the
 * commitment from the list, `isRemovedByActs` keeps the dialog, which says what was done.
 */
export function useActing(
  commitments: readonly Commitment[] | undefined,
  refresh: () => unknown,
  { isRemovedByActs = false } = {},
) {
  const [acting, setActing] = useState<{ action: OwnAction; commitment: Commitment } | null>(null)
  const actedOn =
    commitments?.find(({ id }) => id === acting?.commitment.id) ??
    (isRemovedByActs ? acting?.commitment : undefined)
  function act(action: OwnAction, commitment: Commitment) {
    setActing({ action, commitment })
    refresh()
  }
  const dialog = acting && actedOn && (
    <ActionDialog action={acting.action} commitment={actedOn} onClose={() => setActing(null)} />
  )
  return { act, dialog }
}
