import type { Commitment } from '#contract/book/commitments.ts'
import { endpointQuery, isUnauthorized, serverWords } from '#web/api/client.ts'
import { toast, type ToastMessage } from '#web/ui/toast.ts'
import { useRequireLogin } from '#web/actions/use-require-login.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'

export interface CommitmentMutation {
  run: () => Promise<Commitment>
  /** The toast that says what was done. */
  done: (changed: Commitment) => ToastMessage
  onClose: () => void
}

/**
 * An act on an own commitment. It stays under way until the commitments have been read again, so
 * that the old figures are never seen beside the news; whatever the answer, what shows them is
 * brought up to date, since a refusal means that the screen was behind.
 */
export function useCommitmentMutation({ run, done, onClose }: CommitmentMutation) {
  const client = useQueryClient()
  const requireLogin = useRequireLogin()

  function refresh() {
    void client.invalidateQueries(endpointQuery('listLoans'))
    void client.invalidateQueries(endpointQuery('getStats'))
    return client.invalidateQueries(endpointQuery('listOwnCommitments'))
  }

  const { mutate, isPending, error } = useMutation({
    mutationFn: run,
    async onSuccess(changed) {
      await refresh()
      toast(done(changed))
      onClose()
    },
    onError(failure) {
      if (isUnauthorized(failure)) requireLogin('Please log in to make commitments.')
      else void refresh()
    },
  })
  return {
    mutate: () => mutate(),
    isPending,
    /** Why it failed. */
    words: error ? serverWords(error, error.message) : undefined,
  }
}
