import fastify, { type FastifyInstance } from 'fastify'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { limitConnections, limitSlowAnswers } from './connections.ts'

const opened: Socket[] = []
let app: FastifyInstance
afterEach(async () => {
  for (const socket of opened.splice(0)) socket.destroy()
  await app.close()
})

async function listen(set: (app: FastifyInstance) => void) {
  app = fastify()
  set(app)
  app.get('/', async () => 'served')
  app.get('/endless', async (_request, reply) => {
    const more = () => readable.push(Buffer.alloc(64 * 1024))
    const readable = new Readable({ read: more })
    return reply.send(readable)
  })
  await app.listen({ port: 0 })
}

/** A connection that has said so much; `heard` is what came back. */
function open(text: string) {
  const address = app.server.address()
  if (typeof address !== 'object' || address === null) throw new Error('It does not listen')
  const socket = connect(address.port)
  opened.push(socket)
  let heard = ''
  socket.on('error', () => {})
  socket.on('data', (chunk: Buffer) => (heard += chunk.toString()))
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.write(text)
  return { socket, closed, heard: () => heard }
}

const wholeHead = 'GET / HTTP/1.1\r\nHost: x\r\n'

async function isServed() {
  const asking = open(`${wholeHead}Connection: close\r\n\r\n`)
  await asking.closed
  return asking.heard().endsWith('served')
}

it('lets those make way that ask for nothing, once there are too many', async () => {
  await listen((each) => limitConnections(each, 4))
  const idle = open(`${wholeHead}\r\n`)
  while (!idle.heard().endsWith('served')) await sleep(10)
  const silent = [open(''), open('GET / HT'), open(wholeHead)]
  await sleep(1_200)
  expect(await isServed()).toBe(false)
  await Promise.all([idle, ...silent].map(({ closed }) => closed))
  expect(await isServed()).toBe(true)
})

it('closes nobody who is being answered to make way', async () => {
  await listen((each) => limitConnections(each, 3))
  const reading = [open('GET /endless HTTP/1.1\r\nHost: x\r\n\r\n'), open('')]
  reading[0]?.socket.pause()
  reading.push(open(''))
  await sleep(1_200)
  expect(await isServed()).toBe(false)
  await reading[1]?.closed
  expect(await isServed()).toBe(true)
  expect(reading[0]?.socket.destroyed).toBe(false)
})

it('ends an answer that is taken too slowly, and no other', async () => {
  await listen((each) => limitSlowAnswers(each, 300))
  const slow = open('GET /endless HTTP/1.1\r\nHost: x\r\n\r\n')
  slow.socket.pause()
  const kept = open(`${wholeHead}\r\n`)
  await sleep(600)
  kept.socket.write(`${wholeHead}Connection: close\r\n\r\n`)
  await kept.closed
  expect(kept.heard().match(/served/g)).toHaveLength(2)
  // What was already on its way is read to its end.
  slow.socket.resume()
  await slow.closed
})
