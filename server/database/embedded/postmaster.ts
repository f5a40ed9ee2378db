/** The server's process: started under the lock, watched until it is ready, stopped in steps. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Binaries } from './binaries.ts'
import type { Layout } from './cluster.ts'
import type { Identity } from './identity.ts'
import { StartError } from './start-error.ts'

/** What flock says when another process holds the lock. */
const lockedExitCode = 75

export interface Launch {
  layout: Layout
  identity: Identity
  binaries: Binaries
  socketFolder: string
  settings: Record<string, string>
}

/**
 * Takes the lock and becomes the server in one exec, so that the lock lives as long as the server
 * and each of its children. What a killed server left behind is removed under the lock, where it
 * can't be another one's.
 */
export function launch(parts: Launch): ChildProcess {
  const { layout, identity, binaries, socketFolder, settings } = parts
  rotateLog(layout.log)
  const log = openSync(layout.log, 'a', 0o600)
  const server = [
    ...identity.prefix,
    ...[binaries.postgres, '-D', layout.cluster],
    ...Object.entries({
      ...settings,
      listen_addresses: '',
      unix_socket_directories: socketFolder,
      unix_socket_permissions: '0700',
    }).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
  const underLock = `printf '%s' "$1" > "$2"; rm -f "$3"/postmaster.pid "$4"/.s.PGSQL.5432*; shift 4; exec "$@"`
  const locked = [
    ...['flock', '--nonblock', '--no-fork', '--conflict-exit-code', String(lockedExitCode)],
    ...[layout.lock, '/bin/sh', '-c', underLock, 'sh'],
    ...[ownerText(), layout.owner, layout.cluster, socketFolder],
    ...server,
  ]
  const [program = '', ...rest] = hasFlock() ? locked : server
  try {
    return spawn(program, rest, {
      env: binaries.environment,
      cwd: '/',
      // Ctrl-C reaches the whole process group; the server must outlive our own farewell.
      detached: true,
      stdio: ['ignore', log, log],
    })
  } finally {
    closeSync(log)
  }
}

export const hasFlock = () => spawnSync('flock', ['--version'], { stdio: 'ignore' }).status === 0

export const isLocked = ({ lock }: Layout) =>
  hasFlock() && spawnSync('flock', ['--nonblock', lock, 'true']).status !== 0

function rotateLog(log: string) {
  if (existsSync(log) && statSync(log).size > 5_000_000) renameSync(log, `${log}.1`)
}

/** The last lines of the server's log, for error messages. */
export function logTail({ log }: Layout): string {
  if (!existsSync(log)) return ''
  return readFileSync(log, 'utf8').trimEnd().split('\n').slice(-6).join('\n')
}

/** Waits until this very server answers; connecting alone could reach another one's. */
export async function whenReady(child: ChildProcess, layout: Layout): Promise<void> {
  const deadline = Date.now() + 60_000
  while (Date.now() < deadline) {
    if (child.exitCode === lockedExitCode) throw refusedBy(layout)
    if (child.exitCode !== null || child.signalCode !== null)
      throw new StartError(`The embedded PostgreSQL ended at start:\n${logTail(layout)}`)
    const lines = readPidFile(layout)
    if (Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready') return
    await sleep(15)
  }
  throw new StartError(`The embedded PostgreSQL was not ready in a minute:\n${logTail(layout)}`)
}

function readPidFile({ cluster }: Layout): string[] {
  try {
    return readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return []
  }
}

/** SIGINT lets it finish what it does and write it down; the harder ways follow if it won't. */
export async function stopServer(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise<boolean>((resolve) => child.once('exit', () => resolve(true)))
  for (const [signal, waitMs] of [
    ['SIGINT', 10_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const) {
    child.kill(signal)
    if (await Promise.race([ended, sleep(waitMs, false, { ref: false })])) return
  }
}

interface Owner {
  pid: number
  /** Ticks since boot: a process id alone may be another process by now. */
  startedAt: string
}

const ownerText = () =>
  JSON.stringify({ pid: process.pid, startedAt: startOf(process.pid) } satisfies Owner)

/** When a process started; empty when there is none, or where /proc does not tell. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in parentheses may hold spaces; the start time is field 22.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}

function readOwner({ owner }: Layout): Owner | null {
  try {
    return JSON.parse(readFileSync(owner, 'utf8'))
  } catch {
    return null
  }
}

const lives = (owner: Owner | null): owner is Owner =>
  owner !== null && owner.startedAt !== '' && startOf(owner.pid) === owner.startedAt

const refusedBy = (layout: Layout) => {
  const owner = readOwner(layout)
  const dataDir = path.dirname(layout.folder)
  return new StartError(
    lives(owner)
      ? `DATA_DIR ${dataDir} is served by process ${owner.pid} already; stop it first, or use another DATA_DIR`
      : `DATA_DIR ${dataDir} is in use, perhaps by another container; stop that first, or use another DATA_DIR`,
  )
}

/**
 * Refuses when another process of ours serves this folder; stops a server whose program was killed
 * and left it behind. Stopping is better than adopting: an adopted server gives no word of its end.
 */
export async function clearTheWay(layout: Layout, clusterExists: boolean): Promise<void> {
  if (!isLocked(layout)) return refuseForeignServer(layout, clusterExists)
  // Whoever just took the lock writes its name a moment later.
  if (!lives(readOwner(layout))) await sleep(300)
  if (lives(readOwner(layout))) throw refusedBy(layout)
  const pid = Number(readPidFile(layout)[0])
  if (!isServerOf(pid, layout)) {
    // The last of its children may be ending just now.
    if (await isFreeWithin(layout, 10_000)) return
    throw refusedBy(layout)
  }
  process.kill(pid, 'SIGINT')
  if (await isFreeWithin(layout, 10_000)) return
  process.kill(pid, 'SIGQUIT')
  if (!(await isFreeWithin(layout, 10_000))) throw refusedBy(layout)
}

/** A server that somebody started by hand on our cluster holds no lock of ours. */
function refuseForeignServer(layout: Layout, clusterExists: boolean) {
  if (!clusterExists) return
  const pid = Number(readPidFile(layout)[0])
  if (isServerOf(pid, layout))
    throw new StartError(
      `A PostgreSQL that was started by hand (process ${pid}) serves ${layout.cluster}; stop it first`,
    )
}

function isServerOf(pid: number, { cluster }: Layout): boolean {
  if (!Number.isInteger(pid) || pid <= 1) return false
  try {
    const isZombie = / Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    return !isZombie && words.some((word) => word.endsWith('postgres')) && words.includes(cluster)
  } catch {
    return false
  }
}

async function isFreeWithin(layout: Layout, waitMs: number): Promise<boolean> {
  const deadline = Date.now() + waitMs
  while (Date.now() < deadline) {
    if (!isLocked(layout)) return true
    await sleep(50)
  }
  return false
}
