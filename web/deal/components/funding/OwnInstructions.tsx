import type { OwnFunding } from '#contract/deal/funding.ts'
import type { Loan } from '#contract/loans/shapes.ts'
import { formatMoment } from '#domain/days.ts'
import { formatCents, type Money } from '#domain/money.ts'
import { ReceiptLink } from '#web/book/components/receipts/ReceiptLink.tsx'
import { company } from '#web/company/company.ts'
import { copyText } from '#web/files/copy-text.ts'
import { formatTimestamp } from '#web/time/timestamps.ts'
import { Button } from '#web/ui/Button.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { useViewerReason } from '#web/viewer-reason.ts'
import { CircleAlert, Copy } from 'lucide-react'
import { useState } from 'react'

const CallBackDialog = onDemand(() =>
  import('./CallBackDialog.tsx').then((part) => part.CallBackDialog),
)

interface OwnInstructionsProps {
  loan: Loan
  outstanding: Money
  instructions: NonNullable<OwnFunding['instructions']>
  callBack: OwnFunding['callBack']
}

/** Where to wire, with the request to call first. */
export function OwnInstructions({
  loan,
  outstanding,
  instructions,
  callBack,
}: OwnInstructionsProps) {
  const [isCalling, setCalling] = useState(false)
  const viewerReason = useViewerReason('verify them')
  const { version, changedAt, phone } = instructions
  const us =
    phone === null ? `Call ${company.name} at the number in your own files` : `Call us at ${phone}`
  // A call-back on an earlier version doesn't count.
  const verified = callBack?.version === version ? callBack : null
  return (
    <div className="grid gap-3">
      {changedAt && (
        <p
          role="status"
          className="flex items-start gap-2 rounded-lg bg-warning-soft px-3 py-2.5 font-medium text-pretty text-warning"
        >
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span>
            These instructions changed on {formatTimestamp(changedAt)}. {us} before you wire.
          </span>
        </p>
      )}
      <WireDetails outstanding={outstanding} instructions={instructions} />
      {!changedAt && (
        <p className="text-pretty">
          {us} before you wire, and let us read the account number back to you. Never call a number
          from an email.
        </p>
      )}
      {verified ? (
        <p className="text-pretty text-success">
          {verified.madeBy} verified these with {verified.spokeWith} at {verified.phone},{' '}
          {formatTimestamp(verified.calledAt)}.{' '}
          <ReceiptLink id={verified.receiptId} subject="your call" />
        </p>
      ) : viewerReason ? (
        <p className="text-[0.8125rem] text-muted-foreground">{viewerReason}</p>
      ) : (
        <Button
          className="print:hidden"
          onPointerEnter={CallBackDialog.preload}
          onFocus={CallBackDialog.preload}
          onClick={() => setCalling(true)}
        >
          I Have Verified These by Telephone
        </Button>
      )}
      {isCalling && (
        <CallBackDialog loan={loan} version={version} onClose={() => setCalling(false)} />
      )}
    </div>
  )
}

function WireDetails({
  outstanding,
  instructions,
}: Pick<OwnInstructionsProps, 'outstanding' | 'instructions'>) {
  const { beneficiary, bank, routingNumber, accountNumber, reference, dueAt } = instructions
  const details = [
    // Forms of banks take an amount without a dollar sign.
    { name: 'Amount', value: formatCents(outstanding), copied: outstanding },
    { name: 'Beneficiary', value: beneficiary, copied: beneficiary },
    { name: 'Bank', value: bank },
    { name: 'Routing number', value: routingNumber, copied: routingNumber },
    { name: 'Account number', value: accountNumber, copied: accountNumber },
    { name: 'Reference', value: reference, copied: reference },
    { name: 'Due', value: formatMoment(dueAt) },
  ]
  return (
    <dl className="divide-y rounded-lg border">
      {details.map(({ name, value, copied }) => (
        <div
          key={name}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 px-3 py-1.5"
        >
          <dt className="text-xs text-muted-foreground">{name}</dt>
          <dd className="col-start-1 font-medium wrap-anywhere tabular-nums">{value}</dd>
          {copied && (
            <dd className="col-start-2 row-span-2 row-start-1">
              <CopyButton name={name} value={copied} />
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}

const CopyButton = ({ name, value }: { name: string; value: string }) => (
  <Button
    variant="ghost"
    size="s"
    className="shrink-0 print:hidden"
    aria-label={`Copy ${name.toLowerCase()}`}
    onClick={() =>
      void copyText(value).then((isCopied) =>
        toast({ title: isCopied ? `${name} copied` : `${name} not copied` }),
      )
    }
  >
    <Copy aria-hidden="true" />
    Copy
  </Button>
)
