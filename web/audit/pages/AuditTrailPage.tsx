import { RefreshCw } from 'lucide-react'
import { onDemand } from '#web/ui/on-demand.tsx'
import type { AuditEntry } from '#contract/audit/shapes.ts'
import { errorMessage } from '#web/api/client.ts'
import { refetchChanged } from '#web/live/refetch.ts'
import { ExportButton } from '#web/files/ExportButton.tsx'
import { FetchedPages } from '#web/lists/FetchedPages.tsx'
import { PartBoundary } from '#web/shell/PartBoundary.tsx'
import { callFile } from '#web/api/call-file.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/display/EmptyState.tsx'
import { Skeletons } from '#web/ui/display/Skeleton.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { TableCard } from '#web/ui/display/Table.tsx'
import { useRef, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { AuditFilterBar } from '#web/audit/components/AuditFilterBar.tsx'
import { auditPagesQuery, toAuditQuery } from '#web/audit/components/audit-pages.ts'
import { AuditTable } from '#web/audit/components/AuditTable.tsx'
import { SealState } from '#web/audit/components/SealState.tsx'
import {
  endsBeforeItBegins,
  hidesSignIns,
  isNarrowed,
  printAuditFilters,
  type AuditFilters,
  noAuditFilters,
  readAuditFilters,
} from '#web/audit/components/url-filters.ts'

const EntryDialog = onDemand(() =>
  import('#web/audit/components/EntryDialog.tsx').then((part) => part.EntryDialog),
)

export function AuditTrailPage() {
  const { filters, change, clear } = useAuditFilters()
  const firstFilter = useRef<HTMLSelectElement>(null)
  const query = printAuditFilters(filters)

  function clearAll() {
    clear()
    // The pressed button disappears when the filters are cleared, so focus must move elsewhere.
    firstFilter.current?.focus()
  }

  return (
    <div className="grid grid-cols-1 gap-4">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-72">
          <h1 className="text-title font-semibold tracking-tight">Audit Trail</h1>
          <SealState />
        </div>
        <div className="flex flex-wrap gap-2">
          <RefreshButton />
          <ExportButton
            label="Export CSV"
            fetchFile={() => callFile('exportAudit', { query: toAuditQuery(filters) })}
          />
        </div>
      </header>
      <AuditFilterBar filters={filters} first={firstFilter} onChange={change} onClear={clearAll} />
      {/* The key resets the list to its first page when the filters change. */}
      <PartBoundary key={query}>
        <Entries filters={filters} onClear={clearAll} />
      </PartBoundary>
    </div>
  )
}

function useReadAgain() {
  const client = useQueryClient()
  return () => refetchChanged(client, [{ topic: 'audit' }], { throwOnError: true })
}

/** New entries appear automatically. The button is needed only while the connection is broken. */
function RefreshButton() {
  const readAgain = useReadAgain()
  const [busy, setBusy] = useState(false)

  async function refresh() {
    setBusy(true)
    try {
      await readAgain()
    } catch (error) {
      const description = errorMessage(error, 'The page shows the earlier entries.')
      toast({ title: 'Not refreshed', description, variant: 'destructive' })
    } finally {
      setBusy(false)
    }
  }

  return (
    <Button variant="outline" busy={busy} onClick={() => void refresh()}>
      <RefreshCw aria-hidden="true" />
      Refresh
    </Button>
  )
}

function Entries({ filters, onClear }: { filters: AuditFilters; onClear: () => void }) {
  const query = useInfiniteQuery(auditPagesQuery(filters))
  const readAgain = useReadAgain()
  const [opened, setOpened] = useState<AuditEntry | null>(null)
  return (
    <TableCard>
      <FetchedPages
        query={query}
        failed="The audit trail couldn't be loaded"
        onRetry={() => void readAgain().catch(() => undefined)}
        skeleton={<Skeletons count={3} className="h-10" />}
        empty={
          isNarrowed(filters) ? (
            <EmptyState
              kind="no-match"
              title="No entries match"
              text={
                endsBeforeItBegins(filters)
                  ? 'From is after To. Choose an earlier From.'
                  : hidesSignIns(filters) && 'Sign-ins are hidden.'
              }
              action={
                <Button variant="outline" onClick={onClear}>
                  Clear Filters
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
      {opened && <EntryDialog entry={opened} onClose={() => setOpened(null)} />}
    </TableCard>
  )
}

/**
 * The filters are stored only in the URL so that links and the back button work. With `replace`, a change doesn't add a
 * history entry.
 */
function useAuditFilters() {
  const [pathname, navigate] = useLocation()
  const filters = readAuditFilters(useSearch())

  function change(part: Partial<AuditFilters>, { replace = false } = {}) {
    // The current URL is read, because it might have changed since this render.
    const query = printAuditFilters({ ...readAuditFilters(window.location.search), ...part })
    navigate(query ? `${pathname}?${query}` : pathname, { replace })
  }

  return { filters, change, clear: () => change(noAuditFilters) }
}
