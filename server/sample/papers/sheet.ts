/** The parts of the sample's PDFs: headings, paragraphs, figures and tables on letter pages. */
import { LetterPaper, paperWidth, type Ink } from '#server/export/letter-paper.ts'

/** Narrower than the page: viewers without Helvetica substitute a font up to 15% wider. */
const measure = paperWidth * 0.86

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
  private constructor(private readonly paper: LetterPaper) {}

  static async begin({ kind, title, subtitle, date }: SheetHead): Promise<Sheet> {
    const paper = await LetterPaper.begin({
      title: `${kind}: ${title}`,
      created: date,
      footer: 'Sample document. Property, parties and figures are fictional.',
      // The sample has no letters beyond Western Europe.
      texts: '',
    })
    const day = date.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
    let isFirst = true
    paper.repeat(() => {
      paper.edge(10)
      if (!isFirst) {
        paper.row([{ text: `${kind}: ${title}`, size: 8, ink: 'muted' }], 20)
        return
      }
      isFirst = false
      paper.row(
        [
          { text: kind.toUpperCase(), size: 8.5, isBold: true, ink: 'brass' },
          { text: day, size: 8.5, ink: 'muted', right: paperWidth },
        ],
        16.5,
      )
      paper.row([{ text: title, size: 20, isBold: true, ink: 'accent' }], 28.5)
      paper.row([{ text: subtitle, size: 9.5, ink: 'muted' }], 29.5)
    })
    return new Sheet(paper)
  }

  /** Up to four figures side by side, in a tinted band. */
  figures(figures: readonly (readonly [label: string, value: string])[]): void {
    const width = paperWidth / figures.length
    const place = (index: number) => ({ left: 14 + index * width, width: width - 16 })
    this.paper.need(70)
    this.paper.band(52)
    this.paper.skip(12)
    this.paper.row(
      figures.map(([label], index) => ({
        ...{ text: label.toUpperCase(), size: 7, ink: 'muted' as const },
        ...place(index),
      })),
      12,
    )
    this.paper.row(
      figures.map(([, text], index) => ({
        ...{ text, size: 14, isBold: true, ink: 'accent' as const },
        ...place(index),
      })),
      46,
    )
  }

  section(title: string): void {
    // Keeps a heading from standing alone at the bottom of a page.
    this.paper.need(130)
    this.paper.skip(8)
    this.paper.row([{ text: title, size: 11.5, isBold: true, ink: 'accent' }], 16.4)
    this.paper.stroke(1.6)
    this.paper.skip(12)
  }

  paragraph(text: string, { isSmall = false } = {}): void {
    this.paper.paragraph(text, {
      size: isSmall ? 7.5 : 9.5,
      ink: isSmall ? 'muted' : 'black',
      width: measure,
    })
    this.paper.skip(6)
  }

  /** Label and value, a hairline below each pair. */
  terms(rows: readonly (readonly [label: string, value: string])[]): void {
    const left = 148
    const style = { size: 9.5 }
    for (const [label, value] of rows) {
      const lines = this.paper.lines(value, measure - left, style)
      this.paper.need(lines.length * 13.5 + 9)
      lines.forEach((text, index) => {
        const named = index === 0 ? [{ text: label, size: 9, ink: 'muted' as const }] : []
        this.paper.row([...named, { ...style, text, left }], 13.5)
      })
      this.paper.skip(4)
      this.paper.rule('hairline', 0.5)
      this.paper.skip(5)
    }
    this.paper.skip(4)
  }

  /** A table; with `hasTotal`, the last row is the total. */
  table(
    columns: readonly Column[],
    rows: readonly (readonly string[])[],
    { hasTotal = false } = {},
  ): void {
    this.paper.need(17 * Math.min(rows.length + 1, 6) + 8)
    const titles = columns.map(({ title }) => title)
    this.row(columns, titles, { size: 8, ink: 'muted', isBold: true })
    this.paper.rule('accent', 0.9)
    rows.forEach((row, index) => {
      const isTotal = hasTotal && index === rows.length - 1
      this.paper.need(17)
      if (isTotal) this.paper.rule('accent', 0.7)
      this.row(columns, row, { size: 9, isBold: isTotal })
      if (!isTotal) this.paper.rule('hairline', 0.4)
    })
    this.paper.skip(12)
  }

  /** The finished file, with a footer on every page. */
  finish(): Promise<Uint8Array> {
    return this.paper.finish()
  }

  private row(
    columns: readonly Column[],
    cells: readonly string[],
    style: { size: number; ink?: Ink; isBold: boolean },
  ): void {
    let end = 0
    const texts = columns.map(({ width, isRight }, index) => {
      const start = end
      end += width * paperWidth
      // A column of texts keeps its distance from one of figures before it.
      const left = columns[index - 1]?.isRight ? start + 10 : start
      const place = isRight ? { right: end - 2 } : { left }
      return { ...style, ...place, text: cells[index] ?? '', width: end - left }
    })
    this.paper.skip(11 - style.size)
    this.paper.row(texts, 6 + style.size)
  }
}
