/** Reads a file into rows of strings in a worker thread, because a large file occupies a processor core for seconds. */
import path from 'node:path'
import type { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { importLimits } from '#domain/imports/columns.ts'
import { limitConcurrency } from '#server/concurrency.ts'
import { ApiError, invalid, tooBusy } from '#server/errors.ts'
import { chunksOf, isStream } from '#server/http/body-chunks.ts'
import { projectRoot } from '#server/project-root.ts'

export interface FileRow {
  row: number
  cells: string[]
}

export interface FileTable {
  headers: string[]
  rows: FileRow[]
}

const program = path.join(projectRoot, 'server/imports/reading-thread.mjs')

/** Reading the largest legitimate file takes much less time. This limit stops files designed to be slow. */
const timeoutMs = 20_000

const limiter = limitConcurrency({
  concurrency: 1,
  queue: { maxWaiting: 10, timeoutMs: 30_000, refusal: tooBusy },
})

const { maxBytes, maxRows, maxColumns } = importLimits

/** The file in a request's body. Throws 413 if it is too large. */
export async function readBody(body: unknown): Promise<Buffer> {
  if (!isStream(body)) throw emptyFile()
  try {
    return await readWhole(body)
  } finally {
    // A rejected body is read to its end, because the client couldn't read the response otherwise.
    body.resume()
  }
}

async function readWhole(body: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of chunksOf(body)) {
    size += chunk.length
    if (size > maxBytes)
      throw new ApiError(413, 'too_large', `The file must be at most ${maxBytes / 1024 ** 2} MB`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const emptyFile = () => invalid('The file is empty')

/** The table in a file. Throws 400 with a message if the table is invalid or too large. */
export async function readTable(file: Buffer): Promise<FileTable> {
  if (file.length < 4) throw emptyFile()
  const [head, ...rows] = await limiter(() => rowsOf(file))
  if (!head) throw emptyFile()
  const headers = withoutBlankEnd(head.cells.map((cell) => cell.trim().slice(0, maxHeaderLength)))
  if (headers.length > maxColumns) throw invalid(`The file has more than ${maxColumns} columns`)
  if (rows.length === 0) throw invalid('The file has headers, but no rows below them')
  if (rows.length > maxRows)
    throw invalid(
      `The file has more than ${maxRows.toLocaleString('en-US')} rows. Split it into several, and import one after the other.`,
    )
  return { headers, rows }
}

/**
 * The longest header in characters. Each error repeats its column's header, so a header of several megabytes would
 * cause a response of several hundred megabytes.
 */
const maxHeaderLength = 200

const withoutBlankEnd = (headers: string[]) =>
  headers.slice(0, headers.findLastIndex((header) => header !== '') + 1)

type Answer = { rows: FileRow[] } | { refusal: string }

/** Returns the rows that aren't blank, up to one row more than the limit. */
async function rowsOf(file: Buffer): Promise<FileRow[]> {
  const thread = new Worker(program, {
    workerData: { bytes: file, limits: importLimits },
    // The thread has a separate memory limit, so that a file can't use up the program's memory.
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  })
  let timer: NodeJS.Timeout | undefined
  const reading = new Promise<FileRow[]>((resolve, reject) => {
    timer = setTimeout(() => reject(invalid('The file takes too long to read')), timeoutMs)
    thread
      .on('message', (answer: Answer) =>
        'rows' in answer ? resolve(answer.rows) : reject(invalid(answer.refusal)),
      )
      .on('error', (error) => reject(isOutOfMemory(error) ? tooLargeToRead() : error))
      .on('exit', () => reject(new Error('The thread that reads a file gave no answer')))
  })
  try {
    return await reading
  } finally {
    clearTimeout(timer)
    await thread.terminate()
  }
}

const isOutOfMemory = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
const tooLargeToRead = () =>
  invalid('The file is too large to read. Keep only the rows to import, and try again.')
