import type { Loan } from '#contract/loans/shapes.ts'
import { formatTerm } from '#domain/loans/statuses.ts'
import { formatDollars, formatRate } from '#domain/money.ts'
import { notAvailable } from '#domain/texts.ts'
import { Card, CardContent, CardHeader, CardTitle } from '#web/ui/Card.tsx'

/** The loan's terms: its figures in a grid, its two texts below. */
export function LoanTermsCard({ loan }: { loan: Loan }) {
  const texts = [
    { name: 'Purpose', text: loan.purpose },
    { name: 'Summary', text: loan.summary },
  ]
  return (
    <Card as="section" aria-labelledby="loan-terms">
      <CardHeader>
        <CardTitle id="loan-terms">Loan Details</CardTitle>
      </CardHeader>
      <CardContent>
        <dl className="grid grid-cols-2 gap-x-4 gap-y-4 sm:grid-cols-3">
          {figures(loan).map(({ name, value }) => (
            <div key={name} className="min-w-0">
              <dt className="text-xs text-muted-foreground">{name}</dt>
              <dd className="mt-0.5 font-medium">{value}</dd>
            </div>
          ))}
          {texts
            .filter(({ text }) => text)
            .map(({ name, text }) => (
              <div key={name} className="col-span-full min-w-0">
                <dt className="text-xs text-muted-foreground">{name}</dt>
                <dd className="mt-0.5 max-w-prose whitespace-pre-line">{text}</dd>
              </div>
            ))}
        </dl>
      </CardContent>
    </Card>
  )
}

/** The first four always appear; the others only if the loan has them. */
function figures(loan: Loan) {
  const ltv = loan.ltv === null ? notAvailable : formatRate(loan.ltv)
  const always = [
    { name: 'Amount', value: formatDollars(loan.amount) },
    { name: 'Rate/LTV', value: `${formatRate(loan.interestRate)} / ${ltv}` },
    { name: 'Term', value: formatTerm(loan.term) },
    { name: 'Property Type', value: loan.propertyType ?? notAvailable },
  ]
  const whenPresent = [
    // With an address, the subtitle does not name the borrower, so it is shown here.
    { name: 'Borrower', value: loan.propertyAddress && loan.borrowerName },
    { name: 'Origination Fee', value: loan.originationFee && formatRate(loan.originationFee) },
    {
      name: 'Interest Reserve',
      value: loan.interestReserve && formatDollars(loan.interestReserve),
    },
    { name: 'Property Occupancy', value: loan.propertyOccupancy },
    { name: 'Property As-Is Value', value: loan.asIsValue && formatDollars(loan.asIsValue) },
    {
      name: 'As-Complete Value',
      value: loan.asCompleteValue && formatDollars(loan.asCompleteValue),
    },
  ]
  return [...always, ...whenPresent.filter(({ value }) => value)]
}
