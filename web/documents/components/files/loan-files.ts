import type { LoanWithFiles } from '#contract/documents/shapes.ts'
import type { UploadKind } from '#domain/documents/files.ts'
import { endpointPages } from '#web/api/client.ts'
import {
  useQueries,
  type QueryFunctionContext,
  type QueryKey,
  type UseQueryResult,
} from '@tanstack/react-query'

/** The filters of a file list; an empty one filters nothing. */
export interface FileFilters {
  search: string
  loanId: string
}

/** The loans that have files of a kind, page by page, ordered by their newest file. */
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

/** One loan's files, as far as they are known. */
export interface LoanFiles<File> {
  loan: LoanWithFiles
  /** Newest first. */
  files: File[]
  isLoading: boolean
  /** Fetching or refetching failed; files fetched earlier are still here. */
  hasFailed: boolean
  /** Why fetching failed; null while retrying. */
  error: Error | null
  isRetrying: boolean
  retry: () => void
}

/** The common fields of documents and photos. */
export interface StoredFile {
  id: string
  uploadedAt: string
}

export type FilesQuery<File> = (loanId: string) => {
  queryKey: QueryKey
  queryFn: (context: QueryFunctionContext) => Promise<File[]>
}

/** Fetches each loan's files separately, so that one failure does not affect the others. */
export const useFilesOf = <File extends StoredFile>(
  loans: readonly LoanWithFiles[],
  filesQuery: FilesQuery<File>,
): LoanFiles<File>[] =>
  useQueries({
    // Others upload and delete too, so opening the list refetches it.
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
  // A query without data loses its error when it is refetched.
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
