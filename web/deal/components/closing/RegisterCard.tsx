import type { Register } from '#contract/deal/registers.ts'
import type { Deal } from '#contract/deal/shapes.ts'
import { formatDay } from '#domain/days.ts'
import { loanStatusLabels } from '#domain/loans/statuses.ts'
import { formatCents, isAboveZero } from '#domain/money.ts'
import { callFile } from '#web/api/call-file.ts'
import { FoldingCard } from '#web/deal/components/FoldingCard.tsx'
import { ExportButton } from '#web/files/ExportButton.tsx'
import { Badge } from '#web/ui/display/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { formatTimestamp } from '#web/time/timestamps.ts'
import { useId, useState } from 'react'
import { describeRegister } from './describe-closing.ts'
import { RegisterFiles } from './RegisterFiles.tsx'
import { RegisterTable } from './RegisterTable.tsx'

const ReopenBookDialog = onDemand(() =>
  import('./ReopenBookDialog.tsx').then((part) => part.ReopenBookDialog),
)

/** The register of a closed book. */
export function RegisterCard({ deal, register }: { deal: Deal; register: Register }) {
  const [isReopening, setReopening] = useState(false)
  const { version, effectiveDate, madeBy, madeAt, reason, wasFunded } = register
  const obstacle = obstacleToReopen(deal)
  const obstacleId = useId()
  return (
    <FoldingCard
      id="deal-closing"
      title="Register"
      result={
        <>
          <Badge tone="success">Version {version}, in force</Badge> {describeRegister(register)}
        </>
      }
      description={
        <>
          Effective {formatDay(effectiveDate)}. Made by {madeBy}, {formatTimestamp(madeAt)}.
          {reason && ` Reason: ${reason}.`}
          {wasFunded === 'true' && ' The loan was funded before its book was closed.'}
          {obstacle && (
            <span id={obstacleId} className="block text-[0.8125rem] print:hidden">
              {obstacle}
            </span>
          )}
        </>
      }
      action={
        <div className="flex flex-wrap gap-2 max-md:grid max-md:w-full max-md:grid-cols-2 print:hidden">
          <RegisterFiles register={register} />
          <ExportButton
            label="Ledger Journal"
            failed="The journal couldn't be downloaded"
            fetchFile={() => callFile('exportJournal', { params: { id: deal.loan.id } })}
          />
          <Button
            variant="outline"
            disabled={obstacle !== null}
            aria-describedby={obstacle === null ? undefined : obstacleId}
            onClick={() => setReopening(true)}
          >
            Reopen…
          </Button>
        </div>
      }
      isFolded={deal.next !== 'done'}
    >
      <RegisterTable register={register} />
      <Fingerprint value={register.fingerprint} />
      {isReopening && (
        <ReopenBookDialog deal={deal} register={register} onClose={() => setReopening(false)} />
      )}
    </FoldingCard>
  )
}

const Fingerprint = ({ value }: { value: string }) => (
  <p className="border-t px-4.5 py-2.5 text-xs wrap-anywhere text-muted-foreground">
    Fingerprint (SHA-256) <span className="font-mono">{value}</span>
  </p>
)

function obstacleToReopen({ loan, funding }: Deal): string | null {
  if (loan.status === 'funded')
    return `A loan that is ${loanStatusLabels.funded} keeps its register.`
  if (funding && isAboveZero(funding.received))
    return `${formatCents(funding.received)} has come, so the book can't be reopened. Reverse the receipts first.`
  return null
}
