import { expect, test } from 'vitest'
import { ApiError } from '#web/api/client.ts'
import { sendingFailed, sendMessage } from './send-message.ts'

test('nobody sends a message without being known', async () => {
  const sending = sendMessage(null, '1', { message: 'Is the roof new?', recipientId: null })
  await expect(sending).rejects.toThrow('User not authenticated')
})

test('what is said of a failure is what the server or the error says, or to try again', () => {
  const refusal = { message: 'The loan was not found', code: 'not_found' }
  expect(sendingFailed(new ApiError(404, 'Not Found', refusal))).toBe('The loan was not found')
  expect(sendingFailed(new ApiError(502, 'Bad Gateway', null))).toBe('502: Bad Gateway')
  expect(sendingFailed(new Error('User not authenticated'))).toBe('User not authenticated')
  expect(sendingFailed(new Error(''))).toBe('Please try again.')
})
