/**
 * What is done with a soft commitment, by its lender or by an administrator on the lender's word. Both take the
 * same locks and are refused for the same reasons; only record and notices differ.
 */
import { randomUUID } from 'node:crypto'
import type { ShownTerms } from '#contract/book/commitments.ts'
import type { Instruction } from '#contract/book/shapes.ts'
import type { CommitmentAction } from '#domain/book/commitments.ts'
import { compareFigures, shareAmount, subtractPercent, wholePercent } from '#domain/money.ts'
import { fullName } from '#domain/texts.ts'
import { actorOf } from '#server/audit/record.ts'
import { transact, type Queryable, type Transaction } from '#server/database/client.ts'
import { commitments } from '#server/database/schema/book.ts'
import type { Services } from '#server/http/mount.ts'
import { holdAdministrator } from '#server/sign-in/lock-administrator.ts'
import type { Principal } from '#server/sign-in/principal.ts'
import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { softActEntry } from './audit-entries.ts'
import { lockLender, requireEligibleLender } from './lenders.ts'
import {
  commitmentChanged,
  commitmentMadeBinding,
  commitmentWithdrawn,
  loanFullyCommitted,
  type Party,
  type Said,
} from './notices.ts'
import { findCommitment, heldBy, type OwnCommitment } from './own-lines.ts'
import { requireAction, requireRoom, requireShownTerms, requireSoftRoom } from './refusals.ts'
import { findSoftHeld } from './soft-shares.ts'
import { positionTermsOf } from './terms.ts'
import { withBook, type BookAct } from './with-book.ts'

export interface ActingContext extends Pick<Services, 'db' | 'kickOutbox'> {
  principal: Principal
  request: { ip: string; id: string }
}

/** Which commitment, and on whose word an administrator acts on it; null when its lender does. */
export interface Target {
  id: string
  instruction: Instruction | null
}

/** The commitment as the act left it, and the id of its receipt, which is that of its audit entry. */
export interface Acted {
  own: OwnCommitment
  receiptId: string
}

/** Gives null for the receipt when the share is the one that it had. */
export async function changeShare(
  context: ActingContext,
  target: Target,
  percentage: number,
): Promise<{ own: OwnCommitment; receiptId: string | null }> {
  let isSame = false
  const { own, receiptId } = await actOnSoft(context, target, 'change', async (tx, acting) => {
    const { line, said, lender } = acting
    const share = wholePercent(percentage)
    requireRoom(line.loan, share)
    const held = await findSoftHeld(tx, line.loanId, line.lenderId)
    const added = subtractPercent(share, line.percentage)
    requireSoftRoom(target.instruction && fullName(lender), held, added)
    const now = { percentage: share, amount: shareAmount(line.loan.amount, share) }
    // Saving the share that it has already is nothing to tell, nor to put on record.
    isSame = compareFigures(share, line.percentage) === 0
    await store(tx, isSame ? null : acting, line.id, { ...now, ...positionTermsOf(line.loan) })
    return () => ({
      entry: isSame ? null : softActEntry('commitmentChanged', said, line, now),
      notices: isSame ? [] : commitmentChanged(said, line.loan, line, now),
    })
  })
  return { own, receiptId: isSame ? null : receiptId }
}

export const withdraw = (context: ActingContext, target: Target): Promise<Acted> =>
  actOnSoft(context, target, 'withdraw', async (tx, acting) => {
    const { line, said } = acting
    await store(tx, acting, line.id, { status: 'withdrawn', endedAt: sql`now()` })
    return () => ({
      entry: softActEntry('commitmentWithdrawn', said, line, null),
      notices: commitmentWithdrawn(said, line.loan, line),
    })
  })

/** `shown` are the terms on the screen; nobody is bound to others. */
export const makeBinding = (
  context: ActingContext,
  target: Target,
  shown: ShownTerms,
): Promise<Acted> =>
  actOnSoft(context, target, 'makeBinding', async (tx, acting) => {
    const { line, said } = acting
    const { id, percentage, loan } = line
    const amount = shareAmount(loan.amount, percentage)
    requireShownTerms(shown, { ...loan, commitmentAmount: amount })
    requireRoom(loan, percentage)
    await store(tx, acting, id, { isSoftCommit: false, amount, ...positionTermsOf(loan) })
    return ({ amountOf, becameWhole }) => {
      const bound = { percentage, amount: amountOf(id) ?? amount }
      const told = commitmentMadeBinding(said, loan, bound)
      return {
        entry: softActEntry('commitmentMadeBinding', said, line, bound),
        notices: becameWhole ? [...told, loanFullyCommitted(said.actor, loan)] : told,
      }
    }
  })

/** An act under way: on which line, whose it is, and what its record and its notices say. */
interface Acting {
  line: OwnCommitment
  lender: Party
  said: Said
}

/**
 * What is stored of an act, but for the figures that follow from it; null for one that changes nothing. The last
 * act on a lender's word stays on its line until the lender acts.
 */
async function store(
  tx: Queryable,
  acting: Acting | null,
  id: string,
  change: PgUpdateSetSource<typeof commitments>,
) {
  const instruction = acting && {
    actedBy: acting.said.instruction && acting.said.actor.id,
    instructedBy: acting.said.instruction?.instructedBy ?? null,
    instructedOn: acting.said.instruction?.instructedOn ?? null,
  }
  await tx
    .update(commitments)
    .set({ ...change, ...instruction })
    .where(eq(commitments.id, id))
}

/**
 * One act on a soft commitment; `act` stores it. The lender's row is locked
 * before the loan's; then the commitment is read as it is now.
 * @throws {ApiError} 404 when it is not there, or not the caller's own without an instruction; 409 when its
 * state or the loan's forbids the act.
 */
async function actOnSoft(
  { db, principal, request, kickOutbox }: ActingContext,
  { id, instruction }: Target,
  action: CommitmentAction,
  act: (tx: Queryable, acting: Acting) => Promise<BookAct['describe']>,
): Promise<Acted> {
  const receiptId = randomUUID()
  const actor = principal.account
  const isIt = instruction
    ? eq(commitments.id, id)
    : (and(eq(commitments.id, id), heldBy(principal)) ?? sql`false`)
  const own = await transact(db, async (tx) => {
    const lender = await findLender(tx, { isIt, instruction, actor, action })
    const { loanId } = await findCommitment(tx, isIt)
    await withBook(tx, actorOf(request, principal), loanId, async () => {
      const line = await findCommitment(tx, isIt)
      requireAction(action, {
        status: line.status,
        isSoft: line.isSoftCommit,
        loanStatus: line.loan.status,
      })
      const said = { receiptId, actor, lender, instruction }
      return {
        commitmentId: id,
        lenderId: lender.id,
        describe: await act(tx, { line, lender, said }),
      }
    })
    return findCommitment(tx, isIt)
  })
  kickOutbox()
  return { own, receiptId }
}

interface Act {
  isIt: SQL
  instruction: Instruction | null
  actor: Party
  action: CommitmentAction
}

/**
 * The lender, locked, and the administrator who acts for them. Whose commitment it is never changes, so it may be read
 * before. On the word of a lender who may no longer commit, it can only be withdrawn.
 */
async function findLender(
  tx: Transaction,
  { isIt, instruction, actor, action }: Act,
): Promise<Party> {
  if (!instruction) return requireEligibleLender(tx, actor.id, actor.id)
  const { lenderId } = await findCommitment(tx, isIt)
  await holdAdministrator(tx, actor.id, lenderId)
  return action === 'withdraw'
    ? lockLender(tx, lenderId)
    : requireEligibleLender(tx, lenderId, actor.id)
}
