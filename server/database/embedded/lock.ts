import { readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Tools } from './identity.ts'
import { type Layout, StartError } from './layout.ts'
import { isPostgres, lookUpProcess, runToEnd, signalProcess } from './processes.ts'

export const lockHeldExitCode = 75

/**
 * A shell script that runs only while no other process uses the folder. The server inherits flock's descriptor, so the
 * lock lasts until all backends exit. The lock also works between containers, where the server's own pid check fails.
 * The script's arguments start at `$1`. It runs as the current user before it switches to another.
 */
export function lockedScript(
  layout: Layout,
  tools: Tools,
  script: string,
  args: string[],
): string[] {
  if (!tools.flock) return ['/bin/sh', '-c', script, 'sh', ...args]
  // The lock's owner is recorded before the server starts. Another process can then identify the owner immediately.
  const signed = `printf '%s\\n' "$1" >"$2.new" && mv "$2.new" "$2" || exit 74; shift 2\n${script}`
  return [
    'flock',
    '--nonblock',
    '--no-fork',
    `--conflict-exit-code=${lockHeldExitCode}`,
    layout.lock,
    '/bin/sh',
    '-c',
    signed,
    'sh',
    ourSignature(),
    layout.owner,
    ...args,
  ]
}

/** Without flock, records the owner of the lock once the server is known to belong to this process. */
export function signWithoutLock(layout: Layout, tools: Tools): void {
  if (!tools.flock) writeFileSync(layout.owner, ourSignature())
}

/**
 * Waits until no process uses the folder. Stops a server whose parent process was killed, because no other process
 * would detect the server's exit. Fails if a running process owns the server.
 */
export async function waitUntilUnserved(
  layout: Layout,
  tools: Tools,
  log: (message: string) => void,
): Promise<void> {
  const began = performance.now()
  const sent = new Set<NodeJS.Signals>()
  for (;;) {
    // Check the lock first, because a stopping server releases its lock before its pid becomes free.
    const locked = tools.flock && (await isHeld(layout))
    const server = findServer(layout)
    const waitedMs = performance.now() - began
    if (!locked && !server) return
    if (tools.flock && !locked && server && waitedMs > 500) {
      throw new StartError(
        `DATA_DIR ${layout.dataDir} is served by a PostgreSQL started by hand, process ${server.pid}`,
      )
    }
    if (locked || !tools.flock) {
      refuseLivingOwner(layout)
      if (waitedMs > 15_000) throw new StartError(stillHeld(layout, server?.pid))
      const signal = waitedMs > 10_000 ? 'SIGQUIT' : 'SIGINT'
      // A server that is starting or stopping first gets some time to finish.
      if (server && waitedMs > 200 && !sent.has(signal)) {
        if (sent.size === 0) log('Stopping the database server of a program that was killed')
        sent.add(signal)
        signalProcess(server.pid, signal)
      }
    }
    await delay(25)
  }
}

/** After the server is killed, its backends exit on their own. Until then, they keep the lock. */
export async function waitForBackends(layout: Layout, tools: Tools): Promise<void> {
  const until = performance.now() + 10_000
  while (tools.flock && performance.now() < until && (await isHeld(layout))) await delay(25)
}

export interface PostmasterFile {
  pid: number
  socketFolder: string
  ready: boolean
}

export function readPostmasterFile(layout: Layout): PostmasterFile | null {
  try {
    const file = readFileSync(path.join(layout.cluster, 'postmaster.pid'), 'utf8')
    const lines = file.split('\n')
    return {
      pid: Number(lines[0]),
      socketFolder: lines[4] ?? '',
      ready: lines[7]?.trim() === 'ready',
    }
  } catch {
    return null
  }
}

export function findServer(layout: Layout): PostmasterFile | null {
  const file = readPostmasterFile(layout)
  const facts = file && lookUpProcess(file.pid)
  if (!facts || !isPostgres(facts)) return null
  // After a crash, the pid can belong to the server of another cluster.
  return worksIn(file.pid, layout.cluster) ? file : null
}

async function isHeld(layout: Layout): Promise<boolean> {
  const command = ['flock', '--nonblock', `--conflict-exit-code=${lockHeldExitCode}`]
  const env = { PATH: process.env['PATH'] ?? '/usr/bin:/bin' }
  const { code, output } = await runToEnd([...command, layout.lock, 'true'], { env })
  if (code === 0) return false
  if (code === lockHeldExitCode) return true
  throw new StartError(`${layout.lock} can't be locked: ${output}`)
}

function refuseLivingOwner(layout: Layout): void {
  const owner = readOwner(layout)
  if (!owner) return
  if (lookUpProcess(owner.pid)?.startedAt !== owner.startedAt) return
  throw new StartError(`DATA_DIR ${layout.dataDir} is served by process ${owner.pid}`)
}

function stillHeld(layout: Layout, pid: number | undefined): string {
  return pid === undefined
    ? `DATA_DIR ${layout.dataDir} is used by another container, or by a process this one can't see`
    : `DATA_DIR ${layout.dataDir} is held by the database server ${pid}, which doesn't stop`
}

function ourSignature(): string {
  const startedAt = lookUpProcess(process.pid)?.startedAt ?? ''
  return JSON.stringify({ pid: process.pid, startedAt })
}

function readOwner(layout: Layout): { pid: number; startedAt: string } | null {
  try {
    return JSON.parse(readFileSync(layout.owner, 'utf8')) as { pid: number; startedAt: string }
  } catch {
    return null
  }
}

/** Checks that the server's working directory is this cluster. If the directory is unreadable, trusts the pid. */
function worksIn(pid: number, cluster: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === cluster
  } catch {
    return true
  }
}
