import type { Notification } from '#contract/notifications/shapes.ts'
import { paths } from '#web/addresses/paths.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'

/** The administrator's next act on a notification about a loan. `ApproveButton` is the one on a registration. */
export function DeskAct({
  notification,
  onFollow,
}: {
  notification: Notification
  onFollow: () => void
}) {
  const { relatedLoanTitle: title } = notification
  const act = title === null ? undefined : actOn(notification)
  return (
    act && (
      <ButtonLink
        href={act.href}
        variant="outline"
        size="s"
        aria-label={`${act.label}: ${title}`}
        onClick={onFollow}
      >
        {act.label}
      </ButtonLink>
    )
  )
}

const aboutBook: readonly Notification['type'][] = [
  ...(['commitmentMade', 'commitmentChanged', 'commitmentWithdrawn'] as const),
  ...(['commitmentMadeBinding', 'lenderPassed'] as const),
]

function actOn({ type, relatedLoanId: loanId, relatedUserId: lenderId, receiptId }: Notification) {
  if (!loanId || receiptId) return undefined
  if (type === 'question')
    return { label: 'Answer', href: `${paths.loan(loanId)}?to=${lenderId}#messages` }
  return aboutBook.includes(type)
    ? { label: 'Open Book', href: paths.book(loanId) }
    : { label: 'Open Loan', href: paths.loan(loanId) }
}
