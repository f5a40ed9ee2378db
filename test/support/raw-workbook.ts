/** Writes a workbook from the XML of its cells, with properties that our own exports don't have. */
import { makeZip } from 'client-zip'

interface RawSheet {
  name: string
  /** The XML inside `sheetData`. */
  rows: string
  state?: 'hidden' | 'veryHidden'
  /** The XML inside `cols`. */
  columns?: string
}

interface RawWorkbook {
  sheets: RawSheet[]
  /** The number formats. Cells refer to them by position, with `s="1"` for the first. */
  formats?: string[]
  /** The name of the part that lists the sheets. */
  mainPart?: string
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006'

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

const textCell = (reference: string, text: string) =>
  `<c r="${reference}" t="inlineStr"><is><t>${text}</t></is></c>`

/** A row of cells. Strings become text, and numbers have no style. */
export const rawRow = (row: number, values: (string | number)[], attributes = '') =>
  `<row r="${row}" ${attributes}>${values
    .map((value, column) => {
      const reference = `${String.fromCharCode(65 + column)}${row}`
      if (typeof value === 'number') return `<c r="${reference}"><v>${value}</v></c>`
      // A string that is already the XML of a cell is used unchanged.
      return value.startsWith('<c ') ? value : textCell(reference, value)
    })
    .join('')}</row>`

export async function rawWorkbook(given: RawWorkbook): Promise<Buffer> {
  const { sheets, formats = [], mainPart = 'xl/workbook.xml' } = given
  const folder = mainPart.split('/').slice(0, -1).join('/')
  const name = mainPart.split('/').at(-1) ?? ''
  const relationships = (entries: string[]) =>
    `<Relationships xmlns="${packaged}/relationships">${entries.join('')}</Relationships>`
  const parts: [string, string][] = [
    ['[Content_Types].xml', `<Types xmlns="${packaged}/content-types"/>`],
    [
      '_rels/.rels',
      relationships([
        `<Relationship Id="rId1" Type="${office}/officeDocument" Target="${mainPart}"/>`,
      ]),
    ],
    [
      mainPart,
      `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${sheets
        .map(
          (sheet, at) =>
            `<sheet name="${sheet.name}" sheetId="${at + 1}" state="${sheet.state ?? 'visible'}" r:id="rId${at + 1}"/>`,
        )
        .join('')}</sheets></workbook>`,
    ],
    [
      `${folder}/_rels/${name}.rels`,
      relationships([
        ...sheets.map(
          (_sheet, at) =>
            `<Relationship Id="rId${at + 1}" Type="${office}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
        ),
        `<Relationship Id="styles" Type="${office}/styles" Target="styles.xml"/>`,
      ]),
    ],
    [
      `${folder}/styles.xml`,
      `<styleSheet xmlns="${main}"><numFmts>${formats
        .map((format, at) => `<numFmt numFmtId="${164 + at}" formatCode="${escaped(format)}"/>`)
        .join('')}</numFmts><cellXfs><xf numFmtId="0"/>${formats
        .map((_format, at) => `<xf numFmtId="${164 + at}" applyNumberFormat="1"/>`)
        .join('')}</cellXfs></styleSheet>`,
    ],
    ...sheets.map((sheet, at): [string, string] => [
      `${folder}/worksheets/sheet${at + 1}.xml`,
      `<worksheet xmlns="${main}">${sheet.columns ? `<cols>${sheet.columns}</cols>` : ''}<sheetData>${sheet.rows}</sheetData></worksheet>`,
    ]),
  ]
  const zip = makeZip(parts.map(([part, input]) => ({ name: part, input })))
  return Buffer.from(await new Response(zip).arrayBuffer())
}
