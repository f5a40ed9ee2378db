import type { AuditEntry } from '#contract/audit.ts'
import { endpoints } from '#contract/endpoints.ts'
import { AccessDenied } from '#web/components/AccessDenied.tsx'
import { FetchedPages } from '#web/components/FetchedPages.tsx'
import { useSession } from '#web/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Download, RefreshCw } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { AuditFilterBar } from './audit-trail/AuditFilterBar.tsx'
import { auditPagesQuery, trailQueries } from './audit-trail/audit-pages.ts'
import { AuditTable } from './audit-trail/AuditTable.tsx'
import { SealState } from './audit-trail/SealState.tsx'
import { printAuditFilters, type AuditFilters } from './audit-trail/url-filters.ts'
import { useAuditFilters } from './audit-trail/use-audit-filters.ts'

const EntryDialog = lazy(async () => ({
  default: (await import('./audit-trail/EntryDialog.tsx')).EntryDialog,
}))

/** Who did what, when and from where: for administrators alone, others are told so. */
export function AuditTrailPage() {
  const { isAdmin } = useSession()
  return isAdmin ? <AuditTrail /> : <AccessDenied />
}

function AuditTrail() {
  const { filters, change, clear } = useAuditFilters()
  const query = printAuditFilters(filters)
  return (
    <div className="grid grid-cols-1 gap-4">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-72">
          <h1 className="text-title font-semibold tracking-tight">Audit Trail</h1>
          <SealState />
        </div>
        <div className="flex flex-wrap gap-2">
          <RefreshButton />
          <ButtonLink
            href={endpoints.exportAudit.path + (query && `?${query}`)}
            download
            variant="outline"
          >
            <Download aria-hidden="true" />
            Export CSV
          </ButtonLink>
        </div>
      </header>
      <AuditFilterBar filters={filters} onChange={change} onClear={clear} />
      {/* Other filters start again with a short list. */}
      <Entries key={query} filters={filters} onClear={clear} />
    </div>
  )
}

/** Entries come by themselves, and nothing here asks by itself. */
function RefreshButton() {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)

  async function refresh() {
    setBusy(true)
    await Promise.all(trailQueries.map(({ queryKey }) => client.invalidateQueries({ queryKey })))
    setBusy(false)
  }

  return (
    <Button variant="outline" busy={busy} onClick={() => void refresh()}>
      <RefreshCw aria-hidden="true" />
      Refresh
    </Button>
  )
}

function Entries({ filters, onClear }: { filters: AuditFilters; onClear: () => void }) {
  const query = useInfiniteQuery({ ...auditPagesQuery(filters), refetchOnMount: 'always' })
  const [opened, setOpened] = useState<AuditEntry | null>(null)
  const isFiltered = printAuditFilters(filters) !== ''
  return (
    <Card className="overflow-hidden">
      <FetchedPages
        query={query}
        failed="The audit trail could not be loaded"
        skeleton={
          <>
            <Skeleton className="h-10" />
            <Skeleton className="h-10" />
            <Skeleton className="h-10" />
          </>
        }
        empty={
          isFiltered ? (
            <EmptyState
              kind="no-match"
              title="No entry matches"
              action={
                <Button variant="outline" onClick={onClear}>
                  Clear filters
                </Button>
              }
            />
          ) : (
            <EmptyState title="Nothing on record yet" />
          )
        }
      >
        {(entries) => <AuditTable entries={entries} onOpen={setOpened} />}
      </FetchedPages>
      {opened && (
        <Suspense>
          <EntryDialog entry={opened} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </Card>
  )
}
