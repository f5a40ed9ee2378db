import fastify, { type FastifyInstance } from 'fastify'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { letBodyBeSlow, limitConnections, limitSlowAnswers } from './connections.ts'

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
  app.post('/', async () => 'taken')
  app.post('/wanted', {
    onRequest: async ({ raw }) => letBodyBeSlow(raw),
    handler: async () => 'taken',
  })
  app.get('/endless', async (_request, reply) => {
    const more = () => readable.push(Buffer.alloc(64 * 1024))
    const readable = new Readable({ read: more })
    return reply.send(readable)
  })
  await app.listen({ port: 0 })
}

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

it('closes idle connections when too many are open', async () => {
  await listen((each) => limitConnections(each, 4))
  const idle = open(`${wholeHead}\r\n`)
  while (!idle.heard().endsWith('served')) await sleep(10)
  const silent = [open(''), open('GET / HT'), open(wholeHead)]
  await sleep(1_200)
  expect(await isServed()).toBe(false)
  await Promise.all([idle, ...silent].map(({ closed }) => closed))
  expect(await isServed()).toBe(true)
})

it("doesn't close a connection while a response is being sent", async () => {
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

it('closes connections with unread responses when too many are open', async () => {
  await listen((each) => limitConnections(each, 3, 300))
  const endless = 'GET /endless HTTP/1.1\r\nHost: x\r\n\r\n'
  const [reading, ...still] = [open(endless), open(endless), open(endless)]
  for (const { socket } of still) socket.pause()
  // The data is read and discarded, because storing an endless response would use up the memory.
  reading?.socket.removeAllListeners('data').resume()
  await sleep(1_200)
  // The server measures a connection's progress for the first time when it has to refuse another connection.
  expect(await isServed()).toBe(false)
  await sleep(400)
  expect(await isServed()).toBe(false)
  await expect.poll(isServed).toBe(true)
  expect(reading?.socket.destroyed).toBe(false)
})

describe('incomplete request bodies', () => {
  const head = (path: string) =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n`
  const finish = async ({ socket, heard }: ReturnType<typeof open>) => {
    socket.write('}')
    while (!heard().endsWith('taken') && !socket.destroyed) await sleep(10)
    return heard().endsWith('taken')
  }

  it('closes the oldest connections with incomplete request bodies when too many are open', async () => {
    await listen((each) => limitConnections(each, 20))
    const slow: ReturnType<typeof open>[] = []
    for (let count = 0; count < 20; count += 1) {
      slow.push(open(`${head('/')}{`))
      await sleep(20)
    }
    await sleep(1_200)
    expect(await isServed()).toBe(false)
    await Promise.all(slow.slice(0, 2).map(({ closed }) => closed))
    expect(await isServed()).toBe(true)
    expect(await Promise.all(slow.slice(2).map(finish))).toEqual(Array(18).fill(true))
  })

  it('keeps connections with incomplete request bodies if they are new or exempt', async () => {
    await listen((each) => limitConnections(each, 3))
    const wanted = [open(`${head('/wanted')}{`), open(`${head('/wanted')}{`)]
    await sleep(1_200)
    const young = open(`${head('/')}{`)
    await sleep(100)
    expect(await isServed()).toBe(false)
    expect(await finish(young)).toBe(true)
    young.socket.destroy()
    expect(await Promise.all(wanted.map(finish))).toEqual([true, true])
  })
})

it('closes only connections whose clients read responses too slowly', async () => {
  await listen((each) => limitSlowAnswers(each, 300))
  const slow = open('GET /endless HTTP/1.1\r\nHost: x\r\n\r\n')
  slow.socket.pause()
  const kept = open(`${wholeHead}\r\n`)
  await sleep(600)
  kept.socket.write(`${wholeHead}Connection: close\r\n\r\n`)
  await kept.closed
  expect(kept.heard().match(/served/g)).toHaveLength(2)
  slow.socket.resume()
  await slow.closed
})
