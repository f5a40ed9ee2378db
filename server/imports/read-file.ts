/** Reads a file into rows of strings. */
import type { Readable } from 'node:stream'
import { countKnownHeaders, importLimits, type ImportKind } from '#domain/imports/columns.ts'
import { ApiError, invalid } from '#server/errors.ts'
import { chunksOf, isStream } from '#server/http/body-chunks.ts'
import { readInThread } from '#server/read-in-thread.ts'

export interface FileRow {
  row: number
  cells: string[]
  isHidden?: true
  /** The workbook columns in which this row has a number. */
  numbers?: number[]
  /** Errors by column, for cells without a usable value. */
  problems?: Record<number, string>
}

interface ReadSheet {
  sheets: { name: string; isHidden: boolean }[]
  sheet: string | null
  hiddenColumns: number[]
  rows: FileRow[]
}

export interface FileTable extends ReadSheet {
  headers: string[]
  headerRow: number
  /** The first rows, from which the user can choose the headers. */
  firstRows: FileRow[]
  /** The number of hidden rows below the headers. Skipped rows also count. */
  hiddenRows: number
}

export interface TableChoices {
  kind?: ImportKind | undefined
  sheet?: string | undefined
  headerRow?: number | undefined
  /** Recognizes the header row. By default, it has at least two known headers of the kind. */
  isHeader?: ((cells: readonly string[]) => boolean) | undefined
  skipHidden?: boolean | undefined
}

const { maxBytes, maxRows, maxRowsAbove, maxColumns, maxHeaderLength } = importLimits

/** Reads the file in a request's body. Throws 413 if the file is too large. */
export async function readBody(body: unknown, limit: number = maxBytes): Promise<Buffer> {
  if (!isStream(body)) throw emptyFile()
  try {
    return await readWhole(body, limit)
  } finally {
    // A rejected body is read to its end. Otherwise, the client couldn't read the response.
    body.resume()
  }
}

async function readWhole(body: Readable, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of chunksOf(body)) {
    size += chunk.length
    if (size > limit)
      throw new ApiError(413, 'too_large', `The file must be at most ${limit / 1024 ** 2} MB`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const emptyFile = () => invalid('The file is empty')

/** Reads the table in a file. Throws 400 with a message if the table is invalid or too large. */
export async function readTable(file: Buffer, choices: TableChoices = {}): Promise<FileTable> {
  if (file.length < 4) throw emptyFile()
  const read = await readSheet(file, choices.sheet)
  const firstRows = read.rows.slice(0, maxRowsAbove)
  const head = headerRowOf(firstRows, choices)
  if (!head && read.sheets.length < 2) throw emptyFile()
  const headers = headersIn(head?.cells ?? [])
  if (headers.length > maxColumns) throw invalid(`The file has more than ${maxColumns} columns`)
  const below = head ? read.rows.slice(read.rows.indexOf(head) + 1) : []
  // The file is accepted if the user can choose another sheet or header row.
  if (below.length === 0 && firstRows.length < 2 && read.sheets.length < 2)
    throw invalid('The file has headers, but no rows below them')
  if (below.length > maxRows)
    throw invalid(
      `The file has more than ${maxRows.toLocaleString('en-US')} rows. Split it into several, and import one after the other.`,
    )
  return {
    ...read,
    headers,
    headerRow: head?.row ?? 1,
    firstRows,
    rows: choices.skipHidden ? below.filter(({ isHidden }) => !isHidden) : below,
    hiddenRows: below.filter(({ isHidden }) => isHidden).length,
  }
}

/**
 * Returns the chosen header row or, by default, the first row with known headers, or else the first row.
 */
function headerRowOf(rows: FileRow[], { kind = 'loans', headerRow, isHeader }: TableChoices) {
  const isRecognized = isHeader ?? ((cells) => countKnownHeaders(kind, cells) >= 2)
  if (headerRow === undefined) return rows.find(({ cells }) => isRecognized(cells)) ?? rows[0]
  const chosen = rows.find(({ row }) => row === headerRow)
  if (!chosen) throw invalid(`Row ${headerRow} can't contain the headers. Choose another row.`)
  return chosen
}

/** The headers in a row, without trailing blanks. A truncated header can't end in half a surrogate pair. */
export function headersIn(cells: readonly string[]): string[] {
  const headers = cells.map((cell) =>
    cell.trim().slice(0, maxHeaderLength).trimEnd().toWellFormed(),
  )
  return headers.slice(0, headers.findLastIndex((header) => header !== '') + 1)
}

/** Reads the first rows of another sheet. Throws 400 if the sheet can't be read. */
export const readFirstRows = async (file: Buffer, sheet: string): Promise<FileRow[]> =>
  (await readSheet(file, sheet)).rows.slice(0, maxRowsAbove)

type Answer = ReadSheet | { refusal: string }

/** Returns the rows that aren't blank, up to one row more than the limit. */
async function readSheet(file: Buffer, sheetName: string | undefined): Promise<ReadSheet> {
  const answer = await readInThread<Answer>({
    program: 'server/imports/reading-thread.mjs',
    bytes: () => Promise.resolve(file),
    limits: importLimits,
    sheetName: sheetName ?? null,
    failed(reason) {
      if (reason instanceof Error) return reason
      return invalid(
        reason === 'time'
          ? 'The file takes too long to read'
          : 'The file is too large to read. Keep only the rows to import, and try again.',
      )
    },
  })
  if ('refusal' in answer) throw invalid(answer.refusal)
  return answer
}
