import { textLimits } from '#domain/texts.ts'
import { company } from '#web/company/company.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { Field } from '#web/ui/fields/Field.tsx'
import { Textarea } from '#web/ui/fields/Input.tsx'
import { useDiscardQuestion } from '#web/ui/overlays/use-discard-question.tsx'
import { ApiError, call, errorMessage, isUnauthorized } from '#web/api/client.ts'
import { whenRefetched } from '#web/live/refetch.ts'
import { useAttempts } from '#web/forms/attempts.ts'
import { useRequireLogin } from '#web/forms/use-require-login.ts'
import { toast } from '#web/ui/overlays/toast.ts'
import { useState } from 'react'
import { type Sending, sendToEach } from './send-to-each.ts'

export interface RemindDialogProps {
  loanId: string
  name: string
  recipients: { lenderId: string; lenderName: string }[]
  onClose: () => void
}

export function RemindDialog({ loanId, name, recipients, onClose }: RemindDialogProps) {
  const [suggested] = useState(
    `You haven't opened “${name}” yet. You'll find it under Loan Documents. Please review it, and ask us here if anything is unclear.`,
  )
  const [message, setMessage] = useState(suggested)
  const { close, question } = useDiscardQuestion(() => message.trim() !== suggested, onClose, {
    title: 'Discard your text?',
    text: "You'll lose what you wrote.",
  })
  const ids = recipients.map(({ lenderId }) => lenderId)
  const { states, left, isSending, send } = useReminders(loanId, ids, onClose)
  const sent = recipients.length - left
  const hasFailed = !isSending && [...states.values()].some(({ is }) => is === 'failed')
  return (
    <>
      {question}
      <Dialog
        open
        onOpenChange={(open) => !open && close()}
        title={`Remind those who haven't opened ${name}`}
        busy={isSending}
        onSubmit={(event) => {
          event.preventDefault()
          if (message.trim() !== '' && !isSending) send(message.trim())
        }}
        footer={
          <>
            <p
              role="status"
              className="mr-auto self-center text-muted-foreground max-md:min-w-full"
            >
              {states.size > 0 && `${sent} of ${recipients.length} sent`}
            </p>
            <Button variant="outline" disabled={isSending} onClick={close}>
              {hasFailed ? 'Close' : 'Cancel'}
            </Button>
            <Button type="submit" busy={isSending} disabled={message.trim() === ''}>
              {hasFailed
                ? `Retry ${left}`
                : left === 1
                  ? 'Send Reminder'
                  : `Send ${left} Reminders`}
            </Button>
          </>
        }
      >
        <div className="grid gap-4">
          <Field
            label="Message"
            hint={`Each lender gets it as a private message: only that lender and ${company.name} see it.`}
          >
            <Textarea
              rows={4}
              maxLength={textLimits.message}
              value={message}
              readOnly={isSending}
              onChange={({ target }) => setMessage(target.value)}
            />
          </Field>
          <section aria-labelledby="reminder-recipients">
            <h3 id="reminder-recipients" className="font-medium">
              To {recipients.length} {recipients.length === 1 ? 'lender' : 'lenders'}
            </h3>
            <ul role="list" className="mt-1 divide-y">
              {recipients.map(({ lenderId, lenderName }) => (
                <li key={lenderId} className="flex flex-wrap justify-between gap-x-3 py-1.5">
                  <span className="wrap-anywhere">{lenderName}</span>
                  <SendingState sending={states.get(lenderId)} />
                </li>
              ))}
            </ul>
          </section>
        </div>
      </Dialog>
    </>
  )
}

const stateTexts = { waiting: 'Waiting', sending: 'Sending…', sent: 'Sent' } as const

function SendingState({ sending }: { sending: Sending | undefined }) {
  if (!sending) return null
  if (sending.is === 'failed')
    return <span className="text-destructive wrap-anywhere">{sending.why}</span>
  return <span className="text-muted-foreground">{stateTexts[sending.is]}</span>
}

function useReminders(loanId: string, ids: readonly string[], onAllSent: () => void) {
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
        // A 400, 404, or 409 can apply to a single lender. Throttling or a missing response affects all lenders.
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
