import type { LoanWithFiles } from '#contract/documents/shapes.ts'
import type { UploadKind } from '#domain/documents/files.ts'
import { endpointPages } from '#web/api/client.ts'
import {
  useQueries,
  type QueryFunctionContext,
  type QueryKey,
  type UseQueryResult,
} from '@tanstack/react-query'

export interface FileFilters {
  search: string
  loanId: string
}

export const loansWithFilesQuery = (
  kind: UploadKind,
  { search, loanId }: FileFilters,
  loansPerPage = 24,
) =>
  endpointPages('listLoansWithFiles', {
    kind,
    ...(search ? { search } : {}),
    ...(loanId ? { loanId } : {}),
    limit: String(loansPerPage),
  })

export interface LoanFiles<File> {
  loan: LoanWithFiles
  files: File[]
  isLoading: boolean
  /** True if the latest request failed. `files` then contains the earlier result. */
  hasFailed: boolean
  error: Error | null
  isRetrying: boolean
  retry: () => void
}

export interface StoredFile {
  id: string
  uploadedAt: string
}

export type FilesQuery<File> = (loanId: string) => {
  queryKey: QueryKey
  queryFn: (context: QueryFunctionContext) => Promise<File[]>
}

/** Loads each loan's files separately so that one failure doesn't affect the others. */
export const useFilesOf = <File extends StoredFile>(
  loans: readonly LoanWithFiles[],
  filesQuery: FilesQuery<File>,
): LoanFiles<File>[] =>
  useQueries({
    // Files are refetched when the list opens, because other users upload and delete files.
    queries: loans.map(({ id }) => ({ ...filesQuery(id), refetchOnMount: 'always' as const })),
    combine: (results) =>
      results.flatMap((result, index) => {
        const loan = loans[index]
        return loan ? toLoanFiles(loan, result) : []
      }),
  })

function toLoanFiles<File extends StoredFile>(
  loan: LoanWithFiles,
  { data, isPending, isFetching, error, errorUpdateCount, refetch }: UseQueryResult<File[]>,
): LoanFiles<File> {
  // When a query without data refetches, React Query clears its error.
  const isRetrying = isFetching && (error !== null || (isPending && errorUpdateCount > 0))
  return {
    loan,
    files: (data ?? []).toSorted((a, b) => b.uploadedAt.localeCompare(a.uploadedAt)),
    isLoading: isPending && !isRetrying,
    hasFailed: error !== null || isRetrying,
    error,
    isRetrying,
    retry: () => void refetch(),
  }
}
