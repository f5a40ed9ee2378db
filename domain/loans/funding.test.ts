import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { fundingDay, refusalOfFundingDay } from './funding.ts'
import { loanStatuses, type LoanStatus } from './statuses.ts'

it('uses today as the funding date when a loan becomes funded without a funding date', () => {
  for (const before of [null, 'open', 'Closing'] as const)
    expect(fundingDay({ status: 'funded', fundedOn: null }, before, '2026-11-24')).toBe(
      '2026-11-24',
    )
})

it("doesn't set a funding date on an open loan or on a loan that was already funded without a date", () => {
  expect(fundingDay({ status: 'Closing', fundedOn: null }, 'open', '2026-11-24')).toBeNull()
  expect(fundingDay({ status: 'open', fundedOn: null }, 'funded', '2026-11-24')).toBeNull()
  expect(fundingDay({ status: 'funded', fundedOn: null }, 'funded', '2026-11-24')).toBeNull()
})

it('keeps the funding date through all later status changes', () => {
  const day = fc.integer({ min: 0, max: 40_000 }).map((days) => {
    const time = new Date(Date.UTC(1990, 0, 1 + days))
    return time.toISOString().slice(0, 10)
  })
  const saves = fc.array(fc.record({ status: fc.constantFrom(...loanStatuses), today: day }))
  fc.assert(
    fc.property(day, saves, (first, later) => {
      let before: LoanStatus = 'open'
      let fundedOn = fundingDay({ status: 'funded', fundedOn: null }, before, first)
      before = 'funded'
      for (const { status, today } of later) {
        fundedOn = fundingDay({ status, fundedOn }, before, today)
        before = status
      }
      expect(fundedOn).toBe(first)
    }),
  )
})

it.each([
  ['2026-11-24', null],
  ['1900-01-01', null],
  // This day has already begun in some time zones.
  ['2026-11-25', null],
  ['2026-11-26', "Can't be in the future"],
  ['0026-11-24', 'Must be in 1900 or later'],
  ['1899-12-31', 'Must be in 1900 or later'],
  ['2026-02-30', 'Must be a day, like 2026-03-31'],
  ['11/24/2026', 'Must be a day, like 2026-03-31'],
  ['2026-11-24T00:00:00Z', 'Must be a day, like 2026-03-31'],
])('validates the funding date %s: %s', (day, refusal) => {
  expect(refusalOfFundingDay(day, new Date('2026-11-24T12:00:00Z'))).toBe(refusal)
})
