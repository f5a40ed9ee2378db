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
import { LetterPaper } from '#server/export/letter-paper.ts'
import {
  setPaperFigures,
  setPaperHead,
  setPaperTerms,
  setProof,
} from '#server/export/paper-parts.ts'
import type { Signed } from './read-receipts.ts'
import { signPdf } from './sign-pdf.ts'

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
  const { entry, number, hash } = receipt.audit
  setProof(paper, {
    paperName: 'receipt',
    facts: [
      ['Audit entry', `No. ${number}`],
      ['Entry ID', entry],
      ['Audit trail hash', hash],
      ['Signing key', keyId],
    ],
    addresses: [
      ...checkedAt(sender),
      ['This receipt', `${sender.publicUrl}${receiptPage(receipt.id)}`],
    ],
  })
  return signPdf(paper, key)
}

/** The addresses at which anyone can check a signed paper. */
export const checkedAt = ({ publicUrl }: Sender) =>
  [
    ['Check it at', `${publicUrl}/verify`],
    ['Public keys', `${publicUrl}${endpoints.getReceiptKeys.path}`],
  ] as const

function setReceipt(paper: LetterPaper, receipt: Receipt): void {
  const { issuer, reference, loanTitle: subtitle } = receipt
  const title = describeReceiptAct(receipt)
  setPaperHead(paper, { issuer, name: `Receipt ${reference}`, title, subtitle })
  setPaperFigures(paper, [
    ['Share', formatShare(receipt.percent)],
    ['Amount', formatCents(receipt.amount)],
    ['Kind', receipt.kind === 'binding' ? 'Binding' : 'Soft, not binding'],
  ])
  setPaperTerms(paper, factsBelowHead(receipt))
}
