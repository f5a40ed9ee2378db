import { expect, test } from 'vitest'
import { announcementReach } from './announcement-reach.ts'

const followers = 'those who hold a share of this loan or have it as a favorite.'

test.each([
  [0, 0, 'There is no approved lender yet to read this.'],
  [1, 1, `One approved lender can read this. 1 is notified: ${followers}`],
  [24, 6, `All 24 approved lenders can read this. 6 are notified: ${followers}`],
  [
    24,
    0,
    'All 24 approved lenders can read this. Nobody is notified: no lender holds a share of this loan or has it as a favorite.',
  ],
])('describes an announcement to %i readers, %i of them notified', (readers, notified, words) => {
  expect(announcementReach({ readers, notified })).toBe(words)
})
