import type { Message } from '#contract/messages/shapes.ts'
import { endpointPages } from '#web/api/client.ts'
import { FetchedList } from '#web/lists/FetchedList.tsx'
import { LoadMore } from '#web/lists/LoadMore.tsx'
import { useUnsentText } from '#web/unsent.ts'
import { useSession } from '#web/session.ts'
import { Card, CardContent, CardHeader, CardTitle } from '#web/ui/Card.tsx'
import { Separator } from '#web/ui/Separator.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useSearch } from 'wouter'
import { MessageForm } from './MessageForm.tsx'
import { MessageList } from './MessageList.tsx'
import { groupByLender, type Correspondent, type Recipient } from './threads.ts'

/** A loan's questions, answers and announcements, and the form to write one. */
export function MessagesCard({ loanId }: { loanId: string }) {
  const { isAdmin } = useSession()
  const pages = useInfiniteQuery(endpointPages('listLoanMessages', { limit: '50' }, { loanId }))
  // The first page has the newest messages; in each, the oldest come first.
  const messages = pages.data?.pages.toReversed().flatMap((page) => page.items)
  const [unsent, writeUnsent] = useUnsentText(`message on loan ${loanId}`, blankMessage)
  // A blank text is not kept, so the choice of recipient is kept here; undefined until one is made.
  const [chosen, setRecipient] = useState<Recipient | null | undefined>(
    unsent.recipient ?? undefined,
  )
  const named = useNamedLender(messages)
  const recipient = chosen === undefined ? named : chosen
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
              threads={isAdmin ? groupByLender(items) : [{ lender: null, messages: items }]}
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
        <Separator />
        <MessageForm
          ref={textarea}
          loanId={loanId}
          recipient={recipient}
          onRecipientChange={address}
          text={unsent.text}
          onTextChange={(text) => writeUnsent({ text, recipient })}
          onSent={() => {
            setRecipient(null)
            writeUnsent(blankMessage)
            // The button, which is disabled without a text, would lose the focus.
            const text = textarea.current
            if (text?.form?.contains(document.activeElement)) text.focus()
          }}
        />
      </CardContent>
    </Card>
  )
}

/** To administrators, the lender whom the address says to answer, as in `/loans/7?to=8#messages`; null for none. */
function useNamedLender(messages: readonly Message[] = []): Correspondent | null {
  const { isAdmin } = useSession()
  const id = new URLSearchParams(useSearch()).get('to')
  if (!isAdmin || id === null) return null
  return groupByLender(messages).find(({ lender }) => lender?.id === id)?.lender ?? null
}

/** The unsent text, and its recipient. */
interface UnsentMessage {
  text: string
  recipient: Recipient | null
}

const blankMessage: UnsentMessage = { text: '', recipient: null }
