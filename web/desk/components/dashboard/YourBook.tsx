import type { Portfolio, Slice } from '#contract/book/commitments.ts'
import { formatDay } from '#domain/days.ts'
import { dueOf } from '#domain/loans/dates/deadlines.ts'
import { formatCents, formatRate, formatShare, isAboveZero, percentNumber } from '#domain/money.ts'
import { paths } from '#web/addresses/paths.ts'
import { endpointQuery, errorMessage } from '#web/api/client.ts'
import { viewAddress } from '#web/book/components/my-commitments/views.ts'
import { NotUpToDate } from '#web/lists/NotUpToDate.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Card } from '#web/ui/display/Card.tsx'
import { ErrorCard } from '#web/ui/display/ErrorCard.tsx'
import { describeAnswerOwed, pathToAnswer } from '#web/loans/components/Due.tsx'
import { SegmentSwatch, type SegmentLook } from '#web/ui/display/SegmentedBar.tsx'
import { Skeleton } from '#web/ui/display/Skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { FirstSteps, isDone, NextStep, useFirstSteps } from './FirstSteps.tsx'

export function YourBook() {
  const anew = { refetchOnMount: 'always' } as const
  const portfolio = useQuery({ ...endpointQuery('getPortfolio'), ...anew })
  const concentration = useQuery({ ...endpointQuery('getConcentration'), ...anew })
  const steps = useFirstSteps()
  const error = portfolio.error ?? concentration.error
  const book = portfolio.data
  const types = concentration.data?.byPropertyType
  const isEmpty = book?.activeLoans === 0
  const isStarting = isEmpty && steps !== undefined && !isDone(steps)
  return (
    <Card as="section" aria-labelledby="your-book" className="flex min-h-[20.875rem] flex-col">
      <header className="flex h-13 items-center justify-between gap-3 px-4.5 max-sm:h-15">
        <h2 id="your-book" className="text-heading font-semibold">
          {isStarting ? 'First Steps' : 'Your Book'}
        </h2>
        {book && !isEmpty && (
          <ButtonLink href={viewAddress('position')} variant="ghost" size="s" className="-mr-2.5">
            Position
          </ButtonLink>
        )}
      </header>
      {isStarting ? (
        <FirstSteps done={steps} />
      ) : isEmpty ? (
        <p className="grid grow place-content-center justify-items-center gap-3 border-t px-4.5 py-6 text-center text-muted-foreground">
          You hold nothing at the moment.
          <ButtonLink href={paths.loans()} variant="outline" size="s">
            Browse Loans
          </ButtonLink>
        </p>
      ) : book && types ? (
        <>
          <NotUpToDate error={error} className="px-4.5 pb-2" />
          <Figures book={book} />
          <Types types={types} />
          {steps && <NextStep done={steps} />}
        </>
      ) : error ? (
        <ErrorCard
          title="Your book couldn't be loaded"
          message={errorMessage(error, error.message)}
          busy={portfolio.isFetching || concentration.isFetching}
          onRetry={() => {
            void portfolio.refetch()
            void concentration.refetch()
          }}
          className="grow rounded-t-none border-x-0 border-b-0 py-3"
        />
      ) : (
        <div className="grid gap-3 border-t px-4.5 py-4">
          <span className="sr-only">Loading...</span>
          <Skeleton className="h-5 w-3/4" />
          <Skeleton className="h-5 w-2/3" />
          <Skeleton className="h-5 w-1/2" />
        </div>
      )}
    </Card>
  )
}

const Figures = ({ book }: { book: Portfolio }) => (
  <dl className="grid gap-y-1.5 border-t px-4.5 py-3">
    <Figure name="Binding" look="solid">
      {formatCents(book.bindingAmount)}
    </Figure>
    <Figure name="Soft" look="hatch">
      {formatCents(book.softAmount)}
    </Figure>
    {book.weightedRate && <Figure name="Weighted rate">{formatRate(book.weightedRate)}</Figure>}
    {book.nextDue && <NextDue loan={book.nextDue} />}
  </dl>
)

function Figure({
  name,
  look,
  children,
}: {
  name: string
  look?: SegmentLook
  children: ReactNode
}) {
  return (
    <div className="flex items-baseline justify-between gap-3">
      <dt className="flex shrink-0 items-baseline gap-2 text-muted-foreground">
        {look && <SegmentSwatch look={look} />}
        {name}
      </dt>
      <dd className="min-w-0 text-right font-medium tabular-nums">{children}</dd>
    </div>
  )
}

function NextDue({ loan }: { loan: NonNullable<Portfolio['nextDue']> }) {
  const { loanId, loanTitle, answerOwed, closingDate } = loan
  const due = dueOf(loan)
  const when = answerOwed
    ? describeAnswerOwed(answerOwed)
    : due
      ? `Soft share · ${due.text}`
      : closingDate && `Closing ${formatDay(closingDate)}`
  return (
    <Figure name="Next date">
      <Link
        href={answerOwed ? pathToAnswer(loanId, answerOwed) : paths.loan(loanId)}
        className="line-clamp-2 text-pretty underline-offset-4 hover:underline"
      >
        {loanTitle}
      </Link>
      <span
        className={answerOwed || due?.isSoon ? 'text-warning' : 'font-normal text-muted-foreground'}
      >
        {when}
      </span>
    </Figure>
  )
}

const mostTypes = 3

function Types({ types }: { types: Slice[] }) {
  const shown = types.filter(({ amount }) => isAboveZero(amount)).slice(0, mostTypes)
  if (shown.length === 0) return null
  return (
    <ul
      role="list"
      aria-label="Largest property types, by binding amount"
      className="grid grow content-center gap-2 border-t px-4.5 py-3"
    >
      {shown.map(({ name, percentage }) => (
        <li key={name} className="grid grid-cols-[minmax(0,9.5rem)_1fr_3.5rem] items-center gap-3">
          <span className="truncate text-[0.8125rem]">{name}</span>
          <span aria-hidden="true" className="h-2 overflow-hidden rounded-full bg-track">
            <span
              className="block h-full bg-binding forced-color-adjust-none"
              style={{ width: `${percentNumber(percentage)}%` }}
            />
          </span>
          <span className="text-right text-[0.8125rem] tabular-nums">
            {formatShare(percentage)}
          </span>
        </li>
      ))}
    </ul>
  )
}
