import { endpointQuery, errorMessage } from '#web/api/client.ts'
import { PartBoundary } from '#web/shell/PartBoundary.tsx'
import { ErrorCard } from '#web/ui/display/ErrorCard.tsx'
import { useQuery } from '@tanstack/react-query'
import { AdminTabs } from '#web/admin-panel/AdminTabs.tsx'
import { SummaryCards } from '#web/admin-panel/SummaryCards.tsx'

export function AdminPage() {
  const { data, error, isFetching, refetch } = useQuery(endpointQuery('getAdminSummary'))
  return (
    <div data-print="wide" className="grid grid-cols-1 gap-5">
      <header>
        <h1 className="text-title font-semibold tracking-tight">Admin Dashboard</h1>
        <p className="text-muted-foreground">Manage loans, users, and platform settings</p>
      </header>
      {!data && error ? (
        <ErrorCard
          title="The figures couldn't be loaded"
          message={errorMessage(error, error.message)}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <PartBoundary>
          <SummaryCards summary={data} />
        </PartBoundary>
      )}
      <AdminTabs summary={data} />
    </div>
  )
}
