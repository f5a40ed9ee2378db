import type { Loan } from '#contract/loans/shapes.ts'
import { closingOf, dueOf } from '#domain/loans/dates/deadlines.ts'
import { maturityOf } from '#domain/loans/maturity.ts'
import { callFile } from '#web/api/call-file.ts'
import { useExport } from '#web/files/use-export.ts'
import { Due } from '#web/loans/components/Due.tsx'
import { Button } from '#web/ui/Button.tsx'

/**
 * Shows "Commitments due Dec 5 (8 days) · Closing Dec 19" and a link to the calendar file. Renders nothing without
 * dates.
 */
export function LoanDates({ loan }: { loan: Loan }) {
  const { save, busy } = useExport("The calendar couldn't be downloaded")
  const closing = closingOf(loan)
  const hasDue = dueOf(loan) !== null
  if (!hasDue && !closing && maturityOf(loan) === null) return null
  return (
    <div className="flex flex-wrap items-center gap-x-2">
      <Due loan={loan} as="sentence" />
      {hasDue && closing && (
        <span aria-hidden="true" className="max-sm:hidden">
          ·
        </span>
      )}
      {closing && loan.closingDate && <time dateTime={loan.closingDate}>{closing}</time>}
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
