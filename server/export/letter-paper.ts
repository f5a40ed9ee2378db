/** US Letter pages in a PDF. Text, columns of figures, lines, and page numbers fill each page from top to bottom. */
import type { Color, PDFDocument, PDFFont, PDFPage } from '@cantoo/pdf-lib'
import { setImmediate as letOthersRun } from 'node:timers/promises'
import { embedBroadFonts } from './broad-fonts.ts'

const [pageWidth, pageHeight] = [612, 792]
const margin = 54
const bottom = 66
export const paperWidth = pageWidth - 2 * margin

export type Ink = 'black' | 'muted' | 'accent' | 'brass' | 'hairline' | 'tint'

export interface TextStyle {
  size: number
  isBold?: boolean
  /** True for a monospaced font, which makes strings easy to compare. The font has only Western European characters. */
  isFixed?: boolean
  ink?: Ink
}

/** Text in a row. It ends at `right` or starts at `left`. If it is wider than `width`, the font size is reduced. */
export interface RowText extends TextStyle {
  text: string
  left?: number
  right?: number
  width?: number
}

export interface PaperOptions {
  title: string
  /** The value of every date in the file. Fixed dates ensure that the same contents always produce the same bytes. */
  created: Date
  /** Printed at the bottom of every page, before the page number. Without a footer, pages aren't numbered. */
  footer?: string
  /** All text that will be printed. It determines whether a font with non-Western characters is needed. */
  texts: string
}

export interface Attachment {
  name: string
  bytes: Buffer
  mimeType: string
  description: string
}

interface Weights {
  plain: PDFFont
  bold: PDFFont
}

interface Fonts extends Weights {
  fixed: PDFFont
  broad: Weights | null
}

/** The characters of Windows-1252, all of which are in the standard PDF fonts. */
const ownLetters = /^[\s -~\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/u

export const lettersNote = 'Letters that the fonts of this file lack are shown as ?.'

export class LetterPaper {
  #y = pageHeight - margin
  #page: PDFPage
  readonly #inks: Record<Ink, Color>
  readonly #letters = new Map<PDFFont, Set<number>>()
  #lacksLetters = false
  #repeated: (() => void) | null = null
  #across: string | null = null

  private constructor(
    private readonly document: PDFDocument,
    private readonly fonts: Fonts,
    private readonly options: PaperOptions,
    rgb: (red: number, green: number, blue: number) => Color,
  ) {
    this.#inks = {
      black: rgb(0.11, 0.17, 0.19),
      muted: rgb(0.37, 0.43, 0.45),
      accent: rgb(0.06, 0.3, 0.31),
      brass: rgb(0.66, 0.47, 0.17),
      hairline: rgb(0.83, 0.86, 0.86),
      tint: rgb(0.945, 0.965, 0.96),
    }
    this.#page = document.addPage([pageWidth, pageHeight])
  }

  static async begin(options: PaperOptions): Promise<LetterPaper> {
    const { title, created, texts } = options
    const { PDFDocument, StandardFonts, rgb } = await import('@cantoo/pdf-lib')
    const document = await PDFDocument.create()
    document.setTitle(title, { showInWindowTitleBar: true })
    document.setLanguage('en-US')
    document.setProducer('Paripassu')
    document.setCreator('Paripassu')
    document.setCreationDate(created)
    document.setModificationDate(created)
    const [plain, bold, fixed, broad] = await Promise.all([
      document.embedFont(StandardFonts.Helvetica),
      document.embedFont(StandardFonts.HelveticaBold),
      document.embedFont(StandardFonts.Courier),
      ownLetters.test(texts.normalize('NFC')) ? null : embedBroadFonts(document),
    ])
    return new LetterPaper(document, { plain, bold, fixed, broad }, options, rgb)
  }

  async attach({ name, bytes, ...about }: Attachment): Promise<void> {
    const { AFRelationship } = await import('@cantoo/pdf-lib')
    const { created } = this.options
    await this.document.attach(bytes, name, {
      ...about,
      creationDate: created,
      modificationDate: created,
      afRelationship: AFRelationship.Data,
    })
  }

  /** True if a character missing from the fonts was replaced by `?`. */
  get lacksLetters(): boolean {
    return this.#lacksLetters
  }

  skip(height: number): void {
    this.#y -= height
  }

  need(height: number): void {
    if (this.#y - height >= bottom) return
    this.#page = this.document.addPage([pageWidth, pageHeight])
    this.#y = pageHeight - margin
    this.#repeated?.()
  }

  repeat(set: (() => void) | null): void {
    this.#repeated = set
    set?.()
  }

  row(texts: readonly RowText[], height: number): void {
    const largest = Math.max(...texts.map(({ size }) => size))
    for (const text of texts) this.#place(text, largest)
    this.#y -= height
  }

  paragraph(text: string, style: TextStyle & { width?: number; left?: number }): void {
    const { width = paperWidth, left = 0, size } = style
    const height = size * 1.4
    for (const line of this.lines(text, width, style)) {
      this.need(height)
      this.row([{ ...style, text: line, left }], height)
    }
  }

  lines(text: string, width: number, style: TextStyle): string[] {
    const lines: string[] = []
    let line = ''
    for (const part of this.#printable(text, style)
      .split(' ')
      .flatMap((word) => this.#cut(word, width, style))) {
      const longer = line ? `${line} ${part}` : part
      if (line && this.#widthOf(longer, style) > width) {
        lines.push(line)
        line = part
      } else line = longer
    }
    return [...lines, line]
  }

  /** Adds one line. If the text is too wide, an ellipsis replaces its middle so that long names stay distinct. */
  oneLine(text: string, width: number, style: TextStyle): string {
    const letters = Array.from(this.#printable(text, style))
    for (let kept = letters.length; kept > 0; kept -= 1) {
      const head = letters.slice(0, Math.ceil(kept / 2)).join('')
      const tail = letters.slice(letters.length - Math.floor(kept / 2)).join('')
      const line = kept === letters.length ? head + tail : `${head.trimEnd()}…${tail.trimStart()}`
      if (this.#widthOf(line, style) <= width) return line
    }
    return '…'
  }

  /** Adds at most this many lines. If the text is longer, the last line ends with an ellipsis. */
  firstLines(text: string, width: number, style: TextStyle, most: number): string[] {
    const lines = this.lines(text, width, style)
    if (lines.length <= most) return lines
    let last = lines[most - 1] ?? ''
    while (this.#widthOf(`${last}…`, style) > width) last = last.slice(0, -1).trimEnd()
    return [...lines.slice(0, most - 1), `${last}…`]
  }

  /** The largest font size, up to the style's size, at which all of these strings fit into the width. */
  sizeFor(texts: readonly string[], width: number, style: TextStyle): number {
    const widest = Math.max(
      ...texts.map((text) => this.#widthOf(this.#printable(text, style), style)),
    )
    return Math.min(style.size, (style.size * width) / widest)
  }

  rule(ink: Ink, thickness: number, { left = 0, width = paperWidth } = {}): void {
    this.#page.drawLine({
      start: { x: margin + left, y: this.#y },
      end: { x: margin + left + width, y: this.#y },
      thickness,
      color: this.#inks[ink],
    })
  }

  band(height: number): void {
    this.#fill('tint', margin, this.#y, paperWidth, height)
  }

  stroke(thickness: number): void {
    this.#fill('brass', margin, this.#y, 26, thickness)
    this.#y -= thickness
  }

  edge(height: number): void {
    this.#fill('accent', 0, pageHeight, pageWidth, height)
    this.#fill('brass', margin, pageHeight, 64, height)
  }

  /** Prints a word across every page when the file is finished, such as "SUPERSEDED". */
  across(text: string): void {
    this.#across = text
  }

  /** Await this method regularly so that a long document doesn't block other requests. */
  async rest(): Promise<void> {
    await letOthersRun()
  }

  /**
   * Returns the finished file, with a footer on every page. With `isUnpacked`, the file stays uncompressed so that a
   * signature can be appended.
   */
  async finish({ isUnpacked = false } = {}): Promise<Buffer> {
    const { footer } = this.options
    if (footer !== undefined) this.#setFooters(footer)
    if (this.#across !== null) await this.#setAcross(this.#across)
    return Buffer.from(await this.document.save({ useObjectStreams: !isUnpacked }))
  }

  #setFooters(text: string): void {
    const pages = this.document.getPages()
    pages.forEach((page, index) => {
      this.#page = page
      this.#y = 50
      this.rule('hairline', 0.6)
      this.#y = 46
      const style = { size: 7.5, ink: 'muted' } as const
      const [footer = ''] = this.firstLines(text, paperWidth - 80, style, 1)
      const number = `Page ${index + 1} of ${pages.length}`
      this.row(
        [
          { ...style, text: footer },
          { ...style, text: number, right: paperWidth },
        ],
        0,
      )
    })
  }

  async #setAcross(text: string): Promise<void> {
    const { degrees } = await import('@cantoo/pdf-lib')
    const font = this.fonts.bold
    const size = (620 / font.widthOfTextAtSize(text, 1)) * 0.9
    for (const page of this.document.getPages())
      page.drawText(text, {
        ...{ x: 120, y: 150, size, font, rotate: degrees(52) },
        ...{ color: this.#inks.brass, opacity: 0.28 },
      })
  }

  #fill(ink: Ink, x: number, top: number, width: number, height: number): void {
    this.#page.drawRectangle({ x, y: top - height, width, height, color: this.#inks[ink] })
  }

  #place({ text, left = 0, right, width = paperWidth, ...style }: RowText, above: number): void {
    const printed = this.#printable(text, style)
    const isTooWide = this.#widthOf(printed, style) / width
    const size = isTooWide > 1 ? style.size / isTooWide : style.size
    const start = right === undefined ? left : right - this.#widthOf(printed, { ...style, size })
    this.#page.drawText(printed, {
      x: margin + start,
      y: this.#y - above,
      size,
      font: this.#fontOf(printed, style),
      color: this.#inks[style.ink ?? 'black'],
    })
  }

  #widthOf(printed: string, style: TextStyle): number {
    return this.#fontOf(printed, style).widthOfTextAtSize(printed, style.size)
  }

  /** Uses one font for the entire string so that its characters look alike. Uses the larger font only if necessary. */
  #fontOf(text: string, { isBold, isFixed }: TextStyle): PDFFont {
    const weight = isBold ? 'bold' : 'plain'
    if (isFixed) return this.fonts.fixed
    const { broad } = this.fonts
    return broad && !ownLetters.test(text) ? broad[weight] : this.fonts[weight]
  }

  #cut(word: string, width: number, style: TextStyle): string[] {
    if (this.#widthOf(word, style) <= width) return [word]
    const parts: string[] = []
    for (const letter of word) {
      const longer = `${parts.at(-1) ?? ''}${letter}`
      if (parts.length > 0 && this.#widthOf(longer, style) <= width)
        parts[parts.length - 1] = longer
      else parts.push(letter)
    }
    return parts
  }

  /**
   * Replaces characters missing from the font. Accented letters become their base letters, and all other characters
   * become `?`.
   */
  #printable(text: string, style: TextStyle): string {
    const composed = text.normalize('NFC').replaceAll(/\s+/gu, ' ')
    // Most strings need no further check, because every font has these characters.
    if (/^[ -~]*$/.test(composed)) return composed
    const font = this.#fontOf(composed, style)
    return composed.replaceAll(/./gu, (letter) => {
      if (this.#has(font, letter)) return letter
      const base = letter.normalize('NFKD').replaceAll(/\p{Mark}/gu, '')
      return base.replaceAll(/./gu, (each) => {
        if (this.#has(font, each)) return each
        this.#lacksLetters = true
        return '?'
      })
    })
  }

  #has(font: PDFFont, letter: string): boolean {
    const letters = this.#letters.get(font) ?? new Set(font.getCharacterSet())
    this.#letters.set(font, letters)
    return letters.has(letter.codePointAt(0) ?? 0)
  }
}
