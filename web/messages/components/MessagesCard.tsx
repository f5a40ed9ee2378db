import type { Message } from '#contract/messages/shapes.ts'
import type { Audience } from '#domain/audience/audiences.ts'
import { endpointPages, endpointQuery } from '#web/api/client.ts'
import { FetchedList } from '#web/lists/FetchedList.tsx'
import { LoadMore } from '#web/lists/LoadMore.tsx'
import { seenAsLenderReason, useSeenAsLender } from '#web/seen-as-lender.ts'
import { useSession } from '#web/session.ts'
import { Card, CardContent, CardHeader, CardTitle } from '#web/ui/display/Card.tsx'
import { Skeleton } from '#web/ui/display/Skeleton.tsx'
import { Button } from '#web/ui/Button.tsx'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useSearch } from 'wouter'
import { SendHorizontal } from 'lucide-react'
import { MessageList } from './MessageList.tsx'
import { groupByFirm, type Correspondent, type Recipient, type Thread } from './threads.ts'
import { blankMessage, useUnsentMessage } from './use-unsent-message.ts'
import { useMessageForm, type MessageFormProps } from './use-message-form.tsx'

export interface MessagesCardProps {
  loanId: string
  /** Undefined for lenders, who don't see it. */
  audience: Audience | undefined
}

export function MessagesCard({ loanId, audience = 'everyone' }: MessagesCardProps) {
  const { isAdmin } = useSession()
  const isSeenAsLender = useSeenAsLender()
  // A lender sees neither other lenders' messages nor the replies to them.
  const pages = useInfiniteQuery(
    endpointPages(
      'listLoanMessages',
      { limit: '50', ...(isSeenAsLender && { announcements: 'true' }) },
      { loanId },
    ),
  )
  // Pages are ordered newest first, but the messages on a page are ordered oldest first.
  const messages = pages.data?.pages.toReversed().flatMap((page) => page.items)
  const [unsent, writeUnsent] = useUnsentMessage(loanId)
  const toId = useLenderToAnswer()
  const named = useNamedLender(toId, messages)
  // The recipient needs separate state, because a blank message isn't kept. The recipient is undefined until the user
  // chooses one.
  const [chosen, setRecipient] = useState<Recipient | null | undefined>(
    unsent.recipient ?? undefined,
  )
  const [chosenBeside, setChosenBeside] = useState(toId)
  if (chosenBeside !== toId) {
    setChosenBeside(toId)
    setRecipient(undefined)
  }
  // Unsent text belongs to the recipient for whom it was written.
  const recipient = unsent.recipient ?? (chosen === undefined ? named : chosen)
  const textarea = useRef<HTMLTextAreaElement>(null)

  function address(to: Recipient | null) {
    setRecipient(to)
    writeUnsent({ ...unsent, recipient: to })
  }
  function reply(to: Correspondent) {
    address(to)
    textarea.current?.focus()
  }

  return (
    <Card as="section" aria-labelledby="loan-messages">
      <CardHeader>
        <CardTitle id="loan-messages">Messages</CardTitle>
      </CardHeader>
      <CardContent className="grid gap-4">
        <FetchedList
          query={{
            data: messages,
            error: pages.error,
            isRefetchError: pages.isRefetchError,
            refetch: () => pages.refetch(),
          }}
          failed="The messages couldn't be loaded"
          skeleton={
            <>
              <Skeleton className="h-14 w-3/4" />
              <Skeleton className="h-14 w-2/3" />
            </>
          }
          empty={
            <div>
              <p className="font-medium">No messages yet</p>
              <p className="text-muted-foreground">
                {isAdmin ? 'Lenders can ask about this loan here.' : 'Ask about this loan here.'}
              </p>
            </div>
          }
        >
          {(items) => (
            <MessageList
              threads={
                isAdmin ? groupByFirm(items) : [{ lender: null, firmName: null, messages: items }]
              }
              audience={audience}
              onReply={isAdmin ? reply : null}
              earlier={
                <LoadMore
                  query={pages}
                  label="Load Earlier Messages"
                  failed="Earlier messages couldn't be loaded"
                />
              }
            />
          )}
        </FetchedList>
        <hr className="border-t border-border print:hidden" />
        <MessageForm
          ref={textarea}
          loanId={loanId}
          recipient={recipient}
          onRecipientChange={address}
          text={isSeenAsLender ? '' : unsent.text}
          onTextChange={(text) => writeUnsent({ text, recipient })}
          onSent={() => {
            setRecipient(null)
            writeUnsent(blankMessage)
            // The button would lose focus, because it is disabled while the text is empty.
            const text = textarea.current
            if (text?.form?.contains(document.activeElement)) text.focus()
          }}
        />
      </CardContent>
    </Card>
  )
}

/** The lender's id in a URL such as `/loans/7?to=8#messages` for administrators, or otherwise null. */
function useLenderToAnswer(): string | null {
  const { isAdmin } = useSession()
  const id = new URLSearchParams(useSearch()).get('to')
  return isAdmin ? id : null
}

function useNamedLender(
  id: string | null,
  messages: readonly Message[] | undefined,
): Correspondent | null {
  const threads = groupByFirm(messages ?? [])
  const author = id === null ? null : authorOf(threads, id)
  // The question could be older than the loaded messages.
  const { data: other } = useQuery({
    ...endpointQuery('getLender', { params: { id: id ?? '' } }),
    enabled: id !== null && messages !== undefined && !author,
  })
  if (author || other?.id !== id) return author ?? null
  const { name, isApproved, isAdmin, deactivatedAt } = other
  const isReachable = isApproved === 'true' && isAdmin === 'false' && deactivatedAt === null
  return isReachable ? { id, name } : null
}

/** A colleague of the person who last asked can be in the same thread. */
function authorOf(threads: readonly Thread[], id: string): Correspondent | null {
  const question = threads
    .flatMap((thread) => thread.messages)
    .find(({ userId, isAdmin }) => userId === id && isAdmin === 'false')
  return question ? { id, name: question.userName } : null
}

function MessageForm(props: MessageFormProps) {
  const { fields, submit, isBlank, isSending } = useMessageForm(props)
  const isSeenAsLender = useSeenAsLender()
  return (
    <form className="grid gap-3" onSubmit={submit}>
      {fields}
      <div className="flex flex-wrap items-center justify-between gap-2">
        {isSeenAsLender ? (
          <p className="text-[0.8125rem] text-muted-foreground">{seenAsLenderReason}</p>
        ) : (
          <p className="text-xs text-muted-foreground max-md:hidden">Ctrl/⌘ + Enter to send</p>
        )}
        <Button
          type="submit"
          variant="outline"
          busy={isSending}
          disabled={isBlank}
          className="ml-auto"
        >
          <SendHorizontal aria-hidden="true" />
          Send Message
        </Button>
      </div>
    </form>
  )
}
