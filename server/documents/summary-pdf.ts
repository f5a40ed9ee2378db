/** Creates a loan's summary as a one-page PDF, to print or forward. Long text is truncated to fit on the page. */
import type { Company } from '#contract/company.ts'
import type { Loan } from '#contract/loans/shapes.ts'
import { formatMoment } from '#domain/days.ts'
import { loanFieldLabel } from '#domain/loans/field-texts.ts'
import { loanStatusLabels } from '#domain/loans/statuses.ts'
import { LetterPaper, paperWidth, type TextStyle } from '#server/export/letter-paper.ts'
import {
  capitalAndProperty,
  fundingOf,
  leadingFigures,
  longFields,
  structureOf,
  type NamedValue,
} from './summary-figures.ts'

export interface SummaryParts {
  company: Company
  loan: Loan
  documents: string[]
  asOf: Date
}

const small: TextStyle = { size: 7.5, ink: 'muted' }
const body: TextStyle = { size: 8.5 }
const strong: TextStyle = { size: 8.5, isBold: true }

export async function summaryAsPdf(parts: SummaryParts): Promise<Buffer> {
  const { company, loan, documents, asOf } = parts
  const as = `As of ${formatMoment(asOf.toISOString())}`
  const paper = await LetterPaper.begin({
    title: `Loan Summary: ${loan.title}`,
    created: asOf,
    texts: JSON.stringify(parts),
    footer: `${company.name} · Loan Summary · ${as}`,
  })
  setHead(paper, parts, as)
  setStrip(paper, loan)
  setPair(paper, {
    left: { name: 'Structure', rows: structureOf(loan) },
    right: { name: 'Capital and property', rows: capitalAndProperty(loan) },
  })
  setTexts(paper, loan)
  setHeading(paper, 'Funding')
  setRow(paper, fundingOf(loan))
  setDocuments(paper, documents)
  paper.paragraph(noteOf(paper), small)
  return paper.finish()
}

function setHead(paper: LetterPaper, { company, loan }: SummaryParts, as: string): void {
  const [name = ''] = paper.firstLines(company.name, 300, { size: 10, isBold: true }, 1)
  paper.row(
    [
      { text: name, size: 10, isBold: true, ink: 'accent' },
      { ...small, text: as, right: paperWidth, width: 190 },
    ],
    14,
  )
  const contact = [company.address, company.phone, company.email].join(' · ')
  for (const text of paper.firstLines(contact, paperWidth, small, 1))
    paper.row([{ ...small, text }], 11)
  paper.rule('accent', 1.2)
  paper.skip(12)
  const title: TextStyle = { size: 17, isBold: true, ink: 'accent' }
  for (const text of paper.firstLines(loan.title, paperWidth, title, 2))
    paper.row([{ ...title, text }], 20)
  const status = loan.isDraft ? 'Draft, not published' : loanStatusLabels[loan.status]
  const about = [status, loan.borrowerName, loan.propertyAddress].filter(Boolean).join(' · ')
  for (const text of paper.firstLines(about, paperWidth, body, 2))
    paper.row([{ ...body, ink: 'muted', text }], 12)
  paper.skip(5)
}

function setStrip(paper: LetterPaper, loan: Loan): void {
  const figures = leadingFigures(loan)
  const width = paperWidth / figures.length
  const place = (index: number) => ({ left: index * width + 8, width: width - 12 })
  paper.band(50)
  paper.skip(8)
  paper.row(
    figures.map(({ name }, index) => ({ ...small, text: name, ...place(index) })),
    11,
  )
  const style: TextStyle = { size: 13, isBold: true }
  const size = paper.sizeFor(
    figures.map(({ value }) => value),
    width - 12,
    style,
  )
  paper.row(
    figures.map(({ value, isWarning }, index) => ({
      ...style,
      ...(isWarning && { ink: 'brass' as const }),
      size,
      text: value,
      ...place(index),
    })),
    15,
  )
  paper.row(
    figures.map(({ note }, index) => ({
      ...small,
      text: paper.firstLines(note, width - 12, small, 1)[0] ?? '',
      ...place(index),
    })),
    25,
  )
}

const setHeading = (paper: LetterPaper, text: string) => {
  paper.row([{ text, size: 10, isBold: true, ink: 'accent' }], 13)
}

interface Column {
  name: string
  rows: NamedValue[]
}

const columnWidth = paperWidth / 2 - 9
const nameWidth = 92

function setPair(paper: LetterPaper, { left, right }: { left: Column; right: Column }): void {
  const columns = [left, right].map((column, place) => ({
    ...column,
    start: place * (columnWidth + 18),
  }))
  paper.row(
    columns.map(({ name, start }) => ({
      ...{ text: name, size: 10, isBold: true, ink: 'accent' as const },
      left: start,
    })),
    12,
  )
  paper.rule('hairline', 0.6)
  paper.skip(3)
  const longest = Math.max(left.rows.length, right.rows.length)
  for (let line = 0; line < longest; line += 1)
    paper.row(
      columns.flatMap(({ rows, start }) => {
        const row = rows[line]
        return row ? placed(paper, row, start, columnWidth) : []
      }),
      12,
    )
  paper.skip(7)
}

function placed(paper: LetterPaper, { name, value }: NamedValue, start: number, width: number) {
  const room = width - nameWidth
  const [text = ''] = paper.firstLines(value, room, strong, 1)
  return [
    { ...body, ink: 'muted' as const, text: name, left: start, width: nameWidth - 6 },
    { ...strong, text, left: start + nameWidth },
  ]
}

function setRow(paper: LetterPaper, values: NamedValue[]): void {
  const width = paperWidth / 3
  paper.rule('hairline', 0.6)
  paper.skip(3)
  paper.row(
    values.flatMap(({ name, value }, index) => [
      { ...small, text: name, left: index * width },
      { ...strong, text: value, left: index * width + 62, width: width - 66 },
    ]),
    19,
  )
}

const mostLines = { extensionOptions: 2, exit: 2, purpose: 2, summary: 6 }

function setTexts(paper: LetterPaper, loan: Loan): void {
  const texts = longFields.filter((field) => loan[field])
  for (const field of texts) {
    const width = paperWidth - nameWidth
    const lines = paper.firstLines(loan[field] ?? '', width, body, mostLines[field])
    lines.forEach((text, line) => {
      const name = line === 0 ? loanFieldLabel(field) : ''
      paper.row(
        [
          { ...body, ink: 'muted', text: name, width: nameWidth - 6 },
          { ...body, text, left: nameWidth },
        ],
        11,
      )
    })
    paper.skip(2)
  }
  if (texts.length > 0) paper.skip(5)
}

const mostDocuments = 12

function setDocuments(paper: LetterPaper, documents: string[]): void {
  setHeading(paper, documents.length === 1 ? '1 document' : `${documents.length} documents`)
  paper.rule('hairline', 0.6)
  paper.skip(3)
  const isCut = documents.length > mostDocuments
  const shown = isCut ? documents.slice(0, mostDocuments - 1) : documents
  const rest = documents.length - shown.length
  const names = isCut ? [...shown, `and ${rest} more`] : shown
  for (let line = 0; line < Math.ceil(names.length / 2); line += 1)
    paper.row(
      names.slice(line * 2, line * 2 + 2).map((name, place) => ({
        ...body,
        text: paper.firstLines(name, columnWidth, body, 1)[0] ?? '',
        left: place * (columnWidth + 18),
      })),
      11,
    )
  paper.skip(7)
}

const noteOf = (paper: LetterPaper) =>
  [
    'Ratios are computed from the figures of the loan: NOI divided by the amount and by one year of debt service. Nothing here is an offer or binds anybody.',
    paper.lacksLetters && 'Letters that the fonts of this file lack are shown as ?.',
  ]
    .filter(Boolean)
    .join(' ')
