import { expect, test } from 'vitest'
import type { Message } from '#contract/messages/shapes.ts'
import { describeWait, oldestUnanswered } from './MessageList.tsx'

const lender = { id: 'lena', name: 'Lena Brook' }
const message = (id: string, isAdmin: 'true' | 'false') => ({ id, isAdmin }) as Message

test("finds a lender's oldest unanswered question", () => {
  const [asked, answered] = [message('1', 'false'), message('2', 'true')]
  const [again, more] = [message('3', 'false'), message('4', 'false')]
  expect(oldestUnanswered({ lender, messages: [asked, answered, again, more] })).toBe(again)
  expect(oldestUnanswered({ lender, messages: [asked, more] })).toBe(asked)
  expect(oldestUnanswered({ lender, messages: [asked, answered] })).toBeNull()
  expect(oldestUnanswered({ lender: null, messages: [answered] })).toBeNull()
})

test('shows how long a question has waited, in the largest whole unit', () => {
  const now = Date.parse('2026-01-31T12:00:00Z')
  const waits = {
    '2026-01-31T11:59:30Z': null,
    '2026-01-31T11:59:00Z': 'waiting 1 minute',
    '2026-01-31T11:00:01Z': 'waiting 59 minutes',
    '2026-01-30T12:00:01Z': 'waiting 23 hours',
    '2026-01-30T12:00:00Z': 'waiting 1 day',
    '2026-01-28T11:00:00Z': 'waiting 3 days',
    '2026-01-31T12:05:00Z': null,
  }
  for (const [since, words] of Object.entries(waits)) expect(describeWait(since, now)).toBe(words)
})
