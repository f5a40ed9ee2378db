/** What a lender does with its commitments; a loan is never committed beyond 100%, even under concurrency. */
import { randomUUID } from 'node:crypto'
import type { Commitment } from '#contract/book/commitments.ts'
import type { CommitmentAction } from '#domain/book/commitments.ts'
import { compareFigures, shareAmount, subtractPercent, wholePercent } from '#domain/money.ts'
import { actorOf } from '#server/audit/record.ts'
import { transact, type Queryable } from '#server/database/client.ts'
import { commitments } from '#server/database/schema/book.ts'
import type { Handlers, Services } from '#server/http/mount.ts'
import type { Principal } from '#server/sign-in/principal.ts'
import { and, eq, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { ownActionEntry } from './audit-entries.ts'
import { commit, termsOf } from './commit.ts'
import { requireEligibleLender } from './lenders.ts'
import {
  commitmentChanged,
  commitmentMadeBinding,
  commitmentWithdrawn,
  loanFullyCommitted,
} from './notices.ts'
import { findCommitment, heldBy, toCommitment, type OwnCommitment } from './own-lines.ts'
import { requireAction, requireRoom, requireShownAmount, requireSoftRoom } from './refusals.ts'
import { findSoftHeld } from './soft-shares.ts'
import { withBook, type BookAct } from './with-book.ts'

type CommitmentCalls =
  'createCommitment' | 'changeCommitment' | 'withdrawCommitment' | 'makeCommitmentBinding'

export const commitmentHandlers: Pick<Handlers, CommitmentCalls> = {
  async createCommitment(context, { body }) {
    const { id, commitment } = await commit(context, context.principal.account.id, body)
    const made = commitment ?? (await findCommitment(context.db, eq(commitments.id, id)))
    return { ...toCommitment(made), receiptId: id }
  },

  async changeCommitment(context, { path: { id }, body: { percentage } }) {
    const lender = context.principal.account
    let isSame = false
    const { receiptId, ...changed } = await actOnOwn(
      context,
      id,
      'change',
      async (tx, own, entryId) => {
        const share = wholePercent(percentage)
        requireRoom(own.loan, share)
        const held = await findSoftHeld(tx, own.loanId, own.lenderId)
        requireSoftRoom(null, held, subtractPercent(share, own.percentage))
        const now = { percentage: share, amount: shareAmount(own.loan.amount, share) }
        await store(tx, id, { ...now, ...termsOf(own.loan) })
        // Saving the share that it has already is nothing to tell, nor to put on record.
        isSame = compareFigures(share, own.percentage) === 0
        return () => ({
          entry: isSame ? null : ownActionEntry(entryId, 'commitmentChanged', lender, own, now),
          notices: isSame ? [] : commitmentChanged(entryId, lender, own.loan, own, now),
        })
      },
    )
    return isSame ? changed : { ...changed, receiptId }
  },

  async withdrawCommitment(context, { path: { id } }) {
    const lender = context.principal.account
    return actOnOwn(context, id, 'withdraw', async (tx, own, receiptId) => {
      await store(tx, id, { status: 'withdrawn', endedAt: sql`now()` })
      return () => ({
        entry: ownActionEntry(receiptId, 'commitmentWithdrawn', lender, own, null),
        notices: commitmentWithdrawn(receiptId, lender, own.loan, own),
      })
    })
  },

  async makeCommitmentBinding(context, { path: { id }, body: { amount: shown } }) {
    const lender = context.principal.account
    return actOnOwn(context, id, 'makeBinding', async (tx, own, receiptId) => {
      const { percentage, loan } = own
      const amount = shareAmount(loan.amount, percentage)
      requireShownAmount(shown, amount)
      requireRoom(loan, percentage)
      await store(tx, id, { isSoftCommit: false, amount, ...termsOf(loan) })
      return ({ amountOf, becameWhole }) => {
        const bound = { percentage, amount: amountOf(id) ?? amount }
        const madeBinding = commitmentMadeBinding(receiptId, lender, loan, bound)
        return {
          entry: ownActionEntry(receiptId, 'commitmentMadeBinding', lender, own, bound),
          notices: becameWhole ? [...madeBinding, loanFullyCommitted(lender, loan)] : madeBinding,
        }
      }
    })
  },
}

/** What is stored of an act, but for the figures that follow from it. */
const store = (tx: Queryable, id: string, change: PgUpdateSetSource<typeof commitments>) =>
  tx.update(commitments).set(change).where(eq(commitments.id, id))

interface OwnContext extends Pick<Services, 'db' | 'kickOutbox'> {
  principal: Principal
  request: { ip: string; id: string }
}

/**
 * One act on an own commitment, by a lender who may still hold one; `act` stores it, and gets the id of its
 * audit entry, which is also its receipt's. The lender's row is locked before the loan's; then the commitment
 * is read as it is now.
 * @throws {ApiError} 404 when it is no own commitment, 409 when its state or the loan's forbids the act.
 */
async function actOnOwn(
  { db, principal, request, kickOutbox }: OwnContext,
  id: string,
  action: CommitmentAction,
  act: (tx: Queryable, own: OwnCommitment, entryId: string) => Promise<BookAct['describe']>,
): Promise<Commitment & { receiptId: string }> {
  const receiptId = randomUUID()
  const isOwn = and(eq(commitments.id, id), heldBy(principal))
  const done = await transact(db, async (tx) => {
    await requireEligibleLender(tx, principal.account.id, principal.account.id)
    const { loanId } = await findCommitment(tx, isOwn)
    await withBook(tx, actorOf(request, principal), loanId, async () => {
      const own = await findCommitment(tx, isOwn)
      requireAction(action, {
        status: own.status,
        isSoft: own.isSoftCommit,
        loanStatus: own.loan.status,
      })
      return { commitmentId: id, describe: await act(tx, own, receiptId) }
    })
    return findCommitment(tx, isOwn)
  })
  kickOutbox()
  return { ...toCommitment(done), receiptId }
}
