import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  askForUnit,
  describeDoubtfulPercent,
  describeUnlikely,
  scaleFigure,
  suggestFractions,
  suspectedUnit,
  unitOfHeader,
  withoutUnit,
} from './units.ts'

it.each([
  ['0.0725', 'fraction', '7.25'],
  ['0.6516290726817042', 'fraction', '65.16290726817042'],
  ['725', 'basisPoints', '7.25'],
  ['5', 'basisPoints', '0.05'],
  ['737.5', 'basisPoints', '7.375'],
  ['4250', 'thousands', '4250000'],
  ['4250.5', 'thousands', '4250500'],
  ['4.25', 'millions', '4250000'],
  ['3', 'years', '36'],
  ['2.5', 'years', '30'],
  ['7.25', 'percent', '7.25'],
] as const)('converts the imported figure %s in %s to %s', (figure, unit, scaled) => {
  expect(scaleFigure(figure, unit)).toBe(scaled)
})

it('converts fractions and basis points to percent without rounding', () => {
  const digits = fc.bigInt({ min: 0n, max: 10n ** 12n })
  fc.assert(
    fc.property(digits, (ten) => {
      const fraction = scaleFigure(`0.${String(ten).padStart(13, '0')}`, 'fraction')
      const [whole = '', decimals = ''] = fraction.split('.')
      expect(BigInt(whole + decimals.padEnd(11, '0'))).toBe(ten)
      expect(scaleFigure(scaleFigure(String(ten), 'basisPoints'), 'fraction')).toBe(String(ten))
    }),
  )
})

it.each([
  ['money', 'Loan Amount ($000s)', 'thousands', 'Loan Amount'],
  ['money', 'UPB (in thousands)', 'thousands', 'UPB'],
  ['money', 'Amount (000)', 'thousands', 'Amount'],
  ['money', 'Loan Amount $M', 'millions', 'Loan Amount'],
  ['money', 'Amount, USD', 'dollars', 'Amount'],
  ['money', 'Amount', null, 'Amount'],
  ['months', 'Term (Years)', 'years', 'Term'],
  ['months', 'loan_term_months', 'months', 'loan term'],
  ['months', 'Term (Mos.)', 'months', 'Term'],
  ['rate', 'note_rate_pct', 'percent', 'note rate'],
  ['rate', 'Spread (bps)', 'basisPoints', 'Spread'],
  ['rate', 'Rate, %', 'percent', 'Rate'],
  ['text', 'Term (Years)', null, 'Term'],
] as const)('reads the unit of the %s header "%s" as %s', (kind, header, unit, bare) => {
  expect(unitOfHeader(kind, header)).toBe(unit)
  expect(
    withoutUnit(header)
      .replaceAll(/[^\w]+/g, ' ')
      .trim(),
  ).toBe(bare)
})

const suspect = (
  field: string,
  kind: 'money' | 'rate' | 'percent' | 'months',
  ...figures: string[]
) => suspectedUnit({ field, kind, named: null, figures })

it('suspects a different unit if all figures in a column are unlikely in the default unit', () => {
  expect(suspect('interestRate', 'rate', '0.07', '0.12')).toBe('fraction')
  expect(suspect('ltv', 'percent', '0.65', '0')).toBe('fraction')
  expect(suspect('ltv', 'percent', '0.65', '1.05')).toBe('fraction')
  expect(suspect('interestRate', 'rate', '725')).toBe('basisPoints')
  expect(suspect('rateSpread', 'rate', '325', '410')).toBe('basisPoints')
  expect(suspect('amount', 'money', '4250', '12800')).toBe('thousands')
  expect(suspect('amount', 'money', '4.25', '12.8')).toBe('millions')
  expect(suspect('term', 'months', '3', '10')).toBe('years')
  expect(suspect('amortizationMonths', 'months', '25', '30')).toBe('years')
})

it("doesn't suspect a different unit if any figure is likely in the default unit, or if there are no figures", () => {
  expect(suspect('interestRate', 'rate', '0.07', '7.25')).toBeNull()
  expect(suspect('interestRate', 'rate', '725', '7.25')).toBeNull()
  expect(suspect('interestRate', 'rate')).toBeNull()
  expect(suspect('ltv', 'percent', '0', '0.00')).toBeNull()
  expect(suspect('ltv', 'percent', '421.05', '65')).toBeNull()
  expect(suspect('amount', 'money', '950000', '90000')).toBeNull()
  expect(suspect('term', 'months', '6', '24')).toBeNull()
})

it('trusts the unit in a column header unless the figures contradict it', () => {
  const amount = { field: 'amount', kind: 'money' } as const
  const named = 'thousands' as const
  expect(suspectedUnit({ ...amount, named, figures: ['4250'] })).toBeNull()
  expect(suspectedUnit({ ...amount, named, figures: ['4250000'] })).toBe('dollars')
  const term = { field: 'term', kind: 'months' } as const
  expect(suspectedUnit({ ...term, named: 'years', figures: ['3'] })).toBeNull()
  expect(suspectedUnit({ ...term, named: 'years', figures: ['360'] })).toBe('months')
  expect(suspectedUnit({ ...term, named: 'months', figures: ['6'] })).toBeNull()
  const rate = { field: 'interestRate', kind: 'rate', named: 'percent' } as const
  expect(suspectedUnit({ ...rate, figures: ['0.07'] })).toBe('fraction')
  const fee = { field: 'originationFee', kind: 'percent', named: 'percent' } as const
  expect(suspectedUnit({ ...fee, figures: ['0.5'] })).toBeNull()
})

it("includes an example figure in the question about a column's unit", () => {
  expect(askForUnit('fraction', 'percent', '0.65')).toBe('0.65 could be 65%.')
  expect(askForUnit('basisPoints', 'rate', '725')).toBe('725 could be 7.25%.')
  expect(askForUnit('thousands', 'money', '4250')).toBe('4250 could be $4,250,000.')
  expect(askForUnit('years', 'months', '3')).toBe('3 could be 36 months.')
  expect(askForUnit('dollars', 'money', '4250000')).toBe(
    '4250000 is unlikely in the unit that the header names. It could be $4,250,000.',
  )
})

it('reports a single percentage that is probably in another unit', () => {
  const doubt = (field: string, percent: string, isStated = false) =>
    describeDoubtfulPercent({ field, percent, isStated })
  expect(doubt('ltv', '0.65')).toBe('0.65 could be 65%. Write 65%, or 0.65% if you mean that.')
  expect(doubt('ltv', '1.05')).toMatch(/^1.05 could be 105%/)
  expect(doubt('interestRate', '725', true)).toMatch(/^725% is more than 50%/)
  expect(doubt('ltv', '0.65', true)).toBeUndefined()
  expect(doubt('originationFee', '0.5')).toBeUndefined()
  expect(doubt('ltv', '0')).toBeUndefined()
  expect(doubt('ltv', '200')).toBeUndefined()
  expect(doubt('ltv', '200.5')).toMatch(/more than 200%/)
})

it.each([
  ['ltv', 'percent', 'percent', '0.65', '0.65', '0.65 is stored as 0.65%'],
  ['ltv', 'percent', 'percent', '1.05', '1.05', '1.05 is stored as 1.05%'],
  ['ltv', 'percent', 'percent', '65', '65', undefined],
  ['ltv', 'percent', 'percent', '0', '0', undefined],
  ['ltv', 'percent', 'fraction', '1.05', '105', undefined],
  ['interestRate', 'rate', 'basisPoints', '7.25', '0.0725', '7.25 is stored as 0.0725%'],
  ['interestRate', 'rate', 'percent', '725', '725', '725 is stored as 725%'],
  ['amount', 'money', 'dollars', '4250', '4250', '4250 is stored as $4,250'],
  ['amount', 'money', 'thousands', '4250', '4250000', undefined],
  [
    ...['amount', 'money', 'thousands', '4250000', '4250000000'],
    '4250000 is stored as $4,250,000,000',
  ],
  ['term', 'months', 'years', '60', '720', '60 is stored as 720 months'],
  ['originationFee', 'percent', 'percent', '0.5', '0.5', undefined],
  ['prepayment', 'text', undefined, '3', '3', undefined],
] as const)(
  'describes the %s as a %s in %s, read as %s and stored as %s, with %s',
  (field, kind, unit, figure, stored, note) => {
    const reading = { field, kind, unit, figure, stored }
    expect(describeUnlikely(reading)).toBe(note)
  },
)

it.each([
  ['ltv', 'percent', '0.6512', /^\. If these are fractions, choose Fractions of one/],
  ['originationFee', 'percent', '0.0125', /^\. If these are fractions/],
  ['ltv', 'percent', '65.123', /^$/],
  ['ltv', 'percent', '0.65', /^$/],
  ['ltv', 'fraction', '0.65123', /^$/],
] as const)('suggests fractions for the %s in %s of %s with %s', (field, unit, figure, said) => {
  expect(suggestFractions(field, unit, figure)).toMatch(said)
})
