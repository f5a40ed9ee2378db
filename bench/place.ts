/** The benchmark's own PostgreSQL and products, in a temporary folder that is removed at the end. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { connect, noTimeouts } from '#server/database/client.ts'
import { layoutOf } from '#server/database/embedded/layout.ts'
import { findServer } from '#server/database/embedded/lock.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#server/database/embedded/postgres.ts'
import { migrateDatabase } from '#server/database/migrate.ts'
import { projectRoot } from '#server/project-root.ts'
import { hashPassword } from '#server/sign-in/passwords.ts'
import { startProgram, type Program } from '#test/support/program.ts'
import { Client } from 'pg'
import { seed } from './seed/seed.ts'
import { signIn, type SignIns } from './seed/sign-ins.ts'
import type { Size } from './seed/size.ts'

/** The password of everybody in the seeded databases. */
export const password = 'correct horse battery'

/** A running PostgreSQL. */
export interface Place {
  folder: string
  postgres: EmbeddedPostgres
  postgresPid: number
}

/** A seeded database, and the product that serves it. */
export interface Desk {
  size: Size
  /** How programs connect to it; the role owns the database. */
  url: string
  /** A connection of a superuser. */
  client: Client
  product: Program
  /** The product's DATA_DIR. */
  dataDir: string
  signIns: SignIns
}

export async function openPlace(): Promise<Place> {
  const folder = mkdtempSync(path.join(tmpdir(), 'paripassu-bench-'))
  const dir = path.join(folder, 'postgres')
  const postgres = await startEmbeddedPostgres({
    dir,
    log: () => {},
    settings: {
      max_connections: '200',
      shared_preload_libraries: 'pg_stat_statements',
      max_wal_size: '4GB',
    },
  })
  const postgresPid = findServer(layoutOf(dir))?.pid
  if (!postgresPid) throw new Error('The PostgreSQL of the benchmark does not run')
  return { folder, postgres, postgresPid }
}

/** How the built product is started, with CPU profiles in a folder, if one is given. */
export const productCommand = (profiles: string | null): string[] => [
  process.execPath,
  ...(profiles === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${profiles}`]),
  path.join(projectRoot, 'dist/server/main.js'),
]

interface Opening {
  place: Place
  /** Starts the product. */
  command: readonly string[]
  /** Of the product, besides those that all desks have. */
  settings?: Record<string, string>
  say: (words: string) => void
}

/** Makes, fills and serves a database. */
export async function openDesk(
  { place, command, settings, say }: Opening,
  name: string,
  size: Size,
): Promise<Desk> {
  const { connection, adminConnection } = place.postgres
  const admin = new Client({ ...adminConnection, ssl: false })
  await admin.connect()
  await admin.query(`create database ${name} owner ${connection.user}`)
  await admin.end()
  const own = { ...connection, database: name }
  const db = connect(own, () => {}, noTimeouts)
  await migrateDatabase(db)
  await db.$client.end()
  const client = new Client({ ...adminConnection, database: name, ssl: false })
  // The statement under way is told of a break; when the benchmark gives up, there is none.
  client.on('error', () => {})
  await client.connect()
  // Counting costs time; the figures that need it turn it on.
  await countStatements(client, 'off')
  await client.query('create extension if not exists pg_stat_statements')
  await seed(client, size, await hashPassword(password), say)
  const signIns = await signIn(client)
  const url = databaseUrl(own)
  const dataDir = path.join(place.folder, `data-${name}`)
  const product = await startProgram(
    {
      DATABASE_URL: url,
      DATA_DIR: dataDir,
      ...{ SAMPLE_DATA: 'off', RATE_LIMIT: 'off', LOG_LEVEL: 'warn' },
      ADMIN_PASSWORD: password,
      ...settings,
    },
    '/readyz',
    command,
  )
  return { size, url, client, product, dataDir, signIns }
}

/** Turns the counting of statements and their plans on or off; takes effect a moment later. */
export async function countStatements(client: Client, how: 'on' | 'off'): Promise<void> {
  const track = how === 'on' ? 'top' : 'none'
  await client.query(`alter system set pg_stat_statements.track = '${track}'`)
  await client.query(`alter system set pg_stat_statements.track_planning = ${how}`)
  await client.query('select pg_reload_conf()')
}

/** A connection over a socket as a DATABASE_URL. */
function databaseUrl({ database, port, ...rest }: EmbeddedPostgres['connection']): string {
  return `postgres:///${database}?${new URLSearchParams({ ...rest, port: String(port) })}`
}

/** Stops a product cleanly, and tells what it complained of. */
export async function closeDesk({ product, client }: Desk): Promise<string[]> {
  await client.end()
  const code = await product.end('SIGTERM')
  if (code !== 0) return [`the product exited with ${code}: ${product.output().slice(-500)}`]
  const line = product
    .output()
    .split('\n')
    .find((each) => each.includes('"level":50'))
  return line ? [`the product logged an error: ${line.slice(0, 300)}`] : []
}

export async function closePlace({ folder, postgres }: Place): Promise<void> {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
