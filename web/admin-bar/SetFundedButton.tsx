import type { Loan } from '#contract/loans/shapes.ts'
import { loanStatusLabels } from '#domain/loans/statuses.ts'
import { Button } from '#web/ui/Button.tsx'
import { useState } from 'react'
import { dialogs } from './dialogs.ts'
import { useLoanStatus } from './use-loan-status.ts'

/** Offers the last change of a loan's status, with the same confirmation as the menu of statuses. */
export function SetFundedButton({ loan }: { loan: Loan }) {
  const [isFunding, setFunding] = useState(false)
  const { setStatus, isSetting } = useLoanStatus(loan, () => setFunding(false))
  return (
    <>
      <Button onPointerEnter={dialogs.fund.preload} onClick={() => setFunding(true)}>
        Set to {loanStatusLabels.funded}
      </Button>
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
