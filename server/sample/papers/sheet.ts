/** Typesetting of the sample's PDFs: headings, paragraphs, figures and tables on letter pages. */
import {
  PDFDocument,
  StandardFonts,
  rgb,
  type Color,
  type PDFFont,
  type PDFPage,
} from '@cantoo/pdf-lib'

const [pageWidth, pageHeight] = [612, 792]
const margin = 54
const textWidth = pageWidth - 2 * margin
/** Narrower than the page: viewers without Helvetica substitute a font up to 15% wider. */
const measure = textWidth * 0.86
const footer = 62
const ink = rgb(0.11, 0.17, 0.19)
const muted = rgb(0.37, 0.43, 0.45)
const teal = rgb(0.06, 0.3, 0.31)
const brass = rgb(0.66, 0.47, 0.17)
const hairline = rgb(0.83, 0.86, 0.86)
const paleTeal = rgb(0.945, 0.965, 0.96)

export interface Column {
  title: string
  /** Fraction of the text's width; the fractions add up to 1. */
  width: number
  isRight?: boolean
}

export interface SheetHead {
  kind: string
  title: string
  subtitle: string
  /** All dates in the file, so that its bytes depend only on this. */
  date: Date
}

/** A document being built. Each part is placed below the previous one, on a new page if needed. */
export class Sheet {
  private page: PDFPage
  private y = 0

  private constructor(
    private readonly document: PDFDocument,
    private readonly fonts: { plain: PDFFont; bold: PDFFont },
    private readonly head: SheetHead,
  ) {
    this.page = document.addPage([pageWidth, pageHeight])
    this.setHead()
  }

  static async begin(head: SheetHead): Promise<Sheet> {
    const document = await PDFDocument.create()
    document.setTitle(`${head.kind}: ${head.title}`, { showInWindowTitleBar: true })
    document.setLanguage('en-US')
    document.setProducer('Paripassu')
    document.setCreator('Paripassu')
    document.setCreationDate(head.date)
    document.setModificationDate(head.date)
    const [plain, bold] = await Promise.all([
      document.embedFont(StandardFonts.Helvetica),
      document.embedFont(StandardFonts.HelveticaBold),
    ])
    return new Sheet(document, { plain, bold }, head)
  }

  /** Up to four figures side by side, in a tinted band. */
  figures(figures: readonly (readonly [label: string, value: string])[]): void {
    const height = 52
    this.need(height + 18)
    this.page.drawRectangle({
      x: margin,
      y: this.y - height,
      width: textWidth,
      height,
      color: paleTeal,
    })
    const width = textWidth / figures.length
    figures.forEach(([label, value], index) => {
      const x = margin + 14 + index * width
      this.text(label.toUpperCase(), x, this.y - 19, 7, { color: muted })
      this.text(value, x, this.y - 38, 14, { isBold: true, color: teal })
    })
    this.y -= height + 18
  }

  section(title: string): void {
    // Keeps a heading from standing alone at the bottom of a page.
    this.need(130)
    this.y -= 8
    this.text(title, margin, this.y - 11, 11.5, { isBold: true, color: teal })
    this.page.drawRectangle({ x: margin, y: this.y - 18, width: 26, height: 1.6, color: brass })
    this.y -= 30
  }

  paragraph(text: string, { isSmall = false } = {}): void {
    const [size, leading] = isSmall ? [7.5, 10.5] : [9.5, 14]
    for (const row of this.wrap(text, size, measure)) {
      this.need(leading)
      this.text(row, margin, this.y - size, size, { color: isSmall ? muted : ink })
      this.y -= leading
    }
    this.y -= 6
  }

  /** Label and value, a hairline below each pair. */
  terms(rows: readonly (readonly [label: string, value: string])[]): void {
    const labelWidth = 148
    for (const [label, value] of rows) {
      const lines = this.wrap(value, 9.5, measure - labelWidth)
      this.need(lines.length * 13.5 + 9)
      this.text(label, margin, this.y - 10, 9, { color: muted })
      lines.forEach((row, index) => {
        this.text(row, margin + labelWidth, this.y - 10 - index * 13.5, 9.5)
      })
      this.y -= lines.length * 13.5 + 4
      this.rule(hairline, 0.5)
      this.y -= 5
    }
    this.y -= 4
  }

  /** A table; with `hasTotal`, the last row is the total. */
  table(
    columns: readonly Column[],
    rows: readonly (readonly string[])[],
    { hasTotal = false } = {},
  ): void {
    const height = 17
    this.need(height * Math.min(rows.length + 1, 6) + 8)
    this.row(
      columns,
      columns.map((column) => column.title),
      { size: 8, color: muted, isBold: true },
    )
    this.rule(teal, 0.9)
    rows.forEach((row, index) => {
      const isTotal = hasTotal && index === rows.length - 1
      this.need(height)
      if (isTotal) this.rule(teal, 0.7)
      this.row(columns, row, { size: 9, color: ink, isBold: isTotal })
      if (!isTotal) this.rule(hairline, 0.4)
    })
    this.y -= 12
  }

  /** The finished file, with a footer on every page. */
  async finish(): Promise<Uint8Array> {
    const pages = this.document.getPages()
    pages.forEach((page, index) => {
      this.page = page
      this.y = 46
      this.rule(hairline, 0.6)
      this.text('Sample document. Property, parties and figures are fictional.', margin, 32, 7.5, {
        color: muted,
      })
      const count = `Page ${index + 1} of ${pages.length}`
      this.text(
        count,
        pageWidth - margin - this.fonts.plain.widthOfTextAtSize(count, 7.5),
        32,
        7.5,
        { color: muted },
      )
    })
    return this.document.save()
  }

  private setHead(): void {
    const { kind, title, subtitle, date } = this.head
    this.page.drawRectangle({ x: 0, y: pageHeight - 10, width: pageWidth, height: 10, color: teal })
    this.page.drawRectangle({ x: margin, y: pageHeight - 10, width: 64, height: 10, color: brass })
    this.text(kind.toUpperCase(), margin, pageHeight - 48, 8.5, { isBold: true, color: brass })
    const day = date.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
    const dayWidth = this.fonts.plain.widthOfTextAtSize(day, 8.5)
    this.text(day, pageWidth - margin - dayWidth, pageHeight - 48, 8.5, { color: muted })
    this.text(title, margin, pageHeight - 76, 20, { isBold: true, color: teal })
    this.text(subtitle, margin, pageHeight - 94, 9.5, { color: muted })
    this.y = pageHeight - 114
  }

  private row(
    columns: readonly Column[],
    cells: readonly string[],
    style: { size: number; color: Color; isBold: boolean },
  ): void {
    const font = style.isBold ? this.fonts.bold : this.fonts.plain
    let x = margin
    columns.forEach((column, index) => {
      const width = column.width * textWidth
      const cell = cells[index] ?? ''
      const shift = column.isRight ? width - font.widthOfTextAtSize(cell, style.size) - 2 : 0
      this.text(cell, x + shift, this.y - 11, style.size, style)
      x += width
    })
    this.y -= 17
  }

  private rule(color: Color, thickness: number): void {
    this.page.drawLine({
      start: { x: margin, y: this.y },
      end: { x: pageWidth - margin, y: this.y },
      thickness,
      color,
    })
  }

  private text(
    text: string,
    x: number,
    y: number,
    size: number,
    { isBold = false, color = ink }: { isBold?: boolean; color?: Color } = {},
  ): void {
    const font = isBold ? this.fonts.bold : this.fonts.plain
    this.page.drawText(text, { x, y, size, font, color })
  }

  private wrap(text: string, size: number, width: number): string[] {
    const rows: string[] = []
    let row = ''
    for (const word of text.split(' ')) {
      const longer = row ? `${row} ${word}` : word
      if (row && this.fonts.plain.widthOfTextAtSize(longer, size) > width) {
        rows.push(row)
        row = word
      } else row = longer
    }
    return row ? [...rows, row] : rows
  }

  /** Starts a new page if less than this height is left. */
  private need(height: number): void {
    if (this.y - height >= footer) return
    this.page = this.document.addPage([pageWidth, pageHeight])
    this.page.drawRectangle({ x: 0, y: pageHeight - 10, width: pageWidth, height: 10, color: teal })
    this.text(`${this.head.kind}: ${this.head.title}`, margin, pageHeight - 36, 8, { color: muted })
    this.y = pageHeight - 58
  }
}
