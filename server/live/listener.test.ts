import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { expect, it } from 'vitest'
import { Listener, type SessionState } from './listener.ts'
import type { RecordedChange } from './reader.ts'
import { EventStream } from './stream.ts'

const personId = 'ann'
const ownAccess: RecordedChange = { topic: 'users', subject: personId, audience: personId }
const book: RecordedChange = { topic: 'book', subject: 'pier', audience: null }

/** Returns a listener, the events that it sent as `name@id`, and a function that waits for its next session check. */
function listen() {
  const raw = new ServerResponse(new IncomingMessage(new Socket()))
  const stream = new EventStream(raw, () => undefined)
  const sent: string[] = []
  stream.send = (name, _data, id = 'none') => sent.push(`${name}@${id}`)
  const checks: { resolve: (state: SessionState) => void; reject: (error: Error) => void }[] = []
  const listener = new Listener({
    stream,
    viewer: { personId, mayCall: () => true },
    checkSession: () =>
      new Promise<SessionState>((resolve, reject) => checks.push({ resolve, reject })),
  })
  const nextCheck = () =>
    expect
      .poll(() => checks.length)
      .toBe(1)
      .then(() => checks.shift())
  return { listener, stream, sent, nextCheck }
}

it("sends the stream's position only with the last of the missed changes", async () => {
  const { listener, sent } = listen()
  listener.open(async () => ({ changes: [book, { ...book, subject: 'quay' }], next: 7n }))
  await expect.poll(() => sent).toEqual(['opened@none', 'changed@none', 'changed@7'])
})

it('skips polled changes that the first read has already returned', async () => {
  const { listener, sent } = listen()
  listener.open(async () => ({ changes: [book], next: 7n }))
  listener.notify({ changes: [book], next: 6n })
  listener.notify({ changes: [book], next: 9n })
  await expect.poll(() => sent).toEqual(['opened@none', 'changed@7', 'changed@9'])
})

it('accepts a smaller stream position after the server reports that everything may have changed', async () => {
  const { listener, sent, nextCheck } = listen()
  listener.open(async () => ({ changes: [book], next: 7n }))
  listener.notify({ changes: null, next: 3n })
  ;(await nextCheck())?.resolve('same')
  listener.notify({ changes: [book], next: 4n })
  await expect.poll(() => sent).toEqual(['opened@none', 'changed@7', 'everything@3', 'changed@4'])
})

it('sends no events before the session has been checked or after the session ends', async () => {
  const { listener, sent, stream, nextCheck } = listen()
  listener.open(async () => ({ changes: [ownAccess, book], next: 7n }))
  listener.notify({ changes: [book], next: 8n })
  const check = await nextCheck()
  expect(sent).toEqual(['opened@none'])
  check?.resolve('ended')
  await expect.poll(() => stream.isOpen).toBe(false)
  expect(sent).toEqual(['opened@none', 'ended@none'])
})

it('makes the browser reload everything if the session check fails, by ending the stream without a position', async () => {
  const { listener, sent, stream, nextCheck } = listen()
  listener.open(async () => ({ changes: [ownAccess, book], next: 7n }))
  ;(await nextCheck())?.reject(new Error('No database'))
  await expect.poll(() => stream.isOpen).toBe(false)
  expect(sent).toEqual(['opened@none'])
})
