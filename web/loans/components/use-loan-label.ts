import type { Loan } from '#contract/loans/shapes.ts'
import { endpointQuery } from '#web/api/client.ts'
import { useQuery } from '@tanstack/react-query'

export const loanLabel = ({ title, borrowerName }: Pick<Loan, 'title' | 'borrowerName'>) =>
  `${title} (${borrowerName})`

/** Loads a selected loan that isn't among the options, and returns its label. Loads nothing if `id` is empty. */
export function useLoanLabel(id: string, labelOf: (loan: Loan) => string): string {
  const { data, isError } = useQuery({
    ...endpointQuery('getLoan', { params: { id } }),
    enabled: id !== '',
  })
  return data ? labelOf(data) : isError ? 'Unknown' : 'Loading...'
}
