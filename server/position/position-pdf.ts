/** A lender's position as a PDF statement that can be printed, filed, or sent to an auditor. */
import { formatDay, utcDay } from '#domain/days.ts'
import type { Company } from '#contract/company.ts'
import { exactRate } from '#domain/loans/credit/note-rate.ts'
import { formatTerm, loanStatusLabels } from '#domain/loans/statuses.ts'
import {
  formatCents,
  formatExactRate,
  formatRate,
  formatShare,
  isAboveZero,
} from '#domain/money.ts'
import { fullName, notAvailable } from '#domain/texts.ts'
import {
  LetterPaper,
  lettersNote,
  paperWidth,
  type RowText,
  type TextStyle,
} from '#server/export/letter-paper.ts'
import type { Holding, OwnPosition } from './position.ts'

export interface StatementParts {
  company: Company
  lender: { firstName: string; lastName: string; email: string; companyName: string | null }
  position: OwnPosition
}

export async function positionAsPdf(parts: StatementParts): Promise<Buffer> {
  const { company, lender, position } = parts
  const paper = await LetterPaper.begin({
    title: `Statement of Position: ${fullName(lender)}`,
    created: position.asOf,
    texts: JSON.stringify(parts),
    footer: `${company.name} · Statement of Position · ${fullName(lender)} · ${day(position.asOf)}`,
  })
  setHead(paper, parts)
  setFigures(paper, position)
  await setHoldings(paper, position)
  setMaturities(paper, position)
  setNotes(paper)
  return paper.finish()
}

const small: TextStyle = { size: 8, ink: 'muted' }
const body: TextStyle = { size: 9 }
const strong: TextStyle = { size: 9, isBold: true }

/** The right edges of the figure columns, measured from the left margin. */
const columns = { rate: 282, maturity: 352, share: 394, amount: paperWidth }
const amountWidth = columns.amount - columns.share - 6
const titleWidth = 232

function setHead(paper: LetterPaper, { company, lender, position }: StatementParts): void {
  paper.row([{ text: company.name, size: 11, isBold: true, ink: 'accent' }], 16)
  const contact = [company.address, company.phone, company.email].join(' · ')
  paper.paragraph(contact, small)
  paper.skip(6)
  paper.rule('accent', 1.2)
  paper.skip(22)
  paper.row([{ text: 'Statement of Position', size: 20, isBold: true, ink: 'accent' }], 34)
  const half = paperWidth / 2
  paper.row(
    [
      { ...small, text: 'Lender' },
      { ...small, text: 'As of', left: half },
    ],
    12,
  )
  const name: TextStyle = { size: 11, isBold: true }
  paper.row(
    [
      { ...name, text: fullName(lender), width: half - 12 },
      { ...name, text: longDay(position.asOf), left: half },
    ],
    15,
  )
  const detail: TextStyle = { ...body, ink: 'muted' }
  const { companyName, email } = lender
  const ofLender = [
    ...(companyName === null ? [] : paper.lines(companyName, half - 12, detail)),
    email,
  ]
  ofLender.forEach((text, index) => {
    const time = index === 0 ? [{ ...detail, text: clock(position.asOf), left: half }] : []
    paper.row([{ ...detail, text, width: half - 12 }, ...time], 13)
  })
  paper.skip(13)
}

function setFigures(paper: LetterPaper, { totals }: OwnPosition): void {
  const figures = [
    ['Binding', formatCents(totals.bindingAmount)],
    ['Soft, not binding', formatCents(totals.softAmount)],
    ['Annual interest', formatCents(totals.annualInterest)],
    ['Weighted rate', totals.weightedRate ? formatRate(totals.weightedRate) : notAvailable],
  ] as const
  const width = paperWidth / figures.length
  const place = (index: number) => ({ left: index * width + 12, width: width - 16 })
  paper.band(48)
  paper.skip(10)
  paper.row(
    figures.map(([label], index) => ({ ...small, text: label, ...place(index) })),
    13,
  )
  const style: TextStyle = { size: 13, isBold: true }
  const texts = figures.map(([, text]) => text)
  const size = paper.sizeFor(texts, width - 16, style)
  paper.row(
    texts.map((text, index) => ({ ...style, size, text, ...place(index) })),
    43,
  )
}

const setHeading = (paper: LetterPaper, text: string) => {
  paper.row([{ text, size: 11.5, isBold: true, ink: 'accent' }], 20)
}

async function setHoldings(paper: LetterPaper, { holdings, totals }: OwnPosition): Promise<void> {
  setHeading(paper, 'Commitments by loan')
  if (holdings.length === 0) {
    paper.paragraph('There are no active commitments.', body)
    return
  }
  paper.repeat(() =>
    setColumnHeads(paper, [
      { text: 'Loan' },
      { text: 'Rate', right: columns.rate },
      { text: 'Maturity', right: columns.maturity },
      { text: 'Share', right: columns.share },
      { text: 'Amount', right: columns.amount },
    ]),
  )
  for (const holding of holdings) {
    setHolding(paper, holding)
    await paper.rest()
  }
  paper.need(56)
  paper.rule('accent', 0.9)
  paper.skip(5)
  const total = (label: string, amount: string, rate?: string) =>
    paper.row(
      [
        { ...strong, text: label },
        { ...strong, text: rate ?? '', right: columns.rate },
        { ...strong, text: amount, right: columns.amount, width: amountWidth },
      ],
      15,
    )
  total(
    'Total binding',
    formatCents(totals.bindingAmount),
    totals.weightedRate ? formatRate(totals.weightedRate) : undefined,
  )
  total('Total soft, not binding', formatCents(totals.softAmount))
  total('Annual interest on binding', formatCents(totals.annualInterest))
  paper.repeat(null)
}

function setColumnHeads(paper: LetterPaper, heads: Pick<RowText, 'text' | 'right'>[]): void {
  paper.row(
    heads.map((head) => ({ size: 8, isBold: true, ink: 'muted', ...head })),
    13,
  )
  paper.rule('accent', 0.9)
  paper.skip(6)
}

function setHolding(paper: LetterPaper, { loan, maturity, lines }: Holding): void {
  const [first = '', ...further] = paper.lines(loan.title, titleWidth, strong)
  // A loan must be on the same page as its first commitment.
  paper.need(13 * (further.length + 3))
  paper.row(
    [
      { ...strong, text: first },
      { ...body, text: formatExactRate(exactRate(loan)), right: columns.rate },
      { ...body, text: maturity ? formatDay(maturity) : 'Not set', right: columns.maturity },
    ],
    13,
  )
  for (const text of further) paper.row([{ ...strong, text }], 13)
  const about = [loan.borrowerName, loanStatusLabels[loan.status], formatTerm(loan.term)]
  paper.row([{ ...small, text: about.join(' · ') }], 13)
  for (const line of lines) {
    paper.need(13)
    const kind = line.isSoftCommit ? 'Soft' : 'Binding'
    paper.row(
      [
        { ...body, text: `${kind}, made ${day(new Date(line.createdAt))}`, left: 10 },
        { ...body, text: formatShare(line.percentage), right: columns.share },
        { ...body, text: formatCents(line.amount), right: columns.amount, width: amountWidth },
      ],
      13,
    )
  }
  paper.skip(3)
  paper.rule('hairline', 0.5)
  paper.skip(6)
}

function setMaturities(paper: LetterPaper, { maturities, totals }: OwnPosition): void {
  if (maturities.length === 0) return
  paper.skip(14)
  paper.need(20 + 19 + 15 * Math.min(maturities.length + 1, 4))
  setHeading(paper, 'Maturity of binding amounts')
  paper.repeat(() =>
    setColumnHeads(paper, [
      { text: 'Quarter' },
      { text: 'Share', right: columns.share },
      { text: 'Amount', right: columns.amount },
    ]),
  )
  for (const { name, percentage, amount, estimatedAmount } of maturities) {
    paper.need(15)
    const isEstimate = estimatedAmount === amount
    const estimate = isEstimate ? 'estimated' : `${formatCents(estimatedAmount)} estimated`
    paper.row(
      [
        { ...body, text: isAboveZero(estimatedAmount) ? `${name}, ${estimate}` : name },
        { ...body, text: formatRate(percentage), right: columns.share },
        { ...body, text: formatCents(amount), right: columns.amount, width: amountWidth },
      ],
      15,
    )
  }
  paper.need(20)
  paper.rule('accent', 0.9)
  paper.skip(5)
  const sum = formatCents(totals.bindingAmount)
  paper.row(
    [
      { ...strong, text: 'Total binding' },
      { ...strong, text: sum, right: columns.amount, width: amountWidth },
    ],
    15,
  )
  paper.repeat(null)
}

const notes = [
  'Soft commitments are indications. They bind nobody, and no total of binding amounts includes them.',
  "The weighted rate is the mean of the loans' note rates, weighted by binding amount. Annual interest is one year's simple interest on the binding amounts at those rates, before fees and taxes.",
  'A loan matures when its term has run from the day it was funded. Until it is funded its maturity is not set, and its quarter is estimated as if it closed on its planned closing date or, without one, on the day of this statement. All dates and times are UTC.',
]

function setNotes(paper: LetterPaper): void {
  paper.skip(16)
  paper.need(70)
  for (const note of [...notes, ...(paper.lacksLetters ? [lettersNote] : [])]) {
    paper.paragraph(note, small)
    paper.skip(3)
  }
}

const inUtc = (time: Date, style: Intl.DateTimeFormatOptions) =>
  time.toLocaleString('en-US', { ...style, timeZone: 'UTC' })
const day = (time: Date) => formatDay(utcDay(time))
const longDay = (time: Date) => inUtc(time, { dateStyle: 'long' })
const clock = (time: Date) => `${inUtc(time, { timeStyle: 'short' })} UTC`
