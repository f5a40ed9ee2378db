import { textLimits } from '#domain/texts.ts'
import { endpointQuery, isUnauthorized } from '#web/api/client.ts'
import { whenRefetched } from '#web/live/refetch.ts'
import { company } from '#web/company/company.ts'
import { useSeenAsLender } from '#web/seen-as-lender.ts'
import { useSession } from '#web/session.ts'
import { Field } from '#web/ui/fields/Field.tsx'
import { Skeleton } from '#web/ui/display/Skeleton.tsx'
import { Textarea } from '#web/ui/fields/Input.tsx'
import { dismissToast, toast } from '#web/ui/overlays/toast.ts'
import { onDemand } from '#web/ui/on-demand.tsx'
import { useAttempts } from '#web/forms/attempts.ts'
import { useRequireLogin } from '#web/forms/use-require-login.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import {
  useId,
  useRef,
  useState,
  type ComponentType,
  type KeyboardEvent,
  type Ref,
  type SyntheticEvent,
} from 'react'
import {
  announcementReach,
  sendingFailed,
  sendingKey,
  sendMessage,
  useIsSending,
  type WrittenMessage,
} from './send-message.ts'
import type { RecipientFieldProps } from './RecipientField.tsx'
import type { Recipient } from './threads.ts'

export interface MessageFormProps {
  ref: Ref<HTMLTextAreaElement>
  loanId: string
  /** The recipient chosen by an administrator. Null for lenders, who always write to the originator. */
  recipient: Recipient | null
  onRecipientChange: (recipient: Recipient | null) => void
  text: string
  onTextChange: (text: string) => void
  /**
   * Called after the message is stored. Clears the text and the recipient, because the next message might be for
   * another lender.
   */
  onSent: () => void
  rows?: number
  /** The component for the recipient field, for callers that bundle it anyway. By default, it is loaded on demand. */
  Recipients?: ComponentType<RecipientFieldProps>
}

/** The fields and the submit handler of a message form. The audience is shown above the text field. */
export function useMessageForm({
  ref,
  loanId,
  recipient,
  onRecipientChange,
  text,
  onTextChange,
  onSent,
  rows = 3,
  Recipients = RecipientField,
}: MessageFormProps) {
  const { isAdmin } = useSession()
  const isSeenAsLender = useSeenAsLender()
  const [isRecipientMissing, setRecipientMissing] = useState(false)
  const chooser = useRef<HTMLInputElement>(null)
  const readers = useId()
  const { send, isSending } = useSendMessage(loanId, onSent)
  const isBlank = text.trim() === ''

  function submit(event: SyntheticEvent) {
    event.preventDefault()
    if (isBlank || isSending) return
    if (isAdmin && !recipient) {
      setRecipientMissing(true)
      chooser.current?.focus()
      return
    }
    const recipientId = recipient === 'everyone' ? null : (recipient?.id ?? null)
    send({ message: text.trim(), recipientId })
  }
  function submitByKeys(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event)
  }

  const fields = (
    <>
      {isAdmin && (
        <Recipients
          ref={chooser}
          loanId={loanId}
          value={recipient}
          onChange={onRecipientChange}
          error={isRecipientMissing && !recipient ? 'Choose who receives this message' : undefined}
        />
      )}
      <p id={readers} className="text-muted-foreground">
        <Readers loanId={loanId} isAdmin={isAdmin} recipient={recipient} />
      </p>
      <Field label="Your message" hideLabel>
        {(control) => (
          <Textarea
            {...control}
            aria-describedby={readers}
            ref={ref}
            rows={rows}
            maxLength={textLimits.message}
            placeholder={isAdmin ? 'Write a message...' : 'Ask a question about this loan...'}
            value={text}
            // The field is read-only while the message is being sent, because the text is cleared afterward.
            readOnly={isSending}
            disabled={isSeenAsLender}
            onChange={({ target }) => onTextChange(target.value)}
            onKeyDown={submitByKeys}
          />
        )}
      </Field>
    </>
  )
  return { fields, submit, isBlank, isSending }
}

const RecipientField = onDemand<RecipientFieldProps>(
  () => import('./RecipientField.tsx').then((part) => part.RecipientField),
  () => <Skeleton className="h-15.5 max-md:h-17.5" />,
)

interface ReadersProps {
  loanId: string
  isAdmin: boolean
  recipient: Recipient | null
}

function Readers({ loanId, isAdmin, recipient }: ReadersProps) {
  if (!isAdmin) return `Only you and ${company.name} will see this.`
  if (!recipient) return 'Write to one lender, or announce something to all of them.'
  if (recipient === 'everyone') return <Audience loanId={loanId} />
  return `Only ${recipient.name} and ${company.name} will see this.`
}

function Audience({ loanId }: { loanId: string }) {
  const { data: audience, isFetching } = useQuery({
    ...endpointQuery('getAnnouncementAudience', { params: { id: loanId } }),
    refetchOnMount: 'always',
  })
  if (!audience || isFetching) return 'All lenders who see this loan in full can read this.'
  return announcementReach(audience)
}

function useSendMessage(loanId: string, onSent: () => void) {
  const { user } = useSession()
  const requireLogin = useRequireLogin()
  const lastFailure = useRef(0)
  const attempts = useAttempts()
  const { mutate } = useMutation({
    mutationKey: sendingKey(loanId),
    mutationFn: (written: WrittenMessage) => sendMessage(user, loanId, written, attempts),
    onMutate: () => dismissToast(lastFailure.current),
    async onSuccess() {
      onSent()
      toast({ title: 'Message sent', description: 'Your message has been sent successfully.' })
      await whenRefetched()
    },
    onError(error) {
      const title = 'Failed to send message'
      const description = sendingFailed(error)
      if (isUnauthorized(error)) requireLogin(description, title)
      else lastFailure.current = toast({ title, description, variant: 'destructive' })
    },
  })
  // The state comes from the mutation cache so that the form still shows a pending request after the user leaves and
  // returns.
  return { send: mutate, isSending: useIsSending(loanId) }
}
