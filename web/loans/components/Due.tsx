import type { Loan } from '#contract/loans/shapes.ts'
import { formatMoment } from '#domain/days.ts'
import { dueOf, type Due as DueFacts } from '#domain/loans/dates/deadlines.ts'
import { cx } from '#web/ui/cx.ts'

interface DueProps {
  loan: Pick<Loan, 'status' | 'bookStage' | 'commitmentDeadline' | 'isTermsPending'>
  as?: keyof Pick<DueFacts, 'text' | 'sentence' | 'decision' | 'moment'>
  className?: string
}

/** Shows a loan's deadline, in amber for the last three days. Renders nothing for a loan without a deadline. */
export function Due({ loan, as = 'text', className }: DueProps) {
  const due = dueOf(loan)
  if (!due || loan.commitmentDeadline === null) return null
  return (
    <time
      dateTime={loan.commitmentDeadline}
      title={formatMoment(loan.commitmentDeadline)}
      className={cx(due.isSoon && 'font-medium text-warning', className)}
    >
      {due[as]}
    </time>
  )
}

export const DueLine = ({ loan }: Pick<DueProps, 'loan'>) => (
  <Due
    loan={loan}
    className="block pt-0.5 text-xs whitespace-nowrap not-[.text-warning]:text-muted-foreground"
  />
)
