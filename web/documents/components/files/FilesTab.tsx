import { Upload, type LucideIcon } from 'lucide-react'
import type { LoanWithFiles } from '#contract/documents/shapes.ts'
import type { UploadKind } from '#domain/documents/files.ts'
import { endpointQuery } from '#web/api/client.ts'
import { FetchedPages } from '#web/lists/FetchedPages.tsx'
import { useAdminState } from '#web/admin-panel/use-admin-state.ts'
import { Button } from '#web/ui/Button.tsx'
import { CardHeader, CardTitle } from '#web/ui/display/Card.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/display/EmptyState.tsx'
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { TableCard } from '#web/ui/display/Table.tsx'
import { useRef, useState, type ComponentType, type ReactNode } from 'react'
import { Failures } from './FailedFiles.tsx'
import { FileFilterBar } from './FileFilterBar.tsx'
import {
  loansWithFilesQuery,
  useFilesOf,
  type FilesQuery,
  type LoanFiles,
  type StoredFile,
} from './loan-files.ts'

export interface FilesTabProps<File> {
  kind: UploadKind
  title: string
  uploadLabel: string
  UploadDialog: ComponentType<{ loanId: string; onClose: () => void }>
  filesQuery: FilesQuery<File>
  skeleton: ReactNode
  emptyIcon?: LucideIcon
  children: (groups: LoanFiles<File>[]) => ReactNode
}

export function FilesTab<File extends StoredFile>({
  kind,
  title,
  uploadLabel,
  UploadDialog,
  filesQuery,
  skeleton,
  emptyIcon,
  children,
}: FilesTabProps<File>) {
  const client = useQueryClient()
  const { state, change } = useAdminState()
  const [isUploading, setUploading] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const search = state.search.trim()
  const query = useInfiniteQuery({
    ...loansWithFilesQuery(kind, { search, loanId: state.loan }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
  // Reloads the tab's count so that it matches the list.
  useQuery({ ...endpointQuery('getAdminSummary'), refetchOnMount: 'always' })
  const found = useFilesOf(eachOnce(query.data?.pages.flatMap((page) => page.items)), filesQuery)
  const groups = search ? found.map(onlyMatches) : found

  const empty = (
    <NoFiles
      kind={kind}
      icon={emptyIcon}
      isFiltered={search !== '' || state.loan !== ''}
      onClear={() => {
        change({ search: '', loan: '' })
        // The pressed button disappears when the filters are cleared, so focus must move elsewhere.
        heading.current?.focus()
      }}
    />
  )
  return (
    <TableCard as="section" aria-labelledby={`${kind}s-title`}>
      <CardHeader
        className="items-center!"
        action={
          <Button onClick={() => setUploading(true)}>
            <Upload aria-hidden="true" />
            {uploadLabel}
          </Button>
        }
      >
        <CardTitle ref={heading} id={`${kind}s-title`} tabIndex={-1} className="outline-none">
          {title}
        </CardTitle>
      </CardHeader>
      <FileFilterBar kind={kind} state={state} onChange={change} />
      <div aria-busy={query.isFetching} className={cx(query.isPlaceholderData && 'opacity-60')}>
        <FetchedPages
          query={query}
          failed={`The ${kind}s couldn't be loaded`}
          onRetry={() => void client.invalidateQueries({ queryKey: loansKey })}
          skeleton={skeleton}
          empty={empty}
          isFilling={groups.some(({ isLoading, isRetrying }) => isLoading || isRetrying)}
        >
          {() =>
            groups.some(hasSomething) ? (
              <>
                <Failures kind={kind} groups={groups} />
                {children(groups)}
                <p role="status" className="sr-only">
                  {query.isPlaceholderData ? '' : shownText(kind, groups)}
                </p>
              </>
            ) : (
              empty
            )
          }
        </FetchedPages>
      </div>
      {isUploading && <UploadDialog loanId={state.loan} onClose={() => setUploading(false)} />}
    </TableCard>
  )
}

const loansKey = endpointQuery('listLoansWithFiles').queryKey

interface NoFilesProps {
  kind: UploadKind
  icon: LucideIcon | undefined
  isFiltered: boolean
  onClear: () => void
}

function NoFiles({ kind, icon, isFiltered, onClear }: NoFilesProps) {
  if (!isFiltered) return <EmptyState icon={icon} title={`No ${kind}s uploaded yet`} />
  return (
    <EmptyState
      kind="no-match"
      title="No matches"
      text={`No ${kind}s match your search and filters.`}
      action={
        <Button variant="outline" onClick={onClear}>
          Clear Filters
        </Button>
      }
    />
  )
}

/**
 * Removes duplicates. If a loan's newest file is deleted between two requests, the loan appears again on a later page.
 */
const eachOnce = (loans: LoanWithFiles[] = []) => [
  ...new Map(loans.map((loan) => [loan.id, loan])).values(),
]

function onlyMatches<File extends StoredFile>(group: LoanFiles<File>): LoanFiles<File> {
  const matching = new Set(group.loan.fileIds)
  return { ...group, files: group.files.filter(({ id }) => matching.has(id)) }
}

// A loan's last file could have been deleted after the loans were loaded.
const hasSomething = ({ files, isLoading, hasFailed }: LoanFiles<unknown>) =>
  files.length > 0 || isLoading || hasFailed

function shownText(kind: UploadKind, groups: LoanFiles<unknown>[]): string {
  if (groups.some(({ isLoading }) => isLoading)) return 'Loading...'
  const count = groups.reduce((sum, { files }) => sum + files.length, 0)
  return `${count} ${count === 1 ? kind : `${kind}s`} shown`
}
