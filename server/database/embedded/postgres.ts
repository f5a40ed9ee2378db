/**
 * Runs the PostgreSQL that npm installed: starts it with a data folder, restarts it after crashes, and stops it
 * cleanly.
 */
import { rmSync, statfsSync } from 'node:fs'
import { totalmem } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { postgresStopMs } from '#server/stop-limits.ts'
import { findBinaries } from './binaries.ts'
import {
  adminConnection,
  LockHeld,
  makeRoleAndDatabase,
  prepareCluster,
  productConnection,
  type Connection,
} from './cluster.ts'
import { findTools } from './identity.ts'
import { launchPostmaster, type Place, type Postmaster } from './launch.ts'
import {
  layoutOf,
  makeSocketFolder,
  openLayout,
  readPassword,
  rotateLog,
  tailOfLog,
  StartError,
} from './layout.ts'
import { findServer, waitForBackends, waitUntilUnserved } from './lock.ts'
import { signalProcess } from './processes.ts'

export { StartError } from './layout.ts'

export interface EmbeddedPostgres {
  connection: Connection
  adminConnection: Connection
  stop(how?: 'fast' | 'immediate'): Promise<void>
  /** If the server can't be kept running, calls the listener with the reason and the end of the log. */
  onGone(listener: (reason: string) => void): void
}

export interface StartOptions {
  dir: string
  log: (message: string) => void
  settings?: Record<string, string>
  cleanStopMs?: number
}

/**
 * Starts PostgreSQL with the data in `dir`, and keeps it running until `stop`. PostgreSQL also stops when this process
 * ends for any reason.
 * @throws {StartError} if the server can't be started.
 */
export async function startEmbeddedPostgres(options: StartOptions): Promise<EmbeddedPostgres> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await startOnce(options)
    } catch (error) {
      // Another process started between the check and the start. The next check identifies that process.
      if (!(error instanceof LockHeld) || attempts === 5) throw error
    }
  }
}

export function attachToEmbeddedPostgres(
  dir: string,
): Pick<EmbeddedPostgres, 'connection' | 'adminConnection'> | null {
  const layout = layoutOf(dir)
  const server = findServer(layout)
  if (!server?.ready || readPassword(layout) === null) return null
  return {
    connection: productConnection(layout, server.socketFolder),
    adminConnection: adminConnection(layout, server.socketFolder),
  }
}

/**
 * An eighth of the machine's or container's memory. PostgreSQL uses it only as data fills it. The rest is for the app
 * and the file system cache.
 */
function cacheMegabytes(): number {
  const limit = process.constrainedMemory()
  const bytes = limit > 0 ? Math.min(limit, totalmem()) : totalmem()
  return Math.min(512, Math.max(128, Math.floor(bytes / 8 / 2 ** 20)))
}

const settingsOfServer = {
  max_connections: '60',
  shared_buffers: `${cacheMegabytes()}MB`,
  // Statements and failing rows aren't logged, because they contain user input. The app has a separate error log.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
}

async function startOnce({
  dir,
  log,
  settings = {},
  cleanStopMs = postgresStopMs.SIGINT,
}: StartOptions): Promise<EmbeddedPostgres> {
  const layout = openLayout(dir)
  const tools = await findTools()
  await waitUntilUnserved(layout, tools, log)
  const binaries = findBinaries(layout)
  const sync = settings['fsync'] !== 'off'
  const identity = await prepareCluster(layout, tools, binaries, sync)
  const socketFolder = makeSocketFolder(layout, identity)
  rotateLog(layout)
  const place: Place = {
    layout,
    tools,
    binaries,
    identity,
    socketFolder,
    settings: { ...settingsOfServer, ...settings },
    log,
    cleanStopMs,
  }
  const cancel = new AbortController()
  let first: Postmaster | null = null
  try {
    first = await launchPostmaster(place, cancel.signal)
    await makeRoleAndDatabase(layout, socketFolder)
    return keepRunning(place, first, cancel)
  } catch (error) {
    await first?.stop()
    removeSocketFolder(place)
    if (error instanceof StartError && isDiskFull(layout.home))
      error.message = `The disk of DATA_DIR ${layout.dataDir} is full: make room there. ${error.message}`
    throw error
  }
}

/** Crash recovery also needs space for WAL, in segments of 16 MB. */
const minRoomBytes = 32 * 1024 * 1024

/** Checks the disk directly, because the server might not have had the space to log the error. */
function isDiskFull(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize < minRoomBytes
  } catch {
    return false
  }
}

function keepRunning(place: Place, first: Postmaster, cancel: AbortController): EmbeddedPostgres {
  const { layout, tools, socketFolder, log } = place
  const listeners: ((reason: string) => void)[] = []
  let current = first
  let alive = true
  const stopAtExit = () => {
    if (alive) signalProcess(current.pid, 'SIGINT')
  }
  process.on('exit', stopAtExit)

  const watch = async () => {
    let began = performance.now()
    let ending = await current.exited
    let inARow = 0
    while (!cancel.signal.aborted) {
      alive = false
      const isFull = isDiskFull(layout.home)
      const hasServed = performance.now() - began > servedMs
      // An exit caused by a full disk doesn't count, because no restart can succeed until space is freed.
      inARow = isFull ? 0 : hasServed ? 1 : inARow + 1
      if (inARow === 5) {
        const reason = `The database server ended 5 times in a row (${ending})`
        for (const listener of listeners) listener(`${reason}:\n${tailOfLog(layout)}`)
        return
      }
      const trouble = isFull ? 'The disk is full: the' : 'The'
      log(`${trouble} database server ended (${ending}) and is started again`)
      const waitMs = isFull ? fullDiskDelayMs : restartDelaysMs[inARow - 1]
      await delay(waitMs, undefined, cancel).catch(() => undefined)
      if (cancel.signal.aborted) return
      try {
        began = Infinity
        await waitForBackends(layout, tools)
        current = await launchPostmaster(place, cancel.signal)
        alive = true
        began = performance.now()
        log('The database server runs again')
        // A stop that was requested during the launch affected only the previous server.
        if (cancel.signal.aborted) await current.stop()
        ending = await current.exited
      } catch (error) {
        ending = error instanceof Error ? error.message : String(error)
      }
    }
  }
  const watching = watch()

  return {
    connection: productConnection(layout, socketFolder),
    adminConnection: adminConnection(layout, socketFolder),
    async stop(how) {
      cancel.abort()
      await current.stop(how)
      await watching
      process.off('exit', stopAtExit)
      removeSocketFolder(place)
    },
    onGone(listener) {
      listeners.push(listener)
    },
  }
}

const restartDelaysMs = [0, 250, 500, 1000]
/** A server that has accepted queries for this long counts as started, however it ends. */
const servedMs = 1_000
const fullDiskDelayMs = 5_000

function removeSocketFolder({ layout, socketFolder }: Place): void {
  if (path.dirname(socketFolder) === layout.home) return
  rmSync(socketFolder, { recursive: true, force: true })
}
