/**
 * Exports of the exposure. The one-page PDF shows the main figures, the largest gaps, and the distribution of binding
 * amounts.
 */
import type { Company } from '#contract/company.ts'
import type { ExposedLoan, ExposureSlice } from '#contract/desk/exposure.ts'
import { formatCents, formatRate, formatShare, sumMoney, sumPercent } from '#domain/money.ts'
import {
  LetterPaper,
  lettersNote,
  paperWidth,
  type TextStyle,
} from '#server/export/letter-paper.ts'
import { actorOf, record } from '#server/audit/record.ts'
import { readSnapshot } from '#server/database/transactions.ts'
import { sendAttachment } from '#server/http/attachment.ts'
import type { Context } from '#server/http/mount.ts'
import {
  namedFigures,
  slicesByName,
  type ExportedExposure,
  exposureAsXlsx,
  maxExportedLoans,
} from './exposure-tables.ts'
import { listExposedLoans, readFigures } from './exposure.ts'

const maxPrintedLoans = 10
const maxPrintedSlices = 6

const small: TextStyle = { size: 7.5, ink: 'muted' }
const body: TextStyle = { size: 8 }
const strong: TextStyle = { size: 8, isBold: true }

async function exposureAsPdf(company: Company, exposure: ExportedExposure): Promise<Buffer> {
  const asOf = `${timeFormat().format(exposure.asOf)} UTC`
  const paper = await LetterPaper.begin({
    title: `Exposure as of ${asOf}`,
    created: exposure.asOf,
    texts: JSON.stringify([company, exposure]),
    footer: `${company.name} · Exposure · ${asOf}`,
  })
  paper.row([{ text: company.name, size: 10, isBold: true, ink: 'accent' }], 16)
  paper.rule('accent', 1.2)
  paper.skip(12)
  paper.row(
    [
      { text: 'Exposure', size: 18, isBold: true, ink: 'accent' },
      { text: `As of ${asOf}`, size: 9, ink: 'muted', right: paperWidth },
    ],
    26,
  )
  setFigures(paper, exposure)
  setLoans(paper, exposure)
  setSpreads(paper, exposure)
  if (paper.lacksLetters) paper.paragraph(lettersNote, small)
  return paper.finish()
}

const timeFormat = () =>
  new Intl.DateTimeFormat('en-US', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  })

function setFigures(paper: LetterPaper, { figures }: ExportedExposure): void {
  const named = namedFigures(figures)
  const width = paperWidth / named.length
  const place = (index: number) => ({ left: index * width + 8, width: width - 12 })
  paper.band(42)
  paper.skip(9)
  paper.row(
    named.map(({ name }, index) => ({ ...small, text: name, ...place(index) })),
    12,
  )
  const style: TextStyle = { size: 12, isBold: true }
  const texts = named.map(({ amount }) => formatCents(amount))
  const size = paper.sizeFor(texts, width - 12, style)
  paper.row(
    texts.map((text, index) => ({ ...style, size, text, ...place(index) })),
    32,
  )
}

const setHeading = (paper: LetterPaper, text: string) =>
  paper.row([{ text, size: 10.5, isBold: true, ink: 'accent' }], 16)

/** The right edges of the figure columns, measured from the left margin. */
const columns = { amount: 250, binding: 330, soft: 410, coverage: 440, gap: paperWidth }
const figureWidth = 76

function setLoans(paper: LetterPaper, { figures, loans }: ExportedExposure): void {
  const shown = loans.slice(0, maxPrintedLoans)
  const others = figures.offeredLoans - shown.length
  setHeading(
    paper,
    others > 0 ? `Largest gaps, ${shown.length} of ${figures.offeredLoans}` : 'Gaps',
  )
  const heads = [
    { text: 'Loan' },
    { text: 'Amount', right: columns.amount },
    { text: 'Binding', right: columns.binding },
    { text: 'Soft', right: columns.soft },
    { text: 'Total', right: columns.coverage },
    { text: 'Uncommitted', right: columns.gap },
  ]
  paper.row(
    heads.map((head) => ({ ...small, isBold: true, ...head })),
    11,
  )
  paper.rule('accent', 0.8)
  paper.skip(4)
  for (const loan of shown) setLoan(paper, loan)
  if (shown.length === 0) paper.row([{ ...body, text: 'No loan accepts commitments.' }], 13)
  paper.skip(8)
}

const setLoan = (paper: LetterPaper, loan: ExposedLoan) =>
  paper.row(
    [
      { ...body, text: paper.oneLine(loan.title, 164, body) },
      { ...body, text: formatCents(loan.amount), right: columns.amount, width: figureWidth },
      {
        ...body,
        text: formatCents(loan.bindingAmount),
        right: columns.binding,
        width: figureWidth,
      },
      { ...body, text: formatCents(loan.softAmount), right: columns.soft, width: figureWidth },
      { ...body, text: formatShare(loan.coveragePercentage), right: columns.coverage, width: 28 },
      { ...strong, text: formatCents(loan.uncommittedAmount), right: columns.gap, width: 62 },
    ],
    13,
  )

function setSpreads(paper: LetterPaper, { figures }: ExportedExposure): void {
  setHeading(paper, 'Concentration of binding amounts')
  paper.paragraph(`${formatCents(figures.concentratedAmount)} on offered and funded loans.`, small)
  paper.skip(4)
  const spreads = slicesByName(figures).map(([name, slices]) => ({
    name,
    rows: fewest(slices),
  }))
  for (let index = 0; index < spreads.length; index += 2)
    setPair(paper, spreads.slice(index, index + 2))
}

interface Spread {
  name: string
  rows: string[][]
}

const half = paperWidth / 2

function setPair(paper: LetterPaper, pair: Spread[]): void {
  const left = (place: number) => place * (half + 8)
  const width = half - 8
  paper.row(
    pair.map(({ name }, place) => ({ ...small, isBold: true, text: name, left: left(place) })),
    11,
  )
  paper.rule('hairline', 0.6)
  paper.skip(3)
  const deepest = Math.max(...pair.map(({ rows }) => rows.length))
  for (let line = 0; line < deepest; line += 1)
    paper.row(
      pair.flatMap(({ rows }, place) => {
        const [name = '', amount = '', share = ''] = rows[line] ?? []
        const end = left(place) + width
        return [
          { ...body, text: paper.oneLine(name, width - 130, body), left: left(place) },
          { ...body, text: amount, right: end - 38, width: 88 },
          { ...body, text: share, right: end },
        ]
      }),
      11.5,
    )
  paper.skip(5)
}

function fewest(slices: ExposureSlice[]): string[][] {
  const shown = slices.length > maxPrintedSlices ? slices.slice(0, maxPrintedSlices - 1) : slices
  const rows = shown.map(({ name, amount, percentage }) => [
    name,
    formatCents(amount),
    formatRate(percentage),
  ])
  if (shown.length === slices.length) return rows
  const others = slices.slice(shown.length)
  const amount = sumMoney(others.map((slice) => slice.amount))
  const share = sumPercent(others.map(({ percentage }) => percentage))
  return [...rows, ['All others', formatCents(amount), formatRate(share)]]
}

/** Records the export before its first byte is sent. A HEAD request returns no content, so it isn't recorded. */
export async function sendExposure(context: Context<'admin'>, format: 'xlsx' | 'pdf') {
  const { db, config, request, principal, reply } = context
  const isSheet = format === 'xlsx'
  const exposure = await readForExport(context, isSheet ? maxExportedLoans : maxPrintedLoans)
  const content = isSheet
    ? await exposureAsXlsx(exposure)
    : await exposureAsPdf(config.company, exposure)
  if (request.method !== 'HEAD')
    await record(db, actorOf(request, principal), {
      kind: 'bookExported',
      after: { scope: 'exposure', format },
    })
  const name = `Exposure ${exposure.asOf.toISOString().slice(0, 10)}`
  return sendAttachment(reply, { name, format, content })
}

/** Reads everything in one snapshot so that loans and figures are consistent. */
const readForExport = ({ db }: Context<'admin'>, maxLoans: number): Promise<ExportedExposure> =>
  readSnapshot(db, async (tx) => {
    const asOf = new Date()
    const figures = await readFigures(tx, asOf)
    const loans = await listExposedLoans(tx, { sort: '-gap', status: 'open' }, maxLoans)
    return { asOf, figures, loans }
  })
