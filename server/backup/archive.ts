/**
 * A backup is a gzipped tar archive. First a header that names the format; then files, tables as
 * COPY text, and files registered meanwhile; then the manifest, with the size and SHA-256 of each;
 * last the SHA-256 of the manifest itself.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '#server/project-root.ts'
import { isSafePath } from '#server/storage/storage.ts'
import * as z from 'zod/mini'

/** Incremented when archives change so that older programs can't read them. */
export const formatOfArchives = 1

export const headerName = 'paripassu-backup.json'
export const manifestName = 'manifest.json'
export const checksumName = 'manifest.json.sha256'

export const headerShape = z.object({
  format: z.int(),
  /** The version of the program that made the archive. */
  program: z.string(),
})
export type Header = z.infer<typeof headerShape>

const count = z.int().check(z.nonnegative())
const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/))

export const manifestShape = z.object({
  ...headerShape.shape,
  /** When the tables were read, by the database's clock. */
  madeAt: z.iso.datetime(),
  /** The newest applied migration, by its date in the migration journal. */
  level: count,
  /** Ordered so that no table refers to a later one. */
  tables: z.array(
    z.object({ name: z.string(), columns: z.array(z.string()), rows: count, sha256 }),
  ),
  /** Tables whose rows are not included. */
  leftOut: z.array(z.string()),
  files: z.array(
    z.object({
      path: z.string(),
      bytes: count,
      sha256,
      /** False when the file was deleted during the backup: no row names it. */
      isRegistered: z.boolean(),
    }),
  ),
  /** Files that rows name but the store did not have. */
  missing: z.array(z.string()),
  /** The audit trail's last seal; null for a database from before it existed. */
  audit: z.nullable(z.object({ number: count, hash: z.string() })),
})
export type Manifest = z.infer<typeof manifestShape>
export type TableEntry = Manifest['tables'][number]
export type FileEntry = Manifest['files'][number]

/**
 * The limit for what is read into memory at once: a file (uploads are at most 50 MiB) and a
 * manifest (this is some 300,000 files).
 */
export const maxBytesInMemory = 64 * 1024 * 1024

/** A table is split into parts, since tar needs an entry's length before its bytes. */
export const tablePartName = (table: string, part: number) =>
  `tables/${table}/${String(part).padStart(6, '0')}.copy`
export const fileName = (storedPath: string) => `files/${storedPath}`

export type EntryName =
  | { kind: 'header' | 'manifest' | 'checksum' }
  | { kind: 'table'; table: string; part: number }
  | { kind: 'file'; path: string }

/** Parses an entry's name; null for anything that no backup contains, such as a path traversal. */
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

/** A count with its noun: 1 file, 1,200 files. */
export const formatCount = (number: number, word: string) =>
  `${number.toLocaleString('en-US')} ${word}${number === 1 ? '' : 's'}`
