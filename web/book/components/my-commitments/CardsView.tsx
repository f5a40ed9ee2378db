import type { Commitment } from '#contract/book/commitments.ts'
import type { Loan } from '#contract/loans/shapes.ts'
import { groupBy } from '#domain/groups.ts'
import { mayBeDecidedLate } from '#domain/loans/dates/book-stages.ts'
import { dueOf } from '#domain/loans/dates/deadlines.ts'
import { awaitsTerms } from '#web/book/components/holdings/soft-lines.ts'
import { FetchedList } from '#web/lists/FetchedList.tsx'
import { LoadMore } from '#web/lists/LoadMore.tsx'
import { Card } from '#web/ui/display/Card.tsx'
import { useSession } from '#web/session.ts'
import { cx } from '#web/ui/cx.ts'
import { Skeleton } from '#web/ui/display/Skeleton.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { CommitmentCard } from './CommitmentCard.tsx'
import { NoCommitments } from './NoCommitments.tsx'
import { ownCommitmentPages, withLoan } from './portfolio.ts'
import type { OwnAction } from './own-acts.ts'
import { useActing } from './use-acting.tsx'

/** One card for each active commitment. Several commitments to the same loan share a full-width row. */
export function CardsView() {
  // Commitments are refetched, because administrators can also record and release them.
  const pages = useInfiniteQuery({ ...ownCommitmentPages, refetchOnMount: 'always' })
  const commitments = pages.data && withLoan(pages.data.pages.flatMap((page) => page.items))
  const { act, dialog } = useActing(commitments, pages.refetch)
  return (
    <>
      <FetchedList
        query={{
          data: commitments,
          error: pages.error,
          isRefetchError: pages.isRefetchError,
          refetch: () => pages.refetch(),
        }}
        loadingText="Loading commitments..."
        failed="Your commitments couldn't be loaded"
        skeleton={<CardSkeletons />}
        empty={<NoCommitments />}
      >
        {(items) => (
          <div className="grid gap-4">
            {/* The sentence counts all commitments, so it waits until all are loaded. */}
            {!pages.hasNextPage && <SoftToDecide commitments={items} />}
            {/* Dense flow fills the gaps before full-width rows. `reading-flow` makes the focus order match the
                visual order. */}
            <ul
              aria-label="Commitments"
              className="grid grid-flow-row-dense gap-4 [reading-flow:grid-rows] xl:grid-cols-2"
            >
              {[...groupBy(items, ({ loan }) => loan.id)].map(([id, ofLoan]) => (
                <CardsOfLoan key={id} commitments={ofLoan} onAct={act} />
              ))}
            </ul>
            <LoadMore query={pages} failed="More commitments couldn't be loaded" />
          </div>
        )}
      </FetchedList>
      {dialog}
    </>
  )
}

/** Says how many soft commitments can be decided on before a deadline, and when the first one is due. */
function SoftToDecide({ commitments }: { commitments: readonly Commitment[] }) {
  const { role } = useSession()
  const ahead = commitments
    .filter((own) => own.isSoftCommit === 'true' && !canWait(own))
    .flatMap(({ loan }) => {
      const due = dueOf(loan)
      return due && !due.isPast ? [{ due, deadline: loan.commitmentDeadline ?? '' }] : []
    })
    .toSorted((a, b) => a.deadline.localeCompare(b.deadline))
  const [first] = ahead
  if (!first) return null
  const isOne = ahead.length === 1
  const isViewer = role === 'viewer'
  return (
    <p className="text-[0.8125rem]">
      <span className="font-medium">
        {ahead.length} soft {isOne ? 'share' : 'shares'}{' '}
        {isViewer ? `${isOne ? 'awaits' : 'await'} a decision` : 'to decide on'}
      </span>
      {isOne ? ', ' : ', the first '}
      <span className={cx(first.due.isSoon && 'font-medium text-warning')}>{first.due.text}</span>
    </p>
  )
}

/** New terms that are decided before the deadline leave time to decide on a soft share afterwards. */
const canWait = (own: Commitment & { loan: Loan }) =>
  awaitsTerms(own) && !mayBeDecidedLate(own.loan)

function CardsOfLoan({
  commitments: [first, ...more],
  onAct,
}: {
  commitments: [Commitment, ...Commitment[]]
  onAct: (action: OwnAction, commitment: Commitment) => void
}) {
  if (more.length === 0)
    return (
      <Card as="li" className="flex">
        <CommitmentCard commitment={first} onAct={(action) => onAct(action, first)} />
      </Card>
    )
  return (
    <Card as="li" className="overflow-clip xl:col-span-2">
      {/* The negative margin clips the borders above the first row and to the left of the first column. */}
      <ul aria-label={`Commitments to ${first.loan.title}`} className="-m-px grid xl:grid-cols-2">
        {[first, ...more].map((commitment) => (
          <li key={commitment.id} className="flex min-w-0 border-t border-l">
            <CommitmentCard commitment={commitment} onAct={(action) => onAct(action, commitment)} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

const CardSkeletons = () => (
  <div className="grid gap-4 xl:grid-cols-2">
    <Skeleton className="h-56 rounded-xl" />
    <Skeleton className="h-56 rounded-xl" />
  </div>
)
