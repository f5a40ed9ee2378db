import type { LetterPaper } from '#server/export/letter-paper.ts'
import type { SigningKey } from './keys.ts'
import { pdfProofLine, signedBytesOfPdf } from './verification.ts'

/** Finishes a paper, and appends a PDF comment with the signature of all bytes before it. */
export async function signPdf(paper: LetterPaper, key: SigningKey): Promise<Buffer> {
  // The line repeats the key's id. If the last line is damaged, the file is still recognized as altered.
  const content = Buffer.concat([
    await paper.finish({ isUnpacked: true }),
    Buffer.from(`\n%paripassu-receipt-key ${key.id}\n`),
  ])
  const proof = pdfProofLine(key.id, key.sign(signedBytesOfPdf(content)))
  return Buffer.concat([content, Buffer.from(proof)])
}
