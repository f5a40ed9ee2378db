import { Check } from 'lucide-react'
import type { Notification } from '#contract/notifications/shapes.ts'
import { notificationTarget } from '#contract/notifications/target.ts'
import { splitAnswer } from '#domain/notifications/answers.ts'
import { call } from '#web/api/client.ts'
import { ApproveButton } from '#web/accounts/components/ApproveButton.tsx'
import { useAction } from '#web/forms/use-action.ts'
import { useSession, refreshSession } from '#web/session.ts'
import { formatTimestamp, zoneName } from '#web/time/timestamps.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { useKeptFocus } from '#web/ui/focus/use-kept-focus.ts'
import { Link } from 'wouter'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { NextStep } from './NextStep.tsx'

export interface NotificationItemProps {
  notification: Notification
  /** An act on the notification's loan, beside the act on the notification. */
  loanAct?: ReactNode
  /** Set if the user hasn't done yet what the notification asks for. All others are quieter. */
  keepFocusOfList?: () => void
}

/** Following a link marks the notification as read, as its button does. */
export function NotificationItem({
  notification,
  loanAct,
  keepFocusOfList,
}: NotificationItemProps) {
  const { id, message, createdAt, relatedUserId } = notification
  const { isAdmin } = useSession()
  const isAwaited = keepFocusOfList !== undefined
  const { title: item, keepFocus: keepFocusOfItem } = useKeptFocus<HTMLLIElement>()
  const keepFocus = keepFocusOfList ?? keepFocusOfItem
  const markRead = useAction({
    act: () => call('markNotificationRead', { params: { id } }),
    failed: 'Failed to mark notification as read.',
    onDone: keepFocus,
  })
  const refreshAll = useRefreshAll()
  function follow() {
    refreshAll()
    if (isUnread) markRead.mutate()
  }
  const isUnread = notification.isRead === 'false'
  const target = notificationTarget(notification, isAdmin)
  // The prefix is added here, because the message contains only the loan's title and terms.
  const lead = notification.type === 'newLoan' && 'New loan: '
  const { answer, question } = splitAnswer(message)
  return (
    <li
      ref={item}
      tabIndex={-1}
      className={cx(
        'relative grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 px-4.5 py-2.5 -outline-offset-2 hover:bg-muted/55',
        isUnread && 'bg-info-soft/40 sm:grid-cols-[minmax(0,1fr)_auto_auto]',
      )}
    >
      {(isAwaited || isUnread) && (
        <span
          aria-hidden="true"
          className={cx('absolute inset-y-0 left-0 w-1', isAwaited ? 'bg-warning' : 'bg-info')}
        />
      )}
      <p
        className={cx(
          'min-w-0 text-pretty wrap-anywhere sm:pt-0.5',
          !isUnread && 'max-sm:col-span-2',
          isAwaited ? 'font-medium' : !isUnread && 'text-muted-foreground',
        )}
      >
        {isUnread && <span className="sr-only">Unread: </span>}
        {target ? (
          <Link
            href={target}
            className="underline-offset-4 hover:underline max-md:inline-block max-md:py-1.5"
            onClick={follow}
          >
            {lead}
            {answer}
          </Link>
        ) : (
          answer
        )}
        {question && (
          <span className="block text-[0.8125rem] font-normal text-muted-foreground">
            {question}
          </span>
        )}
      </p>
      <div className="col-span-2 flex flex-wrap items-center justify-between gap-x-2 sm:contents">
        <time
          dateTime={createdAt}
          className="text-[0.8125rem] whitespace-nowrap text-muted-foreground sm:row-start-2 sm:pb-0.5"
        >
          {formatTimestamp(createdAt)} {zoneName(createdAt)}
        </time>
        <div className="flex flex-wrap justify-end gap-x-2 gap-y-1.5 empty:hidden max-sm:ml-auto sm:col-start-2 sm:row-span-2 sm:row-start-1 sm:self-center">
          {isAwaited && loanAct}
          {notification.canApprove === 'true' && relatedUserId && (
            <ApproveButton
              userId={relatedUserId}
              label={`Approve: ${message}`}
              // Approving the user marks the notification as read.
              onDone={() => (isUnread ? markRead.mutate() : keepFocus())}
            />
          )}
          <NextStep notification={notification} isAwaited={isAwaited} onFollow={follow} />
          {!isAwaited && loanAct}
        </div>
      </div>
      {isUnread && (
        <Button
          variant="ghost"
          size="s"
          className="col-start-2 row-start-1 max-sm:-mt-2 max-sm:-mr-3 sm:col-start-3 sm:row-span-2 sm:self-center"
          aria-label={`Mark read: ${message}`}
          busy={markRead.isPending}
          onClick={() => markRead.mutate()}
        >
          <Check aria-hidden="true" />
          <span className="max-sm:sr-only">Mark Read</span>
        </Button>
      )}
    </li>
  )
}

/**
 * Called when the user follows a notification. Refetches all queries, or marks them to be refetched on the next mount.
 * Also refetches the session, because the notification could be about the user's account.
 */
function useRefreshAll() {
  const client = useQueryClient()
  return () => {
    void client.invalidateQueries()
    void refreshSession()
  }
}
