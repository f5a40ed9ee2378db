import type { Loan } from '#contract/loans/shapes.ts'
import {
  formatRatio,
  isBelowOne,
  leadingDebtYield,
  leadingDscr,
} from '#domain/loans/credit/credit.ts'
import { formatTerm } from '#domain/loans/statuses.ts'
import { formatDollars, formatExactRate, formatRate } from '#domain/money.ts'
import { paths } from '#web/addresses/paths.ts'
import { useSession } from '#web/session.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Card, CardTitle } from '#web/ui/display/Card.tsx'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { AudienceMark } from './AudienceMark.tsx'
import { CommitButton, solidInRow } from './CommitButton.tsx'
import { CompareBox } from './CompareBox.tsx'
import type { Comparing } from './compared-loans.ts'
import { FavoriteButton } from './FavoriteButton.tsx'
import { FundingBar } from './FundingBar.tsx'
import { describeLeft } from './loan-availability.ts'
import { LoanImage } from './LoanImage.tsx'
import { DueLine } from './Due.tsx'
import { LoanStatusBadge } from './LoanStatusBadge.tsx'
import { MarkButton, type MarkedLoan } from './marks/MarkButton.tsx'
import { Dash } from '#web/ui/display/Table.tsx'
import { OwnShare } from './OwnShare.tsx'

export type LoanCardProps = {
  loan: Loan
  /** The position in the list. It determines the placeholder picture of a loan without an image. */
  index: number
  level: 2 | 3
  comparing?: Comparing | undefined
  /** True if the card is near a banner that gives the reason why the user can't commit. */
  isBelowBanner?: boolean | undefined
  onCommit: (loan: Loan) => void
  onMark?: ((loan: MarkedLoan) => void) | undefined
}

export function LoanCard({ loan, index, level, comparing, ...given }: LoanCardProps) {
  const { isBelowBanner, onCommit, onMark } = given
  const { role } = useSession()
  const address = paths.loan(loan.id)
  return (
    // The rows of the grid are shared, so that titles, figures and buttons are aligned across cards.
    <Card
      as="article"
      data-row=""
      className="relative row-span-5 grid grid-rows-subgrid overflow-hidden"
    >
      {/* Keyboards and screen readers skip this link, because the title links to the same page. */}
      <Link href={address} tabIndex={-1} aria-hidden="true" className="print:hidden">
        <LoanImage
          loan={loan}
          index={index}
          className="aspect-5/2! max-md:aspect-auto! max-md:h-16"
        />
      </Link>
      <FavoriteButton
        loanId={loan.id}
        title={loan.title}
        className="absolute! top-2.5 right-2.5 rounded-full!"
      />
      {onMark && (
        <MarkButton
          loan={loan}
          onMark={onMark}
          className="absolute! top-2.5 right-13 rounded-full! border-border! bg-card! max-md:right-15"
        />
      )}
      <div className="row-span-4 grid grid-rows-subgrid px-4 pt-1 pb-4">
        <div className="flex items-start justify-between gap-3">
          <div className="min-w-0">
            <CardTitle level={level} className="line-clamp-2 wrap-anywhere">
              <Link
                href={address}
                title={loan.title}
                className="underline-offset-4 hover:underline"
              >
                {loan.title}
              </Link>
            </CardTitle>
            <p
              title={loan.propertyAddress ?? undefined}
              className="line-clamp-3 text-[0.8125rem] text-pretty text-muted-foreground"
            >
              <AudienceMark loan={loan} className="mr-1.5" />
              {[loan.propertyType, loan.propertyAddress ?? loan.borrowerName]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </div>
          <span className="shrink-0 text-right">
            <LoanStatusBadge status={loan.status} />
            <DueLine loan={loan} isNamed />
          </span>
        </div>
        {/* The columns have fixed shares, and the second line is at the bottom, so that figures are aligned across
            cards. */}
        <dl className="grid content-between grid-cols-[1.3fr_1fr_1fr] gap-x-2 gap-y-1.5 tabular-nums">
          <Term name="Amount">{formatDollars(loan.amount)}</Term>
          <Term name="Rate">
            {formatRate(loan.interestRate)}
            {loan.noteRate && (
              <span className="block text-xs font-normal text-muted-foreground">
                {formatExactRate(loan.noteRate)} note
              </span>
            )}
          </Term>
          <Term name="LTV">{loan.ltv ? formatRate(loan.ltv) : <Dash label="Not stated" />}</Term>
          <Term name="Term">{formatTerm(loan.term)}</Term>
          <CreditTerms credit={loan.credit} />
        </dl>
        <div className="grid content-start gap-1.5">
          {/* The status says already that a loan is fully funded. */}
          <FundingBar
            loan={loan}
            legend={loan.status === 'funded' ? null : describeLeft(loan, role, isBelowBanner)}
          />
          <OwnShare loan={loan} />
        </div>
        <div className="flex flex-wrap items-center gap-x-1.5 gap-y-2 max-md:[&>:is(a,button)]:flex-1">
          <CommitButton
            loan={loan}
            onCommit={onCommit}
            variant="outline"
            size="s"
            className={solidInRow}
          />
          <ButtonLink
            variant="ghost"
            size="s"
            className="px-2! max-md:flex-none! first:-ml-2"
            href={address}
            aria-label={`View Details of ${loan.title}`}
          >
            View Details
          </ButtonLink>
          {comparing && (
            <CompareBox
              loan={loan}
              comparing={comparing}
              isLabeled
              className="ml-auto h-7.5 text-[0.8125rem] font-medium max-md:h-11"
            />
          )}
        </div>
      </div>
    </Card>
  )
}

/** The ratios in place or, if there is no income yet, stabilized. */
function CreditTerms({ credit }: Pick<Loan, 'credit'>) {
  const [dscr, debtYield] = [leadingDscr(credit), leadingDebtYield(credit)]
  return (
    <>
      <Term name={dscr && !credit.dscr ? 'DSCR, stab.' : 'DSCR'}>
        {dscr ? (
          <span className={isBelowOne(dscr) ? 'text-warning' : undefined}>{formatRatio(dscr)}</span>
        ) : (
          <Dash label="Not stated" />
        )}
      </Term>
      <Term name={debtYield && !credit.debtYield ? 'Yield, stab.' : 'Debt Yield'}>
        {debtYield ? formatRate(debtYield) : <Dash label="Not stated" />}
      </Term>
    </>
  )
}

function Term({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-muted-foreground">{name}</dt>
      <dd className="text-[0.8125rem] font-medium whitespace-nowrap">{children}</dd>
    </div>
  )
}
