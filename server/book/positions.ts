/** The statements that change a loan's book: each keeps the figures and the positions together. */
import { mostSoftShare } from '#domain/book/commitments.ts'
import { statusFilters } from '#domain/loans/statuses.ts'
import {
  allocateWhole,
  compareFigures,
  shareAmount,
  sumMoney,
  wholePercent,
  zeroPercent,
  type Money,
  type Percent,
} from '#domain/money.ts'
import { record, auditInsert, type NewEntry, type Actor } from '#server/audit/record.ts'
import { transact, type Database, type Queryable } from '#server/database/client.ts'
import { commitments, idempotencyKeys } from '#server/database/schema/book.ts'
import { loans } from '#server/database/schema/loans.ts'
import { breaksUnique, conflict, mayTryAgain, notFound } from '#server/errors.ts'
import { noticesInsert } from '#server/notices/notify.ts'
import { and, asc, eq, sql } from 'drizzle-orm'
import { notifyAll, type AddressedNotice } from './notices.ts'
import { recordCents } from './audit-entries.ts'
import { eligibleLender } from './lenders.ts'

export interface NewPosition {
  id: string
  loanId: string
  lenderId: string
  /** The administrator who records it on the lender's behalf. */
  recordedBy: string | null
  isSoft: boolean
  percentage: Percent
  amount: Money
  loanAmount: Money
  interestRate: Percent
  /** Months. */
  term: number
}

/** An Idempotency-Key of the person who calls, which need not be the lender. */
export interface RequestKey {
  userId: string
  key: string
  requestHash: string
}

/** Whom to tell and what to put on record, in the same statement or transaction. */
export interface CommitmentEffects {
  actor: Actor
  loan: { id: string; title: string }
  entry: (amount: Money) => NewEntry
  made: (amount: Money) => AddressedNotice[]
  whole: AddressedNotice
}

/** Amounts that changed, by the id of their commitment. */
export type AmountChanges = Map<string, { before: Money; after: Money }>

/**
 * Adds a position if the loan still is as it was read: same terms, not funded, enough room, and if
 * the lender still may hold one, of this size if it is soft. Gives its id, or null when something has
 * changed (or the key was used meanwhile) and is to be read again.
 */
export async function addCommitment(
  db: Database,
  position: NewPosition,
  key: RequestKey | null,
  effects: CommitmentEffects,
): Promise<string | null> {
  const { id, loanId, amount } = position
  try {
    if (position.isSoft) return (await addSoft(db, position, key, effects)) === null ? null : id
    // Short of 100 % one statement does it all, in one round trip.
    if ((await addGuarded(db, position, key, '99.99', effects)) !== null) return id
    return await transact(db, async (tx) => {
      const last = await addGuarded(tx, position, key, '100', null)
      if (last === null) return null
      // A release in between may have made room again: then the loan is not whole.
      const moved = isWhole(last) ? await placeCents(tx, loanId) : null
      const stored = moved?.get(id)?.after ?? amount
      await record(tx, effects.actor, effects.entry(stored))
      if (moved) await recordCents(tx, effects.actor, 'centsPlaced', effects.loan, moved, id)
      await notifyAll(tx, [...effects.made(stored), ...(moved ? [effects.whole] : [])])
      return id
    })
  } catch (error) {
    // Its key made one meanwhile, or somebody else's act went first.
    if (breaksUnique(error, 'idempotency_keys_user_key') || mayTryAgain(error)) return null
    throw error
  }
}

/**
 * Adds a soft share. The rows are locked first: the guard sums up what the lender holds, and only a
 * statement that starts once they are locked sees what others committed meanwhile.
 */
const addSoft = (
  db: Database,
  position: NewPosition,
  key: RequestKey | null,
  effects: CommitmentEffects,
) =>
  transact(db, async (tx) => {
    await tx.execute(eligibleLender(position.lenderId))
    await tx.execute(sql`
      select id from loans where id = ${position.loanId}::uuid for no key update`)
    return addGuarded(tx, position, key, '100', effects)
  })

/** The sum of a lender's active soft shares on a loan. */
const softSum = (loanId: string, lenderId: string) => sql`(
  select coalesce(sum(held.percentage), 0) from commitments held
  where held.loan_id = ${loanId}::uuid and held.lender_id = ${lenderId}::uuid
    and held.status = 'active' and held.is_soft_commit)`

/** How much soft interest a lender has in a loan. */
export async function findSoftHeld(
  db: Queryable,
  loanId: string,
  lenderId: string,
): Promise<Percent> {
  const found = await db.execute<{ held: Percent }>(sql`
    select ${softSum(loanId, lenderId)} as held`)
  return found.rows[0]?.held ?? zeroPercent
}

/** Whether binding shares of this sum are the whole loan. */
export const isWhole = (committed: Percent) => compareFigures(committed, wholePercent(100)) === 0

/**
 * The one atomic statement: the update's guard decides, and what it did not update is not inserted,
 * put on record, nor told. `mostCommitted` is what the binding shares may come to; a soft share must
 * fit what is available but adds nothing to them, and must fit what its lender may still indicate.
 * Gives the new committed percentage, or null.
 */
async function addGuarded(
  db: Queryable,
  position: NewPosition,
  key: RequestKey | null,
  mostCommitted: '100' | '99.99',
  effects: CommitmentEffects | null,
): Promise<Percent | null> {
  const { isSoft, percentage, amount } = position
  const statuses = sql.join(
    statusFilters.open.map((status) => sql`${status}`),
    sql`, `,
  )
  const figures = isSoft
    ? sql`soft_percentage = soft_percentage + ${percentage}::numeric`
    : withBinding(percentage, amount)
  const fitsSoft = isSoft
    ? sql`and ${softSum(position.loanId, position.lenderId)} + ${percentage}::numeric
        <= ${mostSoftShare}::numeric`
    : sql``
  const keyed = key
    ? sql`, keyed as (
        insert into idempotency_keys (user_id, key, request_hash, commitment_id)
        select ${key.userId}::uuid, ${key.key}, ${key.requestHash}, made.id from made)`
    : sql``
  const isMade = sql`exists (select 1 from made)`
  const recorded = effects
    ? sql`, ${auditInsert('recorded', effects.actor, effects.entry(amount), isMade)}`
    : sql``
  const told = (effects?.made(amount) ?? []).map(
    ({ to, notice }, index) =>
      sql`, ${sql.raw(`told_${index}`)} as (${noticesInsert(to, notice, isMade)})`,
  )
  const result = await db.execute<{ committed: Percent }>(sql`
    with lender as (${eligibleLender(position.lenderId)}), guarded as (
      update loans set ${figures}
      where id = ${position.loanId}::uuid
        and exists (select 1 from lender)
        and status in (${statuses})
        and amount = ${position.loanAmount}::numeric
        and interest_rate = ${position.interestRate}::numeric
        and term = ${position.term}::integer
        and committed_percentage + ${percentage}::numeric <= ${mostCommitted}::numeric
        ${fitsSoft}
      returning id, committed_percentage
    ), made as (
      insert into commitments
        (id, loan_id, lender_id, percentage, amount, is_soft_commit, loan_amount, interest_rate,
          term, recorded_by)
      select ${position.id}::uuid, guarded.id, ${position.lenderId}::uuid, ${percentage}::numeric,
        ${amount}::numeric, ${isSoft}::boolean, ${position.loanAmount}::numeric,
        ${position.interestRate}::numeric, ${position.term}::integer,
        ${position.recordedBy}::uuid
      from guarded
      returning id
    )${keyed}${recorded}${sql.join(told, sql``)}
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
 * amounts add up to it; gives those that changed. The caller's transaction holds the loan's row.
 */
export async function placeCents(tx: Queryable, loanId: string): Promise<AmountChanges> {
  const { loanAmount, binding } = await readBinding(tx, loanId)
  const shares = binding.map((row) => row.percentage)
  return storeAmounts(tx, loanId, binding, allocateWhole(loanAmount, shares))
}

/**
 * Takes a binding share out of a loan's kept figures; its commitment counts no longer. Of a whole
 * loan the placed cents go back too: what stays is rounded plainly again, and what changed by that
 * is given. The caller's transaction holds the loan's row.
 */
export async function takeOutBinding(
  tx: Queryable,
  loan: { id: string; committedPercentage: Percent },
  taken: { percentage: Percent; amount: Money },
): Promise<AmountChanges> {
  await tx.execute(sql`
    update loans set
      committed_percentage = committed_percentage - ${taken.percentage}::numeric,
      committed_amount = committed_amount - ${taken.amount}::numeric
    where id = ${loan.id}`)
  if (!isWhole(loan.committedPercentage)) return new Map()
  const { loanAmount, binding } = await readBinding(tx, loan.id)
  const amounts = binding.map((row) => shareAmount(loanAmount, row.percentage))
  return storeAmounts(tx, loan.id, binding, amounts)
}

/** The loan's amount and its active binding shares, in their order in time. */
async function readBinding(tx: Queryable, loanId: string) {
  const [loan] = await tx.select({ amount: loans.amount }).from(loans).where(eq(loans.id, loanId))
  if (!loan) throw notFound('The loan')
  const binding = await tx
    .select({
      id: commitments.id,
      percentage: commitments.percentage,
      amount: commitments.amount,
    })
    .from(commitments)
    .where(
      and(
        eq(commitments.loanId, loanId),
        eq(commitments.status, 'active'),
        eq(commitments.isSoftCommit, false),
      ),
    )
    .orderBy(asc(commitments.createdAt), asc(commitments.id))
  return { loanAmount: loan.amount, binding }
}

async function storeAmounts(
  tx: Queryable,
  loanId: string,
  binding: readonly { id: string; amount: Money }[],
  amounts: readonly Money[],
): Promise<AmountChanges> {
  const ids = binding.map((row) => row.id)
  await tx.execute(sql`
    update commitments set amount = placed.amount
    from unnest(${sql.param(ids)}::uuid[], ${sql.param(amounts)}::numeric[]) as placed(id, amount)
    where commitments.id = placed.id`)
  await tx
    .update(loans)
    .set({ committedAmount: sumMoney(amounts) })
    .where(eq(loans.id, loanId))
  return toAmountChanges(binding, amounts)
}

/** Which amounts became others; `amounts` stand in the order of the commitments. */
const toAmountChanges = (
  held: readonly { id: string; amount: Money }[],
  amounts: readonly Money[],
): AmountChanges =>
  new Map(
    held.flatMap(({ id, amount: before }, index) => {
      const after = amounts[index]
      return after === undefined || after === before ? [] : [[id, { before, after }]]
    }),
  )

/** A loan's amount, rate and term. */
export interface Terms {
  amount: Money
  interestRate: Percent
  /** Months. */
  term: number
}

/**
 * Soft commitments follow a loan's terms: their amounts and the terms they stand on become these.
 * Gives their holders, and the amounts that changed. The caller's transaction holds the loan's row.
 */
export async function moveSoftTo(tx: Queryable, loanId: string, terms: Terms) {
  const soft = await tx
    .select({
      id: commitments.id,
      lenderId: commitments.lenderId,
      percentage: commitments.percentage,
      amount: commitments.amount,
    })
    .from(commitments)
    .where(
      and(
        eq(commitments.loanId, loanId),
        eq(commitments.status, 'active'),
        eq(commitments.isSoftCommit, true),
      ),
    )
  const ids = soft.map((row) => row.id)
  const amounts = soft.map((row) => shareAmount(terms.amount, row.percentage))
  await tx.execute(sql`
    update commitments set amount = moved.amount, loan_amount = ${terms.amount}::numeric,
      interest_rate = ${terms.interestRate}::numeric, term = ${terms.term}::integer
    from unnest(${sql.param(ids)}::uuid[], ${sql.param(amounts)}::numeric[]) as moved(id, amount)
    where commitments.id = moved.id`)
  const holders = [...new Set(soft.map((row) => row.lenderId))]
  return { holders, moved: toAmountChanges(soft, amounts) }
}

/**
 * The commitment that this key made within the last day, if it did; 409 when it stood for another
 * request. An older key is forgotten.
 */
export async function findKeyedCommitment(
  db: Database,
  { userId, key, requestHash }: RequestKey,
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
