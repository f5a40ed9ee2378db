/** Finds the Debian programs that this drill runs, or lists the missing ones. */
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { execFile } from 'node:child_process'

export class MissingError extends Error {
  override name = 'MissingError'
}

export interface Programs {
  postgres: string
  haproxy: string
  nginx: string
}

const folders = [
  ...(process.env['PATH'] ?? '').split(path.delimiter),
  '/usr/sbin',
  '/usr/local/sbin',
]

/** @throws MissingError, which lists all missing programs and their packages. */
export function findPrograms(): Programs {
  const postgres = findPostgres()
  const [haproxy, nginx] = ['haproxy', 'nginx'].map(
    (name) => folders.map((folder) => path.join(folder, name)).find(existsSync) ?? null,
  )
  const missing = [
    ...(postgres ? [] : ["PostgreSQL's server programs (apt-get install postgresql)"]),
    ...(haproxy ? [] : ['HAProxy (apt-get install haproxy)']),
    ...(nginx ? [] : ['nginx (apt-get install nginx)']),
  ]
  if (postgres && haproxy && nginx) return { postgres, haproxy, nginx }
  throw new MissingError(`This drill needs ${missing.join(', ')}`)
}

/** PG_BIN or, if it isn't set, the newest version installed from Debian's packages. */
function findPostgres(): string | null {
  const root = '/usr/lib/postgresql'
  const installed = existsSync(root) ? readdirSync(root) : []
  const newestFirst = installed.toSorted((one, other) => Number(other) - Number(one))
  return (
    [process.env['PG_BIN'] ?? '', ...newestFirst.map((version) => path.join(root, version, 'bin'))]
      .filter((folder) => folder !== '')
      .find((folder) => existsSync(path.join(folder, 'pg_basebackup'))) ?? null
  )
}

/**
 * If root runs the drill, this user from Debian's package starts PostgreSQL, because PostgreSQL doesn't run as root.
 */
export interface Owner {
  uid?: number
  gid?: number
}

export async function findOwner(): Promise<Owner> {
  if (process.getuid?.() !== 0) return {}
  const ask = async (option: string) =>
    Number((await promisify(execFile)('id', [option, 'postgres'])).stdout)
  return { uid: await ask('-u'), gid: await ask('-g') }
}

/** Rejects with the program's output if the program fails. */
export async function run(program: string, args: string[], options: Owner & { cwd: string }) {
  const { stdout } = await promisify(execFile)(program, args, { ...options, timeout: 60_000 })
  return stdout
}

const started = new Set<ChildProcess>()

export function start(program: string, args: string[], options: Owner & { cwd: string }) {
  const child = spawn(program, args, { ...options, stdio: 'ignore' })
  started.add(child)
  child.once('exit', () => started.delete(child))
  return child
}

export function endAll(): void {
  for (const child of started) child.kill('SIGKILL')
}
