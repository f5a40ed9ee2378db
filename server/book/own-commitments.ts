/** Commitments: the promise that a loan is never promised beyond 100 %, kept under concurrency. */
import type { Commitment } from '#contract/book/commitments.ts'
import type { Loan } from '#contract/loans/shapes.ts'
import { toFlag } from '#contract/wire.ts'
import { commitmentCan, type CommitmentAction, type Position } from '#domain/book/commitments.ts'
import { loanCan } from '#domain/loans/statuses.ts'
import {
  compareFigures,
  shareAmount,
  subtractPercent,
  sumPercent,
  wholePercent,
} from '#domain/money.ts'
import { actorOf, record, type NewEntry } from '#server/audit/record.ts'
import { transact, type Queryable } from '#server/database/client.ts'
import { commitments } from '#server/database/schema/book.ts'
import { loans } from '#server/database/schema/loans.ts'
import { photos } from '#server/database/schema/documents.ts'
import { conflict, notFound } from '#server/errors.ts'
import { utcText } from '#server/http/cursor.ts'
import type { Handlers, Services } from '#server/http/mount.ts'
import type { SessionUser } from '#server/sign-in/sessions.ts'
import { and, desc, eq, sql, type SQL } from 'drizzle-orm'
import {
  commitmentChanged,
  commitmentMadeBinding,
  commitmentWithdrawn,
  loanFullyCommitted,
  notifyAll,
  type AddressedNotice,
} from './notices.ts'
import { recordCents, recordOfOwn } from './audit-entries.ts'
import { commit, requireRoom, requireShownAmount, requireSoftRoom } from './commit.ts'
import { requireEligibleLender } from './lenders.ts'
import { coverOfLoan, loanColumns, toLoan } from '#server/loans/calls.ts'
import { findSoftHeld, isWhole, placeCents, withBinding, type AmountChanges } from './positions.ts'

type CommitmentCalls =
  | 'createCommitment'
  | 'listOwnCommitments'
  | 'changeCommitment'
  | 'withdrawCommitment'
  | 'makeCommitmentBinding'

export const commitmentHandlers: Pick<Handlers, CommitmentCalls> = {
  async createCommitment(context, wanted) {
    const id = await commit(context, context.user.id, wanted)
    return findCommitment(context.db, eq(commitments.id, id))
  },

  async listOwnCommitments({ db, user }) {
    return listCommitments(
      db,
      and(eq(commitments.lenderId, user.id), eq(commitments.status, 'active')),
    )
  },

  async changeCommitment(context, { id, percentage }) {
    return actOnOwn(context, id, 'change', async (tx, own) => {
      const share = wholePercent(percentage)
      requireRoom(own.loan, share)
      const held = await findSoftHeld(tx, own.loanId, own.lenderId)
      requireSoftRoom(null, held, subtractPercent(share, own.percentage))
      await tx.execute(sql`
        update loans set soft_percentage = soft_percentage - ${own.percentage}::numeric + ${share}::numeric
        where id = ${own.loanId}`)
      const amount = shareAmount(own.loan.amount, share)
      await tx
        .update(commitments)
        .set({ percentage: share, amount, ...termsOf(own.loan) })
        .where(eq(commitments.id, id))
      // Saving the share that it has already is nothing to tell, nor to put on record.
      if (compareFigures(share, own.percentage) === 0) return { entry: null, notices: [] }
      const now = { percentage: share, amount }
      return {
        entry: recordOfOwn('commitmentChanged', context.user, own, now),
        notices: [commitmentChanged(context.user, own.loan, own, now)],
      }
    })
  },

  async withdrawCommitment(context, { id }) {
    return actOnOwn(context, id, 'withdraw', async (tx, own) => {
      await tx.execute(sql`
        update loans set soft_percentage = soft_percentage - ${own.percentage}::numeric
        where id = ${own.loanId}`)
      await tx
        .update(commitments)
        .set({ status: 'withdrawn', endedAt: sql`now()` })
        .where(eq(commitments.id, id))
      return {
        entry: recordOfOwn('commitmentWithdrawn', context.user, own, null),
        notices: [commitmentWithdrawn(context.user, own.loan, own)],
      }
    })
  },

  async makeCommitmentBinding(context, { id, amount: shown }) {
    return actOnOwn(context, id, 'makeBinding', async (tx, own) => {
      const { percentage } = own
      const amount = shareAmount(own.loan.amount, percentage)
      requireShownAmount(shown, amount)
      requireRoom(own.loan, percentage)
      await tx
        .update(commitments)
        .set({ isSoftCommit: false, amount, ...termsOf(own.loan) })
        .where(eq(commitments.id, id))
      await tx.execute(sql`
        update loans set
          soft_percentage = soft_percentage - ${percentage}::numeric,
          ${withBinding(percentage, amount)}
        where id = ${own.loanId}`)
      const wholeLoan = isWhole(sumPercent([own.loan.committedPercentage, percentage]))
      const moved: AmountChanges = wholeLoan ? await placeCents(tx, own.loanId) : new Map()
      const bound = { percentage, amount: moved.get(id)?.after ?? amount }
      const madeBinding = commitmentMadeBinding(context.user, own.loan, bound)
      return {
        entry: recordOfOwn('commitmentMadeBinding', context.user, own, bound),
        moved,
        notices: wholeLoan
          ? [madeBinding, loanFullyCommitted(context.user, own.loan)]
          : [madeBinding],
      }
    })
  },
}

const termsOf = (loan: Loan) => ({
  loanAmount: loan.amount,
  interestRate: loan.interestRate,
  term: loan.term,
})

interface OwnContext extends Pick<Services, 'db' | 'kickOutbox'> {
  user: SessionUser
  request: { ip: string; id: string }
}

/** What an act on an own commitment leaves behind, besides the change itself. */
interface ActionOutcome {
  entry: NewEntry | null
  /** The amounts of others that changed with it. */
  moved?: AmountChanges
  notices: AddressedNotice[]
}

/**
 * One act on an own commitment, by a lender who may still hold one. The lender's row is locked, and
 * then the loan's, as every act on its figures does, so that two acts can't wait for each other; then
 * the commitment is read as it is now.
 */
async function actOnOwn(
  { db, user, request, kickOutbox }: OwnContext,
  id: string,
  action: CommitmentAction,
  act: (tx: Queryable, own: Commitment) => Promise<ActionOutcome>,
): Promise<Commitment> {
  const own = and(eq(commitments.id, id), eq(commitments.lenderId, user.id))
  const done = await transact(db, async (tx) => {
    await requireEligibleLender(tx, user.id, user.id)
    await tx.execute(sql`
      select id from loans
      where id = (select loan_id from commitments where id = ${id} and lender_id = ${user.id})
      for update`)
    const found = await findCommitment(tx, own)
    const isSoft = found.isSoftCommit === 'true'
    const position = { status: found.status, isSoft, loanStatus: found.loan.status }
    if (!commitmentCan(action, position)) throw conflict(reasonAgainst(position), 'not_allowed_now')
    const { entry, moved, notices } = await act(tx, found)
    const actor = actorOf(request, user)
    if (entry) await record(tx, actor, entry)
    if (moved) await recordCents(tx, actor, 'centsPlaced', found.loan, moved, id)
    await notifyAll(tx, notices)
    return findCommitment(tx, own)
  })
  kickOutbox()
  return done
}

/** Why an act does not fit a position, in words. */
export function reasonAgainst({ status, isSoft, loanStatus }: Position): string {
  if (status !== 'active') return `This commitment was ${status} already`
  if (!loanCan('commit', loanStatus)) return 'This loan is fully funded'
  return isSoft
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
    isOnBehalf: toFlag(commitment.recordedBy !== null),
    loanAmount: commitment.loanAmount,
    interestRate: commitment.interestRate,
    term: commitment.term,
    loan: toLoan(loan),
  }))
}
