import type { TermsQuestion } from '#contract/deal/terms.ts'
import type { Loan } from '#contract/loans/shapes.ts'
import { exactRate } from '#domain/loans/credit/note-rate.ts'
import { formatTerm } from '#domain/loans/statuses.ts'
import { formatCents, formatDollars, formatExactRate } from '#domain/money.ts'
import { describeCredit } from '#web/loans/components/describe-credit.ts'
import { Due } from '#web/loans/components/Due.tsx'
import { availableAmount } from '#web/loans/components/loan-availability.ts'
import { Fragment, type ReactNode } from 'react'
import { describeLimits } from './describe-limits.ts'

interface LoanFactsProps {
  loan: Loan
  available: number
  /** The firm's own question, with the terms that are proposed to it. */
  question: TermsQuestion | null | undefined
}

/** The terms, leverage and coverage of a loan, and the conditions of a share, in dialogs to choose one. */
export function LoanFacts({ loan, available, question }: LoanFactsProps) {
  const proposed = question?.proposed ?? loan
  const rates = [formatExactRate(exactRate(loan)), formatExactRate(exactRate(proposed))] as const
  return (
    <div className="grid gap-1">
      <dl className="grid grid-cols-2 flex-wrap gap-x-4 gap-y-1 sm:flex sm:justify-between">
        <Fact name="Total Amount">
          {describeChange(formatDollars(loan.amount), formatDollars(proposed.amount))}
        </Fact>
        <Fact name="Available">
          <span>{available}%</span>{' '}
          <span className="font-normal whitespace-nowrap">
            ({formatCents(availableAmount(loan))})
          </span>
        </Fact>
        <Fact name="Rate">
          {describeChange(...rates)}
          {loan.rateType === 'Floating' && <span className="font-normal"> floating</span>}
        </Fact>
        <Fact name="Term">{describeChange(formatTerm(loan.term), formatTerm(proposed.term))}</Fact>
      </dl>
      <p className="text-xs text-muted-foreground">
        {describeCredit(loan, question?.proposed).map(({ text, isLow }, index) => (
          <Fragment key={text}>
            {index > 0 && ' \u00b7 '}
            <span className={isLow ? 'font-medium text-warning' : undefined}>{text}</span>
          </Fragment>
        ))}
      </p>
      <Conditions loan={loan} />
    </div>
  )
}

const describeChange = (now: string, then: string) => (now === then ? now : `${now} → ${then}`)

/** Shows the limits of one lender's share and the deadline in one line. Renders nothing without them. */
function Conditions({ loan }: { loan: Loan }) {
  const limits = describeLimits(loan)
  if (limits === null) return <Due loan={loan} as="sentence" />
  return (
    <p>
      {limits} <Due loan={loan} as="moment" />
    </p>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-muted-foreground">{name}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  )
}
