import type { Commitment } from '#contract/book/commitments.ts'
import { closingOf, dueOf } from '#domain/loans/dates/deadlines.ts'
import { maturityOf } from '#domain/loans/maturity.ts'
import { Due } from '#web/loans/components/Due.tsx'
import { formatDay } from '#web/time/timestamps.ts'

interface NextDateProps {
  commitment: Commitment
  /** Shows "due in 8 days" instead of a sentence, and no maturity, because the term beside it shows that. */
  isShort?: boolean
}

/**
 * Shows the next date of a commitment: for a soft one, when to decide, then the closing, and then the maturity. Renders
 * nothing if no date is known.
 */
export function NextDate({ commitment, isShort = false }: NextDateProps) {
  const { loan, isSoftCommit } = commitment
  if (isSoftCommit === 'true' && dueOf(loan))
    return <Due loan={loan} as={isShort ? 'text' : 'decision'} className="block font-medium" />
  const closing = closingOf(loan)
  const maturity = isShort ? null : maturityOf(loan)
  const day = closing ? loan.closingDate : maturity
  if (day === null) return null
  return (
    <time dateTime={day} className="block">
      {closing ?? `Matures ${formatDay(day)}`}
    </time>
  )
}
