/** Reads an archive from start to end and verifies its contents against its manifest. */
import { createHash } from 'node:crypto'
import { open, type FileHandle } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { CommandError } from '#server/cli-errors.ts'
import * as tar from 'tar-stream'
import * as z from 'zod/mini'
import {
  formatOfArchives,
  headerShape,
  manifestShape,
  formatCount,
  maxBytesInMemory,
  readEntryName,
  type Header,
  type Manifest,
} from './archive.ts'
import { compareWithManifest, Damage, type Found } from './contents.ts'
import { countLines, sha256Of } from './write-archive.ts'

/** Functions that receive the contents. They run before the entire archive has been verified. */
export interface Takers {
  table?: (name: string, copyText: AsyncIterable<Buffer>) => Promise<void>
  file?: (storedPath: string, bytes: AsyncIterable<Buffer>) => Promise<void>
}

/**
 * Reads the entire archive and returns its manifest if the contents match it.
 * @throws {CommandError} if the contents don't match the manifest.
 */
export async function readArchive(
  file: string,
  takers: Takers = {},
  signal?: AbortSignal,
): Promise<Manifest> {
  const handle = await openArchive(file)
  try {
    const extract = tar.extract()
    // `pipeline` reports the error. Without a listener, the `error` event would crash the process.
    extract.on('error', () => {})
    const flowing = pipeline(handle.createReadStream(), createGunzip(), extract, { signal })
    const end = flowing.then(
      () => null,
      (error: unknown) => ({ error }),
    )
    try {
      const manifest = await readEntries(new Entries(extract), takers)
      // The gzip checksum follows the last entry, so it is checked at the end.
      const broken = await end
      if (broken) throw new Damage('ends early', { cause: broken.error })
      return manifest
    } catch (error) {
      if (!(error instanceof Damage)) throw error
      extract.destroy()
      // A failed decompression also looks like damage at the end of the data, so the decompression error is reported.
      const broken = error.cause ? ((await end)?.error ?? error.cause) : null
      throw new CommandError(broken ? whyUnreadable(file, broken) : `${file} ${error.message}`, {
        cause: error,
      })
    } finally {
      extract.destroy()
      await end
    }
  } finally {
    await handle.close()
  }
}

async function openArchive(file: string): Promise<FileHandle> {
  try {
    const handle = await open(file, 'r')
    if ((await handle.stat()).isFile()) return handle
    await handle.close()
    throw new CommandError(`${file} is not a file`)
  } catch (error) {
    if (error instanceof CommandError) throw error
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    throw new CommandError(
      code === 'ENOENT' ? `There is no file ${file}` : `${file} can't be read (${code})`,
    )
  }
}

function whyUnreadable(file: string, error: unknown): string {
  if (!(error instanceof Error)) return `${file} can't be read (${String(error)})`
  const code = 'code' in error ? error.code : ''
  if (code === 'ABORT_ERR') return 'Stopped'
  if (code === 'Z_BUF_ERROR' || error.message === 'Unexpected end of data')
    return `${file} is cut short`
  if (error.message === 'incorrect header check') return `${file} is not a backup of Paripassu`
  return `${file} is damaged: it can't be unpacked (${error.message})`
}

type Entry = AsyncIterable<Buffer> & { header: { name: string; size: number; type: string } }

class Entries {
  readonly #source: AsyncIterator<Entry>
  #next: Entry | null | undefined
  constructor(extract: tar.Extract) {
    this.#source = extract[Symbol.asyncIterator]() as AsyncIterator<Entry>
  }

  async look(): Promise<Entry | null> {
    if (this.#next !== undefined) return this.#next
    const result = await this.#source.next().catch((error: unknown) => {
      throw new Damage('ends early', { cause: error })
    })
    this.#next = result.done ? null : result.value
    return this.#next
  }

  pass(): void {
    this.#next = undefined
  }
}

async function readEntries(entries: Entries, takers: Takers): Promise<Manifest> {
  const found: Found = { header: await readHeader(entries), tables: [], files: [] }
  for (;;) {
    const entry = await entries.look()
    if (!entry) throw new Damage('is cut short: it has no manifest')
    const name = nameOf(entry)
    if (name.kind === 'table') {
      const metered = new Metered(partsOf(entries, name.table))
      await metered.giveTo((bytes) => takers.table?.(name.table, bytes))
      found.tables.push({ name: name.table, rows: metered.rows, sha256: metered.digest() })
    } else if (name.kind === 'file') {
      refuseLonger(entry, maxBytesInMemory)
      const metered = new Metered(entry)
      await metered.giveTo((bytes) => takers.file?.(name.path, bytes))
      entries.pass()
      found.files.push({ path: name.path, bytes: metered.bytes, sha256: metered.digest() })
    } else if (name.kind === 'manifest') return await readManifest(entries, found)
    else throw new Damage(`is damaged: ${entry.header.name} is in the wrong place`)
  }
}

/** Accepts only regular files with the names that backups use. */
function nameOf({ header }: Entry) {
  const name = header.type === 'file' ? readEntryName(header.name) : null
  if (name) return name
  throw new Damage(
    `is refused: it has an entry that no backup has, ${JSON.stringify(header.name.slice(0, 100))}`,
  )
}

async function readHeader(entries: Entries): Promise<Header> {
  const entry = await entries.look()
  const isOurs =
    entry?.header.type === 'file' && readEntryName(entry.header.name)?.kind === 'header'
  if (!entry || !isOurs) throw new Damage('is not a backup of Paripassu')
  const header = parse(headerShape, await textOf(entry, 10_000), 'its header')
  entries.pass()
  if (header.format === formatOfArchives) return header
  throw new Damage(
    `has format ${header.format}, written by Paripassu ${header.program}; this program reads format ${formatOfArchives}`,
  )
}

async function readManifest(entries: Entries, found: Found): Promise<Manifest> {
  const entry = await entries.look()
  const text = entry ? await textOf(entry, maxBytesInMemory) : ''
  entries.pass()
  const last = await entries.look()
  if (!last || nameOf(last).kind !== 'checksum')
    throw new Damage('is cut short: the checksum of its manifest is missing')
  if ((await textOf(last, 1_000)) !== checksumLine(text))
    throw new Damage("is damaged: its manifest doesn't match its checksum")
  entries.pass()
  const surplus = await entries.look()
  if (surplus) throw new Damage(`is refused: ${surplus.header.name} comes after its end`)
  const manifest = parse(manifestShape, text, 'its manifest')
  compareWithManifest(manifest, found)
  return manifest
}

/** The format that `sha256sum -c` reads: a hash and a file name. */
export const checksumLine = (manifest: string) => `${sha256Of(manifest)}  manifest.json\n`

async function textOf(entry: Entry, maxBytes: number): Promise<string> {
  refuseLonger(entry, maxBytes)
  return (await buffer(unbroken(entry))).toString()
}

/** The size is checked before reading, because a few compressed bytes can expand to any length. */
function refuseLonger({ header: { name, size } }: Entry, maxBytes: number) {
  if (size > maxBytes)
    throw new Damage(
      `is refused: ${name} has ${formatCount(size, 'byte')}, and at most ${maxBytes.toLocaleString('en-US')} are read`,
    )
}

function parse<Shape extends z.ZodMiniType>(shape: Shape, text: string, what: string) {
  const result = z.safeParse(shape, fromJson(text))
  if (result.success) return result.data
  throw new Damage(`is damaged: ${what} can't be read`)
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function* partsOf(entries: Entries, table: string): AsyncGenerator<Buffer> {
  for (let part = 1; ; part += 1) {
    const entry = await entries.look()
    const name = entry && readEntryName(entry.header.name)
    if (!entry || name?.kind !== 'table' || name.table !== table) return
    if (nameOf(entry) && name.part !== part)
      throw new Damage(`is damaged: part ${part} of the table ${table} is missing`)
    yield* unbroken(entry)
    entries.pass()
  }
}

/** Marks errors from reading the archive, to distinguish them from the consumer's errors. */
async function* unbroken(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* source
  } catch (error) {
    throw error instanceof Damage ? error : new Damage('ends early', { cause: error })
  }
}

class Metered {
  rows = 0
  bytes = 0
  readonly #hash = createHash('sha256')
  #damage: Damage | null = null
  readonly #source: AsyncGenerator<Buffer>
  constructor(source: AsyncIterable<Buffer>) {
    this.#source = this.#measure(unbroken(source))
  }

  /** Also reads the bytes that the consumer skips, because the hash covers all bytes. */
  async giveTo(taker: (bytes: AsyncIterable<Buffer>) => Promise<void> | undefined) {
    try {
      const taken = taker(this.#source)
      if (taken) await taken
      else for await (const _ of this.#source);
    } catch (error) {
      throw this.#damage ?? error
    }
  }

  digest = () => this.#hash.digest('hex')

  async *#measure(source: AsyncIterable<Buffer>) {
    try {
      for await (const chunk of source) {
        this.#hash.update(chunk)
        this.bytes += chunk.length
        this.rows += countLines(chunk)
        yield chunk
      }
    } catch (error) {
      if (error instanceof Damage) this.#damage = error
      throw error
    }
  }
}
