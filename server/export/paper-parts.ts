/** Parts that signed papers share: the head, the band of figures, the rows of terms, and the proof. */
import { paperWidth, type LetterPaper, type TextStyle } from './letter-paper.ts'

export const paperMeasure = paperWidth * 0.86

export type PaperRows = readonly (readonly [label: string, value: string])[]

const atMost = (max: number, lines: string[]): string[] =>
  lines.length <= max ? lines : [...lines.slice(0, max - 1), `${lines[max - 1]} …`]

/** At most this many lines. The middle of the last one is left out, so that long names stay distinct. */
export function nameLines(
  paper: LetterPaper,
  name: string,
  { width, style, most }: { width: number; style: TextStyle; most: number },
): string[] {
  const lines = paper.lines(name, width, style)
  if (lines.length <= most) return lines
  const rest = lines.slice(most - 1).join(' ')
  return [...lines.slice(0, most - 1), paper.oneLine(rest, width, style)]
}

export function setPaperHead(
  paper: LetterPaper,
  { issuer, name, title, subtitle }: Record<'issuer' | 'name' | 'title' | 'subtitle', string>,
): void {
  paper.edge(8)
  const bold: TextStyle = { size: 12, isBold: true, ink: 'accent' }
  const [issuerLine = ''] = atMost(1, paper.lines(issuer, 300, bold))
  paper.row(
    [
      { ...bold, text: issuerLine },
      { text: name, size: 9.5, ink: 'muted', right: paperWidth },
    ],
    26,
  )
  paper.rule('hairline', 0.6)
  paper.skip(17)
  paper.row([{ text: title, size: 21, isBold: true }], 30)
  const muted: TextStyle = { size: 11, ink: 'muted' }
  for (const text of atMost(3, paper.lines(subtitle, paperMeasure, muted)))
    paper.row([{ ...muted, text }], 14)
  paper.skip(23)
}

export function setPaperFigures(paper: LetterPaper, figures: PaperRows): void {
  // An amount can reach nine trillion, so its column gets about half of the width.
  const widths = [0.2, 0.48, 0.32].map((part) => part * (paperWidth - 14))
  const place = (index: number) => ({
    left: 14 + widths.slice(0, index).reduce((sum, width) => sum + width, 0),
    width: (widths[index] ?? 0) - 10,
  })
  paper.band(54)
  paper.skip(13)
  paper.row(
    figures.map(([label], index) => ({
      ...{ text: label.toUpperCase(), size: 7, ink: 'muted' as const },
      ...place(index),
    })),
    12,
  )
  paper.row(
    figures.map(([, text], index) => ({
      ...{ text, size: 14, isBold: true, ink: 'accent' as const },
      ...place(index),
    })),
    49,
  )
}

/** The number of lines is limited so that even the longest values leave room for the proof. */
export function setPaperTerms(paper: LetterPaper, rows: PaperRows): void {
  const left = 128
  const style: TextStyle = { size: 9.5 }
  for (const [label, value] of rows) {
    const lines = atMost(
      label === 'Reason' ? 9 : 3,
      paper.lines(value, paperMeasure - left + 60, style),
    )
    lines.forEach((text, index) => {
      const named = index === 0 ? [{ text: label, size: 9, ink: 'muted' as const }] : []
      paper.row([...named, { ...style, text, left }], 13)
    })
    paper.skip(3)
    paper.rule('hairline', 0.5)
    paper.skip(5)
  }
}

export function setProof(
  paper: LetterPaper,
  { paperName, facts, addresses }: { paperName: string; facts: PaperRows; addresses: PaperRows },
): void {
  paper.skip(10)
  paper.row([{ text: 'Proof', size: 11.5, isBold: true, ink: 'accent' }], 17)
  paper.stroke(1.6)
  paper.skip(11)
  setPairs(paper, facts, { size: 8.5, isFixed: true })
  const note: TextStyle = { size: 8.5, ink: 'muted' }
  const attached = paper.lacksLetters
    ? `The attached JSON ${paperName} has every text in full, and the letters shown here as ?.`
    : `The ${paperName} is also attached as JSON, with every text in full.`
  const words = `This file is signed as a whole, so that one changed byte shows. Anyone can check it, without an account. ${attached}`
  for (const text of paper.lines(words, paperMeasure, note)) paper.row([{ ...note, text }], 12)
  paper.skip(6)
  setPairs(paper, addresses, { size: 8.5 })
}

function setPairs(paper: LetterPaper, rows: PaperRows, style: TextStyle): void {
  for (const [label, text] of rows)
    paper.row(
      [
        { text: label, size: style.size, ink: 'muted' },
        { ...style, text, left: 82 },
      ],
      14,
    )
  paper.skip(6)
}
