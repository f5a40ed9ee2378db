import type { LoanWithFiles } from '#contract/documents/shapes.ts'
import type { UploadKind } from '#domain/documents/files.ts'
import { endpointPages } from '#web/api/client.ts'
import {
  useQueries,
  type QueryFunctionContext,
  type QueryKey,
  type UseQueryResult,
} from '@tanstack/react-query'

/** What narrows a list of files; empty narrows nothing. */
export interface FileFilters {
  search: string
  loanId: string
}

/** The loans that have files of a kind, page by page, those with the newest file first. */
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

/** The files of one loan, as far as they are known. */
export interface LoanFiles<File> {
  loan: LoanWithFiles
  /** Newest first. */
  files: File[]
  isLoading: boolean
  /** They could not be fetched, or not again; those that were fetched before are still here. */
  hasFailed: boolean
  /** Why they could not be fetched; null while that is tried again. */
  error: Error | null
  isRetrying: boolean
  retry: () => void
}

/** What every document and every photo has. */
export interface StoredFile {
  id: string
  uploadedAt: string
}

export type FilesQuery<File> = (loanId: string) => {
  queryKey: QueryKey
  queryFn: (context: QueryFunctionContext) => Promise<File[]>
}

/** Asks for the files of each loan by itself, so that one failure leaves the others. */
export const useFilesOf = <File extends StoredFile>(
  loans: readonly LoanWithFiles[],
  filesQuery: FilesQuery<File>,
): LoanFiles<File>[] =>
  useQueries({
    // Others upload and delete too: whoever opens the list wants what is there now.
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
  // A query without data forgets its error when it is asked again.
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
