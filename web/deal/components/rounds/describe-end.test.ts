import { expect, it } from 'vitest'
import { describeEnd } from './describe-end.ts'

const kept = 'Accepted shares are binding and stay.'

it('says what becomes of open offers', () => {
  expect(describeEnd(0, false)).toBe(kept)
  expect(describeEnd(1, false)).toBe(
    `1 lender hasn't answered yet. Its offer is recalled, and its soft share stays as it was. ${kept}`,
  )
  expect(describeEnd(2, false)).toBe(
    `2 lenders haven't answered yet. Their offers are recalled, and their soft shares stay as they were. ${kept}`,
  )
})

it('says which soft shares end after the time to answer', () => {
  expect(describeEnd(1, true)).toBe(
    `1 lender hasn't answered in time, so its soft share ends. ${kept}`,
  )
  expect(describeEnd(2, true)).toBe(
    `2 lenders haven't answered in time, so their soft shares end. ${kept}`,
  )
})
