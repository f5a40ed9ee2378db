/**
 * A receipt as a one-page US Letter PDF with the JSON receipt attached. The last line, a PDF comment, contains a
 * signature of all preceding bytes.
 */
import { receiptPage, type Receipt } from '#contract/book/receipts.ts'
import { endpoints } from '#contract/endpoints.ts'
import { factsBelowHead } from '#domain/book/receipt-facts.ts'
import { describeReceiptAct } from '#domain/book/receipts.ts'
import { formatCents, formatShare } from '#domain/money.ts'
import type { Config } from '#server/config/config.ts'
import { LetterPaper, paperWidth, type TextStyle } from '#server/export/letter-paper.ts'
import type { Signed } from './read-receipts.ts'
import { pdfProofLine, signedBytesOfPdf } from './verification.ts'

type Sender = Pick<Config, 'publicUrl'>

export async function receiptAsPdf(signed: Signed, sender: Sender): Promise<Buffer> {
  const { receipt, keyId, signature, key } = signed
  const paper = await LetterPaper.begin({
    title: `Receipt ${receipt.reference}`,
    created: new Date(receipt.madeAt),
    texts: JSON.stringify(receipt),
  })
  await paper.attach({
    name: `receipt-${receipt.reference}.json`,
    bytes: Buffer.from(JSON.stringify({ receipt, keyId, signature })),
    mimeType: 'application/json',
    description: 'The signed receipt',
  })
  setReceipt(paper, receipt)
  setProof(paper, { ...receipt.audit, keyId, url: sender.publicUrl, id: receipt.id })
  // The line repeats the key's id. If the last line is damaged, the file is still recognized as altered.
  const content = Buffer.concat([
    await paper.finish({ isUnpacked: true }),
    Buffer.from(`\n%paripassu-receipt-key ${keyId}\n`),
  ])
  const proof = pdfProofLine(keyId, key.sign(signedBytesOfPdf(content)))
  return Buffer.concat([content, Buffer.from(proof)])
}

const measure = paperWidth * 0.86

type Rows = readonly (readonly [label: string, value: string])[]

const atMost = (max: number, lines: string[]): string[] =>
  lines.length <= max ? lines : [...lines.slice(0, max - 1), `${lines[max - 1]} …`]

function setReceipt(paper: LetterPaper, receipt: Receipt): void {
  setHead(paper, receipt)
  setFigures(paper, [
    ['Share', formatShare(receipt.percent)],
    ['Amount', formatCents(receipt.amount)],
    ['Kind', receipt.kind === 'binding' ? 'Binding' : 'Soft, not binding'],
  ])
  setTerms(paper, factsBelowHead(receipt))
}

function setHead(paper: LetterPaper, receipt: Receipt): void {
  const { issuer, reference, loanTitle } = receipt
  paper.edge(8)
  const name: TextStyle = { size: 12, isBold: true, ink: 'accent' }
  const [issuerLine = ''] = atMost(1, paper.lines(issuer, 300, name))
  paper.row(
    [
      { ...name, text: issuerLine },
      { text: `Receipt ${reference}`, size: 9.5, ink: 'muted', right: paperWidth },
    ],
    26,
  )
  paper.rule('hairline', 0.6)
  paper.skip(17)
  paper.row([{ text: describeReceiptAct(receipt), size: 21, isBold: true }], 30)
  const subtitle: TextStyle = { size: 11, ink: 'muted' }
  for (const text of atMost(3, paper.lines(loanTitle, measure, subtitle)))
    paper.row([{ ...subtitle, text }], 14)
  paper.skip(23)
}

function setFigures(paper: LetterPaper, figures: Rows): void {
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

function setTerms(paper: LetterPaper, rows: Rows): void {
  const left = 128
  const style: TextStyle = { size: 9.5 }
  for (const [label, value] of rows) {
    // The number of lines is limited so that even the longest values leave room for the Proof section.
    const maxLines = label === 'Reason' ? 9 : 3
    const lines = atMost(maxLines, paper.lines(value, measure - left + 60, style))
    lines.forEach((text, index) => {
      const named = index === 0 ? [{ text: label, size: 9, ink: 'muted' as const }] : []
      paper.row([...named, { ...style, text, left }], 13)
    })
    paper.skip(3)
    paper.rule('hairline', 0.5)
    paper.skip(5)
  }
}

interface Place {
  entry: string
  number: string
  hash: string
  keyId: string
  url: string
  id: string
}

function setProof(paper: LetterPaper, { entry, number, hash, keyId, url, id }: Place): void {
  paper.skip(10)
  paper.row([{ text: 'Proof', size: 11.5, isBold: true, ink: 'accent' }], 17)
  paper.stroke(1.6)
  paper.skip(11)
  const rows: Rows = [
    ['Audit entry', `No. ${number}`],
    ['Entry ID', entry],
    ['Audit trail hash', hash],
    ['Signing key', keyId],
  ]
  setPairs(paper, rows, { size: 8.5, isFixed: true })
  const note: TextStyle = { size: 8.5, ink: 'muted' }
  const attached = paper.lacksLetters
    ? 'The attached JSON receipt has every text in full, and the letters shown here as ?.'
    : 'The receipt is also attached as JSON, with every text in full.'
  const words = `This file is signed as a whole, so that one changed byte shows. Anyone can check it, without an account. ${attached}`
  for (const text of paper.lines(words, measure, note)) paper.row([{ ...note, text }], 12)
  paper.skip(6)
  const addresses: Rows = [
    ['Check it at', `${url}/verify`],
    ['Public keys', `${url}${endpoints.getReceiptKeys.path}`],
    ['This receipt', `${url}${receiptPage(id)}`],
  ]
  setPairs(paper, addresses, { size: 8.5 })
}

function setPairs(paper: LetterPaper, rows: Rows, style: TextStyle): void {
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
