/** An empty target for a restore: a database without tables and a folder without files. */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { readConfig } from '#server/config/config.ts'
import { connect, noTimeouts, type Connection, type Database } from '#server/database/client.ts'
import { openStore } from '#server/storage/open.ts'
import type { FileStore } from '#server/storage/storage.ts'
import { inject } from 'vitest'
import { memoryFolder } from './memory-folder.ts'
import { toDatabaseUrl } from './database-url.ts'
import { type OwnDatabase } from './postgres.ts'

export interface EmptyPlace {
  folder: string
  connection: Connection
  databaseUrl: string
  db: Database
  store: FileStore
  /** The database for `openDesk`, which drops it when the server closes. */
  asDatabase: () => OwnDatabase
  tables: () => Promise<string[]>
  close: () => Promise<void>
}

const nobodyListens = () => {}

export async function makeEmptyPlace(settings: Record<string, string> = {}): Promise<EmptyPlace> {
  const server = inject('postgres')
  const name = `place_${randomUUID().replaceAll('-', '')}`
  const onServer = async (statement: string) => {
    const db = connect(server, nobodyListens, noTimeouts)
    try {
      await db.$client.query(statement)
    } finally {
      await db.$client.end()
    }
  }
  await onServer(`create database ${name} template template0 encoding 'UTF8'`)
  const folder = await mkdtemp(path.join(memoryFolder(), 'paripassu-place-'))
  const connection = on(server, name)
  const db = connect(connection, nobodyListens, noTimeouts)
  const close = async () => {
    if (!db.$client.pool.ended) await db.$client.end()
    await onServer(`drop database if exists ${name} with (force)`)
    await rm(folder, { recursive: true, force: true })
  }
  return {
    folder,
    connection,
    databaseUrl: toDatabaseUrl(connection),
    db,
    store: await openStore(readConfig({ DATA_DIR: folder, ...settings }, folder)),
    asDatabase: () => ({ connection, drop: close }),
    tables: async () => {
      const { rows } = await db.$client.query<{ name: string }>(
        `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
      )
      return rows.map((row) => row.name)
    },
    close,
  }
}

function on(server: Connection, database: string): Connection {
  if (!('connectionString' in server)) return { ...server, database }
  const url = new URL(server.connectionString)
  url.pathname = `/${database}`
  return { connectionString: url.href }
}
