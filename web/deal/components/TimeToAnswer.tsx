import type { Deal } from '#contract/deal/shapes.ts'
import { formatDay, formatMoment, isMoment } from '#domain/days.ts'
import { isPastDeadline } from '#domain/loans/dates/book-stages.ts'
import { dayAt, deskZoneName } from '#domain/time-zone.ts'
import { cx } from '#web/ui/cx.ts'
import { useState } from 'react'

interface TimeToAnswerProps {
  respondBy: string
  deal: Pick<Deal, 'loan' | 'settings'>
}

/** The time to answer beside the dates of the loan. Nobody can commit until then, so an answer after them is late. */
export function TimeToAnswer({ respondBy, deal: { loan, settings } }: TimeToAnswerProps) {
  const [now] = useState(() => new Date())
  if (!isMoment(respondBy)) return `${deskZoneName()}.`
  const { commitmentDeadline } = loan
  const { closingDate } = settings
  const answer = new Date(respondBy)
  const dates = [
    commitmentDeadline !== null && {
      name: 'Commitment deadline',
      date: formatMoment(commitmentDeadline),
      isLate: !isPastDeadline(loan, now) && isPastDeadline(loan, answer),
    },
    closingDate !== null && {
      name: 'Planned closing',
      date: formatDay(closingDate),
      isLate: closingDate >= dayAt(now) && closingDate < dayAt(answer),
    },
  ].filter((each) => each !== false)
  return (
    <>
      {formatMoment(respondBy)}
      {dates.map(({ name, date, isLate }) => (
        <span key={name} className={cx('block', isLate && 'font-medium text-warning')}>
          {isLate ? `After the ${name.toLowerCase()}, ${date}` : `${name}: ${date}`}
        </span>
      ))}
    </>
  )
}
