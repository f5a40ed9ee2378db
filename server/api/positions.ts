/** The statements that change a loan's book: each keeps the figures and the positions together. */
import { statusFilters } from '#domain/loans.ts'
import { allocateWhole, sumMoney, type Money, type Percent } from '#domain/money.ts'
import { transact, type Database, type Queryable } from '#server/database/connect.ts'
import { commitments, idempotencyKeys, loans } from '#server/database/schema.ts'
import { breaksUnique, conflict } from '#server/errors.ts'
import { and, asc, eq, sql } from 'drizzle-orm'

export interface NewPosition {
  id: string
  loanId: string
  lenderId: string
  isSoft: boolean
  percentage: Percent
  amount: Money
  loanAmount: Money
  interestRate: Percent
  /** Months. */
  term: number
}

interface RequestKey {
  key: string
  requestHash: string
}

/**
 * Adds a position if the loan still is as it was read: same terms, not funded, enough room. Gives
 * its id, or null when the loan has changed (or the key was used meanwhile) and is to be read again.
 */
export async function addCommitment(
  db: Database,
  position: NewPosition,
  key: RequestKey | null,
): Promise<string | null> {
  try {
    // Short of 100 % one statement does it all, in one round trip.
    const added = await addGuarded(db, position, key, position.isSoft ? '100' : '99.99')
    if (added !== null || position.isSoft) return added ? position.id : null
    return await transact(db, async (tx) => {
      const last = await addGuarded(tx, position, key, '100')
      if (last === null) return null
      await placeCents(tx, position.loanId)
      return position.id
    })
  } catch (error) {
    if (breaksUnique(error, 'idempotency_keys_user_key')) return null
    throw error
  }
}

/**
 * The one atomic statement: the update's guard decides, and what it did not update is not inserted.
 * `mostCommitted` is what the binding shares may come to; a soft share must fit what is available
 * but adds nothing to them. Gives the new committed percentage, or null.
 */
async function addGuarded(
  db: Queryable,
  position: NewPosition,
  key: RequestKey | null,
  mostCommitted: '100' | '99.99',
): Promise<Percent | null> {
  const { isSoft, percentage, amount } = position
  const statuses = sql.join(
    statusFilters.open.map((status) => sql`${status}`),
    sql`, `,
  )
  const figures = isSoft
    ? sql`soft_percentage = soft_percentage + ${percentage}::numeric`
    : withBinding(percentage, amount)
  const keyed = key
    ? sql`, keyed as (
        insert into idempotency_keys (user_id, key, request_hash, commitment_id)
        select ${position.lenderId}::uuid, ${key.key}, ${key.requestHash}, made.id from made)`
    : sql``
  const result = await db.execute<{ committed: Percent }>(sql`
    with guarded as (
      update loans set ${figures}
      where id = ${position.loanId}::uuid
        and status in (${statuses})
        and amount = ${position.loanAmount}::numeric
        and interest_rate = ${position.interestRate}::numeric
        and term = ${position.term}::integer
        and committed_percentage + ${percentage}::numeric <= ${mostCommitted}::numeric
      returning id, committed_percentage
    ), made as (
      insert into commitments
        (id, loan_id, lender_id, percentage, amount, is_soft_commit, loan_amount, interest_rate, term)
      select ${position.id}::uuid, guarded.id, ${position.lenderId}::uuid, ${percentage}::numeric,
        ${amount}::numeric, ${isSoft}::boolean, ${position.loanAmount}::numeric,
        ${position.interestRate}::numeric, ${position.term}::integer
      from guarded
      returning id
    )${keyed}
    select committed_percentage as committed from guarded`)
  return result.rows[0]?.committed ?? null
}

/**
 * The kept figures of a loan with one more binding share. A whole loan's amounts are the loan's, once
 * its cents are placed; their plain sum before that may be more than the column holds.
 */
export const withBinding = (share: Percent, amount: Money) =>
  sql`committed_percentage = committed_percentage + ${share}::numeric,
      committed_amount = case when committed_percentage + ${share}::numeric = 100
        then loans.amount else committed_amount + ${amount}::numeric end`

/**
 * Places the cents that rounding left over once a loan is promised whole, so that the binding
 * amounts add up to it. The caller's transaction holds the loan's row.
 */
export async function placeCents(tx: Queryable, loanId: string): Promise<void> {
  const [loan] = await tx.select({ amount: loans.amount }).from(loans).where(eq(loans.id, loanId))
  const binding = await tx
    .select({ id: commitments.id, percentage: commitments.percentage })
    .from(commitments)
    .where(
      and(
        eq(commitments.loanId, loanId),
        eq(commitments.status, 'active'),
        eq(commitments.isSoftCommit, false),
      ),
    )
    .orderBy(asc(commitments.createdAt), asc(commitments.id))
  if (!loan) return
  const amounts = allocateWhole(
    loan.amount,
    binding.map((row) => row.percentage),
  )
  const ids = binding.map((row) => row.id)
  await tx.execute(sql`
    update commitments set amount = placed.amount
    from unnest(${sql.param(ids)}::uuid[], ${sql.param(amounts)}::numeric[]) as placed(id, amount)
    where commitments.id = placed.id`)
  await tx
    .update(loans)
    .set({ committedAmount: sumMoney(amounts) })
    .where(eq(loans.id, loanId))
}

/**
 * The commitment that this key made within the last day, if it did; 409 when it stood for another
 * request. An older key is forgotten.
 */
export async function findKeyedCommitment(
  db: Database,
  userId: string,
  { key, requestHash }: RequestKey,
): Promise<string | null> {
  const [found] = await db
    .select({
      commitmentId: idempotencyKeys.commitmentId,
      requestHash: idempotencyKeys.requestHash,
      isOld,
    })
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, key)))
  if (!found) return null
  if (found.isOld) {
    await db
      .delete(idempotencyKeys)
      .where(and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, key), isOld))
    return null
  }
  if (found.requestHash !== requestHash)
    throw conflict('This Idempotency-Key was used for another request', 'key_reused')
  return found.commitmentId
}

const isOld = sql<boolean>`${idempotencyKeys.createdAt} < now() - interval '1 day'`

/** Forgets keys that are a day old. */
export const purgeIdempotencyKeys = (db: Database) => db.delete(idempotencyKeys).where(isOld)
