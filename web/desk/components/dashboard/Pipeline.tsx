import type { PipelineLoan } from '#contract/desk/dashboards.ts'
import { formatShortMoment } from '#domain/days.ts'
import { closingOf, dueOf } from '#domain/loans/dates/deadlines.ts'
import {
  formatDollars,
  formatShare,
  formatShortly,
  isAboveZero,
  subtractMoney,
} from '#domain/money.ts'
import { paths } from '#web/addresses/paths.ts'
import { endpointQuery } from '#web/api/client.ts'
import { dash } from '#web/book/components/holdings/format-held.ts'
import { describeSign } from '#web/book/components/lenders/stages.ts'
import { FetchedList } from '#web/lists/FetchedList.tsx'
import { Due } from '#web/loans/components/Due.tsx'
import { describeStage } from '#web/loans/components/describe-stage.ts'
import { FundingBar } from '#web/loans/components/FundingBar.tsx'
import { isOverdue } from '#web/time/due-money.ts'
import { formatAge } from '#web/time/timestamps.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Skeletons } from '#web/ui/display/Skeleton.tsx'
import {
  Cell,
  HeaderCell,
  Table,
  TableBody,
  TableCard,
  TableHead,
  TableRow,
} from '#web/ui/display/Table.tsx'
import { cx } from '#web/ui/cx.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'

/** The loans past their deadline or lacking money, then those closest to their next date, with the uncommitted amounts. */
export function Pipeline() {
  const query = useQuery({ ...endpointQuery('getPipeline'), refetchOnMount: 'always' })
  const { data: stats } = useQuery(endpointQuery('getStats'))
  if (stats?.totalLoansCount === 0) return null
  return (
    <TableCard
      as="section"
      aria-labelledby="pipeline"
      // On phones, this keeps the figures below it off the first screen until the rows have loaded.
      className={cx(!query.data && 'max-md:min-h-80')}
    >
      <header className="flex h-13 items-center justify-between gap-3 px-4.5 max-sm:h-15">
        <div className="flex flex-wrap items-baseline gap-x-2">
          <h2 id="pipeline" className="text-heading font-semibold">
            Pipeline
          </h2>
          {query.data && stats && stats.activeLoansCount > query.data.length && (
            <span className="text-muted-foreground">
              {query.data.length} of {stats.activeLoansCount.toLocaleString('en-US')}
            </span>
          )}
        </div>
        <div className="-mr-2.5 flex gap-1">
          <ButtonLink href={`${paths.admin()}?sort=due`} variant="ghost" size="s">
            All Loans
          </ButtonLink>
          <ButtonLink
            href={paths.adminExposure()}
            variant="ghost"
            size="s"
            className="max-sm:hidden"
          >
            Exposure
          </ButtonLink>
        </div>
      </header>
      <FetchedList
        query={query}
        failed="The pipeline couldn't be loaded"
        skeleton={<Skeletons count={4} className="h-10" />}
        empty={
          <p className="border-t px-4.5 py-6 text-center text-muted-foreground">
            No loan is open to lenders.
          </p>
        }
      >
        {(loans) => <PipelineTable loans={loans} />}
      </FetchedList>
    </TableCard>
  )
}

const wide = '@max-4xl:hidden'
const medium = '@max-2xl:hidden'
const narrow = '@max-2xl:sr-only'

/** On narrow screens, the date and the last sign take the whole width below the title and the amount. */
const row =
  '@max-2xl:grid @max-2xl:grid-cols-[minmax(0,1fr)_auto] @max-2xl:gap-x-3 @max-2xl:border-b @max-2xl:px-4.5 @max-2xl:py-2 @max-2xl:last:border-b-0'

const PipelineTable = ({ loans }: { loans: PipelineLoan[] }) => (
  <Table label="Loans in the pipeline" className="border-t">
    <TableHead className={narrow}>
      <HeaderCell>Loan</HeaderCell>
      <HeaderCell className={`${medium} w-34`}>Funding</HeaderCell>
      <HeaderCell numeric>Uncommitted</HeaderCell>
      <HeaderCell numeric className={medium}>
        Soft
      </HeaderCell>
      <HeaderCell className={`${wide} w-68`}>Last Sign</HeaderCell>
    </TableHead>
    <TableBody>
      {loans.map((loan) => (
        <TableRow key={loan.loanId} className={row}>
          <Cell className="min-w-0 @max-2xl:contents">
            <Link
              href={paths.book(loan.loanId)}
              className="line-clamp-1 font-medium underline-offset-4 hover:underline @max-2xl:line-clamp-3"
            >
              {loan.loanTitle}
            </Link>
            <p className="text-xs text-muted-foreground @max-2xl:col-span-2">
              <NextDate loan={loan} />
            </p>
            {loan.lastSign && (
              <p className="col-span-2 flex text-xs text-muted-foreground @4xl:hidden">
                <span className="truncate">
                  {loan.lastSign.lenderCompanyName ?? loan.lastSign.lenderName}
                </span>
                <span className="shrink-0 whitespace-pre"> · {formatAge(loan.lastSign.at)}</span>
              </p>
            )}
          </Cell>
          <Cell className={medium}>
            <FundingBar loan={{ ...loan, title: loan.loanTitle }} />
            <Funded loan={loan} className="mt-1 text-xs text-muted-foreground" />
          </Cell>
          <Cell
            numeric
            className="font-medium @max-2xl:col-start-2 @max-2xl:row-start-1 @max-2xl:h-auto @max-2xl:border-0 @max-2xl:p-0!"
          >
            {formatDollars(loan.uncommittedAmount)}
            <span className="@2xl:hidden"> left</span>
            <Funded loan={loan} className="text-xs font-normal text-muted-foreground @2xl:hidden" />
            {loan.missingMoney && <MissingMoney loan={loan} money={loan.missingMoney} />}
            <NextOfBook loan={loan} />
          </Cell>
          <Cell numeric className={medium}>
            {isAboveZero(loan.softPercentage) ? (
              <>
                {formatDollars(loan.softAmount)}
                <span className="block text-xs text-muted-foreground">
                  {formatShare(loan.softPercentage)}
                </span>
              </>
            ) : (
              dash
            )}
          </Cell>
          <Cell className={wide}>
            <LastSign loan={loan} />
          </Cell>
        </TableRow>
      ))}
    </TableBody>
  </Table>
)

/** Phones enlarge the link for touch without moving the lines around it. */
const nextAct =
  'relative block text-xs underline-offset-4 hover:underline max-md:before:absolute max-md:before:-inset-y-2 max-md:before:inset-x-0'

/** The binding share of the loan amount. */
const Funded = ({ loan, className }: { loan: PipelineLoan; className: string }) => (
  <span className={cx('block whitespace-nowrap', className)}>
    {formatShare(loan.committedPercentage)} of {formatShortly(loan.amount)}
  </span>
)

const MissingMoney = ({
  loan,
  money,
}: {
  loan: PipelineLoan
  money: NonNullable<PipelineLoan['missingMoney']>
}) => (
  <Link
    href={`${paths.deal(loan.loanId)}#funding`}
    className={cx(nextAct, isOverdue(money.dueAt) ? 'font-medium text-warning' : 'font-normal')}
  >
    {formatDollars(money.amount)} {isOverdue(money.dueAt) ? 'missing' : 'to come'}
  </Link>
)

/** For an open book, the soft interest beyond what is left, or that nothing is left. */
function NextOfBook({ loan }: { loan: PipelineLoan }) {
  const over = subtractMoney(loan.softAmount, loan.uncommittedAmount)
  const isOpen = loan.bookStage === 'open' && !loan.openTerms
  const next = !isOpen
    ? null
    : !isAboveZero(loan.uncommittedAmount)
      ? 'Close the book'
      : isAboveZero(over)
        ? `Over by ${formatDollars(over)}`
        : null
  if (next !== null)
    return (
      <Link href={paths.deal(loan.loanId)} className={cx(nextAct, 'font-medium text-warning')}>
        {next}
      </Link>
    )
  // Wide tables have a column for it.
  return isAboveZero(loan.softPercentage) ? (
    <span className="block text-xs font-normal text-muted-foreground @2xl:hidden">
      {formatShare(loan.softPercentage)} soft
    </span>
  ) : null
}

/** The stage of the book, as in Manage Loans, and the date by which the next thing must come. */
function NextDate({ loan }: { loan: PipelineLoan }) {
  const stage = describeStage({ ...loan, isTermsPending: loan.openTerms ? 'true' : undefined })
  const due = dueOf(loan)
  const closing = closingOf(loan)
  if (stage)
    return (
      <>
        <Link href={paths.deal(loan.loanId)} className="underline underline-offset-4">
          {stage}
        </Link>
        {` · ${describeAwaited(loan) ?? closing ?? 'No date set'}`}
        {isDueFirst(loan) && (
          <>
            {' · '}
            <Due loan={loan} />
          </>
        )}
      </>
    )
  if (!due) return closing ?? 'No date set'
  return (
    <>
      <Due loan={loan} className={cx(due.isPast && 'font-medium text-warning')} />
      {due.isPast && closing && ` · ${closing}`}
    </>
  )
}

/** True if soft shares are due before the answers to proposed terms. */
const isDueFirst = ({ openTerms, commitmentDeadline }: PipelineLoan) =>
  openTerms !== null &&
  commitmentDeadline !== null &&
  Date.parse(commitmentDeadline) < Date.parse(openTerms.respondBy)

/** Returns text such as "3 answers by Dec 5, 5:00 PM", or null if neither answers nor money is awaited. */
function describeAwaited({ openRound, missingMoney, openTerms }: PipelineLoan): string | null {
  if (openRound?.waiting === 0) return 'all answered'
  if (openRound) {
    const answers = openRound.waiting === 1 ? '1 answer' : `${openRound.waiting} answers`
    return describeBy(answers, openRound.respondBy)
  }
  if (missingMoney) return describeBy('money', missingMoney.dueAt)
  return openTerms && describeBy('answers', openTerms.respondBy)
}

const describeBy = (what: string, moment: string) =>
  new Date(moment) > new Date()
    ? `${what} by ${formatShortMoment(moment)}`
    : `${what} missing since ${formatShortMoment(moment)}`

function LastSign({ loan }: { loan: PipelineLoan }) {
  const { lastSign } = loan
  if (!lastSign) return <span className="text-muted-foreground">No sign yet</span>
  return (
    <>
      <span className="line-clamp-1">{lastSign.lenderCompanyName ?? lastSign.lenderName}</span>
      <span className="line-clamp-2 text-xs text-muted-foreground">
        {describeSign(loan, loan.loanTitle)}
      </span>
    </>
  )
}
