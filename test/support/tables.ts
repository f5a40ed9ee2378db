/** Reads a document's tables and fills in the test files that cover each row. */
import type { BoundTest } from './bound-tests.ts'

const cellBorder = /(?<!\\)\|/

export function rowsOfTables(document: string, firstHeading: string): string[][] {
  return tableLines(document, firstHeading).map(({ cells }) => cells)
}

function tableLines(document: string, firstHeading: string) {
  let isWanted = false
  const lines = document.split('\n')
  return lines.flatMap((line, index) => {
    if (!line.startsWith('|')) return []
    const [, ...rest] = line.split(cellBorder)
    const cells = rest.slice(0, -1).map((cell) => cell.replaceAll('\\|', '|').trim())
    const [first = ''] = cells
    if (/^-+$/.test(first)) return []
    if (lines[index + 1]?.startsWith('| ---')) isWanted = first === firstHeading
    else if (isWanted) return [{ index, line, cells }]
    return []
  })
}

/** Returns the document with each row's test files in its last column, or “—” if there are none. */
export function withFiles(
  document: string,
  firstHeading: string,
  bound: (BoundTest & { file: string })[],
): string {
  const lines = document.split('\n')
  for (const { index, line, cells } of tableLines(document, firstHeading)) {
    const files = bound.filter(({ id }) => id === cells[0]).map(({ file }) => `\`${file}\``)
    const names = [...new Set(files)].toSorted().join('<br>') || '—'
    lines[index] = line.replace(/(?<=.*\| )[^|]* \|$/, () => `${names} |`)
  }
  return lines.join('\n')
}
