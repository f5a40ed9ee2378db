/** Restores a backup into an empty installation, either completely or not at all. */
import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { verifyAudit } from '#server/audit/verification.ts'
import { CommandError } from '#server/cli-errors.ts'
import { databaseError } from '#server/errors.ts'
import { forgetStore, isMarked } from '#server/storage/store-mark.ts'
import { limitConcurrency } from '#server/concurrency.ts'
import type { PoolClient } from 'pg'
import { buffer } from 'node:stream/consumers'
import { formatCount, megabytes, type FileEntry, type Manifest } from './archive.ts'
import { migrateWithin, requireKnownLevel } from './levels.ts'
import { progressReporter, type BackupParts } from './make-backup.ts'
import { readArchive } from './read-archive.ts'
import { readWhole, usingStore } from './stored-files.ts'
import {
  copyIn,
  copyOut,
  leftOut,
  listTables,
  onOneConnection,
  quoted,
  type Table,
} from './tables.ts'
import { countLines, sha256Of } from './write-archive.ts'

export async function checkBackup(file: string, signal?: AbortSignal): Promise<Manifest> {
  const manifest = await readArchive(file, {}, signal)
  requireKnownLevel(manifest.level, manifest.program)
  return manifest
}

interface Work extends BackupParts {
  file: string
  manifest: Manifest
  client: PoolClient
}

export interface RestoreParts extends BackupParts {
  /**
   * Confirms that the store, which is marked as in use, belongs to the lost database. Without this confirmation,
   * another database might be using it.
   */
  isSameStore?: boolean
}

/**
 * Restores a verified backup. A single transaction fills the tables, and commits after all files have been stored and
 * all rows compared. An interrupted restore leaves an empty database and files that the next attempt can use.
 */
export async function restoreBackup(
  parts: RestoreParts,
  file: string,
  manifest: Manifest,
): Promise<void> {
  const { db, store, say, isSameStore = false } = parts
  await usingStore(store.check())
  await onOneConnection(parts, 'begin', async (client) => {
    const work = { ...parts, file, manifest, client }
    await claimEmptyDatabase(client)
    if (!isSameStore && (await usingStore(isMarked(store)))) throw takenStore()
    const present = await findPresent(work)
    await migrateWithin(client, manifest.level)
    const tables = await emptyTables(work)
    await fill(work, present)
    say('Comparing the restored tables with the backup …')
    await compareTables(work, tables)
    await migrateWithin(client)
    await client.query(forgetStore)
  })
  // Without ANALYZE, the planner has no statistics until autovacuum runs.
  await db.$client.query('analyze')
  await reportTrail(parts, manifest)
}

/** Restores the audit trail even if its verification fails, because an unmodified copy is evidence. */
async function reportTrail({ db, say }: BackupParts, { audit }: Manifest) {
  if (!audit) return
  const { findings, seals } = await verifyAudit(db, audit.number > 0 ? { noted: audit } : {})
  const [first] = findings
  if (first)
    say(`Warning: the audit trail isn't intact, and wasn't in the backup either. ${first.words}`)
  else say(`The audit trail is intact: ${formatCount(seals, 'seal')} checked`)
}

const takenStore = () =>
  new CommandError(
    'The file store is the one of another database, which would lose the files that the restored desk deletes. Name another DATA_DIR or S3_BUCKET; nothing was written. If that database is lost and this one takes its place, add --same-store',
  )

const notEmpty = (why: string) =>
  new CommandError(
    `A backup can be restored only to an empty place, but ${why}. Name another DATA_DIR or DATABASE_URL, or empty this one; nothing was written`,
  )

/** Takes the startup lock so that no other process starts with the same database. */
async function claimEmptyDatabase(client: PoolClient) {
  const [table] = await listTables(client)
  if (table) throw notEmpty('the database already has tables')
  try {
    await client.query('create table installation (id integer primary key)')
  } catch (error) {
    if (!['42P07', '23505'].includes(databaseError(error)?.code ?? '')) throw error
    throw notEmpty('a program has just started on the database')
  }
  await client.query('insert into installation (id) values (1)')
}

async function findPresent({ store, manifest, signal }: Work): Promise<Set<string>> {
  const limiter = limitConcurrency({ concurrency: 4 })
  const found = await Promise.all(
    manifest.files.map((file) =>
      limiter(async () => {
        signal.throwIfAborted()
        if ((await usingStore(store.sizeOf(file.path))) === null) return []
        const bytes = await readWhole(store, file.path)
        if (bytes && sha256Of(bytes) !== file.sha256)
          throw notEmpty(`the file store has a different file at ${file.path}`)
        return [file.path]
      }),
    ),
  )
  return new Set(found.flat())
}

async function emptyTables({ client, manifest }: Work): Promise<Table[]> {
  const made = (await listTables(client)).filter(({ name }) => !Object.hasOwn(leftOut, name))
  for (const { name, columns } of manifest.tables) {
    const table = made.find((each) => each.name === name)
    if (!table)
      throw new CommandError(
        `The backup has the table ${name}, which this version doesn't have; nothing was written`,
      )
    if (!isDeepStrictEqual(columns.toSorted(), table.columns.toSorted()))
      throw new CommandError(
        `The backup's table ${name} has different columns than this version's; nothing was written`,
      )
    // These rows were inserted by migrations, and the backup contains them as they were at the time of the backup.
    const { rows } = await client.query(`select 1 from ${quoted(name)} limit 1`)
    if (rows.length > 0) await client.query(`delete from ${quoted(name)}`)
  }
  const lacking = made.find(({ name }) => !manifest.tables.some((each) => each.name === name))
  if (lacking)
    throw new CommandError(`The backup lacks the table ${lacking.name}; nothing was written`)
  return manifest.tables.map((entry) => ({
    ...(made.find(({ name }) => name === entry.name) ?? { name: entry.name, order: '1' }),
    columns: entry.columns,
  }))
}

async function fill(work: Work, present: ReadonlySet<string>) {
  const { client, file, manifest, say, signal } = work
  const files = new Map(manifest.files.map((each) => [each.path, each]))
  const columns = new Map(manifest.tables.map((table) => [table.name, table.columns]))
  const tell = progressReporter(say)
  const done = { files: 0, bytes: 0 }
  const again = await readArchive(
    file,
    {
      table: (name, copyText) =>
        copyIn(client, { name, columns: columns.get(name) ?? [] }, copyText),
      async file(path, source) {
        const entry = files.get(path)
        const bytes = await buffer(source)
        if (!entry?.isRegistered || present.has(path)) return
        await writeFile(work, entry, bytes)
        done.files += 1
        done.bytes += bytes.length
        tell(() => `  ${formatCount(done.files, 'file')} so far, ${megabytes(done.bytes)}`)
      },
    },
    signal,
  )
  if (!isDeepStrictEqual(again, manifest)) throw changed(file)
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  say(`  ${formatCount(manifest.tables.length, 'table')}, ${formatCount(rows, 'row')}`)
  if (present.size > 0) say(`  ${formatCount(present.size, 'file')} that the store already had`)
  say(`  ${formatCount(done.files, 'file')}, ${megabytes(done.bytes)}`)
}

const changed = (file: string) =>
  new CommandError(`${file} changed during the restore; the database is still empty`)

async function writeFile({ store, file }: Work, entry: FileEntry, bytes: Buffer) {
  if (sha256Of(bytes) !== entry.sha256) throw changed(file)
  await usingStore(store.write(entry.path, bytes))
  const size = await usingStore(store.sizeOf(entry.path))
  if (size !== entry.bytes)
    throw new CommandError(
      `The file store kept a different number of bytes of ${entry.path} than it was sent`,
    )
}

async function compareTables({ client, manifest, signal }: Work, tables: Table[]) {
  for (const table of tables) {
    signal.throwIfAborted()
    const hash = createHash('sha256')
    let rows = 0
    for await (const chunk of copyOut(client, table)) {
      hash.update(chunk)
      rows += countLines(chunk)
    }
    const expected = manifest.tables.find(({ name }) => name === table.name)
    if (rows !== expected?.rows || hash.digest('hex') !== expected.sha256)
      throw new CommandError(
        `The restored table ${table.name} differs from the backup; the database is still empty`,
      )
  }
}
