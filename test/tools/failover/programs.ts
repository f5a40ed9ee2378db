/** The programs of Debian's packages that this drill runs, found or named in words as missing. */
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { execFile } from 'node:child_process'

/** Something that the operator has to install or allow first. */
export class MissingError extends Error {
  override name = 'MissingError'
}

export interface Programs {
  /** The folder of PostgreSQL's server programs. */
  postgres: string
  haproxy: string
  nginx: string
}

const folders = [
  ...(process.env['PATH'] ?? '').split(path.delimiter),
  '/usr/sbin',
  '/usr/local/sbin',
]

/** @throws MissingError naming every program that is missing, and its package. */
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

/** PG_BIN, or the newest version that Debian's packages installed. */
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

/** PostgreSQL refuses to run as root; then it runs as this user, which Debian's package makes. */
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

/** Runs a program to its end; fails with what it wrote. */
export async function run(program: string, args: string[], options: Owner & { cwd: string }) {
  const { stdout } = await promisify(execFile)(program, args, { ...options, timeout: 60_000 })
  return stdout
}

const started = new Set<ChildProcess>()

/** Starts a program that goes on running; its output goes nowhere. */
export function start(program: string, args: string[], options: Owner & { cwd: string }) {
  const child = spawn(program, args, { ...options, stdio: 'ignore' })
  started.add(child)
  child.once('exit', () => started.delete(child))
  return child
}

/** Ends all programs that were started and still run. */
export function endAll(): void {
  for (const child of started) child.kill('SIGKILL')
}
