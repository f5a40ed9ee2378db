import type { Commitment } from '#contract/book/commitments.ts'
import { onDemand } from '#web/ui/on-demand.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { useIsMutating } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { OwnAction } from './own-acts.ts'

// Loaded on demand: the dialogs are larger than the page, and most visits open none.
const ActionDialog = onDemand(() => import('./ActionDialog.tsx').then((part) => part.ActionDialog))

interface Acting {
  action: OwnAction
  commitment: Commitment
  /** Its receipt is shown. */
  isDone: boolean
}

/**
 * The action that the user is about to take on one of these commitments, and its dialog. `refresh` reads them
 * anew when it opens, because page and dialog should have current figures. Where the action itself removes the
 * commitment from the list, `isRemovedByActs` keeps the dialog, which says what was done; once it is done, whatever
 * becomes of the commitment does.
 */
export function useActing(
  commitments: readonly Commitment[] | undefined,
  refresh: () => unknown,
  { isRemovedByActs = false } = {},
) {
  const [acting, setActing] = useState<Acting | null>(null)
  const actedOn =
    commitments?.find(({ id }) => id === acting?.commitment.id) ??
    (isRemovedByActs || acting?.isDone ? acting?.commitment : undefined)
  // The own withdrawal ends it too: it is under way until its dialog has closed.
  const isAtWork = useIsMutating() > 0
  function act(action: OwnAction, commitment: Commitment) {
    setActing({ action, commitment, isDone: false })
    refresh()
  }
  const close = () => setActing(null)
  const dialog =
    acting && actedOn ? (
      <ActionDialog
        action={acting.action}
        commitment={actedOn}
        onDone={() => setActing({ ...acting, isDone: true })}
        onClose={close}
      />
    ) : acting && commitments && !isAtWork ? (
      <EndedMeanwhile onClose={close} />
    ) : null
  return { act, dialog }
}

/** In place of the dialog, whose commitment somebody else ended. */
function EndedMeanwhile({ onClose }: { onClose: () => void }) {
  useEffect(() => {
    toast({ title: 'Nothing changed', description: 'This commitment was ended meanwhile.' })
    onClose()
  }, [onClose])
  return null
}
