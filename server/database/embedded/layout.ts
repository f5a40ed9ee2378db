import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Identity } from './identity.ts'

const postgresMajor = 18

export interface Layout {
  dataDir: string
  home: string
  cluster: string
  lock: string
  password: string
  log: string
  owner: string
}

export function layoutOf(dir: string): Layout {
  const home = path.resolve(dir)
  return {
    dataDir: path.dirname(home),
    home,
    cluster: path.join(home, String(postgresMajor)),
    lock: path.join(home, 'lock'),
    password: path.join(home, 'password'),
    log: path.join(home, 'server.log'),
    owner: path.join(home, 'owner.json'),
  }
}

/** Creates the folder. Rejects a folder of another user or of another PostgreSQL version. */
export function openLayout(dir: string): Layout {
  const layout = layoutOf(dir)
  try {
    // Mode 0700 is set only on the app's own folder. Changing the mode of DATA_DIR would require more rights.
    mkdirSync(layout.dataDir, { recursive: true })
    mkdirSync(layout.home, { recursive: true, mode: 0o700 })
    refuseOtherUsers(layout)
    refuseOtherMajors(layout)
    if (readPassword(layout) === null) writePassword(layout)
    // This process creates the lock file so that the file never belongs to the server's user.
    writeFileSync(layout.lock, '', { flag: 'a', mode: 0o600 })
  } catch (error) {
    if (error instanceof StartError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartError(`DATA_DIR ${layout.dataDir} can't be used: ${reason}`)
  }
  return layout
}

export function readPassword(layout: Layout): string | null {
  return existsSync(layout.password) ? readFileSync(layout.password, 'utf8').trim() || null : null
}

/**
 * Writes the password file under a temporary name and then renames it. Otherwise, a process killed here could leave an
 * empty file, and the cluster would get an empty password.
 */
function writePassword({ password }: Layout): void {
  const unfinished = `${password}.part`
  const text = `${randomBytes(32).toString('hex')}\n`
  writeFileSync(unfinished, text, { mode: 0o600, flush: true })
  renameSync(unfinished, password)
}

export function rotateLog(layout: Layout): void {
  if (existsSync(layout.log)) renameSync(layout.log, `${layout.log}.1`)
}

export function tailOfLog(layout: Layout, lines = 12): string {
  if (!existsSync(layout.log)) return '(no log)'
  return readFileSync(layout.log, 'utf8').trimEnd().split('\n').slice(-lines).join('\n')
}

/**
 * The server's socket folder, owned by the server's user: DATA_DIR/postgres/run, or a temporary folder if that path
 * exceeds the system's limit of 103 to 107 bytes.
 */
export function makeSocketFolder(layout: Layout, identity: Identity): string {
  let folder = path.join(layout.home, 'run')
  if (fits(folder)) mkdirSync(folder, { recursive: true, mode: 0o700 })
  else folder = mkdtempSync(path.join(os.tmpdir(), 'paripassu-'))
  if (!fits(folder)) {
    throw new StartError(
      `The paths of DATA_DIR ${layout.dataDir} and of the temporary folder ${os.tmpdir()} are ` +
        'both too long for a socket: move one of them (TMPDIR names the latter)',
    )
  }
  chmodSync(folder, 0o700)
  if (identity.owner) chownSync(folder, identity.owner.uid, identity.owner.gid)
  return folder
}

const fits = (folder: string) => Buffer.byteLength(path.join(folder, '.s.PGSQL.5432')) <= 100

function refuseOtherMajors(layout: Layout): void {
  const refuse = (found: string) => {
    throw new StartError(
      `${layout.home} holds a database of PostgreSQL ${found}, and this version of the program ` +
        `brings PostgreSQL ${postgresMajor}: use the version of the program that made it`,
    )
  }
  const version = path.join(layout.cluster, 'PG_VERSION')
  if (existsSync(version)) {
    const found = readFileSync(version, 'utf8').trim()
    if (found !== String(postgresMajor)) refuse(found)
  } else if (!existsSync(layout.cluster)) {
    const other = readdirSync(layout.home).find((name) => /^\d+$/.test(name))
    if (other) refuse(other)
  }
}

/** Root can act for the folder's owner. Any other user must own the folder. */
function refuseOtherUsers(layout: Layout): void {
  const me = process.getuid?.() ?? 0
  const folder = existsSync(layout.cluster) ? layout.cluster : layout.home
  const { uid } = statSync(folder)
  if (me === 0 || uid === me) return
  throw new StartError(
    `${folder} belongs to user ${uid}, and the program runs as user ${me}: run it as that user, ` +
      'or give the folder and all that is in it to this one',
  )
}

export class StartError extends Error {
  override name = 'StartError'
}
