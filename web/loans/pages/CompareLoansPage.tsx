import { ArrowLeft, Printer } from 'lucide-react'
import type { Loan } from '#contract/loans/shapes.ts'
import { ApiError, endpointQuery, errorMessage } from '#web/api/client.ts'
import { CommitDialogSlot } from '#web/book/components/commit/CommitDialogSlot.tsx'
import { holdingsIn } from '#web/book/components/holdings/holdings.ts'
import { compareLoans } from '#web/loans/components/compare/comparison.ts'
import { ComparisonTable } from '#web/loans/components/compare/ComparisonTable.tsx'
import {
  comparisonPath,
  mostCompared,
  readComparedIds,
  selectionPath,
} from '#web/loans/components/compared-loans.ts'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Card } from '#web/ui/display/Card.tsx'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import { EmptyState } from '#web/ui/display/EmptyState.tsx'
import { ErrorCard } from '#web/ui/display/ErrorCard.tsx'
import { Skeleton } from '#web/ui/display/Skeleton.tsx'
import { Spinner } from '#web/ui/display/Spinner.tsx'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'

/**
 * Compares up to four loans. The URL contains their ids, whether only differences are shown, and the list to return to.
 */
export function CompareLoansPage() {
  const query = new URLSearchParams(useSearch())
  const ids = readComparedIds(query.get('ids'))
  const onlyDifferent = query.get('different') === 'true'
  for (const own of ['ids', 'different']) query.delete(own)
  const list = query.toString()
  const back = selectionPath(ids, list)
  return (
    <div data-print="wide" className="grid grid-cols-1 gap-4">
      <div className="print:hidden">
        <ButtonLink href={back} variant="ghost" size="s" className="-ml-2.5">
          <ArrowLeft aria-hidden="true" />
          Back to Loans
        </ButtonLink>
      </div>
      <Header isEmpty={ids.length === 0} addTo={ids.length < mostCompared ? back : null} />
      {ids.length > 0 ? (
        <Comparison ids={ids} list={list} onlyDifferent={onlyDifferent} />
      ) : (
        <Card>
          <EmptyState
            title="No loans selected"
            text="Select two to four loans on Browse Loans to see them side by side."
            action={<ButtonLink href={back}>Browse Loans</ButtonLink>}
          />
        </Card>
      )}
    </div>
  )
}

function Header({ isEmpty, addTo }: { isEmpty: boolean; addTo: string | null }) {
  return (
    <header className="flex flex-wrap items-start justify-between gap-3">
      <div>
        <h1 className="text-title font-semibold tracking-tight">Compare Loans</h1>
      </div>
      {!isEmpty && (
        <div className="flex gap-2 print:hidden">
          {addTo && (
            <ButtonLink href={addTo} variant="outline">
              Add Loans
            </ButtonLink>
          )}
          <Button variant="outline" onClick={() => window.print()}>
            <Printer />
            Print
          </Button>
        </div>
      )}
    </header>
  )
}

interface ComparisonProps {
  ids: string[]
  list: string
  onlyDifferent: boolean
}

function Comparison({ ids, list, onlyDifferent }: ComparisonProps) {
  const [, navigate] = useLocation()
  const show = (which: string[], different: boolean) =>
    navigate(comparisonPath(which, list, different), { replace: true })
  const [committingTo, setCommittingTo] = useState<Loan | null>(null)
  const { loans, isLoading, missing, failure } = useLoans(ids)
  const holdings = useHoldings(ids)

  if (failure) {
    return (
      <ErrorCard
        title="The loans couldn't be loaded"
        message={errorMessage(failure.error, failure.error.message)}
        onRetry={failure.retry}
      />
    )
  }
  if (isLoading) {
    return (
      <>
        <Spinner className="justify-start!" />
        <Skeleton className="h-96 rounded-xl" />
      </>
    )
  }
  const groups = compareLoans(loans.map((loan) => ({ loan, held: holdings.of.get(loan.id) })))
  const rows = groups.flatMap((group) => group.rows)
  const different = rows.filter(({ differs }) => differs).length
  const shown = onlyDifferent
    ? groups
        .map((group) => ({ ...group, rows: group.rows.filter(({ differs }) => differs) }))
        .filter((group) => group.rows.length > 0)
    : groups
  return (
    <>
      {holdings.failure && (
        <div role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-1 print:hidden">
          <p className="text-destructive">
            What you hold couldn't be loaded.{' '}
            {errorMessage(holdings.failure.error, holdings.failure.error.message)}
          </p>
          <Button
            size="s"
            variant="outline"
            busy={holdings.isReading}
            onClick={holdings.failure.retry}
          >
            Retry
          </Button>
        </div>
      )}
      {missing > 0 && (
        <p role="status">
          {missing === 1 ? 'One loan is' : `${missing} loans are`} no longer available.
        </p>
      )}
      {loans.length > 1 && (
        <div className="flex flex-wrap items-center gap-x-4 print:hidden">
          <Checkbox
            label="Only differences"
            checked={onlyDifferent}
            onChange={({ target }) => show(ids, target.checked)}
          />
          <p role="status" className="text-muted-foreground">
            {different} of {rows.length} rows differ
          </p>
        </div>
      )}
      {loans.length > 0 && (
        <ComparisonTable
          loans={loans}
          groups={shown}
          onRemove={({ id }) =>
            show(
              ids.filter((each) => each !== id),
              onlyDifferent,
            )
          }
          onCommit={setCommittingTo}
        />
      )}
      <CommitDialogSlot loan={committingTo} source="list" onClose={() => setCommittingTo(null)} />
    </>
  )
}

/** Returns the loans in the order of the ids. Missing loans are only counted. */
function useLoans(ids: string[]) {
  const queries = useQueries({
    queries: ids.map((id) => endpointQuery('getLoan', { params: { id } })),
  })
  const isMissing = (error: Error | null) => error instanceof ApiError && error.status === 404
  const failed = queries.find(({ data, error }) => !data && error && !isMissing(error))
  const retry = () => queries.forEach((query) => void query.refetch())
  return {
    // After a loan is deleted, React Query keeps its data together with the error.
    loans: queries.flatMap(({ data, error }) => (data && !isMissing(error) ? [data] : [])),
    isLoading: queries.some(({ data, error }) => !data && !error),
    missing: queries.filter(({ error }) => isMissing(error)).length,
    failure: failed?.error ? { error: failed.error, retry } : null,
  }
}

function useHoldings(ids: string[]) {
  const queries = useQueries({
    queries: ids.map((id) => ({
      ...endpointQuery('listOwnCommitments', { query: { loanId: id } }),
      // Shares are refetched, because an administrator might have released a share.
      refetchOnMount: 'always' as const,
    })),
  })
  const failed = queries.find(({ data, error }) => !data && error)
  const retry = () => queries.filter(({ data }) => !data).forEach((query) => void query.refetch())
  return {
    of: new Map(
      ids.map((id, place) => {
        const { data, error } = queries[place] ?? {}
        return [id, data ? holdingsIn(id, data) : error ? ('unknown' as const) : undefined]
      }),
    ),
    isReading: queries.some(({ isFetching }) => isFetching),
    failure: failed?.error ? { error: failed.error, retry } : null,
  }
}
