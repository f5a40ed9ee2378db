/** Reads a bank's statement from a file: BAI2, camt.053, CSV, or a workbook. */
import { readBai2 } from '#domain/deal/statements/bai2.ts'
import { readCamt053 } from '#domain/deal/statements/camt053.ts'
import type { Statement } from '#domain/deal/statements/statement.ts'
import { hasStatementHeaders } from '#domain/deal/statements/table-columns.ts'
import { readStatementTable } from '#domain/deal/statements/table.ts'
import { invalid } from '#server/errors.ts'
import { readTable } from '#server/imports/read-file.ts'
import { parseElements } from './parse-xml.ts'

export async function readStatement(file: Buffer): Promise<Statement> {
  const start = decode(file.subarray(0, 200))
  if (/^\s*</.test(start)) return readCamt053(parseElements(decode(file)))
  if (/^\s*01,/.test(start)) return readBai2(decode(file))
  if (/^\s*(?:\{1:|:20:)/.test(start))
    throw invalid('This is an MT940 statement. Ask your bank for camt.053, BAI2 or CSV.')
  return readStatementTable(await readTable(file, { isHeader: hasStatementHeaders }))
}

/** Decodes UTF-16 with its mark, UTF-8, and everything else as Western European, as old systems of banks write it. */
function decode(file: Buffer): string {
  if (file[0] === 0xff && file[1] === 0xfe) return new TextDecoder('utf-16le').decode(file)
  if (file[0] === 0xfe && file[1] === 0xff) return new TextDecoder('utf-16be').decode(file)
  try {
    // The stream option accepts a character that is cut at the end.
    return new TextDecoder('utf-8', { fatal: true }).decode(file, { stream: true })
  } catch {
    return file.toString('latin1')
  }
}
