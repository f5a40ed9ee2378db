import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { databaseCutOff, postgresStopMs } from '#server/stop-limits.ts'
import type { Binaries } from './binaries.ts'
import { firstConnection, LockHeld } from './cluster.ts'
import type { Identity, Tools } from './identity.ts'
import { tailOfLog, type Layout, StartError } from './layout.ts'
import { lockedScript, lockHeldExitCode, readPostmasterFile, signWithoutLock } from './lock.ts'
import { lookUpProcess, signalProcess } from './processes.ts'

export interface Place {
  layout: Layout
  tools: Tools
  binaries: Binaries
  identity: Identity
  socketFolder: string
  settings: Record<string, string>
  log: (message: string) => void
  cleanStopMs: number
}

export interface Postmaster {
  pid: number
  exited: Promise<string>
  /**
   * Stops the server cleanly without waiting for clients. Kills it if that takes too long or if `how` is `immediate`.
   */
  stop(how?: 'fast' | 'immediate'): Promise<void>
}

export async function launchPostmaster(place: Place, cancel: AbortSignal): Promise<Postmaster> {
  const { layout, tools } = place
  const child = spawnServer(place)
  const state: { ending: string | null } = { ending: null }
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve((state.ending = error.message)))
    child.once('exit', (code, signal) => resolve((state.ending = signal ?? `exit code ${code}`)))
  })
  // The time limit is long, because crash recovery can take minutes on a slow disk.
  const deadline = performance.now() + 300_000
  try {
    for (;;) {
      if (child.exitCode === lockHeldExitCode) throw new LockHeld()
      const pid = readyPid(place, child.pid ?? 0)
      if (pid !== null && (await answers(place))) {
        signWithoutLock(layout, tools)
        return { pid, exited, stop: stopper(place, pid, exited) }
      }
      if (state.ending !== null) {
        throw new StartError(`PostgreSQL didn't start (${state.ending})`)
      }
      if (cancel.aborted) throw new StartError('PostgreSQL was stopped while it started')
      if (performance.now() > deadline) throw new StartError("PostgreSQL didn't become ready")
      await delay(15)
    }
  } catch (error) {
    if (state.ending === null && child.pid) await stopper(place, child.pid, exited)('immediate')
    if (error instanceof StartError) error.message += `. Its log ends:\n${tailOfLog(layout)}`
    throw error
  }
}

function spawnServer({ layout, tools, binaries, identity, socketFolder, settings }: Place) {
  const options = {
    listen_addresses: '',
    // The setting is a list of folders. The quotes protect commas and spaces in a name.
    unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    ...settings,
  }
  const command = [
    ...(tools.setpriv ? [] : keeper),
    ...identity.prefix,
    binaries.postgres,
    '-D',
    layout.cluster,
    ...Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
  // A killed server leaves its pid file and socket files behind, and its zombie process can make these files look
  // current. Holding the lock proves that they are stale. Without a lock, they are the only protection.
  const [program = '', ...args] = lockedScript(
    layout,
    tools,
    tools.flock
      ? 'rm -f "$1"/postmaster.pid "$2"/.s.PGSQL.5432*; shift 2; exec "$@"'
      : 'shift 2; exec "$@"',
    [layout.cluster, socketFolder, ...command],
  )
  // The output goes to a file, because a full pipe would block the server while the event loop is busy.
  const log = openSync(layout.log, 'a', 0o600)
  try {
    return spawn(program, args, {
      cwd: '/',
      env: binaries.env,
      // Ctrl-C signals the entire process group, but the server must keep running until the last request is finished.
      detached: true,
      stdio: [tools.setpriv ? 'ignore' : 'pipe', log, log],
    })
  } finally {
    closeSync(log)
  }
}

/**
 * Without setpriv, a shell reads from a pipe that this process holds open, and stops the server when the pipe closes.
 * The shell repeats the signal, because a starting server ignores it. It uses descriptor 9, because flock passes the
 * lock in descriptor 3.
 */
const keeper = [
  '/bin/sh',
  '-c',
  `exec 9<&0; "$@" </dev/null 9<&- & p=$!
(read _ <&9; while kill -INT $p 2>/dev/null; do sleep 0.2; done) & w=$!
wait $p; r=$?; kill $w 2>/dev/null; exit $r`,
  'sh',
]

/**
 * Returns the server's pid once it is ready, if this process started it. A successful connection wouldn't prove this,
 * because another program's server could accept it.
 */
function readyPid({ layout, tools }: Place, childPid: number): number | null {
  const file = readPostmasterFile(layout)
  if (!file?.ready) return null
  if (file.pid === childPid) return file.pid
  return !tools.setpriv && lookUpProcess(file.pid)?.parent === childPid ? file.pid : null
}

async function answers({ layout, socketFolder }: Place): Promise<boolean> {
  const client = new Client({ ...firstConnection(layout, socketFolder), ssl: false })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === '57P03' || code === 'ENOENT' || code === 'ECONNREFUSED') return false
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartError(`PostgreSQL in ${layout.home} refuses its administrator: ${reason}`)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Never uses SIGTERM, because PostgreSQL would then wait until every client has disconnected. */
function stopper(
  { log, cleanStopMs }: Pick<Place, 'log' | 'cleanStopMs'>,
  pid: number,
  exited: Promise<string>,
): Postmaster['stop'] {
  return async (how = 'fast') => {
    const steps: [NodeJS.Signals, number][] = [
      ['SIGQUIT', postgresStopMs.SIGQUIT],
      ['SIGKILL', postgresStopMs.SIGKILL],
    ]
    if (how === 'fast') steps.unshift(['SIGINT', cleanStopMs])
    for (const [signal, waitMs] of steps) {
      const timer = new AbortController()
      const given = delay(waitMs, 'late', { signal: timer.signal }).catch(() => 'late')
      // The exit is checked first, because afterward the pid could belong to another process.
      if ((await Promise.race([exited, Promise.resolve('running')])) === 'running') {
        signalProcess(pid, signal)
      }
      const first = await Promise.race([exited, given])
      timer.abort()
      if (first !== 'late') return
      if (signal === 'SIGINT') log(databaseCutOff)
    }
  }
}
