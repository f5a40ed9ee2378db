import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { expect, it } from 'vitest'
import { EventStream } from './stream.ts'

async function connectStream() {
  let isClosed = false
  const server = createServer()
  const answered = new Promise<ServerResponse>((resolve) =>
    server.on('request', (_request, response) => resolve(response)),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('It does not listen')
  const received = new Promise<IncomingMessage>((resolve) =>
    request({ port: address.port }, resolve).end(),
  )
  const raw = await answered
  const stream = new EventStream(raw, () => (isClosed = true))
  stream.sendRetry(1_000)
  const reading = await received
  return {
    stream,
    reading,
    isClosed: () => isClosed,
    close: async () => {
      reading.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

it('formats events for event streams', async () => {
  const { stream, reading, close } = await connectStream()
  stream.send('changed', { topic: 'stats' })
  stream.send('changed', { topic: 'book', id: 'a' }, '13')
  stream.end()
  stream.send('ended', {})
  let text = ''
  for await (const part of reading.setEncoding('utf8')) text += part
  expect(text).toBe(
    `retry: 1000

event: changed
data: {"topic":"stats"}

id: 13
event: changed
data: {"topic":"book","id":"a"}

`,
  )
  await close()
})

it("closes an event stream if the client doesn't read it", async () => {
  const { stream, reading, isClosed, close } = await connectStream()
  reading.pause()
  const id = 'x'.repeat(1_000)
  for (let events = 0; events < 100_000 && stream.isOpen; events += 1) {
    stream.send('changed', { topic: 'loans', id })
    if (events % 100 === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  expect(stream.isOpen).toBe(false)
  await expect.poll(isClosed).toBe(true)
  await close()
})
