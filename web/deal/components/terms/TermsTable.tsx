import type { Loan } from '#contract/loans/shapes.ts'
import { creditOf, formatRatio, type Ratio } from '#domain/loans/credit/credit.ts'
import { ltvOn } from '#domain/loans/capital.ts'
import { exactRate } from '#domain/loans/credit/note-rate.ts'
import { compareTerms, type FullTerms } from '#domain/loans/credit/terms.ts'
import { expectedMaturity } from '#domain/loans/maturity.ts'
import {
  formatCents,
  formatRate,
  formatShare,
  isAboveZero,
  shareAmount,
  yearlyInterest,
  type Money,
  type Percent,
} from '#domain/money.ts'
import { useSession } from '#web/session.ts'
import { formatMonth, toLocalDay } from '#web/time/timestamps.ts'
import { BeforeAfter, type Compared } from '#web/ui/display/BeforeAfter.tsx'

interface TermsTableProps {
  previous: FullTerms
  proposed: FullTerms
  /** The caller's own share, with its amount in both terms. */
  own?: OwnShare | undefined
  /** The loan, if loaded, whose leverage, coverage and maturity follow from the terms. */
  loan?: Loan | undefined
  /** The caller's soft share, or zero. */
  soft?: Percent
}

interface OwnShare {
  percentage: Percent
  amount: Money
  newAmount: Money
}

/**
 * Compares the present terms of a loan with the proposed ones. For a lender, the own share comes first, and terms that
 * stay the same are in one line below, so that the answer is in view on a phone.
 */
export function TermsTable({ previous, proposed, own, loan, soft }: TermsTableProps) {
  const terms = compareTerms(previous, proposed)
  const same = own ? terms.filter(({ before, after }) => before === after) : []
  const whose = useSession().role === 'viewer' ? "Your firm's" : 'Your'
  const compared = loan ? compareLoan(loan, previous, proposed) : []
  const unchanged = [
    ...same.map(({ name, after }) => `${name.toLowerCase()} ${after}`),
    ...(own && loan ? sameLtv(loan, previous.amount, proposed.amount) : []),
  ]
  const notes = [
    describeBasis(compared, loan),
    unchanged.length > 0 && `Unchanged: ${unchanged.join(' · ')}`,
    soft && isAboveZero(soft) && describeSoft(soft, { previous, proposed }, whose),
  ].filter((note) => typeof note === 'string')
  return (
    <BeforeAfter
      caption="Terms now and proposed"
      heading="Proposed"
      rows={[
        ...(own ? compareOwn(own, previous, proposed, whose) : []),
        ...terms.filter((term) => !same.includes(term)),
        ...compared,
      ]}
      note={notes.length > 0 && notes.map((note) => <p key={note}>{note}</p>)}
    />
  )
}

/** Returns text such as "Ratios on today's value, cost and income; DSCR interest only." Returns null without ratios. */
function describeBasis(compared: readonly Compared[], loan: Loan | undefined): string | null {
  const has = (start: string) => compared.some(({ name }) => name.startsWith(start))
  const service = loan?.credit.dscrBasis === 'amortizing' ? 'amortizing' : 'interest only'
  const bases = [has('LTV') && 'value', has('LTC') && 'cost', has('D') && 'income'].filter(Boolean)
  if (bases.length === 0) return null
  return `Ratios on today's ${bases.join(', ').replace(/, (?=[^,]*$)/, ' and ')}${has('DSCR') ? `; DSCR ${service}` : ''}.`
}

/** Returns text such as "Your soft 5% follows the new terms: $1,575,000.00 → $1,650,000.00." */
export function describeSoft(
  soft: Percent,
  { previous, proposed }: Record<'previous' | 'proposed', FullTerms>,
  whose: 'Your' | "Your firm's" = 'Your',
): string {
  const [before, after] = [previous, proposed].map(({ amount }) =>
    formatCents(shareAmount(amount, soft)),
  )
  return `${whose} soft ${formatShare(soft)} follows the new terms${before === after ? '' : `: ${before} → ${after}`}.`
}

/** The leverage, coverage and estimated maturity of a loan, if the proposed terms change them. */
export function compareLoan(
  loan: Loan,
  previous: FullTerms,
  proposed: FullTerms,
  today = toLocalDay(new Date()),
): Compared[] {
  const [now, then] = [
    { ...loan, ...previous },
    { ...loan, ...proposed },
  ]
  const [credit, newCredit] = [creditOf(now), creditOf(then)]
  const maturityOf = (terms: Loan) => {
    const { day } = expectedMaturity(terms, today)
    return day && formatMonth(day.slice(0, 7))
  }
  return [
    compareLtv(loan, previous.amount, proposed.amount),
    compared('LTC', rate(credit.ltc), rate(newCredit.ltc)),
    compared('Debt yield', rate(credit.debtYield), rate(newCredit.debtYield)),
    compared(
      'Debt yield, stabilized',
      rate(credit.debtYieldStabilized),
      rate(newCredit.debtYieldStabilized),
    ),
    compared('DSCR', ratio(credit.dscr), ratio(newCredit.dscr)),
    compared('DSCR, stabilized', ratio(credit.dscrStabilized), ratio(newCredit.dscrStabilized)),
    compared('Est. maturity', maturityOf(now), maturityOf(then)),
  ].flat()
}

/** The LTV on the value, because the stated one doesn't follow the amount. */
function compareLtv(loan: Loan, before: Money, after: Money): Compared[] {
  const [now, then] = [ltvOn(loan, before), ltvOn(loan, after)]
  if (!now || !then) return []
  const name = now.isAsComplete ? 'LTV, as complete' : 'LTV'
  return compared(name, formatRate(now.ltv), formatRate(then.ltv))
}

function sameLtv(loan: Loan, before: Money, after: Money): string[] {
  const same = ltvOn(loan, after)
  if (!same || compareLtv(loan, before, after).length > 0) return []
  return [`LTV ${formatRate(same.ltv)}`]
}

const rate = (value: Percent | null) => value && formatRate(value)
const ratio = (value: Ratio | null) => value && formatRatio(value)

const compared = (name: string, before: string | null, after: string | null): Compared[] =>
  before && after && before !== after ? [{ name, before, after }] : []

/** A lender's amount and yearly interest, in both terms. `whose` is "Its" if the reader is an administrator. */
export function compareOwn(
  { percentage, amount, newAmount }: OwnShare,
  previous: FullTerms,
  proposed: FullTerms,
  whose: 'Your' | "Your firm's" | 'Its',
) {
  const interest = (terms: FullTerms, lent: Money) =>
    formatCents(yearlyInterest([{ amount: lent, rate: exactRate(terms) }]))
  return [
    {
      name: `${whose} ${formatShare(percentage)}`,
      before: formatCents(amount),
      after: formatCents(newAmount),
    },
    {
      name: 'Interest a year, gross',
      before: interest(previous, amount),
      after: interest(proposed, newAmount),
    },
  ]
}
