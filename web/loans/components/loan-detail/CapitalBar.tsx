import type { Loan } from '#contract/loans/shapes.ts'
import {
  capitalOf,
  describeLtvDoubt,
  type Capital,
  type CapitalBasis,
  type CapitalRow,
} from '#domain/loans/capital.ts'
import { areWithinOnePoint } from '#domain/loans/ltv-basis.ts'
import { formatDollars, formatRate, percentNumber, type Percent } from '#domain/money.ts'
import { useSession } from '#web/session.ts'
import { cx } from '#web/ui/cx.ts'
import { SegmentedBar } from '#web/ui/display/SegmentedBar.tsx'

/**
 * Bars that show the loan and the equity in proportion to the total cost or each property value, all on the same scale.
 * Renders nothing if neither a cost nor a value is known.
 */
export function CapitalBar({ loan }: { loan: Loan }) {
  const { isAdmin } = useSession()
  const { rows, undrawn } = capitalOf(loan)
  if (rows.length === 0) return null
  const doubt = describeLtvDoubt(loan)
  return (
    <div className="grid content-end">
      {rows.map((row) => (
        <div key={row.basis} className="border-t py-3 last:pb-0">
          <Row row={row} loan={loan} />
        </div>
      ))}
      {undrawn && <AsIsValue {...undrawn} />}
      {doubt && (
        <p className="border-t pt-3 text-[0.8125rem] text-warning">
          {doubt}
          {isAdmin && ' Check the LTV.'}
        </p>
      )}
    </div>
  )
}

function AsIsValue({ value, isLand }: NonNullable<Capital['undrawn']>) {
  return (
    <dl className="border-t pt-3">
      <div>
        <dt className="text-xs text-muted-foreground">{names.asIs.value}</dt>
        <dd className="font-medium">
          {isLand && <span className="font-normal text-muted-foreground">Land value </span>}
          {formatDollars(value)}
        </dd>
      </div>
    </dl>
  )
}

function Row({ row, loan }: { row: CapitalRow; loan: Loan }) {
  const { basis, value, percentage, equity, width, within } = row
  const figures = [
    { name: names[basis].value, value: formatDollars(value) },
    ratioOf(row, loan.ltv),
    ...(equity === null ? [] : [{ name: 'Equity', value: formatDollars(equity) }]),
  ]
  return (
    <div className="grid gap-1.5">
      <dl className="grid grid-cols-2 gap-x-4 gap-y-1 sm:grid-cols-3">
        {figures.map((figure) => (
          <div key={figure.name}>
            <dt className="text-xs text-muted-foreground">{figure.name}</dt>
            <dd
              className={cx(
                'font-medium',
                equity === null && figure.name !== names[basis].value && 'text-warning',
              )}
            >
              {figure.value}
            </dd>
          </div>
        ))}
      </dl>
      <div style={{ width: `${width}%` }} className="relative">
        <SegmentedBar
          label={`Loan against ${names[basis].short}`}
          segments={[
            { look: 'solid', percent: within },
            ...(equity === null ? [{ look: 'beyond' as const, percent: 100 - within }] : []),
          ]}
          value={percentNumber(percentage)}
          valueText={figures.map((figure) => `${figure.name} ${figure.value}`).join(', ')}
        />
        {basis === 'cost' && equity !== null && (
          <span
            aria-hidden="true"
            style={{ left: `${within}%` }}
            className="absolute -inset-y-1 w-0.5 bg-foreground"
          />
        )}
      </div>
    </div>
  )
}

/** Only the stated LTV is labeled "LTV" so that users don't see two different LTVs. */
function ratioOf({ basis, percentage }: CapitalRow, stated: Percent | null) {
  if (basis === 'cost') return { name: 'LTC', value: formatRate(percentage) }
  if (stated !== null && areWithinOnePoint(percentage, stated))
    return { name: 'LTV', value: formatRate(stated) }
  return { name: 'Loan', value: `${formatRate(percentage)} of value` }
}

const names: Record<CapitalBasis, { value: string; short: string }> = {
  cost: { value: 'Total Cost', short: 'total cost' },
  asIs: { value: 'Property As-Is Value', short: 'as-is value' },
  asComplete: { value: 'As-Complete Value', short: 'as-complete value' },
}
