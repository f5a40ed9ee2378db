import { isUnauthorized } from '#web/api/client.ts'
import { whenRefetched } from '#web/live/refetch.ts'
import { dismissToast, toast, type ToastMessage } from '#web/ui/overlays/toast.ts'
import { useRequireLogin } from './use-require-login.ts'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { withReason } from './refusal-text.ts'

export interface Action<Input, Result> {
  act: (input: Input) => Promise<Result>
  done?: ((result: Result, input: Input) => ToastMessage) | undefined
  /** The title of the toast for a failure. The server's message follows it. */
  failed: string
  failedTitle?: string
  /** Overrides the toast for specific errors. Null means that the default toast is shown. */
  sayOf?: (error: Error) => ToastMessage | null
  onDone?: ((result: Result, input: Input) => void) | undefined
}

/**
 * Runs a mutation with toasts. It stays pending until the affected queries have been refetched. The success toast
 * therefore never appears next to outdated data.
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
