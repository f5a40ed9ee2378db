import type { Loan } from '#contract/loans/shapes.ts'
import { formatDay, formatShortDay } from '#domain/days.ts'
import { mayBeDecidedLate } from '#domain/loans/dates/book-stages.ts'
import { closingOf, dueOf } from '#domain/loans/dates/deadlines.ts'
import { maturityOf } from '#domain/loans/maturity.ts'
import { dayAt } from '#domain/time-zone.ts'
import { callFile } from '#web/api/call-file.ts'
import { useExport } from '#web/files/use-export.ts'
import { Due } from '#web/loans/components/Due.tsx'
import { Button } from '#web/ui/Button.tsx'

/**
 * Shows "Commitments due Dec 5 (8 days) · Closing Dec 19" or "Matures Sep 13, 2029" and a link to the calendar file, and
 * while new terms are proposed, that binding shares wait for them. Renders nothing without dates.
 */
export function LoanDates({ loan }: { loan: Loan }) {
  const { save, busy } = useExport("The calendar couldn't be downloaded")
  const closing = closingOf(loan)
  const hasDue = dueOf(loan) !== null
  const maturity = maturityOf(loan)
  if (!hasDue && !closing && maturity === null) return null
  return (
    <div className="flex flex-wrap items-center gap-x-2">
      <Due loan={loan} as="sentence" />
      {hasDue && loan.isTermsPending === 'true' && (
        <>
          <Dot />
          <span>{describeWait(loan)}</span>
        </>
      )}
      {hasDue && closing && <Dot />}
      {closing && loan.closingDate && <time dateTime={loan.closingDate}>{closing}</time>}
      {maturity && <time dateTime={maturity}>Matures {formatDay(maturity)}</time>}
      <Button
        variant="link"
        size="s"
        className="px-0! print:hidden"
        busy={busy}
        onClick={() => void save(() => callFile('getLoanCalendar', { params: { id: loan.id } }))}
      >
        Add to Calendar
      </Button>
    </div>
  )
}

const Dot = () => (
  <span aria-hidden="true" className="max-sm:hidden">
    ·
  </span>
)

function describeWait(loan: Loan, now = new Date()) {
  const { termsRespondBy } = loan
  const isOver = !termsRespondBy || new Date(termsRespondBy) <= now
  const answers = isOver
    ? ''
    : `: answers due\u00a0${formatShortDay(dayAt(new Date(termsRespondBy))).replace(' ', '\u00a0')}${mayBeDecidedLate(loan) ? ', after the deadline' : ''}`
  return `Binding shares wait for the new terms${answers}`
}
