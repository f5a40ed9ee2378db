import type { Commitment } from '#contract/book/commitments.ts'
import { formatMoment, formatShortMoment } from '#domain/days.ts'
import { closingOf, dueOf, timeToAnswer } from '#domain/loans/dates/deadlines.ts'
import { maturityOf } from '#domain/loans/maturity.ts'
import { BoundOnceDecided } from '#web/book/components/holdings/BoundOnceDecided.tsx'
import { awaitsTerms } from '#web/book/components/holdings/soft-lines.ts'
import { formatCents } from '#domain/money.ts'
import { paths } from '#web/addresses/paths.ts'
import { Due } from '#web/loans/components/Due.tsx'
import { formatDay } from '#web/time/timestamps.ts'
import { cx } from '#web/ui/cx.ts'
import { Link } from 'wouter'
import { useAnswerOwed, useMoneyOwed } from './use-waiting.ts'

interface NextDateProps {
  commitment: Commitment
  /** Shows "due in 8 days" instead of a sentence, and no maturity, because the term beside it shows that. */
  isShort?: boolean
}

/**
 * Shows the next date of a commitment: when to answer an offer or a question about new terms, for a soft one when to
 * decide or that its loan's terms are decided first, for a closed one when to wire the money, then the closing, and then
 * the maturity. Renders nothing if no date is known.
 */
export function NextDate({ commitment, isShort = false }: NextDateProps) {
  const { loan, isSoftCommit } = commitment
  const isSoft = isSoftCommit === 'true'
  const owed = useAnswerOwed(loan)
  const money = useMoneyOwed(loan)
  const as = isShort ? 'text' : 'decision'
  // New terms concern binding commitments only.
  if (owed && !(owed.isAboutTerms && isSoft)) {
    const { respondBy, href, subject } = owed
    const due = dueOf({ status: loan.status, commitmentDeadline: respondBy })
    return (
      <p className="flex flex-wrap gap-x-2">
        {due && (
          <time
            dateTime={respondBy}
            title={formatMoment(respondBy)}
            className={cx('font-medium', due.isSoon && 'text-warning')}
          >
            {isShort ? due.text : due.isPast ? due.decision : `Answer ${timeToAnswer(respondBy)}`}
          </time>
        )}
        <Link href={href} className="underline underline-offset-4">
          {subject}
        </Link>
      </p>
    )
  }
  if (awaitsTerms(commitment))
    return (
      <p>
        <BoundOnceDecided loan={loan} />
      </p>
    )
  if (money)
    return (
      <p className="flex flex-wrap gap-x-2">
        <time dateTime={money.dueAt} className="font-medium">
          {isShort ? 'due' : 'Wire by'} {formatShortMoment(money.dueAt)}
        </time>
        <Link href={`${paths.loan(loan.id)}#own-funding`} className="underline underline-offset-4">
          {formatCents(money.outstanding)} to wire
        </Link>
      </p>
    )
  if (isSoft && dueOf(loan)) return <Due loan={loan} as={as} className="block font-medium" />
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
