import {
  formatCount,
  type FileEntry,
  type Header,
  type Manifest,
  type TableEntry,
} from './archive.ts'

/** The message continues a sentence that begins with the file's name. `cause` is set if reading failed. */
export class Damage extends Error {}

export interface Found {
  header: Header
  tables: Omit<TableEntry, 'columns'>[]
  files: Omit<FileEntry, 'isRegistered'>[]
}

/** @throws {Damage} with the first difference. */
export function compareWithManifest(manifest: Manifest, { header, tables, files }: Found): void {
  if (header.format !== manifest.format || header.program !== manifest.program)
    throw new Damage("is damaged: its header doesn't match its manifest")
  const wrong =
    firstDifference(manifest.tables.map(tableFacts), tables.map(tableFacts)) ??
    firstDifference(manifest.files.map(fileFacts), files.map(fileFacts))
  if (wrong) throw new Damage(`is damaged: ${wrong}`)
  const seen = new Set<string>()
  for (const { what } of [...tables.map(tableFacts), ...files.map(fileFacts)]) {
    if (seen.has(what)) throw new Damage(`is damaged: it contains ${what} twice`)
    seen.add(what)
  }
}

interface Facts {
  what: string
  size: string
  sha256: string
}

const tableFacts = ({ name, rows, sha256 }: Found['tables'][number]): Facts => ({
  what: `the table ${name}`,
  size: formatCount(rows, 'row'),
  sha256,
})

const fileFacts = ({ path, bytes, sha256 }: Found['files'][number]): Facts => ({
  what: `the file ${path}`,
  size: formatCount(bytes, 'byte'),
  sha256,
})

function firstDifference(expected: readonly Facts[], found: readonly Facts[]): string | null {
  for (const [index, { what, size, sha256 }] of expected.entries()) {
    const actual = found[index]
    if (actual?.what !== what) return `${what} is missing`
    if (actual.size !== size) return `${what} has ${actual.size} and should have ${size}`
    if (actual.sha256 !== sha256) return `${what} doesn't match its hash`
  }
  const surplus = found[expected.length]
  return surplus ? `${surplus.what} is not in its manifest` : null
}
