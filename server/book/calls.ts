/** The book of a loan as administrators read and export it. */
import type { Book } from '#contract/book/shapes.ts'
import { actorOf, record } from '#server/audit/record.ts'
import { sendAttachment, type AttachmentFormat } from '#server/http/attachment.ts'
import type { Context, Handlers } from '#server/http/mount.ts'
import { findAnyLoan } from '#server/loans/read.ts'
import type { FastifyReply } from 'fastify'
import { bookAsCsv, bookAsXlsx } from './export.ts'
import { pageOfEntries, pageOfHolders, readTotals } from './pages.ts'
import { readBook } from './read.ts'

type BookCalls =
  | 'getBook'
  | 'getBookTotals'
  | 'listBookEntries'
  | 'listBookHolders'
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
