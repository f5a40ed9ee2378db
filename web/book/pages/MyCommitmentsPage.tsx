import { endpointQuery, errorMessage } from '#web/api/client.ts'
import { paths } from '#web/addresses/paths.ts'
import { PartBoundary } from '#web/shell/PartBoundary.tsx'
import { ErrorCard } from '#web/ui/display/ErrorCard.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, Redirect, useLocation, useSearch } from 'wouter'
import { CardsView } from '#web/book/components/my-commitments/CardsView.tsx'
import { HistoryView } from '#web/book/components/my-commitments/HistoryView.tsx'
import { PositionView } from '#web/book/components/my-commitments/PositionView.tsx'
import { PortfolioSummary } from '#web/book/components/my-commitments/PortfolioSummary.tsx'
import { lastView, rememberView } from '#web/book/components/my-commitments/last-view.ts'
import {
  readView,
  viewAddress,
  viewNames,
  views,
  type View,
} from '#web/book/components/my-commitments/views.ts'
import { WaitingForYou } from '#web/deal/components/waiting/WaitingForYou.tsx'
import { OwnParticipations } from '#web/deal/components/closing/OwnParticipations.tsx'
import { useViewerReason } from '#web/viewer-reason.ts'
import { cx } from '#web/ui/cx.ts'

const contents = { cards: CardsView, position: PositionView, history: HistoryView }

export function MyCommitmentsPage() {
  const query = useSearch()
  const viewerReason = useViewerReason('commit or answer')
  const [pathname] = useLocation()
  // Only the first visit opens the view that was last used. Afterward, the URL without a view shows the cards so that
  // Back can return to them.
  const [start, setStart] = useState(() => (query === '' ? lastView() : 'cards'))
  if (start !== 'cards' && query !== '') setStart('cards')
  const view = readView(query)
  if (start !== 'cards' && query === '' && pathname === paths.commitments())
    return <Redirect to={viewAddress(start)} replace />
  const Content = contents[view]
  return (
    <div data-print="wide" className="grid grid-cols-1 gap-5">
      <header>
        <h1 className="text-title font-semibold tracking-tight">My Commitments</h1>
        <p className="text-muted-foreground">Track your active loan commitments and returns</p>
        {viewerReason && <p className="mt-1 text-muted-foreground">{viewerReason}</p>}
      </header>
      <PartBoundary>
        <WaitingForYou />
      </PartBoundary>
      <PartBoundary>
        <Totals />
      </PartBoundary>
      <ViewSwitch view={view} />
      <PartBoundary key={view}>
        <Content />
      </PartBoundary>
      <PartBoundary>
        <OwnParticipations />
      </PartBoundary>
    </div>
  )
}

function Totals() {
  const portfolio = useQuery({ ...endpointQuery('getPortfolio'), refetchOnMount: 'always' })
  if (portfolio.data ?? !portfolio.error)
    return <PortfolioSummary portfolio={portfolio.data} stale={portfolio.error} />
  return (
    <ErrorCard
      title="Your totals couldn't be loaded"
      message={errorMessage(portfolio.error, portfolio.error.message)}
      busy={portfolio.isFetching}
      onRetry={() => void portfolio.refetch()}
    />
  )
}

/** The views are links instead of buttons, because the view is part of the URL and the back button should work. */
function ViewSwitch({ view }: { view: View }) {
  return (
    <nav aria-label="View" className="flex gap-1 border-b">
      {views.map((each) => (
        <Link
          key={each}
          href={viewAddress(each)}
          onClick={() => rememberView(each)}
          aria-current={each === view ? 'page' : undefined}
          className={cx(
            '-mb-px flex h-10 items-center border-b-2 px-3 font-medium transition-colors duration-150 max-md:h-11',
            each === view
              ? 'border-primary text-foreground'
              : 'border-transparent text-muted-foreground hover:text-foreground',
          )}
        >
          {viewNames[each]}
        </Link>
      ))}
    </nav>
  )
}
