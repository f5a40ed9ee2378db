/** A database that is there and answers nothing, as one whose machine is frozen. */
import { mkdtemp, rm } from 'node:fs/promises'
import { connect as openSocket, createServer, type NetConnectOpts, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Connection } from '#server/database/connect.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { makeDatabase, type OwnDatabase } from '#test/support/postgres.ts'

let desk: Desk
let between: Between
beforeAll(async () => {
  const own = await makeDatabase()
  between = await standBetween(own)
  desk = await openDesk({}, between)
})
afterAll(() => desk.close())

it('is 503 within seconds, and serves again once it answers', async () => {
  const lender = await desk.makeLender()
  const loan = await desk.makeLoan()
  const body = { loanId: loan.id, percentage: '10' }
  between.freeze()
  const began = performance.now()
  // The first few find connections that were good a moment ago, the others need new ones.
  const replies = await Promise.all([
    ...Array.from({ length: 20 }, () => desk.visitor().send('getStats')),
    desk.visitor().send('login', { body: lender }),
    lender.send('createCommitment', { body }),
    desk.visitor().request('GET', '/readyz'),
  ])
  expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([503]))
  expect(performance.now() - began).toBeLessThan(15_000)
  expect((await desk.visitor().request('GET', '/healthz')).status).toBe(200)

  between.thaw()
  await lender.call('createCommitment', { body })
  expect((await desk.visitor().request('GET', '/readyz')).status).toBe(200)
})

interface Between extends OwnDatabase {
  /** Passes nothing on any more, and ends nothing either. */
  freeze: () => void
  thaw: () => void
}

/** The same database behind a door of our own. */
async function standBetween({ connection, drop }: OwnDatabase): Promise<Between> {
  const folder = await mkdtemp(path.join(tmpdir(), 'paripassu-between-'))
  const sockets = new Set<Socket>()
  let isFrozen = false
  const door = createServer((caller) => {
    const server = openSocket(whereIs(connection))
    for (const [one, other] of [
      [caller, server],
      [server, caller],
    ] as const) {
      sockets.add(one)
      one.on('data', (chunk) => other.write(chunk))
      one.on('error', () => other.destroy())
      one.on('close', () => other.destroy() && sockets.delete(one))
      if (isFrozen) one.pause()
    }
  })
  await new Promise<void>((resolve) => door.listen(path.join(folder, '.s.PGSQL.5432'), resolve))
  return {
    connection: throughDoor(connection, folder),
    freeze() {
      isFrozen = true
      for (const socket of sockets) socket.pause()
    },
    thaw() {
      isFrozen = false
      for (const socket of sockets) socket.resume()
    },
    async drop() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => door.close(resolve))
      await drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function whereIs(connection: Connection): NetConnectOpts {
  if (!('connectionString' in connection))
    return { path: path.join(connection.host, `.s.PGSQL.${connection.port}`) }
  const { hostname, port, searchParams } = new URL(connection.connectionString)
  const folder = searchParams.get('host')
  return folder
    ? { path: path.join(folder, `.s.PGSQL.${port || 5432}`) }
    : { host: hostname, port: Number(port || 5432) }
}

function throughDoor(connection: Connection, folder: string): Connection {
  if (!('connectionString' in connection)) return { ...connection, host: folder, port: 5432 }
  const url = new URL(connection.connectionString)
  url.port = '5432'
  url.searchParams.set('host', folder)
  return { connectionString: url.href }
}
