import type { Notification } from '#contract/notifications/shapes.ts'
import { useSession } from '#web/session.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { stepOfAdministrator, stepOfLender } from './next-steps.ts'

interface NextStepProps {
  notification: Notification
  onFollow: () => void
}

/** The link to what the reader of a notification does next, if there is anything to do. */
export function NextStep({ notification, onFollow }: NextStepProps) {
  const { isAdmin } = useSession()
  const { message, isRead } = notification
  const step = isAdmin ? stepOfAdministrator(notification) : stepOfLender(notification)
  if (!step) return null
  return (
    <ButtonLink
      href={step.href}
      variant={isRead === 'true' ? 'ghost' : 'outline'}
      size="s"
      aria-label={`${step.label}: ${message}`}
      onClick={onFollow}
    >
      {step.label}
    </ButtonLink>
  )
}
