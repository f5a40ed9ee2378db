import type { Message } from '#contract/messages/shapes.ts'
import { expect, test } from 'vitest'
import { groupByLender } from './threads.ts'

let written = 0
function message(from: string, to: string | null = null): Message {
  written += 1
  const isAdmin = from === 'admin'
  return {
    id: `message-${written}`,
    loanId: 'loan',
    userId: from,
    userName: from,
    firmId: null,
    firmName: null,
    isAdmin: isAdmin ? 'true' : 'false',
    recipientId: to,
    recipientName: to,
    isReachable: isAdmin && !to ? 'false' : 'true',
    message: `${written}`,
    createdAt: new Date(2025, 0, written).toISOString(),
  }
}

test("groups one lender's questions and answers into one thread, oldest first", () => {
  const question = message('ada')
  const answer = message('admin', 'ada')
  const [thread, ...others] = groupByLender([question, answer])
  expect(others).toEqual([])
  expect(thread).toEqual({ lender: { id: 'ada', name: 'ada' }, messages: [question, answer] })
})

test('collects announcements in a separate thread without a lender', () => {
  const announcement = message('admin')
  expect(groupByLender([announcement])).toEqual([{ lender: null, messages: [announcement] }])
})

test('puts the thread with the newest message at the end of the list', () => {
  const messages = [message('ada'), message('bo'), message('admin'), message('admin', 'ada')]
  const lenders = groupByLender(messages).map(({ lender }) => lender?.id ?? 'all')
  expect(lenders).toEqual(['bo', 'all', 'ada'])
})
