import { textLimits } from '#domain/texts.ts'
import { endpointQuery } from '#web/api.ts'
import { company } from '#web/company.ts'
import { useSession } from '#web/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { NativeSelect } from '#web/ui/NativeSelect.tsx'
import { Textarea } from '#web/ui/Textarea.tsx'
import { toast } from '#web/ui/toast.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { SendHorizontal } from 'lucide-react'
import { useState, type KeyboardEvent, type Ref } from 'react'
import { sendingFailed, sendMessage, type WrittenMessage } from './send-message.ts'
import type { Correspondent } from './threads.ts'

export interface MessageFormProps {
  ref: Ref<HTMLTextAreaElement>
  loanId: string
  /** The lenders of this loan's messages, one of whom an administrator may answer. */
  correspondents: Correspondent[]
  /** Null is an announcement to all approved lenders. */
  recipient: Correspondent | null
  onRecipientChange: (recipient: Correspondent | null) => void
}

/** Where a message is written. Above the text stands who will read it. */
export function MessageForm({
  ref,
  loanId,
  correspondents,
  recipient,
  onRecipientChange,
}: MessageFormProps) {
  const { isAdmin } = useSession()
  const [text, setText] = useState('')
  const send = useSendMessage(loanId, () => setText(''))
  const canSend = text.trim() !== '' && !send.isPending

  function submit() {
    if (canSend) send.mutate({ message: text.trim(), recipientId: recipient?.id ?? null })
  }
  function submitByKeys(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    submit()
  }

  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {isAdmin && (
        <Field label="Who will read it">
          <NativeSelect
            value={recipient?.id ?? ''}
            onChange={({ target }) =>
              onRecipientChange(correspondents.find(({ id }) => id === target.value) ?? null)
            }
          >
            <option value="">Announcement to all approved lenders</option>
            {correspondents.map(({ id, name }) => (
              <option key={id} value={id}>
                Answer to {name}
              </option>
            ))}
          </NativeSelect>
        </Field>
      )}
      <p id="message-readers" className="text-muted-foreground">
        {readers(isAdmin, recipient)}
      </p>
      <Field label="Your message" hideLabel>
        {(control) => (
          <Textarea
            {...control}
            aria-describedby="message-readers"
            ref={ref}
            rows={3}
            maxLength={textLimits.message}
            placeholder={isAdmin ? 'Write a message...' : 'Ask a question about this loan...'}
            value={text}
            // What is being sent stands still: it is cleared once it has arrived.
            readOnly={send.isPending}
            onChange={({ target }) => setText(target.value)}
            onKeyDown={submitByKeys}
          />
        )}
      </Field>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-xs text-muted-foreground max-md:hidden">Ctrl or Cmd + Enter sends it.</p>
        <Button type="submit" busy={send.isPending} disabled={!canSend} className="ml-auto">
          <SendHorizontal aria-hidden="true" />
          Send Message
        </Button>
      </div>
    </form>
  )
}

function readers(isAdmin: boolean, recipient: Correspondent | null) {
  if (!isAdmin) return `Only you and ${company.name} will see this.`
  return recipient
    ? `Only ${recipient.name} and ${company.name} will see this.`
    : 'All approved lenders will see this.'
}

function useSendMessage(loanId: string, onSent: () => void) {
  const { user } = useSession()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (written: WrittenMessage) => sendMessage(user, loanId, written),
    async onSuccess() {
      onSent()
      toast({ title: 'Message sent', description: 'Your message has been sent successfully.' })
      await client.invalidateQueries(endpointQuery('listLoanMessages', { params: { loanId } }))
    },
    onError(error) {
      toast({
        title: 'Failed to send message',
        description: sendingFailed(error),
        variant: 'destructive',
      })
    },
  })
}
