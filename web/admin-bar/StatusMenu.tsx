import { ChevronDown } from 'lucide-react'
import type { Loan } from '#contract/loans/shapes.ts'
import {
  loanStatuses,
  loanStatusLabels,
  loanStatusMeanings,
  type LoanStatus,
} from '#domain/loans/statuses.ts'
import { ActionMenu } from '#web/ui/overlays/ActionMenu.tsx'
import { Button } from '#web/ui/Button.tsx'
import { useAction } from '#web/forms/use-action.ts'
import { call, endpointQuery } from '#web/api/client.ts'
import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { dialogs } from './dialogs.ts'

/** Sets the loan's status. The status Funded requires confirmation, because it closes the loan's book. */
export function StatusMenu({ loan }: { loan: Loan }) {
  const [isFunding, setFunding] = useState(false)
  const { setStatus, isSetting } = useLoanStatus(loan, () => setFunding(false))
  const choose = (status: LoanStatus) => {
    if (status === 'funded') setFunding(true)
    else setStatus({ status })
  }
  return (
    <>
      <ActionMenu
        align="start"
        trigger={
          <Button variant="outline" busy={isSetting}>
            Status
            <ChevronDown aria-hidden="true" />
          </Button>
        }
        actions={loanStatuses.map((status) => ({
          label: loanStatusLabels[status],
          hint: loanStatusMeanings[status],
          checked: status === loan.status,
          onSelect: () => status !== loan.status && choose(status),
        }))}
      />
      {isFunding && (
        <dialogs.fund
          loan={loan}
          busy={isSetting}
          onConfirm={(fundedOn) => setStatus({ status: 'funded', fundedOn })}
          onClose={() => setFunding(false)}
        />
      )}
    </>
  )
}

interface StatusChange {
  status: LoanStatus
  fundedOn?: string
}

/** Sets the status if the displayed version is current. A concurrent change by another user leads to a 409. */
function useLoanStatus({ id, version }: Pick<Loan, 'id' | 'version'>, onDone: () => void) {
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
