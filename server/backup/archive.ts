/**
 * The format of backups: a gzipped tar archive that contains, in this order: a header with the name of the format;
 * the files; the tables, as COPY text; the files registered during the backup; a manifest with the size and SHA-256 of
 * each entry; and the manifest's SHA-256.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '#server/project-root.ts'
import { isSafePath } from '#server/storage/storage.ts'
import * as z from 'zod/mini'

/** Incremented when older releases can't read new archives. */
export const formatOfArchives = 1

export const headerName = 'paripassu-backup.json'
export const manifestName = 'manifest.json'
export const checksumName = 'manifest.json.sha256'

export const headerShape = z.object({
  format: z.int(),
  program: z.string(),
})
export type Header = z.infer<typeof headerShape>

const count = z.int().check(z.nonnegative())
const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/))

export const manifestShape = z.object({
  ...headerShape.shape,
  /** The time when the tables were read, according to the database's clock. */
  madeAt: z.iso.datetime(),
  level: count,
  tables: z.array(
    z.object({ name: z.string(), columns: z.array(z.string()), rows: count, sha256 }),
  ),
  leftOut: z.array(z.string()),
  files: z.array(
    z.object({
      path: z.string(),
      bytes: count,
      sha256,
      /** False if the file was deleted during the backup and no row refers to it anymore. */
      isRegistered: z.boolean(),
    }),
  ),
  /** Files that are missing from the store although rows refer to them. */
  missing: z.array(z.string()),
  /** The audit trail's last seal, or null if the database is older than the audit trail. */
  audit: z.nullable(z.object({ number: count, hash: z.string() })),
})
export type Manifest = z.infer<typeof manifestShape>
export type TableEntry = Manifest['tables'][number]
export type FileEntry = Manifest['files'][number]

/** The limit for data held in memory: a single file (at most 50 MiB) or a manifest (for about 300,000 files). */
export const maxBytesInMemory = 64 * 1024 * 1024

/** Tables are split into parts, because tar requires an entry's length before its content. */
export const tablePartName = (table: string, part: number) =>
  `tables/${table}/${String(part).padStart(6, '0')}.copy`
export const fileName = (storedPath: string) => `files/${storedPath}`

export type EntryName =
  | { kind: 'header' | 'manifest' | 'checksum' }
  | { kind: 'table'; table: string; part: number }
  | { kind: 'file'; path: string }

/** Returns null for a name that can't occur in a backup, such as a path traversal. */
export function readEntryName(name: string): EntryName | null {
  if (name === headerName) return { kind: 'header' }
  if (name === manifestName) return { kind: 'manifest' }
  if (name === checksumName) return { kind: 'checksum' }
  const { table, part } =
    /^tables\/(?<table>[^/]+)\/(?<part>\d{6,9})\.copy$/.exec(name)?.groups ?? {}
  if (table && part) return { kind: 'table', table, part: Number(part) }
  const { storedPath } = /^files\/(?<storedPath>.+)$/.exec(name)?.groups ?? {}
  return storedPath && isSafePath(storedPath) ? { kind: 'file', path: storedPath } : null
}

export const programVersion: string = z.parse(
  z.object({ version: z.string() }),
  JSON.parse(readFileSync(path.join(projectRoot, 'package.json'), 'utf8')),
).version

export const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

export const formatCount = (number: number, word: string) =>
  `${number.toLocaleString('en-US')} ${word}${number === 1 ? '' : 's'}`
