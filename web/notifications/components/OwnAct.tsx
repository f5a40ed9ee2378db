import type { Notification } from '#contract/notifications/shapes.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { actOn } from './own-acts.ts'

interface OwnActProps {
  notification: Notification
  onFollow: () => void
}

/** A lender's next act on a notification. */
export function OwnAct({ notification, onFollow }: OwnActProps) {
  const { message, isRead } = notification
  const act = actOn(notification)
  if (!act) return null
  return (
    <ButtonLink
      href={act.href}
      variant={isRead === 'true' ? 'ghost' : 'outline'}
      size="s"
      aria-label={`${act.label}: ${message}`}
      onClick={onFollow}
    >
      {act.label}
    </ButtonLink>
  )
}
