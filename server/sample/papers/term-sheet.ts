/** A loan's terms, as lenders read them before they commit. */
import {
  allUses,
  coverage,
  dollarText,
  percentOf,
  sponsorEquity,
  type SampleLoan,
} from '#server/sample/sample-loan.ts'
import { Sheet } from './sheet.ts'

export async function termSheet(loan: SampleLoan, date: Date): Promise<Uint8Array> {
  const sheet = await Sheet.begin({
    kind: 'Summary of terms',
    title: loan.title,
    subtitle: loan.propertyAddress,
    date,
  })
  sheet.figures([
    ['Loan amount', dollarText(loan.amount)],
    ['Interest rate', `${loan.interestRate}%`],
    ['Term', `${loan.term} months`],
    [loan.ltvOn === 'asIs' ? 'Loan to value' : 'Loan to as-complete', `${loan.ltv}%`],
  ])
  sheet.paragraph(loan.purpose)
  sheet.section('Parties and property')
  sheet.terms([
    ['Borrower', `${loan.borrowerName}, a single-purpose entity`],
    ['Sponsor', loan.sponsor],
    ['Property', `${loan.propertyType}, ${loan.propertyAddress}`],
    ['As-is value', dollarText(loan.asIsValue)],
    ...pair('As-complete value', loan.asCompleteValue && dollarText(loan.asCompleteValue)),
    ...pair('Net operating income', loan.noi && `${dollarText(loan.noi)} a year, in place`),
    ...pair('Debt service coverage', coverage(loan) && `${coverage(loan)}x, interest only`),
  ])
  sheet.section('Terms')
  sheet.terms([
    ['Interest', `${loan.interestRate}% fixed, paid monthly in arrears, actual days over 360`],
    ['Repayment', repayment(loan)],
    ['Origination fee', `${loan.originationFee}% of the loan, paid at closing`],
    ...pair(
      'Interest reserve',
      loan.interestReserve && `${dollarText(loan.interestReserve)}, held by the servicer`,
    ),
    ['Prepayment', prepayment(loan)],
    ['Security', security(loan)],
    ['Recourse', recourse(loan)],
    ['Distribution', 'Interest and principal are shared pro rata among the lenders, pari passu'],
  ])
  sheet.section('Sources and uses')
  const total = loan.amount + sponsorEquity(loan)
  const line = (name: string, amount: number) => [
    name,
    dollarText(amount),
    `${percentOf(amount, total)}%`,
  ]
  const columns = [
    { title: 'Sources', width: 0.56 },
    { title: 'Amount', width: 0.24, isRight: true },
    { title: 'Share', width: 0.2, isRight: true },
  ]
  sheet.table(
    columns,
    [
      line('Senior loan', loan.amount),
      line('Sponsor equity', sponsorEquity(loan)),
      line('Total', total),
    ],
    { hasTotal: true },
  )
  sheet.table(
    [{ title: 'Uses', width: 0.56 }, ...columns.slice(1)],
    [...Object.entries(allUses(loan)).map(([name, use]) => line(name, use)), line('Total', total)],
    { hasTotal: true },
  )
  sheet.section('The opportunity')
  sheet.paragraph(loan.summary.join(' '))
  sheet.paragraph(
    'This summary is for lenders that consider a share of the loan. It is no commitment by the originator; the loan documents govern.',
    { isSmall: true },
  )
  return sheet.finish()
}

const pair = (label: string, value: string | number | null | undefined): [string, string][] =>
  value ? [[label, String(value)]] : []

const isBuild = (loan: SampleLoan) => loan.ltvOn === 'asComplete'

const repayment = (loan: SampleLoan) =>
  loan.key === 'grand-river-machining'
    ? 'Level payments on a twenty-year schedule, the balance at maturity'
    : isBuild(loan)
      ? 'Interest only on amounts drawn, all principal at maturity'
      : 'Interest only, all principal at maturity'

const prepayment = (loan: SampleLoan) =>
  loan.term > 36
    ? 'Yield maintenance for the first half of the term, then 1%, open for the last six months'
    : `Open, with interest for at least ${Math.round(loan.term / 3)} months`

const security = (loan: SampleLoan) =>
  loan.propertyType === 'Industrial Equipment'
    ? 'First mortgage on the plant and first lien on the equipment'
    : loan.propertyType === 'Energy Infrastructure'
      ? 'First mortgage on the land, first lien on equipment, contracts and membership interests'
      : 'First mortgage, assignment of leases and rents, first lien on accounts'

const recourse = (loan: SampleLoan) =>
  isBuild(loan)
    ? 'Completion and carry guaranties; otherwise for bad acts only'
    : loan.amount < 3_500_000
      ? 'Full recourse to the principals'
      : 'For bad acts and environmental matters only'
