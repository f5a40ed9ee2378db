import type { Loan } from '#contract/loans/shapes.ts'
import { PhotoGallery } from '#web/documents/components/PhotoGallery.tsx'
import { Card, CardContent, CardTitle } from '#web/ui/display/Card.tsx'
import { cx } from '#web/ui/cx.ts'
import { showSection } from '#domain/loans/field-texts.ts'
import { isLtvAsComplete } from '#domain/loans/ltv-basis.ts'
import { expectedMaturity, maturityOf } from '#domain/loans/maturity.ts'
import { formatTerm, loanCan } from '#domain/loans/statuses.ts'
import { formatDollars, formatExactRate, formatRate } from '#domain/money.ts'
import { notAvailable } from '#domain/texts.ts'
import { formatDay, formatMonth, toLocalDay } from '#web/time/timestamps.ts'
import { CapitalBar } from './CapitalBar.tsx'

export function LoanFigures({ loan, hasPicture }: { loan: Loan; hasPicture: boolean }) {
  return (
    <Card
      as="section"
      aria-labelledby="loan-details"
      className="@container relative h-full print:break-inside-avoid"
    >
      <CardContent className="grid h-full grid-rows-[auto_1fr] gap-4">
        <CardTitle id="loan-details">Loan Details</CardTitle>
        <div
          className={cx(
            'grid grid-cols-2 gap-x-4 gap-y-3',
            // With fewer columns, the figures would be taller than the adjacent funding card and leave a gap below it.
            hasPicture ? '@lg:grid-cols-4' : '@md:grid-cols-3 @xl:grid-cols-4',
          )}
        >
          <dl className="contents">
            {figuresOf(loan).map(({ name, value }) => (
              <div key={name} className="min-w-0">
                <dt className="text-xs text-muted-foreground">{name}</dt>
                <dd className="font-medium">{value}</dd>
              </div>
            ))}
          </dl>
          <PhotoGallery loan={loan} className={picturePlace} />
        </div>
        <CapitalBar loan={loan} />
      </CardContent>
    </Card>
  )
}

/** The picture is small on phones. The heading, which is rendered earlier, is then the largest element. */
const picturePlace =
  'col-start-2 row-span-2 row-start-1 max-sm:h-16 max-sm:w-28 max-sm:justify-self-end ' +
  '@lg:col-start-3 @lg:col-span-2 @lg:row-span-3 @lg:row-start-1'

/** The amount, rate, term, and property type are always shown. Other figures are shown only if they are set. */
export function figuresOf(loan: Loan) {
  const ltv =
    loan.ltv === null
      ? notAvailable
      : `${formatRate(loan.ltv)}${isLtvAsComplete(loan) ? ' as\u00a0complete' : ''}`
  const isOpen = loanCan('commit', loan.status)
  const all = [
    { name: 'Amount', value: formatDollars(loan.amount) },
    {
      name: 'Rate/LTV',
      value: `${formatRate(loan.interestRate)} / ${ltv}${loan.noteRate ? ` (${formatExactRate(loan.noteRate)}\u00a0note)` : ''}`,
    },
    { name: 'Term', value: formatTerm(loan.term) },
    // The estimate assumes that the loan closes today.
    { name: 'Est. Maturity', value: isOpen && estimated(loan) },
    { name: 'Funded On', value: !isOpen && dayOr(loan.fundedOn) },
    { name: 'Maturity', value: !isOpen && dayOr(maturityOf(loan)) },
    ...showSection('Terms', loan),
    ...showSection('Value and leverage', loan),
    { name: 'Property Type', value: loan.propertyType ?? notAvailable },
    ...showSection('Property', loan),
    // The subtitle contains the borrower's name only for loans without an address.
    { name: 'Borrower', value: loan.propertyAddress && loan.borrowerName },
  ]
  return all.filter(({ value }) => value)
}

const estimated = (loan: Loan) => {
  const { day } = expectedMaturity(loan, toLocalDay(new Date()))
  return day && formatMonth(day.slice(0, 7))
}
const dayOr = (day: string | null) => (day ? formatDay(day) : notAvailable)
