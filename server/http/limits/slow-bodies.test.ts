import fastify, { type FastifyInstance } from 'fastify'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { limitSlowBodies } from './slow-bodies.ts'

let app: FastifyInstance
beforeAll(async () => {
  app = fastify()
  limitSlowBodies(app, 200, (_error, socket) => socket.end('HTTP/1.1 408 Too slow\r\n\r\n'))
  app.post('/call', async () => 'done')
  await app.register(async (part) => {
    part.removeAllContentTypeParsers()
    part.addContentTypeParser('*', (_request, body, done) => done(null, body))
    part.put('/upload', { config: { isUpload: true } }, async ({ body }) => {
      const bytes = body as AsyncIterable<Buffer>
      for await (const _chunk of bytes);
      return 'kept'
    })
    part.put('/refused', { config: { isUpload: true } }, async () => 'refused at once')
  })
  await app.listen({ port: 0 })
})
afterAll(() => app.close())

async function converse(line: string, afterMs: number): Promise<string> {
  const address = app.server.address()
  if (typeof address !== 'object' || address === null) throw new Error('It does not listen')
  const socket = connect(address.port)
  let answer = ''
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
  socket.on('error', () => {})
  const closed = new Promise((resolve) => socket.once('close', resolve))
  const type = line.startsWith('POST') ? 'Content-Type: application/json\r\n' : ''
  socket.write(
    `${line} HTTP/1.1\r\nHost: x\r\n${type}Content-Length: 2\r\nConnection: close\r\n\r\n`,
  )
  await sleep(afterMs)
  if (socket.writable) socket.write('{}')
  await closed
  return answer
}

it('accepts a slow request body that arrives within the time limit', async () => {
  expect(await converse('POST /call', 20)).toMatch(/^HTTP\/1\.1 200 /)
  expect(await converse('POST /call', 800)).toMatch(/^HTTP\/1\.1 408 /)
  expect(await converse('POST /nowhere', 20)).toMatch(/^HTTP\/1\.1 404 /)
})

it('allows more time for the body of an upload than for other request bodies', async () => {
  expect(await converse('PUT /upload', 800)).toMatch(/^HTTP\/1\.1 200 .*kept/s)
})

it("doesn't wait for the rest of a request body once the response is sent", async () => {
  expect(await converse('PUT /refused', 800)).toMatch(/^HTTP\/1\.1 200 .*refused at once/s)
})
