import type { AnswerOwed, Loan } from '#contract/loans/shapes.ts'
import { formatMoment, formatShortDay } from '#domain/days.ts'
import { dueOf, type Due as DueFacts } from '#domain/loans/dates/deadlines.ts'
import { dayAt } from '#domain/time-zone.ts'
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

/** Shows an answer that the user's firm owes on the loan, or else its deadline. `isNamed` says what is to be answered. */
export const DueLine = ({
  loan,
  isNamed = false,
}: {
  loan: DueProps['loan'] & Pick<Loan, 'answerOwed'>
  isNamed?: boolean
}) =>
  loan.answerOwed ? (
    <time
      dateTime={loan.answerOwed.respondBy}
      title={describeAnswerOwed(loan.answerOwed, formatMoment)}
      className="block pt-0.5 text-xs font-medium whitespace-nowrap text-warning"
    >
      {isNamed && <span className="block">{subjects[loan.answerOwed.about]}</span>}
      {describeTime(loan.answerOwed)}
    </time>
  ) : (
    <Due
      loan={loan}
      className="block pt-0.5 text-xs whitespace-nowrap not-[.text-warning]:text-muted-foreground"
    />
  )

const subjects = { offer: 'Offer', terms: 'New terms' }

const shortDay = (moment: string) => formatShortDay(dayAt(new Date(moment)))

const describeTime = ({ respondBy }: AnswerOwed, format = shortDay) =>
  `${new Date(respondBy) > new Date() ? 'answer by' : 'answer was due'} ${format(respondBy)}`

/** Returns text such as "Offer · answer by Dec 4". */
export const describeAnswerOwed = (owed: AnswerOwed, format = shortDay): string =>
  `${subjects[owed.about]} · ${describeTime(owed, format)}`
