import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { utcDay } from '#domain/days.ts'
import { expectedMaturity, maturityOf, quarterOf } from './maturity.ts'
import { loanStatuses } from './statuses.ts'

it.each([
  ['2026-11-23', 24, '2028-11-23'],
  ['2026-08-31', 18, '2028-02-29'],
  ['2026-12-31', 2, '2027-02-28'],
  ['2026-01-15', 1, '2026-02-15'],
  ['2026-01-01', 1200, '2126-01-01'],
])(
  'computes the maturity of a loan that was funded on %s and has a term of %i months: %s',
  (fundedOn, term, day) => {
    expect(maturityOf({ status: 'funded', fundedOn, term })).toBe(day)
  },
)

it("returns no maturity for a loan that isn't funded, was reopened, or has no funding date", () => {
  for (const status of loanStatuses)
    expect(maturityOf({ status, fundedOn: null, term: 24 }), status).toBeNull()
  for (const status of loanStatuses.filter((each) => each !== 'funded'))
    expect(maturityOf({ status, fundedOn: '2026-11-23', term: 24 }), status).toBeNull()
})

it('sets the maturity to the same day of the month, or to the last day of a shorter month', () => {
  const date = fc.date({
    min: new Date('2000-01-01T00:00:00Z'),
    max: new Date('2100-12-31T00:00:00Z'),
    noInvalidDate: true,
  })
  fc.assert(
    fc.property(date, fc.integer({ min: 1, max: 1200 }), (funded, term) => {
      const fundedOn = utcDay(funded)
      const day = maturityOf({ status: 'funded', fundedOn, term }) ?? ''
      const found = new Date(`${day}T00:00:00Z`)
      const monthOf = (of: Date) => of.getUTCFullYear() * 12 + of.getUTCMonth()
      expect(monthOf(found)).toBe(monthOf(funded) + term)
      const isLastDay = new Date(found.getTime() + 86_400_000).getUTCDate() === 1
      if (found.getUTCDate() !== funded.getUTCDate()) {
        expect(isLastDay).toBe(true)
        expect(found.getUTCDate()).toBeLessThan(funded.getUTCDate())
      }
    }),
  )
})

it.each([
  ['2028-01-01', 'Q1 2028'],
  ['2028-03-31', 'Q1 2028'],
  ['2028-04-01', 'Q2 2028'],
  ['2028-09-30', 'Q3 2028'],
  ['2028-12-31', 'Q4 2028'],
])('assigns a maturity on %s to the quarter %s', (day, quarter) => {
  expect(quarterOf(day)).toBe(quarter)
})

it.each([
  ['Closing', null, '2026-11-30', '2027-02-28', true],
  ['Closing', '2026-12-15', '2026-11-30', '2027-03-15', true],
  ['open', '2026-11-01', '2026-11-30', '2027-02-28', true],
  ['funded', '2026-12-15', '2026-11-30', '2027-01-10', false],
] as const)(
  'computes the expected maturity of a loan with the status %s and the closing date %s, as of %s: %s',
  (status, closingDate, today, day, isEstimated) => {
    const loan = { status, closingDate, fundedOn: '2026-10-10', term: 3 }
    expect(expectedMaturity(loan, today)).toEqual({ day, isEstimated })
  },
)

it("doesn't estimate the maturity of a funded loan without a funding date", () => {
  const loan = { status: 'funded', closingDate: '2027-01-01', fundedOn: null, term: 3 } as const
  expect(expectedMaturity(loan, '2026-11-30')).toEqual({ day: null, isEstimated: false })
})
