import type { Notification } from '#contract/notifications/shapes.ts'
import { useSession } from '#web/session.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { stepOfAdministrator, stepOfLender } from './next-steps.ts'

interface NextStepProps {
  notification: Notification
  isAwaited: boolean
  onFollow: () => void
}

/** The link to what the reader of a notification does next, if there is anything to do. */
export function NextStep({ notification, isAwaited, onFollow }: NextStepProps) {
  const { isAdmin } = useSession()
  const step = isAdmin ? stepOfAdministrator(notification) : stepOfLender(notification)
  if (!step) return null
  const isAnswered = !isAwaited && !isAdmin && step.label === 'Answer'
  const label = isAnswered ? 'Open Loan' : step.label
  return (
    <ButtonLink
      href={step.href}
      variant={isAwaited ? 'outline' : 'ghost'}
      size="s"
      aria-label={`${label}: ${notification.message}`}
      onClick={onFollow}
    >
      {label}
    </ButtonLink>
  )
}
