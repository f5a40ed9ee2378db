import { existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { CommandError } from '#server/cli-errors.ts'
import type { Database } from '#server/database/client.ts'
import type { FileStore } from '#server/storage/storage.ts'
import type { PoolClient } from 'pg'
import {
  checksumName,
  formatOfArchives,
  headerName,
  manifestName,
  formatCount,
  megabytes,
  programVersion,
  type FileEntry,
  type Manifest,
  type TableEntry,
} from './archive.ts'
import { levelOf } from './levels.ts'
import { checksumLine, readArchive } from './read-archive.ts'
import { readFiles } from './stored-files.ts'
import { copyOut, leftOut, listTables, onOneConnection, registeredFiles } from './tables.ts'
import { describeWriteError, writeArchive, type ArchiveWriter } from './write-archive.ts'

export interface BackupParts {
  db: Database
  store: FileStore
  say: (line: string) => void
  signal: AbortSignal
}

/**
 * Writes a backup to `file`, which must not exist. The file gets its final name only after it has been read back and
 * verified.
 */
export async function makeBackup(parts: BackupParts, file: string): Promise<Manifest> {
  const { say, signal } = parts
  if (existsSync(file)) throw new CommandError(`${file} already exists; name another file`)
  const unfinished = `${file}.part`
  let manifest: Manifest | null = null
  await writeArchive(unfinished, signal, async (archive) => {
    manifest = await fill(archive, parts)
  })
  try {
    say('Verifying the archive …')
    const found = await readArchive(unfinished, {}, signal)
    if (!isDeepStrictEqual(found, manifest))
      throw new CommandError(
        `${file} was read back with different contents than were written; no backup was kept`,
      )
    await giveName(unfinished, file)
    return found
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

async function giveName(unfinished: string, file: string) {
  if (existsSync(file)) throw new CommandError(`${file} already exists; name another file`)
  await rename(unfinished, file).catch((error: unknown) => {
    throw describeWriteError(error, file)
  })
  // Windows can't open a directory for fsync, but keeps directory entries consistent without fsync.
  if (process.platform === 'win32') return
  const folder = await open(path.dirname(file), 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/**
 * Archives files before tables to include files that are deleted during the backup. The bytes stored under a path never
 * change. Files registered during the backup are added last.
 */
async function fill(archive: ArchiveWriter, parts: BackupParts): Promise<Manifest> {
  const header = { format: formatOfArchives, program: programVersion }
  await archive.addText(headerName, JSON.stringify(header))
  const files = new Map<string, Omit<FileEntry, 'isRegistered'>>()
  await addFiles(archive, parts, await filesOfNow(parts), files)
  const { paths, ...snapshot } = await addTables(archive, parts)
  const since = paths.filter((each) => !files.has(each))
  const missing = await addFiles(archive, parts, since, files)
  const registered = new Set(paths)
  const manifest: Manifest = {
    ...header,
    ...snapshot,
    files: [...files.values()].map((each) => ({
      ...each,
      isRegistered: registered.has(each.path),
    })),
    missing,
  }
  for (const each of missing) parts.say(`  Missing in the file store: ${each}`)
  const text = JSON.stringify(manifest, null, 1)
  await archive.addText(manifestName, text)
  await archive.addText(checksumName, checksumLine(text))
  return manifest
}

const filesOfNow = (parts: BackupParts) =>
  inSnapshot(parts, async (client) => registeredFiles(client, await tablesOf(client)))

const inSnapshot = <Result>(parts: BackupParts, act: (client: PoolClient) => Promise<Result>) =>
  onOneConnection(parts, 'begin isolation level repeatable read, read only', act)

async function tablesOf(client: PoolClient) {
  if ((await levelOf(client)) === null)
    throw new CommandError('There is nothing to back up: the program never ran on this database')
  return listTables(client)
}

async function addFiles(
  archive: ArchiveWriter,
  { store, say, signal }: BackupParts,
  paths: readonly string[],
  added: Map<string, Omit<FileEntry, 'isRegistered'>>,
): Promise<string[]> {
  const missing: string[] = []
  const tell = progressReporter(say)
  let total = 0
  for await (const { path: stored, bytes } of readFiles(store, paths)) {
    signal.throwIfAborted()
    if (!bytes) {
      missing.push(stored)
      continue
    }
    added.set(stored, { path: stored, ...(await archive.addFile(stored, bytes)) })
    total += bytes.length
    tell(() => `  ${formatCount(added.size, 'file')} so far, ${megabytes(total)}`)
  }
  if (paths.length > 0)
    say(`  ${formatCount(paths.length - missing.length, 'file')}, ${megabytes(total)}`)
  return missing
}

type Snapshot = Pick<Manifest, 'madeAt' | 'level' | 'tables' | 'leftOut' | 'audit'>

/** Reads all tables in one snapshot, no matter how long it takes to write them. */
async function addTables(
  archive: ArchiveWriter,
  parts: BackupParts,
): Promise<Snapshot & { paths: string[] }> {
  const { say, signal } = parts
  return inSnapshot(parts, async (client) => {
    const all = await tablesOf(client)
    const tables: TableEntry[] = []
    for (const table of all.filter(({ name }) => !Object.hasOwn(leftOut, name))) {
      signal.throwIfAborted()
      const { rows, sha256 } = await archive.addTable(table.name, copyOut(client, table))
      tables.push({ name: table.name, columns: table.columns, rows, sha256 })
    }
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    say(`  ${formatCount(tables.length, 'table')}, ${formatCount(rows, 'row')}`)
    return {
      madeAt: await clockOf(client),
      level: (await levelOf(client)) ?? 0,
      tables,
      leftOut: all.filter(({ name }) => Object.hasOwn(leftOut, name)).map(({ name }) => name),
      audit: await headOfTrail(client, all),
      paths: await registeredFiles(client, all),
    }
  })
}

async function clockOf(client: PoolClient): Promise<string> {
  const { rows } = await client.query<{ now: Date }>('select now() as now')
  return (rows[0]?.now ?? new Date()).toISOString()
}

async function headOfTrail(client: PoolClient, tables: { name: string }[]) {
  if (!tables.some(({ name }) => name === 'audit_head')) return null
  const { rows } = await client.query<{ number: string; hash: string }>(
    'select number, hash from audit_head',
  )
  const [head] = rows
  return head ? { number: Number(head.number), hash: head.hash } : null
}

const progressEveryMs = 5_000

export function progressReporter(say: (line: string) => void) {
  let last = performance.now()
  return (line: () => string) => {
    if (performance.now() - last < progressEveryMs) return
    last = performance.now()
    say(line())
  }
}
