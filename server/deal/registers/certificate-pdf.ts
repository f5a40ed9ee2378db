/** The certificate of one line of a register, as a signed US Letter page. */
import type { Register, RegisterEntry } from '#contract/deal/registers.ts'
import { fullHolderName } from '#domain/book/deal/holder-names.ts'
import { signedText } from '#domain/book/receipts.ts'
import { formatDay } from '#domain/days.ts'
import { exactRate } from '#domain/loans/credit/note-rate.ts'
import { formatTerm } from '#domain/loans/statuses.ts'
import { formatCents, formatExactRate, formatShare } from '#domain/money.ts'
import { checkedAt } from '#server/book/receipts/pdf.ts'
import type { SigningKey } from '#server/book/receipts/keys.ts'
import { signPdf } from '#server/book/receipts/sign-pdf.ts'
import type { Config } from '#server/config/config.ts'
import { LetterPaper, paperWidth, type TextStyle } from '#server/export/letter-paper.ts'
import {
  nameLines,
  paperMeasure,
  setPaperFigures,
  setPaperHead,
  setPaperTerms,
  setProof,
  type PaperRows,
} from '#server/export/paper-parts.ts'
import { certificateContent } from './papers.ts'

export async function certificateAsPdf(
  register: Register,
  entry: RegisterEntry,
  key: SigningKey,
  sender: Pick<Config, 'publicUrl'>,
): Promise<Buffer> {
  const certificate = certificateContent(register, entry)
  const number = entry.certificateNumber
  const paper = await LetterPaper.begin({
    title: `Participation Certificate ${number}`,
    created: new Date(register.madeAt),
    texts: JSON.stringify(certificate),
  })
  await paper.attach({
    name: `certificate-${number}.json`,
    bytes: Buffer.from(
      JSON.stringify({
        certificate,
        keyId: key.id,
        signature: key.sign(signedText(certificate, 'certificate')),
      }),
    ),
    mimeType: 'application/json',
    description: 'The signed certificate',
  })
  setPaperHead(paper, {
    issuer: register.originator,
    name: `Certificate ${number}`,
    title: 'Participation Certificate',
    subtitle: register.loanTitle,
  })
  setPaperFigures(paper, [
    ['Share', formatShare(entry.percentage)],
    ['Amount', formatCents(entry.amount)],
    ['Effective', formatDay(register.effectiveDate)],
  ])
  setPaperTerms(paper, [
    ['Lender', fullHolderName(entry)],
    ['Originator', register.originator],
    ...loanRows(register),
    ['Register', `Version ${register.version}, ${registerStateWords(register)}`],
  ])
  const body: TextStyle = { size: 9.5 }
  paper.skip(4)
  for (const text of paper.lines(equalRank, paperMeasure, body)) paper.row([{ ...body, text }], 13)
  setSignatures(paper, [register.originator, fullHolderName(entry)])
  setProof(paper, {
    paperName: 'certificate',
    facts: [
      ['Fingerprint', register.fingerprint],
      ['Signing key', key.id],
    ],
    addresses: checkedAt(sender),
  })
  setAcross(paper, register)
  return signPdf(paper, key)
}

const equalRank =
  "All shares rank equally and are paid in proportion. The originator's register decides."

/** The loan's title is in the head. */
export const loanRows = (register: Register): PaperRows => [
  ['Borrower', register.borrowerName],
  ...(register.propertyAddress === null ? [] : [['Property', register.propertyAddress] as const]),
  ['Loan amount', formatCents(register.loanAmount)],
  ['Rate', formatExactRate(exactRate(register))],
  ['Term', formatTerm(register.term)],
]

const stateWords = {
  current: 'in force',
  superseded: 'superseded',
  void: 'void',
} as const satisfies Record<Register['state'], string>

/** Returns text such as "in force" or "superseded since May 15, 2027". */
export const registerStateWords = ({ state, endedAt }: Register): string =>
  endedAt === null
    ? stateWords[state]
    : `${stateWords[state]} since ${formatDay(endedAt.slice(0, 10))}`

/** A paper that doesn't count anymore says so across the page. */
export function setAcross(paper: LetterPaper, { state }: Register): void {
  if (state !== 'current') paper.across(stateWords[state].toUpperCase())
}

function setSignatures(paper: LetterPaper, names: readonly string[]): void {
  const half = paperWidth / 2
  const width = half - 20
  paper.skip(34)
  for (const index of names.keys()) paper.rule('hairline', 0.6, { left: index * half, width })
  paper.skip(4)
  const style: TextStyle = { size: 8, ink: 'muted' }
  const columns = names.map((name) => nameLines(paper, `For ${name}`, { width, style, most: 3 }))
  for (let line = 0; columns.some((lines) => line < lines.length); line += 1)
    paper.row(
      columns.map((lines, index) => ({ ...style, text: lines[line] ?? '', left: index * half })),
      11,
    )
}
