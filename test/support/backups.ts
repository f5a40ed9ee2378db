import { mkdtempSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { Manifest } from '#server/backup/archive.ts'
import { makeBackup } from '#server/backup/make-backup.ts'
import { checkBackup, restoreBackup } from '#server/backup/restore-backup.ts'
import { connect, noTimeouts, type Connection, type Database } from '#server/database/client.ts'
import type { FileStore } from '#server/storage/storage.ts'
import * as tar from 'tar-stream'
import { onTestFinished } from 'vitest'

interface Place {
  db: Database
  store: FileStore
}

interface Watch {
  say?: (line: string) => void
  signal?: AbortSignal
}

const unwatched = { say: () => {}, signal: new AbortController().signal }

export const backUp = ({ db, store }: Place, file: string, watch: Watch = {}): Promise<Manifest> =>
  onOwnConnections(db, (own) => makeBackup({ db: own, store, ...unwatched, ...watch }, file))

/**
 * Uses connections without timeouts, as the commands do, because a server's timeouts are too short for copying tables.
 */
async function onOwnConnections<Result>(
  { $client: { pool } }: Database,
  run: (db: Database) => Promise<Result>,
): Promise<Result> {
  // The password is added here, because the pool's options don't include it.
  const own = { ...pool.options, password: pool.options.password } as Connection
  const db = connect(own, () => {}, noTimeouts)
  try {
    return await run(db)
  } finally {
    await db.$client.end()
  }
}

export async function restore(
  { db, store }: Place,
  file: string,
  watch: Watch & { isSameStore?: boolean } = {},
) {
  const manifest = await checkBackup(file)
  await onOwnConnections(db, (own) =>
    restoreBackup({ db: own, store, ...unwatched, ...watch }, file, manifest),
  )
}

export function archiveFolder(atEnd = onTestFinished): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'paripassu-archives-'))
  atEnd(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export interface Entry {
  name: string
  bytes: Buffer
  type?: 'file' | 'symlink' | 'link' | 'directory'
  linkname?: string
}

export async function readEntries(file: string): Promise<Entry[]> {
  const extract = tar.extract()
  extract.end(gunzipSync(await readFile(file)))
  const entries: Entry[] = []
  for await (const entry of extract)
    entries.push({ name: entry.header.name, bytes: await buffer(entry as AsyncIterable<Buffer>) })
  return entries
}

export async function writeEntries(file: string, entries: readonly Entry[]): Promise<void> {
  await writeFile(file, gzipSync(await packed(entries)))
}

async function packed(entries: readonly Entry[]): Promise<Buffer> {
  const pack = tar.pack()
  for (const { bytes, ...header } of entries) pack.entry(header, bytes)
  pack.finalize()
  return buffer(pack as AsyncIterable<Buffer>)
}
