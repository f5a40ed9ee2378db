/** A version of a register with all of its lines, as signed US Letter pages. */
import type { Register } from '#contract/deal/registers.ts'
import { fullHolderName } from '#domain/book/deal/holder-names.ts'
import { signedText } from '#domain/book/receipts.ts'
import { formatDay } from '#domain/days.ts'
import { formatCents, formatShare, sumMoney, sumPercent } from '#domain/money.ts'
import { checkedAt } from '#server/book/receipts/pdf.ts'
import type { SigningKey } from '#server/book/receipts/keys.ts'
import { signPdf } from '#server/book/receipts/sign-pdf.ts'
import type { Config } from '#server/config/config.ts'
import { LetterPaper, paperWidth, type TextStyle } from '#server/export/letter-paper.ts'
import { nameLines, setPaperHead, setPaperTerms, setProof } from '#server/export/paper-parts.ts'
import { loanRows, registerStateWords, setAcross } from './certificate-pdf.ts'
import { registerContent } from './papers.ts'

interface Parts {
  register: Register
  /** The versions before, newest first. */
  earlier: readonly Register[]
  key: SigningKey
  sender: Pick<Config, 'publicUrl'>
}

export async function registerAsPdf({ register, earlier, key, sender }: Parts): Promise<Buffer> {
  const content = registerContent(register)
  const { version, loanTitle, originator } = register
  const paper = await LetterPaper.begin({
    title: `Register of ${loanTitle}, version ${version}`,
    created: new Date(register.madeAt),
    texts: JSON.stringify([content, earlier]),
    // The end of a long title is cut off.
    footer: `Register, version ${version} · ${originator} · ${loanTitle}`,
  })
  await paper.attach({
    name: `register-${version}.json`,
    bytes: Buffer.from(
      JSON.stringify({
        register: content,
        keyId: key.id,
        signature: key.sign(signedText(content, 'register')),
      }),
    ),
    mimeType: 'application/json',
    description: 'The signed register',
  })
  setPaperHead(paper, {
    issuer: originator,
    name: `Version ${version}`,
    title: 'Register of Participations',
    subtitle: loanTitle,
  })
  setPaperTerms(paper, [
    ['Effective', formatDay(register.effectiveDate)],
    ...loanRows(register),
    ['State', describeState(register)],
    ['Made by', `${register.madeBy}, ${formatDay(register.madeAt.slice(0, 10))}`],
    ...(register.reason === null ? [] : [['Reason', register.reason] as const]),
    ...(register.wasFunded === 'true' ? [['Funding', 'The money had come'] as const] : []),
  ])
  await setLines(paper, register)
  setEarlier(paper, earlier)
  paper.need(190)
  setProof(paper, {
    paperName: 'register',
    facts: [
      ['Fingerprint', register.fingerprint],
      ['Signing key', key.id],
    ],
    addresses: checkedAt(sender),
  })
  setAcross(paper, register)
  return signPdf(paper, key)
}

const effects: Record<Register['state'], string> = {
  current: 'its shares and certificates count',
  superseded: 'a later version counts instead',
  void: 'the book was reopened',
}

/** Returns a sentence such as "In force: its shares and certificates count". */
function describeState(register: Register): string {
  const words = registerStateWords(register)
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}: ${effects[register.state]}`
}

const body: TextStyle = { size: 9 }
const small: TextStyle = { size: 8, ink: 'muted' }
const columns = { name: 34, share: 350, amount: paperWidth }
const nameWidth = 260

async function setLines(paper: LetterPaper, { entries }: Register): Promise<void> {
  paper.skip(8)
  paper.repeat(() => {
    paper.row(
      [
        { ...small, text: 'No.' },
        { ...small, text: 'Holder', left: columns.name },
        { ...small, text: 'Share', right: columns.share },
        { ...small, text: 'Amount', right: columns.amount },
      ],
      14,
    )
    paper.rule('hairline', 0.6)
    paper.skip(5)
  })
  for (const entry of entries) {
    const { line, isHold, percentage, amount } = entry
    const name =
      isHold === 'true' ? `${entry.lenderName} (originator's hold)` : fullHolderName(entry)
    const names = nameLines(paper, name, { width: nameWidth, style: body, most: 3 })
    paper.need(5 + names.length * 11)
    for (const [index, text] of names.entries())
      paper.row(
        [
          { ...body, text, left: columns.name },
          ...(index === 0
            ? [
                { ...body, text: String(line) },
                ...figuresOf(formatShare(percentage), formatCents(amount), body),
              ]
            : []),
        ],
        11,
      )
    paper.skip(4)
    if (line % 50 === 0) await paper.rest()
  }
  paper.repeat(null)
  paper.rule('accent', 0.8)
  paper.skip(5)
  const strong: TextStyle = { ...body, isBold: true }
  paper.row(
    [
      { ...strong, text: 'Total', left: columns.name },
      ...figuresOf(
        formatShare(sumPercent(entries.map(({ percentage }) => percentage))),
        formatCents(sumMoney(entries.map(({ amount }) => amount))),
        strong,
      ),
    ],
    20,
  )
}

const figuresOf = (share: string, amount: string, style: TextStyle) => [
  { ...style, text: share, right: columns.share },
  { ...style, text: amount, right: columns.amount },
]

function setEarlier(paper: LetterPaper, earlier: readonly Register[]): void {
  if (earlier.length === 0) return
  paper.need(30)
  paper.row([{ ...small, text: 'Versions before' }], 14)
  for (const register of earlier)
    paper.paragraph(
      `Version ${register.version}, effective ${formatDay(register.effectiveDate)}, ${registerStateWords(register)}${register.endReason === null ? '' : `: ${register.endReason}`}`,
      body,
    )
}
