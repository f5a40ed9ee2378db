import type { Document, Photo } from '#contract/files.ts'
import type { Loan } from '#contract/loans.ts'
import { endpointQuery } from '#web/api.ts'
import { useQueries, type UseQueryResult } from '@tanstack/react-query'

/** What is known of the files of several loans, each asked for by itself. */
export interface FilesOf<File> {
  /** Newest first. A loan whose files could not be fetched has none here. */
  files: File[]
  isLoading: boolean
  /** How many loans' files could not be fetched. */
  failures: number
  retry: () => void
}

export const useDocumentsOf = (loans: readonly Loan[]): FilesOf<Document> =>
  useQueries({
    queries: loans.map(({ id }) => endpointQuery('listLoanDocuments', { params: { loanId: id } })),
    combine: together,
  })

export const usePhotosOf = (loans: readonly Loan[]): FilesOf<Photo> =>
  useQueries({
    queries: loans.map(({ id }) => endpointQuery('listLoanPhotos', { params: { loanId: id } })),
    combine: together,
  })

function together<File extends { uploadedAt: string }>(
  results: readonly UseQueryResult<File[]>[],
): FilesOf<File> {
  const failed = results.filter(({ data, isError }) => isError && !data)
  return {
    files: results
      .flatMap(({ data }) => data ?? [])
      .toSorted((a, b) => b.uploadedAt.localeCompare(a.uploadedAt)),
    isLoading: results.some(({ isPending }) => isPending),
    failures: failed.length,
    retry: () => {
      for (const { refetch } of failed) void refetch()
    },
  }
}
