/** A realistic portfolio for an empty database. It is always the same except for its dates. */
import { recordPast } from '#server/audit/record.ts'
import { limitConcurrency } from '#server/concurrency.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import { users } from '#server/database/schema/accounts.ts'
import { accessRequests, admissions } from '#server/database/schema/audience.ts'
import { allocationLines, allocations } from '#server/database/schema/allocations.ts'
import { fundingInstructions, fundsReceipts } from '#server/database/schema/funding.ts'
import { registerEntries, registers } from '#server/database/schema/registers.ts'
import { termsAnswers, termsProposals } from '#server/database/schema/terms.ts'
import { commitments } from '#server/database/schema/book.ts'
import { documents, photos } from '#server/database/schema/documents.ts'
import { firms, originatorsFirm } from '#server/database/schema/firms.ts'
import { favorites, loans } from '#server/database/schema/loans.ts'
import { messages } from '#server/database/schema/messages.ts'
import { company, exposureLimits } from '#server/database/schema/settings.ts'
import type { FileStore } from '#server/storage/storage.ts'
import { eq, sql } from 'drizzle-orm'
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { historyOf } from './history.ts'
import { buildPortfolio } from './portfolio-rows.ts'
import { sampleCompany, sampleIds, sampleLimits } from './sample-data.ts'

export interface SampleOptions {
  /** The connection must be in a transaction so that either all rows or none are inserted. */
  db: Queryable
  store: FileStore
  hashPassword: (password: string) => Promise<string>
  passwords: { lender: string }
  adminId: string
  now?: Date
}

/**
 * Loads the sample portfolio without sending notifications. Files are stored first so that no row refers to a missing
 * file. Their paths are constant, so a retry leaves no unused files.
 */
export async function seedSamplePortfolio(options: SampleOptions): Promise<void> {
  const { db, store, hashPassword, passwords, adminId, now = new Date() } = options
  const [admin] = await db
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      firmId: originatorsFirm,
    })
    .from(users)
    .where(eq(users.id, adminId))
  if (!admin) throw new Error('The administrator of the sample is not in the database')
  const [lender, others] = await Promise.all(
    [passwords.lender, randomBytes(32).toString('base64url')].map(hashPassword),
  )
  const passwordHashes = { lender: lender ?? '', others: others ?? '' }
  const rows = buildPortfolio({ now, admin, passwordHashes })
  await copyFiles(store, [...rows.documents, ...rows.photos])
  await db.insert(company).values(sampleCompany).onConflictDoNothing()
  await db.insert(exposureLimits).values(sampleLimits).onConflictDoNothing()
  await db.insert(firms).values(rows.firms)
  await db.insert(users).values(rows.users)
  await db.insert(loans).values(rows.loans)
  await db.insert(admissions).values(rows.admissions)
  await db.insert(accessRequests).values(rows.accessRequests)
  await db.insert(commitments).values(rows.commitments)
  await db.insert(allocations).values(rows.allocations)
  await db.insert(allocationLines).values(rows.offers)
  await db.insert(registers).values(rows.registers)
  await db.insert(registerEntries).values(rows.registerEntries)
  await db.insert(fundingInstructions).values(rows.instructions)
  await db.insert(fundsReceipts).values(rows.receipts)
  await db.insert(termsProposals).values(rows.proposals)
  await db.insert(termsAnswers).values(rows.termsAnswers)
  await db.insert(documents).values(rows.documents)
  await db.insert(photos).values(rows.photos)
  await db.insert(messages).values(rows.messages)
  await db.insert(favorites).values(rows.favorites)
  await recordPast(db, historyOf(rows, admin, now))
}

/** Returns true if the database ever contained the sample. Its audit entries remain after it is removed. */
export async function hadSample(tx: Pick<Transaction, 'execute'>): Promise<boolean> {
  const { rows } = await tx.execute<{ had: boolean }>(sql`
    select exists (
      select from audit where id = any(${sql.param([...sampleIds.commitments])}::uuid[])
    ) as had`)
  return rows[0]?.had === true
}

async function copyFiles(store: FileStore, files: { source: string; fileUrl: string }[]) {
  const inTurn = limitConcurrency({ concurrency: 8 })
  await Promise.all(
    files.map(({ source, fileUrl }) =>
      inTurn(async () => store.write(fileUrl, await readFile(source))),
    ),
  )
}
