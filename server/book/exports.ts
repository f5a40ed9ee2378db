/** Audited exports of a book. */
import { actorOf, record } from '#server/audit/record.ts'
import { sendAttachment } from '#server/http/attachment.ts'
import type { Context } from '#server/http/mount.ts'
import { bookAsCsv, bookAsXlsx } from './book-tables.ts'
import { readBook } from './entries.ts'

/** Audits the export before its first byte is sent. A HEAD request reveals nothing and is not audited. */
export async function sendBook(context: Context<'admin'>, loanId: string, format: 'csv' | 'xlsx') {
  const { db, request, principal, reply } = context
  const book = await readBook(context, loanId)
  const { loan } = book
  const content = format === 'csv' ? bookAsCsv(book) : await bookAsXlsx(book)
  if (request.method !== 'HEAD')
    await record(db, actorOf(request, principal), { kind: 'bookExported', loan, after: { format } })
  return sendAttachment(reply, { name: `Book - ${loan.title}`, format, content })
}
