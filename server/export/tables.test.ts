import { security } from '#test/support/requirements.ts'
import { readWorkbook } from '#test/support/workbook.ts'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvRecord, escapeFormulaInCsv, tableAsCsv, tableAsSheet, type Column } from './tables.ts'
import { writeWorkbook } from './workbook.ts'

/**
 * Parses a line as spreadsheets do. A quote starts quoted text only at the beginning of a cell, although some
 * spreadsheets skip spaces before it. Two quotes in quoted text represent one.
 */
function cellsOf(text: string, separator: string, { passesSpaces }: { passesSpaces: boolean }) {
  const cells: string[] = []
  let at = 0
  while (at < text.length) {
    let cell = ''
    const opening = passesSpaces ? /[ ]*"/y : /"/y
    opening.lastIndex = at
    if (opening.test(text)) {
      at = opening.lastIndex
      for (; at < text.length; at += 1) {
        if (text[at] === '"' && text[(at += 1)] !== '"') break
        cell += text[at] ?? ''
      }
    }
    for (; at < text.length && !`${separator}\r\n`.includes(text[at] ?? ''); at += 1)
      cell += text[at]
    cells.push(cell)
    at += 1
  }
  return cells
}

const formula = /^\s*[=+\-@＝＋－＠]/
const fields = fc.array(
  fc.string({ unit: fc.constantFrom(...`;;,\t\r\n""  ==+-@＝'x1`.split('')), maxLength: 12 }),
  { minLength: 1, maxLength: 4 },
)
const recordOf = (texts: string[]) => csvRecord(texts.map(escapeFormulaInCsv))

describe('table rows with user-supplied text', () => {
  it.each([
    ['commas', ','],
    ['semicolons', ';'],
    ['tabs', '\t'],
  ])('escapes possible formulas when cells are separated by %s', (_what, separator) => {
    security('1.3.3')
    const holds = (texts: string[], passesSpaces: boolean) => {
      for (const cell of cellsOf(recordOf(texts), separator, { passesSpaces }))
        expect(cell).not.toMatch(formula)
    }
    fc.assert(fc.property(fields, fc.boolean(), holds), {
      numRuns: 5_000,
      examples: [
        [['a,b', 'x;"=1+1;y'], false],
        [['a', 'x;" "=1+1'], true],
        [['x\t"\t=1+1', '\r\n"@SUM(1)'], false],
      ],
    })
  })

  it('quickly exports text with many line breaks', () => {
    const text = `a${'\n'.repeat(300_000)}b`
    expect(escapeFormulaInCsv(text)).toBe(text)
  })

  it('exports comma-separated cells that can be read back unchanged', () => {
    const holds = (texts: string[]) => {
      const harmless = texts.map(escapeFormulaInCsv)
      const record = csvRecord(harmless).slice(0, -2)
      // If the last cell in a row is empty, the line ends with a comma.
      const read = cellsOf(record, ',', { passesSpaces: false })
      expect(record === '' || record.endsWith(',') ? [...read, ''] : read).toEqual(harmless)
    }
    fc.assert(fc.property(fields, holds), { numRuns: 5_000 })
  })

  it("exports text unchanged if it can't start a formula", () => {
    for (const text of ['Cole; Reyes', 'O"Hara', 'a-b', '7.25 %', '"x" = 1', 'Müller, née 🏗'])
      expect(escapeFormulaInCsv(text)).toBe(text)
  })
})

it('exports text unchanged to a workbook, and adds an apostrophe before formulas in CSV', async () => {
  const columns: Column<string>[] = [
    { header: 'Title', kind: 'text', width: 10, read: (row) => row },
  ]
  const titles = ['-5% discount', '=HYPERLINK("http://x","y")', "'quoted", '@x', '+1']
  const bytes = await writeWorkbook([tableAsSheet('Loans', columns, titles)], {})
  const [sheet] = await readWorkbook(bytes)
  expect(sheet?.rows.slice(1)).toEqual(titles.map((title) => [title]))
  expect(tableAsCsv(columns, ['-5% discount'], []).toString()).toContain("'-5% discount")
})
