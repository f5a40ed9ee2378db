import { Download } from 'lucide-react'
import { useExport } from '#web/files/use-export.ts'
import { Button } from '#web/ui/Button.tsx'
import { ActionMenu } from '#web/ui/overlays/ActionMenu.tsx'
import { usePhone } from '#web/ui/use-matches.ts'
import { FetchedList } from '#web/lists/FetchedList.tsx'
import { LoadMore } from '#web/lists/LoadMore.tsx'
import { PartBoundary } from '#web/shell/PartBoundary.tsx'
import { cx } from '#web/ui/cx.ts'
import { Skeleton } from '#web/ui/display/Skeleton.tsx'
import { ExportButton } from '#web/files/ExportButton.tsx'
import { callFile } from '#web/api/call-file.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Concentration } from './Concentration.tsx'
import { NoCommitments } from './NoCommitments.tsx'
import { commitmentsOf, ownHoldingPages } from './portfolio.ts'
import { PositionTable } from './PositionTable.tsx'
import { useActing } from './use-acting.tsx'

export function PositionView() {
  const pages = useInfiniteQuery({ ...ownHoldingPages, refetchOnMount: 'always' })
  const holdings = pages.data?.pages.flatMap((page) => page.items)
  const { act, dialog } = useActing(holdings?.flatMap(commitmentsOf), pages.refetch)
  return (
    <>
      <FetchedList
        query={{
          data: holdings,
          error: pages.error,
          isRefetchError: pages.isRefetchError,
          refetch: () => pages.refetch(),
        }}
        loadingText="Loading your position..."
        failed="Your position couldn't be loaded"
        skeleton={<Skeleton className="h-56 rounded-xl" />}
        empty={<NoCommitments />}
      >
        {(items) => (
          <div className="grid grid-cols-1 gap-5">
            <PositionExports />
            <PositionTable
              holdings={items}
              onAct={act}
              more={
                <div className={cx('grid', pages.hasNextPage && 'border-t px-4.5 py-3')}>
                  <LoadMore query={pages} failed="More of your position couldn't be loaded" />
                </div>
              }
            />
            <PartBoundary>
              <Concentration />
            </PartBoundary>
          </div>
        )}
      </FetchedList>
      {dialog}
    </>
  )
}

const exports = [
  { label: 'Statement (PDF)', fetchFile: () => callFile('exportStatement', {}) },
  { label: 'Export CSV', fetchFile: () => callFile('exportPositionAsCsv', {}) },
  { label: 'Export XLSX', fetchFile: () => callFile('exportPositionAsXlsx', {}) },
]

/** On phones, one menu, because three buttons would push the position down by two lines. */
function PositionExports() {
  const { save, busy } = useExport()
  if (usePhone())
    return (
      <div className="flex justify-end print:hidden">
        <ActionMenu
          trigger={
            <Button variant="outline" size="s" busy={busy}>
              <Download aria-hidden="true" />
              Export
            </Button>
          }
          actions={exports.map(({ label, fetchFile }) => ({
            label,
            onSelect: () => void save(fetchFile),
          }))}
        />
      </div>
    )
  return (
    <div
      role="group"
      aria-label="Export your position"
      className="flex flex-wrap justify-end gap-2 print:hidden"
    >
      {exports.map((each) => (
        <ExportButton key={each.label} {...each} />
      ))}
    </div>
  )
}
