/** Runs a build of the app on a seeded database in the benchmark's PostgreSQL server. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#server/database/embedded/postgres.ts'
import { toDatabaseUrl } from '#test/support/database-url.ts'
import { startProgram, type Program } from '#test/support/program.ts'
import { Client } from 'pg'
import { seed } from './seed.ts'

export interface Place {
  folder: string
  postgres: EmbeddedPostgres
  programs: Program[]
}

export interface Desk {
  dir: string
  /** The running app's DATABASE_URL. `client` connects to the same database as a superuser. */
  url: string
  client: Client
  start: () => Promise<Program>
  program: Program
}

export async function openPlace(): Promise<Place> {
  const folder = mkdtempSync(path.join(tmpdir(), 'paripassu-bench-'))
  const postgres = await startEmbeddedPostgres({
    ...{ dir: path.join(folder, 'postgres'), log: () => {} },
    settings: { max_connections: '150', shared_preload_libraries: 'pg_stat_statements' },
  })
  return { folder, postgres, programs: [] }
}

export async function closePlace({ folder, postgres, programs }: Place): Promise<void> {
  for (const program of programs) await program.end('SIGKILL')
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

async function connectTo({ adminConnection }: EmbeddedPostgres, other?: { database: string }) {
  const client = new Client({ ...adminConnection, ...other, ssl: false })
  // PostgreSQL can stop before the client disconnects. Without a listener, the `error` event would crash the benchmark.
  // Pending queries still reject.
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Starts the build in `dir` twice: first to create the tables, then to use the seeded rows. */
export async function openDesk(place: Place, dir: string, database: string): Promise<Desk> {
  const main = path.join(dir, 'dist/server/main.js')
  if (!existsSync(main)) throw new Error(`There is no build in ${dir}: run "npm run build" there`)
  const { connection } = place.postgres
  const admin = await connectTo(place.postgres)
  await admin.query(`create database ${database} owner ${connection.user}`)
  await admin.end()
  const url = toDatabaseUrl({ ...connection, database })
  const settings = {
    ...{ DATABASE_URL: url, DATA_DIR: path.join(place.folder, database) },
    ...{ SAMPLE_DATA: 'off', RATE_LIMIT: 'off', LOG_LEVEL: 'warn' },
  }
  const start = async () => {
    const program = await startProgram(settings, '/readyz', [process.execPath, main])
    place.programs.push(program)
    return program
  }
  await stop(await start())
  const client = await connectTo(place.postgres, { database })
  await seed(client)
  return { dir, url, client, start, program: await start() }
}

/** @throws If the app logged an error or exited with a code other than 0. */
export async function stop(program: Program): Promise<void> {
  const code = await program.end('SIGTERM')
  const error = /^.*"level":[56]0.*$/m.exec(program.output())?.[0]
  if (code !== 0 || error)
    throw new Error(`The program ended with ${code}: ${error ?? program.output().slice(-500)}`)
}

/** @throws If a loan's stored totals don't match its commitments. */
export async function closeDesk({ dir, client, program }: Desk): Promise<void> {
  await stop(program)
  const { rowCount } = await client.query(`
    select from loans l, lateral (
      select coalesce(sum(percentage) filter (where not is_soft_commit), 0) as binding,
        coalesce(sum(c.amount) filter (where not is_soft_commit), 0) as amount,
        coalesce(sum(percentage) filter (where is_soft_commit), 0) as soft
      from commitments c where loan_id = l.id and c.status = 'active') book
    where (committed_percentage, committed_amount, soft_percentage) <> (binding, book.amount, soft)`)
  if (rowCount !== 0) throw new Error(`${dir}: ${rowCount} loans differ from their commitments`)
}
