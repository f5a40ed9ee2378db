import { spec } from '#test/support/requirements.ts'
import { expect, test } from 'vitest'
import { ApiError } from '#web/api/client.ts'
import { keyedAttempts } from '#web/forms/attempts.ts'
import { sendingFailed, sendMessage } from './send-message.ts'

test("doesn't send a message of an unknown user", async () => {
  spec('8.12')
  const written = { message: 'Is the roof new?', recipientId: null }
  const sending = sendMessage(null, '1', written, keyedAttempts())
  await expect(sending).rejects.toThrow('User not authenticated')
})

test('shows the message of the server or error, or "try again"', () => {
  spec('8.12')
  const refusal = { message: 'The loan was not found', code: 'not_found' }
  expect(sendingFailed(new ApiError(404, 'Not Found', refusal))).toBe('The loan was not found')
  expect(sendingFailed(new ApiError(502, 'Bad Gateway', null))).toBe('502: Bad Gateway')
  expect(sendingFailed(new Error('User not authenticated'))).toBe('User not authenticated')
  expect(sendingFailed(new Error(''))).toBe('Please try again.')
})
