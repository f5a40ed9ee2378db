/** The book of a loan, for administrators: who holds what, recording and releasing, and exports. */
import type { Book, Instruction, recordedCommitment } from '#contract/book/shapes.ts'
import { actorOf, record } from '#server/audit/record.ts'
import { invalid } from '#server/errors.ts'
import { sendAttachment, type AttachmentFormat } from '#server/http/attachment.ts'
import type { Context, Handlers } from '#server/http/mount.ts'
import { findAnyLoan } from '#server/loans/read.ts'
import type { FastifyReply } from 'fastify'
import type * as z from 'zod/mini'
import { commit } from './commit.ts'
import { bookAsCsv, bookAsXlsx } from './export.ts'
import { pageOfEntries, pageOfHolders, readTotals } from './pages.ts'
import { findEntry, readBook } from './read.ts'
import { release } from './release.ts'

type BookCalls =
  | 'getBook'
  | 'getBookTotals'
  | 'listBookEntries'
  | 'listBookHolders'
  | 'recordCommitment'
  | 'releaseCommitment'
  | 'exportBookAsCsv'
  | 'exportBookAsXlsx'

export const bookHandlers: Pick<Handlers, BookCalls> = {
  async getBook({ db }, { path: { id } }) {
    return readBook(db, id)
  },

  async getBookTotals({ db }, { path: { id } }) {
    return readTotals(db, id)
  },

  async listBookEntries({ db, reply }, { path: { id }, query: filters }) {
    await findAnyLoan(db, id)
    return pageOfEntries(db, reply, id, filters)
  },

  async listBookHolders({ db, reply }, { path: { id }, query: filters }) {
    await findAnyLoan(db, id)
    return pageOfHolders(db, reply, id, filters)
  },

  async recordCommitment(context, { path, body }) {
    // The path names the loan; a body that names another one was meant for another place.
    if (body.loanId.toLowerCase() !== path.loanId) throw otherLoan()
    const { id } = await commit(context, body.lenderId.toLowerCase(), body, instructionOf(body))
    // The entry of its making, and so the receipt, has the commitment's id.
    return { ...(await findEntry(context.db, id)), receiptId: id }
  },

  async releaseCommitment(context, { path, body }) {
    const released = await release(context, { id: path.id, reason: body.reason })
    context.kickOutbox()
    return released
  },

  async exportBookAsCsv(context, { path: { id } }) {
    const book = await readBook(context.db, id)
    const content = bookAsCsv(book)
    await recordExport(context, book, 'csv')
    return sendBook(context.reply, book, 'csv', content)
  },

  async exportBookAsXlsx(context, { path: { id } }) {
    const book = await readBook(context.db, id)
    const content = await bookAsXlsx(book)
    await recordExport(context, book, 'xlsx')
    return sendBook(context.reply, book, 'xlsx', content)
  },
}

/** Both parts or neither: the contract refuses one of them. */
const instructionOf = ({
  instructedBy,
  instructedOn,
}: z.output<typeof recordedCommitment>): Instruction | null =>
  instructedBy !== undefined && instructedOn !== undefined ? { instructedBy, instructedOn } : null

/** Audited before the first byte is sent; a HEAD request reveals nothing and is not audited. */
async function recordExport(
  { db, request, principal }: Pick<Context<'admin'>, 'db' | 'request' | 'principal'>,
  { loan }: Book,
  format: 'csv' | 'xlsx',
) {
  if (request.method === 'HEAD') return
  await record(db, actorOf(request, principal), { kind: 'bookExported', loan, after: { format } })
}

const sendBook = (reply: FastifyReply, { loan }: Book, format: AttachmentFormat, content: Buffer) =>
  sendAttachment(reply, { name: `Book - ${loan.title}`, format, content })

const otherLoan = () =>
  invalid('loanId must match the address', { loanId: 'Must match the address' })
