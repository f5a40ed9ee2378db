import { isUnauthorized } from '#web/api/client.ts'
import { whenRefetched } from '#web/live/refetch.ts'
import { dismissToast, toast, type ToastMessage } from '#web/ui/overlays/toast.ts'
import { useRequireLogin } from './use-require-login.ts'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { withReason } from './refusal-text.ts'

export interface Action<Input, Result> {
  act: (input: Input) => Promise<Result>
  /** The toast on success. */
  done?: ((result: Result, input: Input) => ToastMessage) | undefined
  /** The text for a failure; the server's message is appended. */
  failed: string
  /** The title above that text. */
  failedTitle?: string
  /** What is said of some errors instead; null for others. */
  sayOf?: (error: Error) => ToastMessage | null
  onDone?: ((result: Result, input: Input) => void) | undefined
}

/**
 * An act of the desk. It stays under way until what its calls changed has been read anew, so that the
 * old state is never seen beside the news.
 */
export function useAction<Result, Input = void>({
  act,
  done,
  failed,
  failedTitle = 'Error',
  sayOf,
  onDone,
}: Action<Input, Result>) {
  const requireLogin = useRequireLogin()
  const lastFailure = useRef(0)

  return useMutation({
    mutationFn: act,
    // What is tried again hasn't failed yet.
    onMutate: () => dismissToast(lastFailure.current),
    async onSuccess(result, input) {
      await whenRefetched()
      if (done) toast(done(result, input))
      onDone?.(result, input)
    },
    onError(error) {
      if (isUnauthorized(error)) {
        requireLogin('Log in again to continue.')
        return
      }
      const message = sayOf?.(error) ?? {
        title: failedTitle,
        description: withReason(failed, error),
      }
      lastFailure.current = toast({ ...message, variant: 'destructive' })
    },
  })
}
