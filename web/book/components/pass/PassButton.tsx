import { isLender, mayCommit } from '#domain/access.ts'
import type { Loan } from '#contract/loans/shapes.ts'
import { passReasonLabels } from '#domain/book/syndicate/passes.ts'
import { takesCommitments } from '#domain/loans/permissions.ts'
import { isAboveZero } from '#domain/money.ts'
import { call } from '#web/api/client.ts'
import { sharesOf, useOwnHoldings } from '#web/book/components/holdings/use-own-holdings.ts'
import { useAction } from '#web/forms/use-action.ts'
import { useOffInPreview } from '#web/seen-as-lender.ts'
import { useSession } from '#web/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { useState } from 'react'

const PassDialog = onDemand(() => import('./PassDialog.tsx').then((part) => part.PassDialog))

/** Lets a lender pass on a loan or undo the pass. Viewers only see the pass, and holders of binding shares nothing. */
export function PassButton({ loan }: { loan: Loan }) {
  const { role } = useSession()
  if (!isLender(role)) return null
  const isDeciding = mayCommit(role)
  if (loan.pass) return <TakeBack loan={loan} pass={loan.pass} isDeciding={isDeciding} />
  return isDeciding && <Pass loan={loan} />
}

function Pass({ loan }: { loan: Loan }) {
  const [isOpen, setOpen] = useState(false)
  const off = useOffInPreview()
  // The commitments aren't loaded here, because the funding card already loads them.
  const { held } = useOwnHoldings(loan.id, { loads: false })
  const { binding, soft } = sharesOf(held)
  // The dialog asks the lender to withdraw soft interest first.
  const hasOnlySoft = isAboveZero(soft) && !isAboveZero(binding)
  // An offer is declined instead, and a closed or fully committed book leaves nothing to pass on.
  const isOnOffer = loan.bookStage === 'open' && takesCommitments(loan)
  if (!isOpen && !(isOnOffer && (loan.can.includes('pass') || hasOnlySoft))) return null
  return (
    <>
      <Button
        {...off}
        variant="outline"
        aria-label="Pass on This Loan"
        onClick={() => setOpen(true)}
      >
        <span className="sm:hidden">Pass</span>
        <span className="max-sm:hidden">Pass on This Loan</span>
      </Button>
      {isOpen && (
        <PassDialog
          loan={loan}
          soft={isAboveZero(soft) ? soft : null}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

interface TakeBackProps {
  loan: Loan
  pass: NonNullable<Loan['pass']>
  isDeciding: boolean
}

function TakeBack({ loan, pass, isDeciding }: TakeBackProps) {
  const takeBack = useAction({
    act: () => call('takeBackPass', { params: { id: loan.id } }),
    done: () => ({ title: 'Pass taken back', description: loan.title }),
    failed: "The pass wasn't taken back.",
  })
  return (
    <>
      <span className="self-center text-right text-[0.8125rem] text-muted-foreground">
        {isDeciding ? 'You' : 'Your firm'} passed: {passReasonLabels[pass.reason]}
      </span>
      {isDeciding && (
        <Button
          variant="outline"
          aria-label="Take Back Your Pass"
          busy={takeBack.isPending}
          onClick={() => takeBack.mutate()}
        >
          Take Back
        </Button>
      )}
    </>
  )
}
