/** Traps for hostile requests: a server that must not be contacted and a file that must not be created. */
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Trap } from './tokens.ts'

export interface Traps {
  /** The values of the placeholders: 127.0.0.1:PORT, and a path in an existing folder. */
  meanings: Record<Trap, string>
  /** The traps that have been triggered. Read this list only after all requests have ended. */
  complaints: () => Promise<string[]>
  close: () => Promise<void>
}

/** How many milliseconds a fetch or command has to reach the trap after the request that triggered it. */
const graceMs = 200

export async function openTraps(): Promise<Traps> {
  const folder = await mkdtemp(path.join(tmpdir(), 'paripassu-trap-'))
  const marker = path.join(folder, 'made')
  const visits: { heard: string }[] = []
  const sockets = new Set<Socket>()
  const canary = createServer((socket) => {
    // A connection alone triggers the trap, because the client may wait or may not use HTTP.
    const visit = { heard: '' }
    visits.push(visit)
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('data', (bytes: Buffer) => {
      visit.heard = bytes.toString('latin1').slice(0, 300)
      socket.destroy()
    })
  })
  canary.listen(0, '127.0.0.1')
  await once(canary, 'listening')
  const listening = canary.address()
  if (listening === null || typeof listening === 'string') throw new Error('It has no port')
  return {
    meanings: { '~canary~': `127.0.0.1:${listening.port}`, '~marker~': marker },
    async complaints() {
      await sleep(graceMs)
      return [
        ...visits.map(({ heard }) => `asked an address of the caller: ${JSON.stringify(heard)}`),
        ...(existsSync(marker) ? [`ran a command of the caller, which made ${marker}`] : []),
      ]
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      canary.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
