import { isUnauthorized, errorMessage } from '#web/api/client.ts'
import { whenRefetched } from '#web/live/refetch.ts'
import { toast, type ToastMessage } from '#web/ui/overlays/toast.ts'
import { useRequireLogin } from '#web/forms/use-require-login.ts'
import { useMutation } from '@tanstack/react-query'

export interface CommitmentMutation<Changed> {
  run: () => Promise<Changed>
  /** The toast on success. */
  done: (changed: Changed) => ToastMessage
  onDone: (changed: Changed) => void
}

/**
 * An act on an own commitment. It stays under way until what it changed has been read anew, so that
 * the old figures are never seen beside the news.
 */
export function useCommitmentMutation<Changed>({ run, done, onDone }: CommitmentMutation<Changed>) {
  const requireLogin = useRequireLogin()

  const { mutate, isPending, error } = useMutation({
    mutationFn: run,
    async onSuccess(changed) {
      await whenRefetched()
      toast(done(changed))
      onDone(changed)
    },
    onError(failure) {
      if (isUnauthorized(failure)) requireLogin('Please log in to make commitments.')
    },
  })
  return {
    mutate: () => mutate(),
    isPending,
    /** The message of a failure. */
    words: error ? errorMessage(error, error.message) : undefined,
  }
}
