import { Heart, EllipsisVertical } from 'lucide-react'
import type { Loan } from '#contract/loans/shapes.ts'
import { formatRatio, isBelowOne, leadingDscr } from '#domain/loans/credit/credit.ts'
import { isLtvAsComplete } from '#domain/loans/ltv-basis.ts'
import { exactRate } from '#domain/loans/credit/note-rate.ts'
import { formatDollars, formatExactRate, formatRate } from '#domain/money.ts'
import { AudienceMark } from '#web/loans/components/AudienceMark.tsx'
import { CommitButton, solidInRow } from '#web/loans/components/CommitButton.tsx'
import { CompareBox } from '#web/loans/components/CompareBox.tsx'
import { mostCompared, type Comparing } from '#web/loans/components/compared-loans.ts'
import { useFavorite } from '#web/loans/components/use-favorites.ts'
import { FavoriteButton } from '#web/loans/components/FavoriteButton.tsx'
import { RowProgress } from '#web/loans/components/RowProgress.tsx'
import { MarkButton, type MarkedLoan } from '#web/loans/components/marks/MarkButton.tsx'
import { stageLabels } from '#web/loans/components/marks/stage-labels.ts'
import { DueLine } from '#web/loans/components/Due.tsx'
import { LoanStatusBadge } from '#web/loans/components/LoanStatusBadge.tsx'
import { paths } from '#web/addresses/paths.ts'
import { cx } from '#web/ui/cx.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/display/Card.tsx'
import { ActionMenu } from '#web/ui/overlays/ActionMenu.tsx'
import { usePhone } from '#web/ui/use-matches.ts'
import { Fragment, type ReactNode } from 'react'
import { Link } from 'wouter'
import { describeProperty } from './LoanName.tsx'

export type LoanListProps = {
  loans: Loan[]
  comparing: Comparing
  onCommit: (loan: Loan) => void
  onMark: (loan: MarkedLoan) => void
  footer: ReactNode
}

/** The table's layout for narrow screens. Each row is a link to the loan, with action buttons above the link. */
export function LoanList({ loans, comparing, onCommit, onMark, footer }: LoanListProps) {
  const isPhone = usePhone()
  return (
    <Card className="overflow-hidden">
      {/* Safari doesn't treat a list without bullets as a list unless it has an explicit role. */}
      <ul role="list" aria-label="Loans" className="divide-y">
        {loans.map((loan) => (
          <li
            key={loan.id}
            data-row=""
            className="relative grid grid-cols-1 py-2 pr-2 pl-4 hover:bg-muted/55 focus-within:bg-muted/55"
          >
            <div className="flex justify-between gap-3 pr-2 font-medium">
              <Link
                href={paths.loan(loan.id)}
                aria-label={`View ${loan.title}`}
                className="min-w-0 after:absolute after:inset-0"
              >
                {loan.title}
              </Link>
              <span className="shrink-0">{formatDollars(loan.amount)}</span>
            </div>
            <div className="flex justify-between gap-3 pr-2 text-xs text-muted-foreground">
              {/* These texts can be truncated here, but the loan's page shows them in full. */}
              <div className="min-w-0">
                <p className="truncate">
                  <AudienceMark loan={loan} className="mr-1.5" />
                  {loan.ownMark?.stage && (
                    <span className="mr-1.5 font-medium text-foreground">
                      {stageLabels[loan.ownMark.stage]}
                    </span>
                  )}
                  {describeProperty(loan)}
                </p>
                <p className="truncate">{loan.borrowerName}</p>
              </div>
              <span className="shrink-0 text-right">
                <LoanStatusBadge status={loan.status} />
                <DueLine loan={loan} />
              </span>
            </div>
            <Figures loan={loan} />
            <div className="flex items-center gap-1">
              <div className="grid min-w-0 flex-1">
                <RowProgress loan={loan} />
              </div>
              {/* The buttons are above the link that covers the row. */}
              <div className="relative flex items-center">
                {isPhone ? (
                  <RowMenu loan={loan} comparing={comparing} onMark={onMark} />
                ) : (
                  <>
                    <CompareBox loan={loan} comparing={comparing} className="size-9" />
                    <FavoriteButton
                      loanId={loan.id}
                      title={loan.title}
                      className="border-transparent! bg-transparent!"
                    />
                    <MarkButton loan={loan} onMark={onMark} />
                  </>
                )}
                <CommitButton
                  loan={loan}
                  onCommit={onCommit}
                  variant="link"
                  size="s"
                  className={`px-2! no-underline! ${solidInRow}`}
                />
              </div>
            </div>
          </li>
        ))}
      </ul>
      {footer}
    </Card>
  )
}

type RowMenuProps = Pick<LoanListProps, 'comparing' | 'onMark'> & { loan: Loan }

/** On phones, one button replaces three, so that the funding bar has room and none is pressed by mistake. */
function RowMenu({ loan, comparing, onMark }: RowMenuProps) {
  const { isLoading, isFavorite, toggle } = useFavorite(loan.id)
  const isCompared = comparing.ids.includes(loan.id)
  const isFull = !isCompared && comparing.ids.length >= mostCompared
  const compare = () => comparing.toggle(loan.id)
  const note = loan.ownMark?.note
  return (
    <>
      {/* The keys f and x press these buttons, because the menu's items exist only while it is open. */}
      <button type="button" hidden data-key="f" disabled={isLoading} onClick={toggle} />
      <button type="button" hidden data-key="x" disabled={isFull} onClick={compare} />
      {isFavorite && (
        <Heart
          role="img"
          aria-label="Favorite"
          className="ml-1.5 size-4 fill-current text-destructive"
        />
      )}
      <ActionMenu
        trigger={
          <Button
            variant="ghost"
            size="icon"
            aria-label={`More: ${loan.title}${note ? ', has a note' : ''}`}
          >
            <EllipsisVertical aria-hidden="true" />
          </Button>
        }
        actions={[
          { label: 'Favorite', checked: isFavorite, disabled: isLoading, onSelect: toggle },
          { label: 'Compare', checked: isCompared, disabled: isFull, onSelect: compare },
          { label: 'Mark or Note', hint: note, onSelect: () => onMark(loan) },
        ]}
      />
    </>
  )
}

/** Shows "8.125% · 68.18% LTV · 24m · 1.12x DSCR", with a DSCR below 1 in amber. */
function Figures({ loan }: { loan: Loan }) {
  const { ltv, term, credit } = loan
  const basis = isLtvAsComplete(loan) ? 'complete' : 'LTV'
  const dscr = leadingDscr(credit)
  const figures = [
    formatExactRate(exactRate(loan)),
    ltv && `${formatRate(ltv)} ${basis}`,
    `${term}m`,
    dscr && `${formatRatio(dscr)} ${credit.dscr ? 'DSCR' : 'stab. DSCR'}`,
  ].filter((figure) => figure !== null)
  return (
    <p className="text-xs text-muted-foreground">
      {figures.map((figure, place) => (
        <Fragment key={figure}>
          {place > 0 && ' · '}
          <span
            className={cx(
              'whitespace-nowrap',
              place === figures.length - 1 && dscr && isBelowOne(dscr) && 'text-warning',
            )}
          >
            {figure}
          </span>
        </Fragment>
      ))}
    </p>
  )
}
