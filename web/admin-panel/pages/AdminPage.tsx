import { endpointQuery, errorMessage } from '#web/api/client.ts'
import { PartBoundary } from '#web/shell/PartBoundary.tsx'
import { paths } from '#web/addresses/paths.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { ErrorCard } from '#web/ui/display/ErrorCard.tsx'
import { useQuery } from '@tanstack/react-query'
import { AdminTabs } from '#web/admin-panel/AdminTabs.tsx'
import { SummaryCards } from '#web/admin-panel/SummaryCards.tsx'

export function AdminPage() {
  const { data, error, isFetching, refetch } = useQuery(endpointQuery('getAdminSummary'))
  return (
    <div data-print="wide" className="grid grid-cols-1 gap-5">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h1 className="text-title font-semibold tracking-tight">Admin Dashboard</h1>
          <p className="text-muted-foreground">Manage loans, users, and platform settings</p>
        </div>
        <ButtonLink href={paths.adminAudit()} variant="outline">
          Audit Trail
        </ButtonLink>
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
