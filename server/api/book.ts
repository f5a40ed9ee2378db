/** The book of a loan, for administrators: who holds what, recording and releasing, and exports. */
import type { Book, BookEntry } from '#contract/book.ts'
import { toFlag } from '#contract/wire.ts'
import { sumBook, sumByLender } from '#domain/book.ts'
import { commitmentCan } from '#domain/commitments.ts'
import { fullName } from '#domain/texts.ts'
import { doerOf, record } from '#server/audit.ts'
import { transact, type Database, type Queryable } from '#server/database/connect.ts'
import { commitments, loans, users } from '#server/database/schema.ts'
import { conflict, invalid, notFound } from '#server/errors.ts'
import { utcText } from '#server/http/cursor.ts'
import type { Context, Handlers } from '#server/http/mount.ts'
import { contentDisposition } from '#server/http/objects.ts'
import { desc, eq, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { FastifyReply } from 'fastify'
import { bookAsCsv, bookAsXlsx } from './book-export.ts'
import { commitmentReleased, tell } from './commitment-notices.ts'
import { recordCents, recordOfReleased } from './commitment-records.ts'
import { reasonAgainst } from './commitments.ts'
import { commit } from './committing.ts'
import { findLoan } from './loans.ts'
import { takeOutBinding } from './positions.ts'

type BookCalls =
  'getBook' | 'recordCommitment' | 'releaseCommitment' | 'exportBookAsCsv' | 'exportBookAsXlsx'

export const bookHandlers: Pick<Handlers, BookCalls> = {
  async getBook({ db }, { id }) {
    return readBook(db, id)
  },

  async recordCommitment(context, wanted) {
    requireSameLoan(context.request.body, wanted.loanId)
    const id = await commit(context, wanted.lenderId.toLowerCase(), wanted)
    return findEntry(context.db, id)
  },

  async releaseCommitment({ db, user, request, kickOutbox }, { id, reason }) {
    const doer = doerOf(request, user)
    const released = await transact(db, async (tx) => {
      const { loan, position, lender } = await lockPosition(tx, id)
      const { isSoft, status, percentage, amount } = position
      const inState = { status, isSoft, loanStatus: loan.status }
      if (!commitmentCan('release', inState))
        throw conflict(reasonAgainst(inState), 'not_allowed_now')
      await tx
        .update(commitments)
        .set({
          status: 'released',
          endedAt: sql`now()`,
          releasedBy: user.id,
          releaseReason: reason,
        })
        .where(eq(commitments.id, id))
      const moved = await takeOutBinding(tx, loan, { percentage, amount })
      const part = { id, percentage, amount }
      await record(tx, doer, recordOfReleased(lender, loan, part, reason))
      await recordCents(tx, doer, 'centsTakenBack', loan, moved)
      await tell(tx, [commitmentReleased(user, lender.id, loan, part, reason)])
      return findEntry(tx, id)
    })
    kickOutbox()
    return released
  },

  async exportBookAsCsv(context, { id }) {
    const book = await readBook(context.db, id)
    const content = bookAsCsv(book)
    await recordExport(context, book, 'csv')
    return sendExport(context.reply, book, 'csv', 'text/csv; charset=utf-8', content)
  },

  async exportBookAsXlsx(context, { id }) {
    const book = await readBook(context.db, id)
    const content = await bookAsXlsx(book)
    await recordExport(context, book, 'xlsx')
    return sendExport(context.reply, book, 'xlsx', spreadsheetType, content)
  },
}

/** Before the first byte goes out; only the head of an answer tells nothing. */
async function recordExport(
  { db, request, user }: Pick<Context<'admin'>, 'db' | 'request' | 'user'>,
  { loan }: Book,
  format: 'csv' | 'xlsx',
) {
  if (request.method === 'HEAD') return
  await record(db, doerOf(request, user), { kind: 'bookExported', loan, after: { format } })
}

const spreadsheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

function sendExport(
  reply: FastifyReply,
  { loan }: Book,
  extension: string,
  type: string,
  content: Buffer,
) {
  // A stroke in the title would be taken for a folder.
  const name = `Book - ${loan.title.replaceAll(/[/\\]/g, '-')}.${extension}`
  return reply
    .headers({
      'content-type': type,
      'content-disposition': contentDisposition('attachment', name),
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    .send(content)
}

/** The path names the loan; a body that names another one was meant for another place. */
function requireSameLoan(body: unknown, loanId: string) {
  const { loanId: named } = body as { loanId: string }
  if (named.toLowerCase() !== loanId.toLowerCase())
    throw invalid('This is not the loan of the address', {
      loanId: 'This is not the loan of the address',
    })
}

/** The position as it is, its loan's row held until the transaction ends; 404 when it is not there. */
async function lockPosition(tx: Queryable, id: string) {
  // The loan first, as every act on its figures does, so that two acts can't wait for each other.
  await tx.execute(sql`
    select id from loans where id = (select loan_id from commitments where id = ${id}) for update`)
  const [found] = await tx
    .select({
      loan: {
        id: loans.id,
        title: loans.title,
        status: loans.status,
        committedPercentage: loans.committedPercentage,
      },
      position: {
        status: commitments.status,
        isSoft: commitments.isSoftCommit,
        percentage: commitments.percentage,
        amount: commitments.amount,
      },
      lender: { id: users.id, firstName: users.firstName, lastName: users.lastName },
    })
    .from(commitments)
    .innerJoin(loans, eq(loans.id, commitments.loanId))
    .innerJoin(users, eq(users.id, commitments.lenderId))
    .where(eq(commitments.id, id))
  if (!found) throw notFound('The commitment')
  return found
}

/** The loan and its lines as of one moment, so that sums and kept figures agree. */
const readBook = (db: Database, loanId: string): Promise<Book> =>
  transact(db, async (tx) => {
    await tx.execute(sql`set transaction isolation level repeatable read, read only`)
    const loan = await findLoan(tx, loanId)
    const entries = await listEntries(tx, eq(commitments.loanId, loanId))
    const lines = entries
      .filter((entry) => entry.status === 'active')
      .map((entry) => ({ ...entry, isSoft: entry.isSoftCommit === 'true' }))
    const holders = sumByLender(lines).map(({ lines: [first], sums }) => ({
      lenderId: first.lenderId,
      lenderName: first.lenderName,
      lenderEmail: first.lenderEmail,
      ...sums,
    }))
    return { loan, entries, holders, totals: sumBook(loan.amount, lines) }
  })

async function findEntry(db: Queryable, id: string): Promise<BookEntry> {
  const [found] = await listEntries(db, eq(commitments.id, id))
  if (!found) throw notFound('The commitment')
  return found
}

async function listEntries(db: Queryable, condition: SQL): Promise<BookEntry[]> {
  const [recorders, releasers] = [alias(users, 'recorders'), alias(users, 'releasers')]
  const rows = await db
    .select({
      commitment: commitments,
      createdAtText: utcText(commitments.createdAt),
      endedAtText: sql<string | null>`${utcText(commitments.endedAt)}`,
      lender: { firstName: users.firstName, lastName: users.lastName, email: users.email },
      recorder: { firstName: recorders.firstName, lastName: recorders.lastName },
      releaser: { firstName: releasers.firstName, lastName: releasers.lastName },
    })
    .from(commitments)
    .innerJoin(users, eq(users.id, commitments.lenderId))
    .leftJoin(recorders, eq(recorders.id, commitments.recordedBy))
    .leftJoin(releasers, eq(releasers.id, commitments.releasedBy))
    .where(condition)
    .orderBy(
      desc(eq(commitments.status, 'active')),
      desc(commitments.createdAt),
      desc(commitments.id),
    )
  return rows.map(({ commitment, lender, recorder, releaser, createdAtText, endedAtText }) => ({
    id: commitment.id,
    lenderId: commitment.lenderId,
    lenderName: fullName(lender),
    lenderEmail: lender.email,
    percentage: commitment.percentage,
    amount: commitment.amount,
    isSoftCommit: toFlag(commitment.isSoftCommit),
    status: commitment.status,
    createdAt: createdAtText,
    endedAt: endedAtText,
    recordedBy: recorder && fullName(recorder),
    releasedBy: releaser && fullName(releaser),
    releaseReason: commitment.releaseReason,
    loanAmount: commitment.loanAmount,
    interestRate: commitment.interestRate,
    term: commitment.term,
  }))
}
