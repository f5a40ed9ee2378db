import { expect, it } from 'vitest'
import { sendToEach, type Sending } from './send-to-each.ts'

async function sendAll(failing: Record<string, { isForAll: boolean }>) {
  const tried: string[] = []
  const states = new Map<string, Sending>()
  const sent = await sendToEach({
    ids: ['a', 'b', 'c', 'd'],
    async send(id) {
      tried.push(id)
      await Promise.resolve()
      if (failing[id]) throw new Error(id)
    },
    report: (id, sending) => void states.set(id, sending),
    judge: (error) => {
      const id = error instanceof Error ? error.message : ''
      return { why: `no ${id}`, isForAll: failing[id]?.isForAll ?? false }
    },
  })
  return { sent, tried: tried.join(''), ends: [...states.values()].map(({ is }) => is).join(' ') }
}

it('sends a message to each recipient once, in order', async () => {
  expect(await sendAll({})).toEqual({ sent: 4, tried: 'abcd', ends: 'sent sent sent sent' })
})

it('continues with the other recipients after a message to one recipient fails', async () => {
  expect(await sendAll({ b: { isForAll: false } })).toEqual({
    sent: 3,
    tried: 'abcd',
    ends: 'sent failed sent sent',
  })
})

it('stops sending a message after a failure that would affect all recipients', async () => {
  expect(await sendAll({ b: { isForAll: true } })).toEqual({
    sent: 1,
    tried: 'ab',
    ends: 'sent failed failed failed',
  })
})
