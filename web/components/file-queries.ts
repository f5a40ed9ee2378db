/** What a change of a document or photo shows in: the queries that must be asked again after it. */
import type { Document, Photo } from '#contract/files.ts'
import { endpointQuery } from '#web/api.ts'

export const touchedByDocument = ({ loanId }: Pick<Document, 'loanId'>) => [
  endpointQuery('listLoanDocuments', { params: { loanId } }),
  endpointQuery('getAdminSummary'),
]

export const touchedByPhoto = ({ loanId }: Pick<Photo, 'loanId'>) => [
  endpointQuery('listLoanPhotos', { params: { loanId } }),
  endpointQuery('getAdminSummary'),
  // A cover shows on the cards of its loan.
  endpointQuery('listLoans'),
]
