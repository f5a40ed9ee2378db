import type { Commitment } from '#contract/book/commitments.ts'
import { onDemand } from '#web/ui/on-demand.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { useIsMutating } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { OwnAction } from './own-acts.ts'

const ActionDialog = onDemand(() => import('./ActionDialog.tsx').then((part) => part.ActionDialog))

interface Acting {
  action: OwnAction
  commitment: Commitment
  isDone: boolean
}

/**
 * Manages the dialog for an action on one of the commitments. Opening the dialog calls `refresh`. With
 * `isRemovedByActs`, the dialog stays open when its own action removes the commitment from the list.
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
  // The user's own withdrawal also ends the commitment. Its mutation stays pending until the dialog has closed.
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

function EndedMeanwhile({ onClose }: { onClose: () => void }) {
  useEffect(() => {
    toast({ title: 'Nothing changed', description: 'This commitment has already ended.' })
    onClose()
  }, [onClose])
  return null
}
