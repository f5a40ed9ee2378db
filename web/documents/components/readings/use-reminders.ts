import { ApiError, call, errorMessage, isUnauthorized } from '#web/api/client.ts'
import { whenRefetched } from '#web/live/refetch.ts'
import { useAttempts } from '#web/forms/attempts.ts'
import { useRequireLogin } from '#web/forms/use-require-login.ts'
import { toast } from '#web/ui/overlays/toast.ts'
import { useState } from 'react'
import { sendToEach, type Sending } from './send-to-each.ts'

export function useReminders(loanId: string, ids: readonly string[], onAllSent: () => void) {
  const requireLogin = useRequireLogin()
  const [states, setStates] = useState<ReadonlyMap<string, Sending>>(new Map())
  const [isSending, setSending] = useState(false)
  const attempts = useAttempts()
  const left = ids.filter((id) => states.get(id)?.is !== 'sent')

  async function send(message: string) {
    setSending(true)
    const sent = await sendToEach({
      ids: left,
      send(recipientId) {
        const body = { loanId, message, recipientId }
        return attempts.send(body, (headers) => call('createMessage', { body, headers }))
      },
      report: (id, sending) => setStates((before) => new Map(before).set(id, sending)),
      judge(error) {
        if (isUnauthorized(error)) requireLogin('Log in again to continue.')
        // These errors may concern one lender only; throttling or a missing response affects all.
        const isForOne = error instanceof ApiError && [400, 404, 409].includes(error.status)
        return { why: errorMessage(error, "It wasn't sent."), isForAll: !isForOne }
      },
    })
    await whenRefetched()
    setSending(false)
    if (sent < left.length) return
    toast({ title: ids.length === 1 ? 'Reminder sent' : `${ids.length} reminders sent` })
    onAllSent()
  }
  return { states, left: left.length, isSending, send: (message: string) => void send(message) }
}
