import { endpointQuery, serverWords } from '#web/api.ts'
import { AccessDenied } from '#web/components/AccessDenied.tsx'
import { useSession } from '#web/session.ts'
import { ErrorCard } from '#web/ui/ErrorCard.tsx'
import { useQuery } from '@tanstack/react-query'
import { AdminTabs } from './admin/AdminTabs.tsx'
import { SummaryCards } from './admin/SummaryCards.tsx'

/** What administrators alone may do; others are told so. */
export function AdminPage() {
  const { isAdmin } = useSession()
  return isAdmin ? <AdminPanel /> : <AccessDenied />
}

function AdminPanel() {
  const { data, error, isFetching, refetch } = useQuery({
    ...endpointQuery('getAdminSummary'),
    // Lenders register and act at any time: figures that were read before are behind.
    refetchOnMount: 'always',
  })
  return (
    <div className="grid grid-cols-1 gap-5">
      <header>
        <h1 className="text-title font-semibold tracking-tight">Admin Dashboard</h1>
        <p className="text-muted-foreground">Manage loans, users, and platform settings</p>
      </header>
      {!data && error ? (
        <ErrorCard
          title="The figures could not be loaded"
          message={serverWords(error, error.message)}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <SummaryCards summary={data} />
      )}
      <AdminTabs summary={data} />
    </div>
  )
}
