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

const PositionExports = () => (
  <div
    role="group"
    aria-label="Export your position"
    className="flex flex-wrap justify-end gap-2 max-sm:grid max-sm:grid-cols-2 max-sm:[&>:first-child]:col-span-2 print:hidden"
  >
    <ExportButton label="Statement (PDF)" fetchFile={() => callFile('exportStatement', {})} />
    <ExportButton label="Export CSV" fetchFile={() => callFile('exportPositionAsCsv', {})} />
    <ExportButton label="Export XLSX" fetchFile={() => callFile('exportPositionAsXlsx', {})} />
  </div>
)
