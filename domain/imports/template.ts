/** The file to begin with: the headers, and one exemplary row. */
import { importColumns, type ImportKind } from './columns.ts'

const field = (text: string) => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
const record = (texts: readonly string[]) => `${texts.map(field).join(',')}\r\n`

/** As CSV. The mark before it tells spreadsheets that it is UTF-8. */
export function templateOf(kind: ImportKind): string {
  const columns = importColumns[kind]
  return `\ufeff${record(columns.map(({ name }) => name))}${record(columns.map(({ example }) => example))}`
}
