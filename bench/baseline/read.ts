/** The reads of the plain stack. */
import { commitments } from '#server/database/schema/book.ts'
import { users, sessions } from '#server/database/schema/accounts.ts'
import { documents } from '#server/database/schema/documents.ts'
import { favorites, loans } from '#server/database/schema/loans.ts'
import { messages } from '#server/database/schema/messages.ts'
import { notifications } from '#server/database/schema/notifications.ts'
import { and, asc, count, desc, eq, gt, isNull, or, sql, sum } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'

export type Db = NodePgDatabase

const isBinding = and(
  eq(commitments.loanId, loans.id),
  eq(commitments.status, 'active'),
  eq(commitments.isSoftCommit, false),
)

/** A loan with its sums, added up at each read. */
const loanWithSums = {
  id: loans.id,
  title: loans.title,
  borrowerName: loans.borrowerName,
  propertyAddress: loans.propertyAddress,
  amount: loans.amount,
  interestRate: loans.interestRate,
  term: loans.term,
  status: loans.status,
  fundedOn: loans.fundedOn,
  propertyType: loans.propertyType,
  purpose: loans.purpose,
  summary: loans.summary,
  imageUrl: loans.imageUrl,
  ltv: loans.ltv,
  originationFee: loans.originationFee,
  interestReserve: loans.interestReserve,
  propertyOccupancy: loans.propertyOccupancy,
  asIsValue: loans.asIsValue,
  asCompleteValue: loans.asCompleteValue,
  createdAt: loans.createdAt,
  version: loans.version,
  committedPercentage: sql<string>`coalesce((select sum(${commitments.percentage}) from ${commitments} where ${isBinding}), 0)`,
  committedAmount: sql<string>`coalesce((select sum(${commitments.amount}) from ${commitments} where ${isBinding}), 0)`,
  softPercentage: sql<string>`coalesce((select sum(${commitments.percentage}) from ${commitments}
    where ${commitments.loanId} = ${loans.id} and ${commitments.status} = 'active' and ${commitments.isSoftCommit}), 0)`,
}

export async function findPerson(db: Db, sid: string) {
  const [found] = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.sid, sid), gt(sessions.expire, new Date())))
  if (!found) return null
  const [user] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, found.sess.userId), isNull(users.deactivatedAt)))
  return user ?? null
}
export type Person = NonNullable<Awaited<ReturnType<typeof findPerson>>>

export const listLoans = (db: Db, limit: number) =>
  db.select(loanWithSums).from(loans).orderBy(desc(loans.createdAt), desc(loans.id)).limit(limit)

export async function findLoan(db: Db, id: string) {
  const [loan] = await db.select(loanWithSums).from(loans).where(eq(loans.id, id))
  return loan ?? null
}

export async function readStats(db: Db) {
  const isOpen = sql`${loans.status} <> 'funded'`
  const [all] = await db.select({ count: count() }).from(loans)
  const [open] = await db
    .select({ count: count(), amount: sum(loans.amount) })
    .from(loans)
    .where(isOpen)
  const [lenders] = await db
    .select({ count: count() })
    .from(users)
    .where(and(eq(users.isApproved, true), eq(users.isAdmin, false), isNull(users.deactivatedAt)))
  return {
    totalLoansAmount: open?.amount ?? '0.00',
    activeLoansCount: open?.count ?? 0,
    totalLendersCount: lenders?.count ?? 0,
    totalLoansCount: all?.count ?? 0,
  }
}

export const listFavorites = (db: Db, userId: string) =>
  db
    .select({ id: favorites.id, createdAt: favorites.createdAt, loan: loanWithSums })
    .from(favorites)
    .innerJoin(loans, eq(loans.id, favorites.loanId))
    .where(eq(favorites.userId, userId))
    .orderBy(desc(favorites.createdAt))

export const listOwnCommitments = (db: Db, lenderId: string) =>
  db
    .select({ commitment: commitments, loan: loanWithSums })
    .from(commitments)
    .innerJoin(loans, eq(loans.id, commitments.loanId))
    .where(and(eq(commitments.lenderId, lenderId), eq(commitments.status, 'active')))
    .orderBy(desc(commitments.createdAt))

export const listDocuments = (db: Db, loanId: string) =>
  db
    .select()
    .from(documents)
    .where(eq(documents.loanId, loanId))
    .orderBy(desc(documents.uploadedAt))

export const listMessages = (db: Db, loanId: string, userId: string) =>
  db
    .select({ message: messages, firstName: users.firstName, lastName: users.lastName })
    .from(messages)
    .innerJoin(users, eq(users.id, messages.userId))
    .where(
      and(
        eq(messages.loanId, loanId),
        or(
          eq(messages.userId, userId),
          eq(messages.recipientId, userId),
          and(eq(messages.fromAdmin, true), isNull(messages.recipientId)),
        ),
      ),
    )
    .orderBy(asc(messages.createdAt))

export async function countUnread(db: Db, userId: string) {
  const [found] = await db
    .select({ count: count() })
    .from(notifications)
    .where(and(eq(notifications.userId, userId), eq(notifications.isRead, false)))
  return { count: found?.count ?? 0 }
}
