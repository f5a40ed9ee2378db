import type { Loan } from '#contract/loans/shapes.ts'
import { loanStatusLabels, type LoanStatus } from '#domain/loans/statuses.ts'
import { call, endpointQuery } from '#web/api/client.ts'
import { useAction } from '#web/forms/use-action.ts'
import { useQueryClient } from '@tanstack/react-query'

interface StatusChange {
  status: LoanStatus
  fundedOn?: string
}

/** Sets the status if the displayed version is current. A concurrent change by another user leads to a 409. */
export function useLoanStatus({ id, version }: Pick<Loan, 'id' | 'version'>, onDone: () => void) {
  const client = useQueryClient()
  const { mutate, isPending } = useAction({
    act: async (change: StatusChange) => {
      try {
        return await call('updateLoan', { params: { id }, body: { ...change, version } })
      } catch (error) {
        // A failure usually means that the displayed loan is outdated.
        const { queryKey } = endpointQuery('getLoan', { params: { id } })
        void client.invalidateQueries({ queryKey })
        throw error
      }
    },
    done: ({ status, title }) => ({
      title: `Status set to ${loanStatusLabels[status]}`,
      description: title,
    }),
    failed: 'Failed to update loan',
    onDone,
  })
  return { setStatus: mutate, isSetting: isPending }
}
