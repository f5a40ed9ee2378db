/** Calls that let administrators read, export, and change a loan's book, and the calls for receipts. */
import type { bookCalls } from '#contract/book/calls.ts'
import type { Instruction } from '#contract/book/shapes.ts'
import {
  changeShare,
  commitShare,
  makeBinding,
  releaseLine,
  withdrawLine,
} from '#domain/book/acts.ts'
import { invalid } from '#server/errors.ts'
import { sendAttachment } from '#server/http/attachment.ts'
import type { Handlers } from '#server/http/mount.ts'
import { findAnyLoan, findFullLoan } from '#server/loans/read-loans.ts'
import { countAttempt } from '#server/sign-in/throttle.ts'
import { actOnLine, afterChange, commitTo } from './act.ts'
import { answerToAdministrator } from './answers.ts'
import { pageOfEntries, pageOfHolders, readTotals, readFundingStory } from './book-lists.ts'
import { readBook } from './entries.ts'
import { sendBook } from './book-tables.ts'
import { listPublicKeys } from './receipts/keys.ts'
import { readLenders } from './lenders.ts'
import { passOnLoan, takeBackPass } from './passes.ts'
import { readReceipt } from './receipts/read-receipts.ts'
import { verifyReceipt } from './receipts/verification.ts'

export const bookHandlers: Pick<Handlers, keyof typeof bookCalls> = {
  async getFundingStory(context, { path: { id } }) {
    await findFullLoan(context, id)
    return readFundingStory(context.db, id)
  },

  async getBook(context, { path: { id } }) {
    return readBook(context, id)
  },

  async getBookTotals(context, { path: { id } }) {
    return readTotals(context, id)
  },

  async listBookEntries(context, { path: { id }, query: filters }) {
    await findAnyLoan(context.db, id)
    return pageOfEntries(context, id, filters)
  },

  async listBookHolders(context, { path: { id }, query: filters }) {
    await findAnyLoan(context.db, id)
    return pageOfHolders(context, id, filters)
  },

  exportBookAsCsv: (context, { path: { id } }) => sendBook(context, id, 'csv'),
  exportBookAsXlsx: (context, { path: { id } }) => sendBook(context, id, 'xlsx'),

  listLoanLenders: ({ db }, { path: { id } }) => readLenders(db, id),

  passOnLoan: (context, { path: { id }, body }) => passOnLoan(context, id, body),
  takeBackPass: (context, { path: { id } }) => takeBackPass(context, id),

  async recordCommitment(context, { path, body }) {
    const { loanId, lenderId, percentage, isSoftCommit, instructedBy, instructedOn, ...shown } =
      body
    // If the body names a different loan than the path, the request was sent to the wrong URL.
    if (loanId !== path.loanId)
      throw invalid('loanId must match the address', { loanId: 'Must match the address' })
    // The schema requires both fields or neither. Administrators who act for themselves need no instruction.
    const instruction =
      instructedBy !== undefined && instructedOn !== undefined
        ? { instructedBy, instructedOn }
        : null
    const isOwn = lenderId === context.principal.account.id
    const onBehalf = { lenderId, instruction: isOwn ? null : instruction }
    const share = { percentage, isSoft: isSoftCommit, shown }
    const acted = await commitTo(context, loanId, onBehalf, (...args) =>
      commitShare(...args, share),
    )
    return answerToAdministrator(context, acted)
  },

  async releaseCommitment(context, { path: { id }, body: { reason } }) {
    const target = { lineId: id, isOnBehalf: true, isEnding: true }
    const acted = await actOnLine(context, target, (...args) => releaseLine(...args, reason))
    return answerToAdministrator(context, acted)
  },

  async changeCommitmentOnBehalf(context, { path: { id }, body }) {
    const acted = await actOnLine(context, targetOf(id, body), (...args) =>
      changeShare(...args, body.percentage),
    )
    return afterChange(acted, await answerToAdministrator(context, acted))
  },

  async withdrawCommitmentOnBehalf(context, { path: { id }, body }) {
    const target = { ...targetOf(id, body), isEnding: true }
    return answerToAdministrator(context, await actOnLine(context, target, withdrawLine))
  },

  async makeCommitmentBindingOnBehalf(context, { path: { id }, body }) {
    const acted = await actOnLine(context, targetOf(id, body), (...args) =>
      makeBinding(...args, body),
    )
    return answerToAdministrator(context, acted)
  },

  async getReceipt(context, { path: { id } }) {
    const { receipt, keyId, signature } = await readReceipt(context, id)
    return { receipt, keyId, signature }
  },

  async getReceiptPdf(context, { path: { id } }) {
    const signed = await readReceipt(context, id)
    const { receiptAsPdf } = await import('./receipts/pdf.ts')
    const pdf = await receiptAsPdf(signed, context.config)
    const name = `receipt-${signed.receipt.reference}`
    return sendAttachment(context.reply, { name, format: 'pdf', content: pdf })
  },

  async verifyReceipt({ db, config, request }, { body: { file } }) {
    // The caller needs no account, so attempts are counted by IP address.
    await countAttempt({ db, config }, ['receiptCheck'], request.ip, request.ip)
    return { result: verifyReceipt(Buffer.from(file, 'base64'), await listPublicKeys(db)) }
  },

  async getReceiptKeys({ db }) {
    return { keys: await listPublicKeys(db) }
  },
}

const targetOf = (id: string, { instructedBy, instructedOn }: Instruction) => ({
  lineId: id,
  isOnBehalf: true,
  instruction: { instructedBy, instructedOn },
})
