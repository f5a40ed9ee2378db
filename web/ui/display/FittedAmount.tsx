import { formatCents, formatShortly, type Money } from '#domain/money.ts'

/**
 * The exact amount or, in a narrow container, a short one, with the exact amount in a tooltip and for screen readers.
 */
export function FittedAmount({ amount }: { amount: Money }) {
  const exact = formatCents(amount)
  return (
    <span title={exact}>
      <span
        aria-hidden="true"
        data-short={formatShortly(amount)}
        className="before:content-[attr(data-short)] @sm:hidden print:hidden"
      />
      <span className="@max-sm:sr-only print:not-sr-only">{exact}</span>
    </span>
  )
}
