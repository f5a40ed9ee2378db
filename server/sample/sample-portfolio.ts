/** A realistic portfolio for an empty database, the same every time except for its dates. */
import { users } from '#server/database/schema/accounts.ts'
import { commitments } from '#server/database/schema/book.ts'
import { favorites, loans } from '#server/database/schema/loans.ts'
import { messages } from '#server/database/schema/messages.ts'
import { company } from '#server/database/schema/settings.ts'
import * as fileSchema from '#server/database/schema/documents.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import type { FileStore } from '#server/storage/storage.ts'
import { eq, sql } from 'drizzle-orm'
import { randomBytes } from 'node:crypto'
import { recordHistory } from './history.ts'
import { sampleCompany } from './company.ts'
import type { PortfolioRows } from './portfolio-rows.ts'
import { sampleIds } from './sample-ids.ts'

export interface SampleOptions {
  /** In a transaction, of which the rows are part. */
  db: Queryable
  store: FileStore
  hashPassword: (password: string) => Promise<string>
  /** The sample lender's password; nobody can sign in as the sample's other people. */
  passwords: { lender: string }
  /** The administrator who answers lenders; must already be in the database. */
  adminId: string
  /** Everything in the portfolio happened shortly before this time; defaults to now. */
  now?: Date
}

/**
 * Fills an empty database with the sample portfolio and the store with its files. Files come
 * first, so that no row ever names a missing one; rows are part of the caller's transaction. Paths are always the
 * same, so that a repetition after a failure leaves nothing behind. Nobody is notified.
 */
export async function seedSamplePortfolio(options: SampleOptions): Promise<void> {
  const { db, store, hashPassword, passwords, adminId, now = new Date() } = options
  // Loaded on demand: image and PDF libraries load slowly, and only a database's first start needs them.
  const { buildPortfolio } = await import('./portfolio-rows.ts')
  const { rows, files, fundings } = buildPortfolio({
    now,
    adminId,
    passwordHashes: {
      lender: await hashPassword(passwords.lender),
      others: await hashPassword(randomBytes(32).toString('base64url')),
    },
  })
  await forEachConcurrently(files, 4, async (file) => store.write(file.path, await file.make()))
  await db.insert(company).values(sampleCompany).onConflictDoNothing()
  await insertRows(db, rows)
  const [admin] = await db
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(eq(users.id, adminId))
  if (!admin) throw new Error('The administrator of the sample is not in the database')
  await recordHistory(db, { rows, fundings, admin, now })
}

/** Whether the database ever had the sample: the audit trail keeps its entries when the rest is removed. */
export async function hadSample(tx: Pick<Transaction, 'execute'>): Promise<boolean> {
  const { rows } = await tx.execute<{ had: boolean }>(sql`
    select exists (
      select from audit where id = any(${sql.param([...sampleIds.commitments])}::uuid[])
    ) as had`)
  return rows[0]?.had === true
}

async function insertRows(db: Queryable, rows: PortfolioRows) {
  await db.insert(users).values(rows.users)
  await db.insert(loans).values(rows.loans)
  await db.insert(commitments).values(rows.commitments)
  await db.insert(fileSchema.documents).values(rows.documents)
  await db.insert(fileSchema.photos).values(rows.photos)
  await db.insert(messages).values(rows.messages)
  await db.insert(favorites).values(rows.favorites)
}

/** Handles a few items at a time: drawing and disk writes overlap, and memory use stays small. */
async function forEachConcurrently<T>(
  items: readonly T[],
  concurrency: number,
  work: (item: T) => Promise<void>,
) {
  const waiting = items.values()
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (const item of waiting) await work(item)
    }),
  )
}
