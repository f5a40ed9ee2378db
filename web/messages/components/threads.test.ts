import type { Message } from '#contract/messages/shapes.ts'
import { expect, test } from 'vitest'
import { groupByFirm } from './threads.ts'

let written = 0
function message(from: string, to: string | null = null, firm = to ?? from): Message {
  written += 1
  const isAdmin = from === 'admin'
  return {
    id: `message-${written}`,
    loanId: 'loan',
    userId: from,
    userName: from,
    firmId: isAdmin && !to ? null : firm,
    firmName: firm === 'alder' ? 'Alder Bank' : null,
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
  const [thread, ...others] = groupByFirm([question, answer])
  expect(others).toEqual([])
  expect(thread).toEqual({
    lender: { id: 'ada', name: 'ada' },
    firmName: null,
    messages: [question, answer],
  })
})

test('collects announcements in a separate thread without a lender', () => {
  const announcement = message('admin')
  expect(groupByFirm([announcement])).toEqual([
    { lender: null, firmName: null, messages: [announcement] },
  ])
})

test('puts the thread with the newest message at the end of the list', () => {
  const messages = [message('ada'), message('bo'), message('admin'), message('admin', 'ada')]
  const lenders = groupByFirm(messages).map(({ lender }) => lender?.id ?? 'all')
  expect(lenders).toEqual(['bo', 'all', 'ada'])
})

test('puts the messages of colleagues into the thread of their firm, and replies to the last of them', () => {
  const messages = [message('ada', null, 'alder'), message('bo'), message('cy', null, 'alder')]
  const [, thread] = groupByFirm(messages)
  expect(thread).toMatchObject({ firmName: 'Alder Bank', lender: { id: 'cy' } })
  expect(thread?.messages.map(({ userId }) => userId)).toEqual(['ada', 'cy'])
})
