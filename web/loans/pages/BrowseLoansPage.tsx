import { Bookmark } from 'lucide-react'
import type { Loan } from '#contract/loans/shapes.ts'
import { errorMessage } from '#web/api/client.ts'
import { CommitDialogSlot } from '#web/book/components/commit/CommitDialogSlot.tsx'
import { LoadMore } from '#web/lists/LoadMore.tsx'
import { loanPagesQuery, loanTotalsQuery } from '#web/loans/components/loan-pages.ts'
import { useKeptFavorites } from '#web/loans/components/use-favorites.ts'
import { PartBoundary } from '#web/shell/PartBoundary.tsx'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { onDemand } from '#web/ui/on-demand.tsx'
import { ErrorCard } from '#web/ui/display/ErrorCard.tsx'
import { Spinner } from '#web/ui/display/Spinner.tsx'
import { Tab, TabList, TabPanel, Tabs } from '#web/ui/display/Tabs.tsx'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { DisplayMenu, ExportMenu } from '#web/loans/components/browse-loans/ListMenus.tsx'
import { MarkDialog, type MarkedLoan } from '#web/loans/components/marks/MarkButton.tsx'
import { usePhone } from '#web/ui/use-matches.ts'
import { useLocation, useSearch } from 'wouter'
import { useWidth } from '#web/ui/use-width.ts'
import { CompareBar } from '#web/loans/components/browse-loans/CompareBar.tsx'
import { LoanFilterBar } from '#web/loans/components/browse-loans/LoanFilterBar.tsx'
import { LoanTotals } from '#web/loans/components/browse-loans/LoanTotals.tsx'
import { SortSelect } from '#web/loans/components/browse-loans/SortSelect.tsx'
import { LoanResults } from '#web/loans/components/browse-loans/LoanResults.tsx'
import {
  isFiltered,
  loanFiltersOf,
  noFilters,
  type BrowseState,
  printBrowseState,
  readBrowseState,
} from '#web/loans/components/browse-loans/url-filters.ts'
import { Card } from '#web/ui/display/Card.tsx'
import { EmptyState } from '#web/ui/display/EmptyState.tsx'

export function BrowseLoansPage() {
  const { state, change } = useBrowseState()
  const [committingTo, setCommittingTo] = useState<Loan | null>(null)
  const [marking, setMarking] = useState<MarkedLoan | null>(null)
  const [areSavedOpen, setSavedOpen] = useState(false)
  const [widthOf, width] = useWidth()
  const isPhone = usePhone()
  const hasLine = width === 0 ? null : width >= lineFitsPx
  const tabs = (
    <TabList label="View" className="border-b-0">
      <Tab value="table">Table View</Tab>
      <Tab value="grid">Grid View</Tab>
    </TabList>
  )
  const compared = (
    <CompareBar
      state={state}
      onClear={() => {
        change({ compare: [] }, { replace: true })
        focusMain()
      }}
    />
  )
  return (
    <Tabs
      value={state.view}
      onValueChange={(view) => change({ view: view === 'grid' ? 'grid' : 'table' })}
      className="-mt-3"
    >
      <div ref={widthOf} data-wide="" data-print="wide" className="grid grid-cols-1 gap-2">
        <header className="flex items-center justify-between gap-x-4">
          <div className="min-w-0">
            <h1 className="text-title/7 font-semibold tracking-tight">Browse Loans</h1>
            {/* The selection replaces the text so that the list below doesn't move. */}
            {(isPhone || state.compare.length === 0) && (
              <p className="text-pretty text-muted-foreground sm:truncate">
                Explore available lending opportunities
              </p>
            )}
            {!isPhone && (
              <div className={cx(state.compare.length > 0 && '-mt-1 -mb-1.5')}>{compared}</div>
            )}
          </div>
          <div className="flex shrink-0 items-center gap-1.5 print:hidden">
            {!isPhone && tabs}
            {hasLine && <SortSelect sort={state.sort} onSort={(sort) => change({ sort })} />}
            {!isPhone && state.view === 'table' && <DisplayMenu />}
            <ExportMenu state={state} />
            <Button
              variant="outline"
              size="s"
              className="max-xl:px-2.5!"
              aria-haspopup="dialog"
              onPointerEnter={SavedFiltersDialog.preload}
              onFocus={SavedFiltersDialog.preload}
              onClick={() => setSavedOpen(true)}
            >
              <Bookmark />
              <span className="max-xl:sr-only">Saved Filters</span>
            </Button>
          </div>
        </header>
        <LoanFilterBar
          state={state}
          width={width}
          isLine={hasLine}
          onChange={change}
          onSave={() => setSavedOpen(true)}
        />
        {isPhone && (
          // While loans are selected, the bar is sticky so that it stays visible above the loans.
          <div
            className={cx(
              'flex items-end justify-between gap-1 border-b bg-background print:border-b-0',
              state.compare.length > 0 && 'sticky top-14 z-10',
            )}
          >
            {tabs}
            {compared}
          </div>
        )}
        <TabPanel value={state.view} className="pt-0!">
          <FoundLoans
            state={state}
            onChange={change}
            onCommit={setCommittingTo}
            onMark={setMarking}
          />
        </TabPanel>
      </div>
      <CommitDialogSlot loan={committingTo} source="list" onClose={() => setCommittingTo(null)} />
      {marking && (
        <PartBoundary>
          <MarkDialog loan={marking} onClose={() => setMarking(null)} />
        </PartBoundary>
      )}
      {areSavedOpen && (
        <PartBoundary>
          <SavedFiltersDialog state={state} onClose={() => setSavedOpen(false)} />
        </PartBoundary>
      )}
    </Tabs>
  )
}

/** The width at which all filters fit on one line: a window of 1280 px, minus the sidebar and the scrollbar. */
const lineFitsPx = 944

const SavedFiltersDialog = onDemand(() =>
  import('#web/loans/components/saved-filters/SavedFiltersDialog.tsx').then(
    (part) => part.SavedFiltersDialog,
  ),
)

/** The focused button is removed, so focus must move elsewhere. */
const focusMain = () => document.getElementById('main')?.focus({ preventScroll: true })

function FoundLoans({
  state,
  onChange,
  onCommit,
  onMark,
}: {
  state: BrowseState
  onChange: (part: Partial<BrowseState>, options?: { replace: boolean }) => void
  onCommit: (loan: Loan) => void
  onMark: (loan: MarkedLoan) => void
}) {
  const totals = (
    <PartBoundary>
      <LoanTotals state={state} onChange={onChange} />
    </PartBoundary>
  )
  const query = useInfiniteQuery({
    ...loanPagesQuery(loanFiltersOf(state)),
    placeholderData: keepPreviousData,
  })
  // This query stays mounted. Otherwise, it would be refetched when the list replaces a table that is too wide.
  useKeptFavorites()
  const loans = query.data?.pages.flatMap((page) => page.items)

  if (!loans && query.error) {
    return (
      <ErrorCard
        title="The loans couldn't be loaded"
        message={errorMessage(query.error, query.error.message)}
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  }
  if (loans?.length === 0 && !query.isPlaceholderData) {
    return (
      <NoneFound
        hasFilters={isFiltered(state)}
        onClear={() => {
          onChange(noFilters)
          focusMain()
        }}
        totals={totals}
      />
    )
  }
  const isLoading = !loans || query.isPlaceholderData
  return (
    <div className="relative grid grid-cols-1 gap-3">
      {query.hasNextPage && loans && <PrintedPart shown={loans.length} state={state} />}
      {/* The spinner is in the gap between the filters and the results, to avoid layout shift. */}
      {isLoading && <Spinner className="absolute bottom-full text-xs/4 [&>span]:size-3" />}
      <div
        aria-busy={isLoading}
        data-comparing={state.compare.length > 0 || undefined}
        className={cx(query.isPlaceholderData && 'opacity-60')}
      >
        <LoanResults
          loans={loans?.length ? loans : undefined}
          state={state}
          comparing={{
            ids: state.compare,
            // The history entry is replaced so that the back button undoes filters instead of selections.
            toggle: (id) => onChange({ compare: toggled(state.compare, id) }, { replace: true }),
          }}
          onSort={(sort) => onChange({ sort })}
          onCommit={onCommit}
          onMark={onMark}
          totals={totals}
        />
      </div>
      {!isLoading && <LoadMore query={query} failed="More loans couldn't be loaded" />}
      {loans && (
        <p role="status" className="sr-only">
          {isLoading ? '' : `${loans.length} ${loans.length === 1 ? 'loan' : 'loans'} shown`}
        </p>
      )}
    </div>
  )
}

/** Says on paper how many of the counted loans are printed: "24 of 34 loans". */
function PrintedPart({ shown, state }: { shown: number; state: BrowseState }) {
  const { data: totals } = useQuery(loanTotalsQuery(loanFiltersOf(state)))
  return (
    <p className="hidden print:block">
      {totals
        ? `${shown} of ${totals.loans.toLocaleString('en-US')} loans`
        : `The first ${shown} loans`}
    </p>
  )
}

const toggled = (ids: readonly string[], id: string) =>
  ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id]

/**
 * Filters and view are stored only in the URL so that links and the back button work. With `replace`, a change doesn't
 * add a history entry.
 */
function useBrowseState() {
  const [pathname, navigate] = useLocation()
  const state = readBrowseState(useSearch())

  function change(part: Partial<BrowseState>, { replace = false } = {}) {
    // The current URL is read, because it might have changed since this render.
    const before = readBrowseState(window.location.search)
    const query = printBrowseState({ ...before, ...part })
    // Radix calls this on mousedown and again on focus. Without this check, the second call would add a history entry.
    if (query === printBrowseState(before)) return
    navigate(query ? `${pathname}?${query}` : pathname, { replace })
  }

  return { state, change }
}

type NoneFoundProps = { hasFilters: boolean; onClear: () => void; totals: ReactNode }

function NoneFound({ hasFilters, onClear, totals }: NoneFoundProps) {
  return (
    <Card className="[&>:last-child]:px-4.5 [&>:last-child]:pb-2.5">
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
      <div>{totals}</div>
    </Card>
  )
}
