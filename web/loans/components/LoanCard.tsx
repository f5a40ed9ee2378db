import type { Loan } from '#contract/loans/shapes.ts'
import { formatTerm } from '#domain/loans/statuses.ts'
import { formatDollars, formatRate } from '#domain/money.ts'
import { paths } from '#web/addresses/paths.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Card, CardTitle } from '#web/ui/display/Card.tsx'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { CommitButton, CommitReason, solidInRow } from './CommitButton.tsx'
import { CompareBox } from './CompareBox.tsx'
import type { Comparing } from './compared-loans.ts'
import { FavoriteButton } from './FavoriteButton.tsx'
import { FundingBar } from './FundingBar.tsx'
import { LoanImage } from './LoanImage.tsx'
import { LoanStatusBadge } from './LoanStatusBadge.tsx'
import { OwnShare } from './OwnShare.tsx'

export type LoanCardProps = {
  loan: Loan
  /** The position in the list. It determines the placeholder picture of a loan without an image. */
  index: number
  level: 2 | 3
  comparing?: Comparing | undefined
  onCommit: (loan: Loan) => void
}

export function LoanCard({ loan, index, level, comparing, onCommit }: LoanCardProps) {
  const address = paths.loan(loan.id)
  return (
    <Card as="article" className="relative flex flex-col overflow-hidden">
      {/* Keyboards and screen readers skip this link, because the title links to the same page. */}
      <Link href={address} tabIndex={-1} aria-hidden="true" className="print:hidden">
        <LoanImage loan={loan} index={index} />
      </Link>
      {comparing && (
        <CompareBox
          loan={loan}
          comparing={comparing}
          isLabeled
          className="absolute top-2.5 left-2.5 h-9 rounded-full border bg-card px-3 text-[0.8125rem] font-medium max-md:h-11"
        />
      )}
      <FavoriteButton
        loanId={loan.id}
        title={loan.title}
        className="absolute! top-2.5 right-2.5 rounded-full!"
      />
      <div className="flex flex-1 flex-col gap-3 p-4">
        <div className="flex items-start justify-between gap-3">
          <div className="min-w-0">
            <CardTitle level={level}>
              <Link href={address} className="underline-offset-4 hover:underline">
                {loan.title}
              </Link>
            </CardTitle>
            <p className="text-[0.8125rem] text-muted-foreground">
              {loan.propertyAddress ?? loan.borrowerName}
            </p>
          </div>
          <LoanStatusBadge status={loan.status} />
        </div>
        <dl className="mt-auto flex flex-wrap gap-x-5 gap-y-2">
          <Term name="Amount">{formatDollars(loan.amount)}</Term>
          <Term name="Rate">{formatRate(loan.interestRate)}</Term>
          <Term name="Term">{formatTerm(loan.term)}</Term>
          {loan.propertyType && <Term name="Property Type">{loan.propertyType}</Term>}
        </dl>
        <div className="grid gap-1.5">
          <FundingBar loan={loan} legend />
          <OwnShare loan={loan} />
        </div>
        <div className="flex flex-wrap items-center gap-2 max-md:[&>:is(a,button)]:flex-1">
          <CommitButton loan={loan} onCommit={onCommit} variant="outline" className={solidInRow} />
          <ButtonLink variant="ghost" href={address} aria-label={`View Details of ${loan.title}`}>
            View Details
          </ButtonLink>
          {/* Reserves two lines, so that the buttons on all cards in a row are aligned. */}
          <CommitReason loan={loan} className="max-md:basis-full md:flex-1" />
        </div>
      </div>
    </Card>
  )
}

function Term({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-muted-foreground">{name}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  )
}
