import type { Loan } from '#contract/loans/shapes.ts'
import { errorMessage } from '#web/api/client.ts'
import { CommitDialogSlot } from '#web/book/components/CommitDialogSlot.tsx'
import { LoadMore } from '#web/lists/LoadMore.tsx'
import { loanPagesQuery } from '#web/loans/components/loan-pages.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorCard } from '#web/ui/ErrorCard.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { Tab, TabList, TabPanel, Tabs } from '#web/ui/Tabs.tsx'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LoanFilterBar } from '#web/loans/components/browse-loans/LoanFilterBar.tsx'
import { LoanResults } from '#web/loans/components/browse-loans/LoanResults.tsx'
import {
  isFiltered,
  loanFiltersOf,
  noFilters,
  type BrowseState,
} from '#web/loans/components/browse-loans/url-filters.ts'
import { useBrowseState } from '#web/loans/components/browse-loans/use-browse-state.ts'

/** All loans, searched and filtered by the server, as a table or as cards. */
export function BrowseLoansPage() {
  const { state, change } = useBrowseState()
  const [committingTo, setCommittingTo] = useState<Loan | null>(null)
  return (
    <div className="grid grid-cols-1 gap-4">
      <header>
        <h1 className="text-title font-semibold tracking-tight">Browse Loans</h1>
        <p className="text-muted-foreground">Explore available lending opportunities</p>
      </header>
      <LoanFilterBar state={state} onChange={change} />
      <Tabs
        value={state.view}
        onValueChange={(view) => change({ view: view === 'grid' ? 'grid' : 'table' })}
      >
        <TabList label="View">
          <Tab value="table">Table View</Tab>
          <Tab value="grid">Grid View</Tab>
        </TabList>
        <TabPanel value={state.view}>
          <FoundLoans state={state} onChange={change} onCommit={setCommittingTo} />
        </TabPanel>
      </Tabs>
      <CommitDialogSlot loan={committingTo} source="list" onClose={() => setCommittingTo(null)} />
    </div>
  )
}

function FoundLoans({
  state,
  onChange,
  onCommit,
}: {
  state: BrowseState
  onChange: (part: Partial<BrowseState>) => void
  onCommit: (loan: Loan) => void
}) {
  const query = useInfiniteQuery({
    ...loanPagesQuery(loanFiltersOf(state)),
    placeholderData: keepPreviousData,
  })
  const loans = query.data?.pages.flatMap((page) => page.items)

  if (!loans && query.error) {
    return (
      <ErrorCard
        title="The loans could not be loaded"
        message={errorMessage(query.error, query.error.message)}
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  }
  if (loans?.length === 0 && !query.isPlaceholderData) {
    return <NoLoans hasFilters={isFiltered(state)} onClear={() => onChange(noFilters)} />
  }
  const isLoading = !loans || query.isPlaceholderData
  return (
    <div className="grid grid-cols-1 gap-3">
      {isLoading && <Spinner className="justify-start!" />}
      <div aria-busy={isLoading} className={cx(query.isPlaceholderData && 'opacity-60')}>
        <LoanResults
          loans={loans?.length ? loans : undefined}
          state={state}
          onSort={(sort) => onChange({ sort })}
          onCommit={onCommit}
        />
      </div>
      {!isLoading && <LoadMore query={query} failed="More loans could not be loaded" />}
      {loans && (
        <p role="status" className="sr-only">
          {isLoading ? '' : `${loans.length} loans shown`}
        </p>
      )}
    </div>
  )
}

function NoLoans({ hasFilters, onClear }: { hasFilters: boolean; onClear: () => void }) {
  return (
    <Card>
      {hasFilters ? (
        <EmptyState
          kind="no-match"
          title="No loans available"
          text="No loan matches your search and filters."
          action={
            <Button variant="outline" onClick={onClear}>
              Clear Filters
            </Button>
          }
        />
      ) : (
        <EmptyState
          title="No loans available"
          text="New opportunities will appear here as soon as they open."
        />
      )}
    </Card>
  )
}
