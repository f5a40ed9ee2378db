/** Figures of all published loans, and their property types. */
import type { Stats } from '#contract/loans/shapes.ts'
import type { Money } from '#domain/money.ts'
import type { Database } from '#server/database/client.ts'
import { users } from '#server/database/schema/accounts.ts'
import { loans } from '#server/database/schema/loans.ts'
import { isSeen } from '#server/loans/loans-seen.ts'
import { and, isNotNull, sql } from 'drizzle-orm'
import { hasStatus } from './conditions.ts'

export async function readStats(db: Database): Promise<Stats> {
  const isOpen = hasStatus('open')
  const left = sql`${loans.amount} - ${loans.committedAmount}`
  const [figures] = await db
    .select({
      totalLoansAmount: sql<Money>`coalesce(sum(${loans.amount}) filter (where ${isOpen}), 0)::numeric(30, 2)`,
      totalAvailableAmount: sql<Money>`coalesce(sum(${left}) filter (where ${isOpen}), 0)::numeric(30, 2)`,
      activeLoansCount: sql<number>`(count(*) filter (where ${isOpen}))::int`,
      all: sql<number>`count(*)::int`,
    })
    .from(loans)
    .where(isSeen('published'))
  if (!figures) throw new Error('An aggregate gave no row')
  const totalLendersCount = await db.$count(
    users,
    sql`is_approved and not is_admin and deactivated_at is null`,
  )
  const { all: totalLoansCount, ...open } = figures
  return { ...open, totalLendersCount, totalLoansCount }
}

export async function listPropertyTypes(db: Database): Promise<string[]> {
  const rows = await db
    .selectDistinct({ type: sql<string>`${loans.propertyType}` })
    .from(loans)
    .where(and(isSeen('published'), isNotNull(loans.propertyType)))
    .orderBy(loans.propertyType)
  return rows.map(({ type }) => type)
}
