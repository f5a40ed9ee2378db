/** Receipts as calls: reading one as JSON or PDF, checking one, and the keys. */
import { verifyReceipt } from './verification.ts'
import { sendAttachment } from '#server/http/attachment.ts'
import type { Handlers } from '#server/http/mount.ts'
import { countAttempt } from '#server/sign-in/throttle.ts'
import { listPublicKeys } from './keys.ts'
import { readReceipt } from './read.ts'

type ReceiptCalls = 'getReceipt' | 'getReceiptPdf' | 'verifyReceipt' | 'getReceiptKeys'

export const receiptHandlers: Pick<Handlers, ReceiptCalls> = {
  async getReceipt(context, { path: { id } }) {
    const { receipt, keyId, signature } = await readReceipt(context, id)
    return { receipt, keyId, signature }
  },

  async getReceiptPdf(context, { path: { id } }) {
    const signed = await readReceipt(context, id)
    // Loaded only now: setting PDFs takes a library that nothing else needs.
    const { receiptAsPdf } = await import('./pdf.ts')
    const pdf = await receiptAsPdf(signed, context.config)
    const name = `receipt-${signed.receipt.reference}`
    return sendAttachment(context.reply, { name, format: 'pdf', content: pdf })
  },

  async verifyReceipt({ db, config, request }, { body: { file } }) {
    // No account is involved, so the address stands for both.
    await countAttempt({ db, config }, ['receiptCheck'], request.ip, request.ip)
    return { result: verifyReceipt(Buffer.from(file, 'base64'), await listPublicKeys(db)) }
  },

  async getReceiptKeys({ db }) {
    return { keys: await listPublicKeys(db) }
  },
}
