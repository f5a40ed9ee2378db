import type { Receipt } from '#contract/book/receipts.ts'
import { describeReceiptAct } from '#domain/book/receipts.ts'
import { formatCents, formatShare, type Money, type Percent } from '#domain/money.ts'
import { Badge } from '#web/ui/display/Badge.tsx'
import { cx } from '#web/ui/cx.ts'
import type { ReactNode } from 'react'

export interface Fact {
  name: string
  value: ReactNode
  isCode?: boolean
}

export interface ReceiptPaperProps {
  letterhead?: ReactNode
  done: Pick<Receipt, 'act' | 'kind'>
  amount: Money
  percent: Percent
  loan: ReactNode
  facts: Fact[]
  children?: ReactNode
}

export function ReceiptPaper({
  letterhead,
  done,
  amount,
  percent,
  loan,
  facts,
  children,
}: ReceiptPaperProps) {
  return (
    <article
      aria-label="Receipt"
      className="overflow-hidden rounded-xl border border-t-4 border-t-primary bg-card text-card-foreground"
    >
      {letterhead}
      <div className="px-5 pt-4 pb-3">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium">{describeReceiptAct(done)}</span>
          <KindBadge {...done} />
        </p>
        <p className="mt-1 text-figure font-semibold tracking-tight">{formatCents(amount)}</p>
        <p className="wrap-anywhere text-muted-foreground">
          {formatShare(percent)} of {loan}
        </p>
      </div>
      <Facts facts={facts} />
      {children}
    </article>
  )
}

/** Shows whether the commitment is binding or soft after the action. Omitted if the action ended the commitment. */
function KindBadge({ act, kind }: Pick<Receipt, 'act' | 'kind'>) {
  if (act === 'withdrawn' || act === 'released' || act === 'lapsed') return null
  const isSoft = kind === 'soft'
  return <Badge tone={isSoft ? 'warning' : 'success'}>{isSoft ? 'Not binding' : 'Binding'}</Badge>
}

export function Facts({ facts }: { facts: Fact[] }) {
  return (
    <dl className="px-5 pb-2">
      {facts.map(({ name, value, isCode = false }) => (
        <div
          key={name}
          className={cx(
            'border-t border-dashed py-2',
            !isCode && 'flex flex-wrap justify-between gap-x-6',
          )}
        >
          <dt className="text-muted-foreground">{name}</dt>
          <dd
            className={cx(
              'min-w-0 wrap-anywhere',
              isCode ? 'font-mono text-xs' : 'ml-auto text-right font-medium',
            )}
          >
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
