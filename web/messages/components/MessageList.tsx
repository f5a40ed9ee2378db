import { cx } from '#web/ui/cx.ts'
import { Reply } from 'lucide-react'
import type { Audience } from '#domain/audience/audiences.ts'
import type { Message } from '#contract/messages/shapes.ts'
import { useSession } from '#web/session.ts'
import { formatTimestamp } from '#web/time/timestamps.ts'
import { Badge } from '#web/ui/display/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import type { Correspondent, Thread } from './threads.ts'

/** A scroll position within this distance of the end counts as the end. */
const nearPx = 40

export interface MessageListProps {
  threads: Thread[]
  audience: Audience
  /** Null for a lender, who sees one thread without a heading and without a choice of recipient. */
  onReply: ((lender: Correspondent) => void) | null
  earlier: ReactNode
}

/** Messages, oldest first. The box stays scrolled to the newest message unless the user reads an older one. */
export function MessageList({ threads, audience, onReply, earlier }: MessageListProps) {
  const { user } = useSession()
  const box = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  const newest = threads.at(-1)?.messages.at(-1)
  const isOwn = newest !== undefined && newest.userId === user?.id
  const newestId = newest?.id
  const count = threads.reduce((sum, { messages }) => sum + messages.length, 0)
  const before = useRef({ count: 0, height: 0, newestId })
  useEffect(() => {
    if (newestId && (isAtEnd.current || isOwn))
      box.current?.scrollTo({ top: box.current.scrollHeight })
  }, [newestId, isOwn])
  // Earlier messages that are added above must not move the visible messages.
  useLayoutEffect(() => {
    const { current } = box
    if (!current) return
    const isEarlier = count > before.current.count && newestId === before.current.newestId
    if (isEarlier && current.scrollTop === 0)
      current.scrollTop = current.scrollHeight - before.current.height
    before.current = { count, height: current.scrollHeight, newestId }
  }, [count, newestId])

  return (
    <div
      ref={box}
      onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
        isAtEnd.current = scrollTop + clientHeight >= scrollHeight - nearPx
      }}
      role="log"
      aria-label="Messages"
      // The keyboard can scroll only a focusable container.
      tabIndex={0}
      className="relative grid max-h-96 gap-5 overflow-y-auto rounded-lg print:block print:max-h-none print:space-y-3 print:overflow-visible"
    >
      {earlier}
      {threads.map(({ lender, firmName, messages }) => (
        <section
          key={messages[0]?.firmId ?? 'all'}
          aria-label={firmName ?? threadName(lender, audience)}
        >
          {onReply && (
            <h3 className="mb-2 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs font-medium text-muted-foreground">
              {firmName ?? threadName(lender, audience)}
              {!lender || isReachable(messages) ? (
                <Waiting thread={{ lender, messages }} />
              ) : (
                <span className="font-normal">
                  Replies are off: this person has no active, approved lender account.
                </span>
              )}
            </h3>
          )}
          <ol className="grid gap-3">
            {messages.map((message) => (
              <MessageItem
                key={message.id}
                message={message}
                {...(lender && onReply && message.isReachable === 'true'
                  ? { onReply: () => onReply({ id: message.userId, name: message.userName }) }
                  : {})}
              />
            ))}
          </ol>
        </section>
      ))}
    </div>
  )
}

const isReachable = (messages: readonly Message[]) =>
  messages.some((message) => message.isReachable === 'true')

type Conversation = Pick<Thread, 'lender' | 'messages'>

function Waiting({ thread }: { thread: Conversation }) {
  const now = useNow()
  const question = oldestUnanswered(thread)
  const wait = question && describeWait(question.createdAt, now)
  return wait && <Badge tone="warning">{wait}</Badge>
}

function useNow() {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

const threadName = (lender: Correspondent | null, audience: Audience) =>
  lender?.name ??
  (audience === 'everyone' ? 'To all approved lenders' : 'To all lenders with access')

function MessageItem({ message, onReply }: { message: Message; onReply?: () => void }) {
  const isAdmin = message.isAdmin === 'true'
  return (
    <li className={cx('rounded-lg p-3 print:break-inside-avoid', isAdmin ? 'border' : 'bg-muted')}>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-medium">{message.userName}</span>
        {isAdmin && <Badge tone="info">Admin</Badge>}
        {isAdmin && message.recipientId === null && <Badge>Announcement</Badge>}
        <time dateTime={message.createdAt} className="text-xs text-muted-foreground">
          {formatTimestamp(message.createdAt)}
        </time>
        {!isAdmin && onReply && (
          <Button
            variant="ghost"
            size="s"
            className="-my-1 ml-auto"
            aria-label={`Reply to ${message.userName}`}
            onClick={onReply}
          >
            <Reply aria-hidden="true" />
            Reply
          </Button>
        )}
      </div>
      <p className="mt-1 wrap-anywhere whitespace-pre-line">{message.message}</p>
    </li>
  )
}

/** A lender's oldest question without a later reply, or null if there is none. */
export function oldestUnanswered({ lender, messages }: Conversation): Message | null {
  if (!lender) return null
  const answered = messages.findLastIndex(({ isAdmin }) => isAdmin === 'true')
  return messages[answered + 1] ?? null
}

/** Returns text such as "waiting 3 days", or null for less than a minute. */
export function describeWait(since: string, now: number): string | null {
  const minutes = Math.floor((now - Date.parse(since)) / 60_000)
  if (minutes < 1) return null
  const [count, unit] =
    minutes < 60
      ? [minutes, 'minute']
      : minutes < 24 * 60
        ? [Math.floor(minutes / 60), 'hour']
        : [Math.floor(minutes / (24 * 60)), 'day']
  return `waiting ${count} ${unit}${count === 1 ? '' : 's'}`
}
