import { isUnauthorized } from '#web/api/client.ts'
import { dismissToast, toast, type ToastMessage } from '#web/ui/toast.ts'
import { useRequireLogin } from './use-require-login.ts'
import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useRef } from 'react'
import { withReason } from './refusal-text.ts'

export interface Action<Input, Result> {
  act: (input: Input) => Promise<Result>
  /** The toast that says what was done. */
  done?: ((result: Result, input: Input) => ToastMessage) | undefined
  /** The catalogue's words for a failure; the server's sentence is put after them. */
  failed: string
  /** The title over these words. */
  failedTitle?: string
  /** What the act changes on the screen, by the keys of its queries: read again whatever came of it. */
  touches: readonly { queryKey: QueryKey }[]
  onDone?: ((result: Result, input: Input) => void) | undefined
}

/**
 * An act of the desk. It stays under way until what it touches has been read again, so that the old
 * state is never seen beside the news; a refusal means that the screen was behind, so it is read then too.
 */
export function useAction<Result, Input = void>({
  act,
  done,
  failed,
  failedTitle = 'Error',
  touches,
  onDone,
}: Action<Input, Result>) {
  const client = useQueryClient()
  const requireLogin = useRequireLogin()
  const lastFailure = useRef(0)
  const refresh = () =>
    Promise.all(touches.map(({ queryKey }) => client.invalidateQueries({ queryKey })))

  return useMutation({
    mutationFn: act,
    async onSuccess(result, input) {
      await refresh()
      if (done) toast(done(result, input))
      // What had failed has been done now.
      else dismissToast(lastFailure.current)
      onDone?.(result, input)
    },
    onError(error) {
      if (isUnauthorized(error)) {
        requireLogin('Please log in again.')
        return
      }
      void refresh()
      const description = withReason(failed, error)
      lastFailure.current = toast({ title: failedTitle, description, variant: 'destructive' })
    },
  })
}
