/** Commitments: the promise that a loan is never promised beyond 100 %, kept under concurrency. */
import { createHash, randomUUID } from 'node:crypto'
import type { Commitment, NewCommitment } from '#contract/commitments.ts'
import type { Loan } from '#contract/loans.ts'
import { toFlag } from '#contract/wire.ts'
import { commitmentCan, type CommitmentAction } from '#domain/commitments.ts'
import { loanCan } from '#domain/loans.ts'
import {
  availablePercent,
  compareFigures,
  formatShare,
  parseMoney,
  shareAmount,
  wholePercent,
  withinOneCent,
  zeroPercent,
  type Money,
  type Percent,
} from '#domain/money.ts'
import { transact, type Database, type Queryable } from '#server/database/connect.ts'
import { commitments, loans, photos } from '#server/database/schema.ts'
import { conflict, notFound } from '#server/errors.ts'
import type { Handlers } from '#server/http/mount.ts'
import { and, desc, eq, sql, type SQL } from 'drizzle-orm'
import { coverOfLoan, findLoan, loanColumns, toLoan, utcText } from './loans.ts'
import {
  addCommitment,
  findKeyedCommitment,
  placeCents,
  withBinding,
  type NewPosition,
} from './positions.ts'

type CommitmentCalls =
  | 'createCommitment'
  | 'listOwnCommitments'
  | 'changeCommitment'
  | 'withdrawCommitment'
  | 'makeCommitmentBinding'

export const commitmentHandlers: Pick<Handlers, CommitmentCalls> = {
  async createCommitment({ db, user, idempotencyKey }, wanted) {
    const key = idempotencyKey && { key: idempotencyKey, requestHash: hashOf(wanted) }
    const id = await commit(db, user.id, wanted, key || null)
    return findCommitment(db, eq(commitments.id, id))
  },

  async listOwnCommitments({ db, user }) {
    return listCommitments(
      db,
      and(eq(commitments.lenderId, user.id), eq(commitments.status, 'active')),
    )
  },

  async changeCommitment({ db, user }, { id, percentage }) {
    return actOnOwn(db, user.id, id, 'change', async (tx, own) => {
      const share = wholePercent(percentage)
      requireRoom(own.loan, share)
      await tx.execute(sql`
        update loans set soft_percentage = soft_percentage - ${own.percentage}::numeric + ${share}::numeric
        where id = ${own.loanId}`)
      const amount = shareAmount(own.loan.amount, share)
      await tx
        .update(commitments)
        .set({ percentage: share, amount, ...termsOf(own.loan) })
        .where(eq(commitments.id, id))
    })
  },

  async withdrawCommitment({ db, user }, { id }) {
    return actOnOwn(db, user.id, id, 'withdraw', async (tx, own) => {
      await tx.execute(sql`
        update loans set soft_percentage = soft_percentage - ${own.percentage}::numeric
        where id = ${own.loanId}`)
      await tx
        .update(commitments)
        .set({ status: 'withdrawn', endedAt: sql`now()` })
        .where(eq(commitments.id, id))
    })
  },

  async makeCommitmentBinding({ db, user }, { id, amount: shown }) {
    return actOnOwn(db, user.id, id, 'makeBinding', async (tx, own) => {
      const amount = shareAmount(own.loan.amount, own.percentage)
      requireShownAmount(shown, amount)
      requireRoom(own.loan, own.percentage)
      await tx
        .update(commitments)
        .set({ isSoftCommit: false, amount, ...termsOf(own.loan) })
        .where(eq(commitments.id, id))
      const updated = await tx.execute<{ committed: Percent }>(sql`
        update loans set
          soft_percentage = soft_percentage - ${own.percentage}::numeric,
          ${withBinding(own.percentage, amount)}
        where id = ${own.loanId} returning committed_percentage as committed`)
      if (isWhole(updated.rows[0]?.committed)) await placeCents(tx, own.loanId)
    })
  },
}

const isWhole = (committed: Percent | undefined) =>
  committed !== undefined && compareFigures(committed, wholePercent(100)) === 0

/** What a request means, whatever its spelling: the same key must stand for the same thing. */
const hashOf = ({ loanId, percentage, isSoftCommit, amount }: NewCommitment) =>
  createHash('sha256')
    .update(
      JSON.stringify([
        loanId.toLowerCase(),
        percentage,
        isSoftCommit,
        amount === undefined ? null : parseMoney(amount),
      ]),
    )
    .digest('hex')

const termsOf = (loan: Loan) => ({
  loanAmount: loan.amount,
  interestRate: loan.interestRate,
  term: loan.term,
})

function requireRoom(loan: Loan, share: Percent) {
  const available = availablePercent(loan.committedPercentage)
  if (compareFigures(share, available) <= 0) return
  const left =
    compareFigures(available, zeroPercent) === 0
      ? 'This loan is fully committed: 0% is available'
      : `Only ${formatShare(available)} of this loan is still available`
  throw conflict(left, 'not_enough_available')
}

/** Nobody is bound to a figure that was not on the screen. */
function requireShownAmount(shown: string | undefined, amount: Money) {
  const figure = shown === undefined ? amount : parseMoney(shown)
  if (!figure || !withinOneCent(figure, amount))
    throw conflict("The loan's terms have changed; please review them", 'terms_changed')
}

// Each round but the last means that another commitment landed in between, so a few suffice.
const rounds = 12

/**
 * Commits a share and returns the commitment's id. The loan is read for its terms, then one
 * guarded statement checks and changes everything; when it finds the loan changed, the loan is
 * read again, which either shows the reason to refuse or gives the next try its figures.
 */
async function commit(
  db: Database,
  lenderId: string,
  wanted: NewCommitment,
  key: { key: string; requestHash: string } | null,
): Promise<string> {
  for (let round = 0; round < rounds; round += 1) {
    // The loan before the key: what its figures hold of this key's own commitment, the key tells.
    const loan = await findLoan(db, wanted.loanId)
    const before = key && (await findKeyedCommitment(db, lenderId, key))
    if (before) return before
    const made = await addCommitment(db, toPosition(loan, lenderId, wanted), key)
    if (made) return made
  }
  throw conflict('Many lenders are committing to this loan at once; please try again', 'busy')
}

function toPosition(loan: Loan, lenderId: string, wanted: NewCommitment): NewPosition {
  if (!loanCan('commit', loan.status)) throw conflict('This loan is fully funded', 'loan_funded')
  const share = wholePercent(wanted.percentage)
  const amount = shareAmount(loan.amount, share)
  requireRoom(loan, share)
  requireShownAmount(wanted.amount, amount)
  return {
    id: randomUUID(),
    loanId: loan.id,
    lenderId,
    isSoft: wanted.isSoftCommit === 'true',
    percentage: share,
    amount,
    loanAmount: loan.amount,
    interestRate: loan.interestRate,
    term: loan.term,
  }
}

/**
 * One act on an own commitment: the loan is locked first, as every act on its figures does, so that
 * two acts can't wait for each other; then the commitment is read as it is now, and the act may.
 */
async function actOnOwn(
  db: Database,
  lenderId: string,
  id: string,
  action: CommitmentAction,
  act: (tx: Queryable, own: Commitment) => Promise<void>,
): Promise<Commitment> {
  const own = and(eq(commitments.id, id), eq(commitments.lenderId, lenderId))
  return transact(db, async (tx) => {
    await tx.execute(sql`
      select id from loans
      where id = (select loan_id from commitments where id = ${id} and lender_id = ${lenderId})
      for update`)
    const found = await findCommitment(tx, own)
    const isSoft = found.isSoftCommit === 'true'
    if (!commitmentCan(action, { status: found.status, isSoft, loanStatus: found.loan.status }))
      throw conflict(reasonAgainst(found), 'not_allowed_now')
    await act(tx, found)
    return findCommitment(tx, own)
  })
}

function reasonAgainst({ status, loan, isSoftCommit }: Commitment): string {
  if (status !== 'active') return `This commitment was ${status} already`
  if (!loanCan('commit', loan.status)) return 'This loan is fully funded'
  return isSoftCommit === 'true'
    ? 'A soft commitment has nothing to release'
    : 'A binding commitment can only be released by an administrator'
}

async function findCommitment(db: Queryable, condition: SQL | undefined): Promise<Commitment> {
  const [found] = await listCommitments(db, condition)
  if (!found) throw notFound('The commitment')
  return found
}

async function listCommitments(db: Queryable, condition: SQL | undefined): Promise<Commitment[]> {
  const rows = await db
    .select({
      commitment: commitments,
      createdAtText: utcText(commitments.createdAt),
      loan: loanColumns,
    })
    .from(commitments)
    .innerJoin(loans, eq(loans.id, commitments.loanId))
    .leftJoin(photos, coverOfLoan)
    .where(condition)
    .orderBy(desc(commitments.createdAt), desc(commitments.id))
  return rows.map(({ commitment, createdAtText, loan }) => ({
    id: commitment.id,
    loanId: commitment.loanId,
    lenderId: commitment.lenderId,
    percentage: commitment.percentage,
    amount: commitment.amount,
    isSoftCommit: toFlag(commitment.isSoftCommit),
    status: commitment.status,
    createdAt: createdAtText,
    loanAmount: commitment.loanAmount,
    interestRate: commitment.interestRate,
    term: commitment.term,
    loan: toLoan(loan),
  }))
}
