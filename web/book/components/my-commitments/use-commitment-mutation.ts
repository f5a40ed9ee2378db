import { isUnauthorized, errorMessage } from '#web/api/client.ts'
import { whenRefetched } from '#web/live/refetch.ts'
import { toast, type ToastMessage } from '#web/ui/overlays/toast.ts'
import { useRequireLogin } from '#web/forms/use-require-login.ts'
import { useMutation } from '@tanstack/react-query'

export interface CommitmentMutation<Changed> {
  run: () => Promise<Changed>
  done?: (changed: Changed) => ToastMessage
  onDone: (changed: Changed) => void
}

/**
 * Runs an action on one of the user's commitments. Stays pending until the affected queries have been refetched. The
 * result therefore never appears next to outdated figures.
 */
export function useCommitmentMutation<Changed>({ run, done, onDone }: CommitmentMutation<Changed>) {
  const requireLogin = useRequireLogin()

  const { mutate, isPending, error } = useMutation({
    mutationFn: run,
    async onSuccess(changed) {
      await whenRefetched()
      if (done) toast(done(changed))
      onDone(changed)
    },
    onError(failure) {
      if (isUnauthorized(failure)) requireLogin('Please log in to make commitments.')
    },
  })
  return {
    mutate: () => mutate(),
    isPending,
    words: error ? errorMessage(error, error.message) : undefined,
  }
}
