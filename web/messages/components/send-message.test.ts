import { spec } from '#test/support/requirements.ts'
import { expect, test } from 'vitest'
import { ApiError } from '#web/api/client.ts'
import { keyedAttempts } from '#web/forms/attempts.ts'
import { sendingFailed, sendMessage, announcementReach } from './send-message.ts'

test("doesn't send a message while the current user is unknown", async () => {
  spec('8.12')
  const written = { message: 'Is the roof new?', recipientId: null }
  const sending = sendMessage(null, '1', written, keyedAttempts())
  await expect(sending).rejects.toThrow('User not authenticated')
})

test('shows the server\'s error message, the local error\'s message, or the text "try again"', () => {
  spec('8.12')
  const refusal = { message: 'The loan was not found', code: 'not_found' }
  expect(sendingFailed(new ApiError(404, 'Not Found', refusal))).toBe('The loan was not found')
  expect(sendingFailed(new ApiError(502, 'Bad Gateway', null))).toBe('502: Bad Gateway')
  expect(sendingFailed(new Error('User not authenticated'))).toBe('User not authenticated')
  expect(sendingFailed(new Error(''))).toBe('Please try again.')
})

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
])(
  'describes an announcement visible to %i users, %i of whom are notified',
  (readers, notified, words) => {
    expect(announcementReach({ audience: 'everyone', readers, notified })).toBe(words)
  },
)

test.each([
  [0, 'There is no lender with access yet to read this.'],
  [1, 'One lender with access can read this.'],
  [3, 'All 3 lenders with access can read this.'],
])('describes an announcement on a teaser to %i admitted users', (readers, words) => {
  expect(announcementReach({ audience: 'teaser', readers, notified: 0 })).toContain(words)
})
