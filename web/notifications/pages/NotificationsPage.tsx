import { mayCommit } from '#domain/access.ts'
import { formatShare } from '#domain/money.ts'
import { ownActs } from '#web/book/components/my-commitments/own-acts.ts'
import { ownCommitmentPages, withLoan } from '#web/book/components/my-commitments/portfolio.ts'
import { useActing } from '#web/book/components/my-commitments/use-acting.tsx'
import { ActivityNotifications } from '#web/notifications/components/ActivityNotifications.tsx'
import { useSession } from '#web/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'

export function NotificationsPage() {
  const { loanAct, dialog } = useFirmingUp()
  return (
    <div className="grid grid-cols-1 gap-5">
      <header>
        <h1 className="text-title font-semibold tracking-tight">Notifications</h1>
        <p className="text-muted-foreground">Updates on your loans and account</p>
      </header>
      <ActivityNotifications loanAct={loanAct} />
      {dialog}
    </div>
  )
}

/** Offers to make a lender's soft interest in a loan binding. Loans with the next deadline are on the first page. */
function useFirmingUp() {
  const { role } = useSession()
  const pages = useInfiniteQuery({
    ...ownCommitmentPages,
    refetchOnMount: 'always',
    enabled: mayCommit(role),
  })
  const commitments = pages.data && withLoan(pages.data.pages.flatMap((page) => page.items))
  const { act, dialog } = useActing(commitments, pages.refetch, { isRemovedByActs: true })
  const firmable = commitments?.filter((each) =>
    ownActs(each).some(({ action, lacksShare }) => action === 'makeBinding' && !lacksShare),
  )
  const loanAct = (loanId: string) => {
    const soft = firmable?.find((each) => each.loanId === loanId)
    return (
      soft && (
        <Button
          variant="outline"
          size="s"
          aria-label={`Make ${formatShare(soft.percentage)} Binding: ${soft.loan.title}`}
          onClick={() => act('makeBinding', soft)}
        >
          Make {formatShare(soft.percentage)} Binding
        </Button>
      )
    )
  }
  return { loanAct, dialog }
}
