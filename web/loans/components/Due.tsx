import type { AnswerOwed, Loan } from '#contract/loans/shapes.ts'
import { formatDay, formatMoment, formatShortDay } from '#domain/days.ts'
import { dueOf, type Due as DueFacts } from '#domain/loans/dates/deadlines.ts'
import { maturityOf } from '#domain/loans/maturity.ts'
import { dayAt } from '#domain/time-zone.ts'
import { paths } from '#web/addresses/paths.ts'
import { formatMonth } from '#web/time/timestamps.ts'
import { cx } from '#web/ui/cx.ts'

interface DueProps {
  loan: Pick<Loan, 'status' | 'bookStage' | 'commitmentDeadline' | 'isTermsPending'>
  as?: keyof Pick<DueFacts, 'text' | 'sentence' | 'decision' | 'moment'>
  className?: string
}

/**
 * Shows a loan's deadline, in amber for the last three days unless proposed terms delay binding shares anyway. Renders
 * nothing for a loan without a deadline.
 */
export function Due({ loan, as = 'text', className }: DueProps) {
  const due = dueOf(loan)
  if (!due || loan.commitmentDeadline === null) return null
  const isUrgent = due.isSoon && loan.isTermsPending !== 'true'
  return (
    <time
      dateTime={loan.commitmentDeadline}
      title={formatMoment(loan.commitmentDeadline)}
      className={cx(isUrgent && 'font-medium text-warning', className)}
    >
      {due[as]}
    </time>
  )
}

interface DueLineProps {
  loan: DueProps['loan'] & Pick<Loan, 'answerOwed' | 'fundedOn' | 'term'>
  /** If true, says what is to be answered. */
  isNamed?: boolean
}

/** Shows an answer that the user's firm owes on the loan, or else its deadline or, once it is funded, its maturity. */
export function DueLine({ loan, isNamed = false }: DueLineProps) {
  const { answerOwed } = loan
  const maturity = maturityOf(loan)
  if (answerOwed)
    return (
      <time
        dateTime={answerOwed.respondBy}
        title={describeAnswerOwed(answerOwed, formatMoment)}
        className={cx(line, 'font-medium text-warning')}
      >
        {isNamed && <span className="block">{subjects[answerOwed.about]}</span>}
        {describeTime(answerOwed)}
      </time>
    )
  if (maturity)
    return (
      <time
        dateTime={maturity}
        title={formatDay(maturity)}
        className={cx(line, 'text-muted-foreground')}
      >
        matures {formatMonth(maturity.slice(0, 7))}
      </time>
    )
  return <Due loan={loan} className={cx(line, 'not-[.text-warning]:text-muted-foreground')} />
}

const line = 'block pt-0.5 text-xs whitespace-nowrap'

const subjects = { offer: 'Offer', terms: 'New terms' }

const shortDay = (moment: string) => formatShortDay(dayAt(new Date(moment)))

const describeTime = ({ respondBy }: AnswerOwed, format = shortDay) =>
  `${new Date(respondBy) > new Date() ? 'answer by' : 'answer was due'} ${format(respondBy)}`

/** Returns text such as "Offer · answer by Dec 4". */
export const describeAnswerOwed = (owed: AnswerOwed, format = shortDay): string =>
  `${subjects[owed.about]} · ${describeTime(owed, format)}`

/** The part of the loan's page where the firm answers. */
export const pathToAnswer = (loanId: string, { about }: Pick<AnswerOwed, 'about'>): string =>
  `${paths.loan(loanId)}#${about === 'offer' ? 'allocation' : 'terms'}`
