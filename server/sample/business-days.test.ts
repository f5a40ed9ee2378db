import { expect, it } from 'vitest'
import { businessDayFrom } from './business-days.ts'

it.each([
  ['2026-11-30', '2026-11-30'],
  ['2027-01-01', '2027-01-04'],
  ['2026-11-26', '2026-11-27'],
  ['2027-05-31', '2027-06-01'],
  ['2027-07-04', '2027-07-06'],
])('lets a loan that would close on %s close on %s', (day, businessDay) => {
  expect(businessDayFrom(day)).toBe(businessDay)
})
