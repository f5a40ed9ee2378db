/** A commitment in the plain stack: a transaction that locks the loan, adds up its book and inserts. */
import { randomUUID } from 'node:crypto'
import { shareAmount, wholePercent } from '#domain/money.ts'
import { audit, auditUnsealed } from '#server/database/schema/audit.ts'
import { users } from '#server/database/schema/accounts.ts'
import { commitments } from '#server/database/schema/book.ts'
import { idempotencyKeys } from '#server/database/schema/idempotency.ts'
import { loans } from '#server/database/schema/loans.ts'
import { notifications } from '#server/database/schema/notifications.ts'
import { and, eq, sql, sum } from 'drizzle-orm'
import type { Db, Person } from './read.ts'

/** The commitment, or null when the loan is gone, funded, or has too little left. */
export async function commit(
  db: Db,
  person: Person,
  { loanId, percentage }: { loanId: string; percentage: string },
  key: string,
) {
  return db.transaction(async (tx) => {
    const [loan] = await tx.select().from(loans).where(eq(loans.id, loanId)).for('update')
    if (!loan || loan.status === 'funded') return null
    const [held] = await tx
      .select({ share: sum(commitments.percentage) })
      .from(commitments)
      .where(
        and(
          eq(commitments.loanId, loanId),
          eq(commitments.status, 'active'),
          eq(commitments.isSoftCommit, false),
        ),
      )
    const share = wholePercent(Number(percentage))
    if (Number(held?.share ?? 0) + Number(share) >= 100) return null
    const amount = shareAmount(loan.amount, share)
    const terms = { loanAmount: loan.amount, interestRate: loan.interestRate, term: loan.term }
    const [made] = await tx
      .insert(commitments)
      .values({
        id: randomUUID(),
        loanId,
        lenderId: person.id,
        percentage: share,
        amount,
        ...terms,
      })
      .returning()
    if (!made) return null
    await tx
      .update(loans)
      .set({
        // Only so that the product's own check of the database holds; the plain stack never reads them.
        committedPercentage: sql`${loans.committedPercentage} + ${share}::numeric`,
        committedAmount: sql`${loans.committedAmount} + ${amount}::numeric`,
      })
      .where(eq(loans.id, loanId))
    await tx.insert(idempotencyKeys).values({
      ...{ userId: person.id, key, call: 'createCommitment', requestHash: key, result: { lineId: made.id } },
    })
    await record(tx, person, { id: loan.id, title: loan.title }, made.id, {
      percentage: share,
      amount,
    })
    return { ...made, loan }
  })
}

type Transaction = Parameters<Parameters<Db['transaction']>[0]>[0]

async function record(
  tx: Transaction,
  person: Person,
  loan: { id: string; title: string },
  commitmentId: string,
  after: Record<string, unknown>,
) {
  const name = `${person.firstName} ${person.lastName}`
  const entryId = randomUUID()
  await tx.insert(audit).values({
    ...{ id: entryId, kind: 'commitmentMade', objectId: commitmentId, after },
    ...{ actorId: person.id, actorName: name, personId: person.id, personName: name },
    ...{ loanId: loan.id, loanTitle: loan.title, address: '127.0.0.1', requestId: randomUUID() },
  })
  await tx.insert(auditUnsealed).values({ entryId })
  const admins = await tx.select({ id: users.id }).from(users).where(eq(users.isAdmin, true))
  await tx.insert(notifications).values(
    admins.map(({ id }) => ({
      ...{ id: randomUUID(), userId: id, type: 'commitmentMade' as const, relatedLoanId: loan.id },
      message: `${name} committed 1% to ${loan.title}`,
    })),
  )
}
