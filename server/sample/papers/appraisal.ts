/** An appraisal summary: what the property is worth, and by which approaches. */
import { dollarText, percentOf, type Dollars, type SampleLoan } from '#server/sample/sample-loan.ts'
import { stableSeed } from '#server/sample/stable-id.ts'
import { Sheet } from './sheet.ts'

export async function appraisal(loan: SampleLoan, date: Date): Promise<Uint8Array> {
  const sheet = await Sheet.begin({
    kind: 'Appraisal summary',
    title: loan.title,
    subtitle: loan.propertyAddress,
    date,
  })
  const capRate = loan.noi && percentOf(loan.noi, loan.asIsValue)
  sheet.figures([
    ['As-is value', dollarText(loan.asIsValue)],
    ...(loan.asCompleteValue
      ? ([['As-complete value', dollarText(loan.asCompleteValue)]] as const)
      : []),
    ...(capRate ? ([['Capitalization rate', `${capRate}%`]] as const) : []),
    ['Loan to value', `${loan.ltv}%`],
  ])
  sheet.paragraph(
    `The appraiser inspected the property and values the fee simple or leased fee interest as of the date above, under the assumptions stated in the full report. The type is ${loan.propertyType}; the marketing time is six to nine months.`,
  )
  sheet.section('Approaches to value')
  sheet.table(
    [
      { title: 'Approach', width: 0.34 },
      { title: 'Indicated value', width: 0.24, isRight: true },
      { title: 'Weight', width: 0.14, isRight: true },
      { title: 'Basis', width: 0.28 },
    ],
    approaches(loan).map(({ name, value, weight, basis }) => [
      name,
      dollarText(value),
      weight,
      basis,
    ]),
    { hasTotal: true },
  )
  if (loan.noi && capRate) {
    sheet.section('Income capitalization')
    sheet.terms([
      ['Net operating income', `${dollarText(loan.noi)} a year`],
      ['Capitalization rate', `${capRate}%, supported by the sales below and by investor surveys`],
      ['Value by income', dollarText(loan.asIsValue)],
    ])
  }
  sheet.section('Comparable sales')
  sheet.table(
    [
      { title: 'Sale', width: 0.4 },
      { title: 'Months ago', width: 0.18, isRight: true },
      { title: 'Adjustment', width: 0.18, isRight: true },
      { title: 'Adjusted price', width: 0.24, isRight: true },
    ],
    comparables(loan),
  )
  sheet.section('Conclusion')
  sheet.paragraph(conclusion(loan))
  sheet.paragraph(
    'Prepared in conformity with the Uniform Standards of Professional Appraisal Practice by a state-certified general appraiser engaged by the originator.',
    { isSmall: true },
  )
  return sheet.finish()
}

interface Approach {
  name: string
  value: Dollars
  weight: string
  basis: string
}

function approaches(loan: SampleLoan): Approach[] {
  const { asIsValue: value, noi } = loan
  const sales = near(value, [9_760, 10_180], `${loan.key}/sales`)
  const cost = near(value, [9_300, 10_400], `${loan.key}/cost`)
  return [
    ...(noi
      ? [{ name: 'Income capitalization', value, weight: 'Most', basis: 'In-place income' }]
      : []),
    {
      name: 'Sales comparison',
      value: noi ? sales : value,
      weight: noi ? 'Some' : 'Most',
      basis: 'Four sales',
    },
    { name: 'Cost', value: cost, weight: 'Little', basis: 'Land plus new, less wear' },
    { name: 'Conclusion, as is', value, weight: '', basis: '' },
  ]
}

const distances = ['0.6', '1.1', '1.8', '2.3', '2.9', '3.4', '4.2']

function comparables(loan: SampleLoan): string[][] {
  return ['A', 'B', 'C', 'D'].map((letter, index) => {
    const seed = stableSeed(loan.key, letter)
    const price = near(loan.asIsValue, [9_550, 10_450], `${loan.key}/${letter}`)
    const adjustment = (seed % 17) - 8
    const distance = distances[index + (stableSeed(loan.key) % 4)] ?? '1.1'
    return [
      `Sale ${letter}, ${distance} miles away`,
      String(2 + index * 3 + (seed % 3)),
      `${adjustment > 0 ? '+' : adjustment < 0 ? '–' : ''}${Math.abs(adjustment)}%`,
      dollarText(price),
    ]
  })
}

/** A value that is between two fractions (in ten-thousandths) of another, rounded to $10,000. */
function near(value: Dollars, [low, high]: readonly [number, number], name: string): Dollars {
  const part = low + (stableSeed(name) % (high - low))
  const step = value > 2_000_000 ? 10_000 : 1_000
  return Math.round((value * part) / 10_000 / step) * step
}

const conclusion = (loan: SampleLoan) =>
  `The market value as is is ${dollarText(loan.asIsValue)}.` +
  (loan.asCompleteValue
    ? ` Upon completion and stabilization according to the plans and the budget, it is ${dollarText(loan.asCompleteValue)}.`
    : '') +
  ` The loan of ${dollarText(loan.amount)} is ${loan.ltv}% of the ${loan.ltvOn === 'asIs' ? 'as-is' : 'as-complete'} value.`
