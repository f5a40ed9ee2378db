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
import { useState } from 'react'
import { dialogs } from './dialogs.ts'
import { useLoanStatus } from './use-loan-status.ts'

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
