import { onDemand } from '#web/ui/on-demand.tsx'
import type { OwnSession } from '#contract/accounts/shapes.ts'
import { ApiError, call, endpointQuery } from '#web/api/client.ts'
import { FetchedList } from '#web/lists/FetchedList.tsx'
import { useAction } from '#web/forms/use-action.ts'
import { formatTimestamp } from '#web/time/timestamps.ts'
import { Badge } from '#web/ui/display/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '#web/ui/display/Card.tsx'
import { EmptyState } from '#web/ui/display/EmptyState.tsx'
import { Skeletons } from '#web/ui/display/Skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { describeBrowser } from './user-agent.ts'

const SignOutEverywhereDialog = onDemand(() =>
  import('./SignOutEverywhereDialog.tsx').then((part) => part.SignOutEverywhereDialog),
)

/** Enough rows to show several recent browsers so that the user notices an unknown one. */
const shownAtFirst = 3

export function SignIns() {
  // Sessions start and end outside this tab, so cached data could be outdated.
  const sessions = useQuery({ ...endpointQuery('listSessions'), refetchOnMount: 'always' })
  const title = useRef<HTMLHeadingElement>(null)
  const [isEnding, setEnding] = useState(false)
  const [isWhole, setWhole] = useState(false)
  const rows = useRef<HTMLUListElement>(null)

  function showAll() {
    flushSync(() => setWhole(true))
    // The focused "show more" button was removed, so focus moves to the first row that was added.
    rows.current?.children[shownAtFirst]?.querySelector('button')?.focus()
  }

  const list = (
    <FetchedList
      query={sessions}
      failed="Your sign-ins couldn't be loaded"
      skeleton={<Skeletons count={2} className="h-10" />}
      empty={<EmptyState title="No sign-ins" />}
      staleClass="px-4.5 pb-3"
    >
      {(items) => (
        <>
          <ul ref={rows} className="divide-y border-t">
            {(isWhole ? items : items.slice(0, shownAtFirst)).map((session) => (
              <SignIn
                key={session.id}
                session={session}
                onEnded={() => title.current?.focus({ preventScroll: true })}
              />
            ))}
          </ul>
          {!isWhole && items.length > shownAtFirst && (
            <div className="grid border-t px-4.5 py-3">
              <Button variant="outline" className="justify-self-center" onClick={showAll}>
                Show All {items.length}
              </Button>
            </div>
          )}
        </>
      )}
    </FetchedList>
  )
  return (
    <Card as="section" aria-labelledby="sign-ins" className="overflow-hidden">
      <CardHeader
        className="pb-4"
        action={
          <Button variant="outline" onClick={() => setEnding(true)}>
            Sign Out Everywhere
          </Button>
        }
      >
        <CardTitle ref={title} id="sign-ins" tabIndex={-1} className="outline-none">
          Where you're signed in
        </CardTitle>
        <CardDescription>
          Don't recognize one? Sign it out and change your password.
        </CardDescription>
      </CardHeader>
      {sessions.data ? list : <CardContent className="pt-0!">{list}</CardContent>}
      {isEnding && (
        <SignOutEverywhereDialog count={sessions.data?.length} onClose={() => setEnding(false)} />
      )}
    </Card>
  )
}

function SignIn({ session, onEnded }: { session: OwnSession; onEnded: () => void }) {
  const { id, address, startedAt, seenAt } = session
  const isCurrent = session.isCurrent === 'true'
  const agent = describeBrowser(session.agent)
  const end = useAction({
    act: () => call('endSession', { params: { id } }),
    done: () => ({ title: 'Signed out', description: `${agent} is no longer signed in.` }),
    failed: 'Failed to sign out the browser',
    onDone: onEnded,
  })
  return (
    <li className="flex items-center justify-between gap-3 px-4.5 py-2.5">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium wrap-anywhere" title={session.agent}>
            {agent}
          </span>
          {isCurrent && <Badge tone="success">This browser</Badge>}
        </p>
        <p className="text-[0.8125rem] text-pretty wrap-anywhere text-muted-foreground">
          {address} · Since {formatTimestamp(startedAt)} · Last seen {formatTimestamp(seenAt)}
        </p>
      </div>
      {/* The current session has no button here, because "Log Out" in the page's header ends it. */}
      {!isCurrent && (
        <Button
          variant="outline"
          size="s"
          aria-label={`Sign out ${agent}, since ${formatTimestamp(startedAt)}`}
          busy={end.isPending}
          onClick={() =>
            // A 404 means that the session has already ended, so it is removed from the list too.
            end.mutate(undefined, {
              onError: (error) => error instanceof ApiError && error.status === 404 && onEnded(),
            })
          }
        >
          Sign Out
        </Button>
      )}
    </li>
  )
}
