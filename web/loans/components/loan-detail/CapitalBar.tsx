import type { Loan } from '#contract/loans/shapes.ts'
import { capitalOf, isLtvInDoubt, type CapitalRow } from '#domain/loans/capital.ts'
import {
  compareFigures,
  formatDollars,
  formatRate,
  percentNumber,
  zeroMoney,
} from '#domain/money.ts'
import { useSession } from '#web/session.ts'
import { cx } from '#web/ui/cx.ts'
import { SegmentedBar } from '#web/ui/display/SegmentedBar.tsx'

/**
 * The loan and the equity that ranks below it, in proportion to each property value. Renders nothing if no value is
 * known.
 */
export function CapitalBar({ loan }: { loan: Loan }) {
  const { isAdmin } = useSession()
  const rows = capitalOf(loan)
  if (rows.length === 0) return null
  return (
    <div className="grid gap-3 border-t pt-3">
      <div className={cx('grid gap-x-4 gap-y-3', rows.length > 1 && '@lg:grid-cols-2')}>
        {rows.map((row) => (
          <Row key={row.basis} row={row} />
        ))}
      </div>
      {isAdmin && loan.ltv !== null && isLtvInDoubt(loan) && (
        <p className="text-[0.8125rem] text-warning">
          Check the LTV: {formatRate(loan.ltv)} was entered, but amount ÷ value is{' '}
          {rows.map(({ ltv, basis }) => `${formatRate(ltv)} (${names[basis].short})`).join(' and ')}
          .
        </p>
      )}
    </div>
  )
}

function Row({ row: { basis, value, ltv, equity, width, within } }: { row: CapitalRow }) {
  const { value: valueName, short } = names[basis]
  const isShort = compareFigures(equity, zeroMoney) < 0
  const figures = [
    { name: valueName, value: formatDollars(value) },
    { name: 'LTV', value: formatRate(ltv) },
    { name: 'Equity', value: formatDollars(equity) },
  ]
  return (
    <div className="grid content-between gap-1.5">
      <dl className="flex flex-wrap justify-between gap-1">
        {figures.map((figure) => (
          <div key={figure.name}>
            <dt className="text-xs text-muted-foreground">{figure.name}</dt>
            <dd
              className={cx('font-medium', figure.name === 'Equity' && isShort && 'text-warning')}
            >
              {figure.value}
            </dd>
          </div>
        ))}
      </dl>
      <div style={{ width: `${width}%` }}>
        <SegmentedBar
          label={`Loan against ${short} value`}
          segments={[
            { look: 'solid', percent: within },
            // The segment for the part of the loan amount that is larger than the value.
            ...(isShort ? [{ look: 'beyond' as const, percent: 100 - within }] : []),
          ]}
          value={percentNumber(ltv)}
          valueText={figures.map((figure) => `${figure.name} ${figure.value}`).join(', ')}
        />
      </div>
    </div>
  )
}

const names = {
  asIs: { value: 'Property As-Is Value', short: 'as-is' },
  asComplete: { value: 'As-Complete Value', short: 'as-complete' },
}
