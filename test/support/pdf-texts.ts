import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFRawStream,
  decodePDFRawStream,
  type PDFObject,
  type PDFPage,
} from '@cantoo/pdf-lib'

/** Returns the strings on each page in drawing order. The file stores them as hexadecimal digits. */
export async function pdfTexts(bytes: Uint8Array): Promise<string[][]> {
  const document = await PDFDocument.load(bytes)
  return document.getPages().map((page) => {
    const contents = page.node.Contents()
    const streams = contents instanceof PDFArray ? contents.asArray() : [contents]
    const drawn = streams
      .map((stream) => textOf(document.context.lookup(stream)))
      .join('\n')
      .matchAll(/\/(\S+) [\d.]+ Tf|<([0-9a-f]*)> Tj/gi)
    const letters = lettersByFont(page)
    let font = ''
    return [...drawn].flatMap(([, chosen, digits]) => {
      font = chosen ?? font
      return digits === undefined ? [] : [decode(digits, letters.get(font))]
    })
  })
}

const textOf = (stream: PDFObject | undefined) =>
  stream instanceof PDFRawStream
    ? Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1')
    : ''

/** In an embedded font, each glyph is four digits. In any other font, the string is Latin-1. */
const decode = (digits: string, letters: Map<string, string> | undefined) =>
  letters
    ? (digits.match(/.{4}/g) ?? []).map((glyph) => letters.get(glyph.toLowerCase())).join('')
    : Buffer.from(digits, 'hex').toString('latin1')

/** Maps glyphs to letters for each embedded font. The fonts are identified by their names on the page. */
function lettersByFont(page: PDFPage): Map<string, Map<string, string>> {
  const fonts = page.node.Resources()?.lookup(PDFName.of('Font'), PDFDict)
  return new Map(
    (fonts?.entries() ?? []).flatMap(([name]) => {
      const map = fonts?.lookup(name, PDFDict).lookup(PDFName.of('ToUnicode'))
      if (!map) return []
      const pairs = [...textOf(map).matchAll(/<([0-9a-f]{4})> <([0-9a-f]+)>/gi)]
      const letters = pairs.map(([, glyph = '', units = '']): [string, string] => [
        glyph.toLowerCase(),
        Buffer.from(units, 'hex').swap16().toString('utf16le'),
      ])
      return [[name.decodeText(), new Map(letters)]]
    }),
  )
}
