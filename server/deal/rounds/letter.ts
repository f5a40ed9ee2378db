/** The letter of an offer: a page that a lender can file. It has no figure of another lender. */
import { mainName, personBehind } from '#domain/book/deal/holder-names.ts'
import { formatDay, formatMoment } from '#domain/days.ts'
import { exactRate } from '#domain/loans/credit/note-rate.ts'
import { formatTerm } from '#domain/loans/statuses.ts'
import {
  formatCents,
  formatExactRate,
  formatPart,
  formatShare,
  isAboveZero,
} from '#domain/money.ts'
import { dayAt } from '#domain/time-zone.ts'
import type { Company } from '#contract/company.ts'
import { actorOf, record } from '#server/audit/record.ts'
import {
  LetterPaper,
  lettersNote,
  paperWidth,
  type TextStyle,
} from '#server/export/letter-paper.ts'
import { sendAttachment } from '#server/http/attachment.ts'
import type { Context } from '#server/http/mount.ts'
import { findFullLoan, type LoanRow } from '#server/loans/read-loans.ts'
import { explanationOf, findOffer, type OwnOffer } from './own-offers.ts'

export async function sendLetter(context: Context<'viewer'>, id: string) {
  const { db, config, principal, request, reply } = context
  const offer = await findOffer(context, id)
  const loan = await findFullLoan(context, offer.loanId)
  const content = await letterAsPdf({ company: config.company, loan, offer })
  if (request.method !== 'HEAD')
    await record(db, actorOf(request, principal), {
      kind: 'letterDownloaded',
      loan: { id: loan.id, title: loan.title },
      object: { id: offer.id, name: mainName(offer) },
      after: { round: String(offer.round), format: 'pdf' },
    })
  const name = `Allocation letter ${loan.title} round ${offer.round}`
  return sendAttachment(reply, { name, format: 'pdf', content })
}

interface Parts {
  company: Company
  loan: LoanRow
  offer: OwnOffer
}

const small: TextStyle = { size: 8, ink: 'muted' }
const body: TextStyle = { size: 10 }
const strong: TextStyle = { size: 10, isBold: true }

async function letterAsPdf(parts: Parts): Promise<Buffer> {
  const { company, loan, offer } = parts
  const explanation = explanationOf(offer)
  const paper = await LetterPaper.begin({
    title: `Allocation Letter: ${loan.title}`,
    created: new Date(offer.publishedAt),
    texts: JSON.stringify([parts, explanation]),
    footer: `Allocation Letter, round ${offer.round} · ${company.name} · ${loan.title}`,
  })
  setHead(paper, parts)
  setRows(paper, loanRows(parts))
  setHeading(paper, 'Your allocation')
  setRows(paper, offerRows(offer))
  paper.skip(6)
  for (const sentence of explanation) paper.paragraph(sentence, body)
  if (offer.note !== null) {
    setHeading(paper, 'To all lenders')
    paper.paragraph(offer.note, body)
  }
  paper.skip(10)
  for (const sentence of closing(offer)) paper.paragraph(sentence, body)
  if (paper.lacksLetters) paper.paragraph(lettersNote, small)
  return paper.finish()
}

function setHead(paper: LetterPaper, { company, offer }: Parts): void {
  paper.row([{ text: company.name, size: 11, isBold: true, ink: 'accent' }], 16)
  paper.paragraph([company.address, company.phone, company.email].join(' · '), small)
  paper.skip(6)
  paper.rule('accent', 1.2)
  paper.skip(22)
  paper.row([{ text: 'Allocation Letter', size: 20, isBold: true, ink: 'accent' }], 34)
  const half = paperWidth / 2
  paper.row(
    [
      { ...small, text: 'Lender' },
      { ...small, text: 'Date and round', left: half },
    ],
    13,
  )
  const person = personBehind(offer)
  const [name = '', ...further] = paper.lines(mainName(offer), half - 12, strong)
  const day = formatDay(dayAt(new Date(offer.publishedAt)))
  paper.row(
    [
      { ...strong, text: name },
      { ...strong, text: `${day}, round ${offer.round}`, left: half },
    ],
    14,
  )
  for (const text of further) paper.row([{ ...strong, text }], 14)
  if (person !== null)
    for (const text of paper.lines(person, half - 12, body)) paper.row([{ ...body, text }], 14)
  paper.skip(14)
}

const setHeading = (paper: LetterPaper, text: string) => {
  paper.skip(10)
  paper.need(40)
  paper.row([{ text, size: 12, isBold: true, ink: 'accent' }], 20)
}

type Rows = readonly (readonly [name: string, value: string])[]

const loanRows = ({ loan, offer }: Parts): Rows => [
  ['Loan', loan.title],
  ['Property', loan.propertyAddress ?? loan.propertyType ?? 'Not stated'],
  ['Loan amount', formatCents(offer.loanAmount)],
  ['Interest rate', formatExactRate(exactRate(offer))],
  ['Term', formatTerm(offer.term)],
]

const offerRows = (offer: OwnOffer): Rows => [
  ['Asked', formatShare(offer.asks)],
  ['Allocated', formatShare(offer.share)],
  ['Amount', formatCents(offer.amount)],
  ...(isAboveZero(offer.bound) ? ([['Bound before', formatShare(offer.bound)]] as const) : []),
  ...(isAboveZero(offer.added)
    ? ([
        ['Accepting binds', formatPart(offer.added, offer.addedAmount)],
        ['Respond by', formatMoment(offer.respondBy)],
      ] as const)
    : []),
]

function setRows(paper: LetterPaper, rows: Rows): void {
  const left = 128
  for (const [name, value] of rows)
    for (const [index, text] of paper.lines(value, paperWidth - left, strong).entries())
      paper.row(
        [
          ...(index === 0 ? [{ ...body, ink: 'muted' as const, text: name }] : []),
          { ...strong, text, left },
        ],
        15,
      )
}

const closing = ({ added }: OwnOffer): string[] => [
  ...(isAboveZero(added)
    ? [
        'This letter offers a share of the loan on these terms. Accepting it on the desk binds you; the participation agreement decides the rest.',
      ]
    : ['This letter offers no share of the loan, and binds nobody. Your request stays as it was.']),
  'Amounts are made to add up to the loan at closing and may differ by one cent.',
]
