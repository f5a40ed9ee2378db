import { importColumns, type ImportKind } from './columns.ts'

const field = (text: string) => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
const record = (texts: readonly string[]) => `${texts.map(field).join(',')}\r\n`

/** Returns CSV. The byte order mark lets spreadsheets recognize UTF-8. */
export function templateOf(kind: ImportKind): string {
  const columns = importColumns[kind]
  return `\ufeff${record(columns.map(({ name }) => name))}${record(columns.map(({ example }) => example))}`
}
