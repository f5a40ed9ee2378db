/** What a change of a document or photo shows in: the queries that must be asked again after it. */
import type { Document, Photo } from '#contract/documents/shapes.ts'
import { endpointQuery } from '#web/api/client.ts'

export const touchedByDocument = ({ loanId }: Pick<Document, 'loanId'>) => [
  endpointQuery('listLoanDocuments', { params: { loanId } }),
  endpointQuery('listLoansWithFiles'),
  endpointQuery('getAdminSummary'),
]

export const touchedByPhoto = ({ loanId }: Pick<Photo, 'loanId'>) => [
  endpointQuery('listLoanPhotos', { params: { loanId } }),
  endpointQuery('listLoansWithFiles'),
  endpointQuery('getAdminSummary'),
  // A cover shows on the cards of its loan.
  endpointQuery('listLoans'),
]
