/** Committing a share of a loan, by a lender or by an administrator on its behalf. */
import { createHash, randomUUID } from 'node:crypto'
import type { NewCommitment } from '#contract/commitments.ts'
import type { Loan } from '#contract/loans.ts'
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
import { doerOf } from '#server/audit.ts'
import type { Database } from '#server/database/connect.ts'
import { users } from '#server/database/schema.ts'
import { conflict, notFound } from '#server/errors.ts'
import type { Services } from '#server/http/mount.ts'
import type { SessionUser } from '#server/http/sessions.ts'
import { eq } from 'drizzle-orm'
import { commitmentMade, loanFullyCommitted, type Party } from './commitment-notices.ts'
import { recordOfMade } from './commitment-records.ts'
import { findLoan } from './loans.ts'
import { addCommitment, findKeyedCommitment, type NewPosition } from './positions.ts'

interface Committing extends Pick<Services, 'db' | 'kickOutbox'> {
  user: SessionUser
  /** Where the call came from, for the audit trail. */
  request: { ip: string; id: string }
  idempotencyKey: string | null
}

// Each round but the last means that another commitment landed in between, so a few suffice.
const rounds = 12

/**
 * Commits a share for a lender and returns the commitment's id. The loan is read for its terms,
 * then one guarded statement checks and changes everything; when it finds the loan changed, the
 * loan is read again, which either shows the reason to refuse or gives the next try its figures.
 * A lender other than the caller has it recorded on its behalf.
 */
export async function commit(
  { db, user, request, idempotencyKey, kickOutbox }: Committing,
  lenderId: string,
  wanted: NewCommitment,
): Promise<string> {
  const key = idempotencyKey && {
    userId: user.id,
    key: idempotencyKey,
    requestHash: hashOf(wanted, lenderId === user.id ? null : lenderId),
  }
  for (let round = 0; round < rounds; round += 1) {
    // The loan before the key: what its figures hold of this key's own commitment, the key tells.
    const loan = await findLoan(db, wanted.loanId)
    const before = key && (await findKeyedCommitment(db, key))
    if (before) return before
    // The caller's own account was looked at a moment ago, with its session.
    const lender = lenderId === user.id && round === 0 ? user : await findLender(db, lenderId)
    const position = toPosition(loan, lender, user, wanted)
    const made = await addCommitment(db, position, key || null, {
      doer: doerOf(request, user),
      loan,
      entry: (amount) => recordOfMade(lender, loan, { ...position, amount }),
      made: (amount) => commitmentMade(user, lender, loan, { ...position, amount }),
      whole: loanFullyCommitted(user, loan),
    })
    if (!made) continue
    kickOutbox()
    return made
  }
  throw conflict('Many lenders are committing to this loan at once; please try again', 'busy')
}

/** What a request means, whatever its spelling: the same key must stand for the same thing. */
const hashOf = (
  { loanId, percentage, isSoftCommit, amount }: NewCommitment,
  onBehalfOf: string | null,
) =>
  createHash('sha256')
    .update(
      JSON.stringify([
        loanId.toLowerCase(),
        percentage,
        isSoftCommit,
        amount === undefined ? null : parseMoney(amount),
        ...(onBehalfOf ? [onBehalfOf.toLowerCase()] : []),
      ]),
    )
    .digest('hex')

/** Who may hold a part of a loan: whoever has an approved account that is active. */
async function findLender(db: Database, id: string): Promise<Party> {
  const [found] = await db
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      isApproved: users.isApproved,
      deactivatedAt: users.deactivatedAt,
    })
    .from(users)
    .where(eq(users.id, id))
  if (!found) throw notFound('The lender')
  if (found.deactivatedAt) throw conflict("This lender's account is deactivated", 'not_active')
  if (!found.isApproved) throw conflict("This lender's account awaits approval", 'not_approved')
  return found
}

function toPosition(loan: Loan, lender: Party, actor: Party, wanted: NewCommitment): NewPosition {
  if (!loanCan('commit', loan.status)) throw conflict('This loan is fully funded', 'loan_funded')
  const share = wholePercent(wanted.percentage)
  const amount = shareAmount(loan.amount, share)
  requireRoom(loan, share)
  requireShownAmount(wanted.amount, amount)
  return {
    id: randomUUID(),
    loanId: loan.id,
    lenderId: lender.id,
    recordedBy: lender.id === actor.id ? null : actor.id,
    isSoft: wanted.isSoftCommit === 'true',
    percentage: share,
    amount,
    loanAmount: loan.amount,
    interestRate: loan.interestRate,
    term: loan.term,
  }
}

/** 409 when the share is more than what is left of the loan. */
export function requireRoom(loan: Loan, share: Percent) {
  const available = availablePercent(loan.committedPercentage)
  if (compareFigures(share, available) <= 0) return
  const left =
    compareFigures(available, zeroPercent) === 0
      ? 'This loan is fully committed: 0% is available'
      : `Only ${formatShare(available)} of this loan is still available`
  throw conflict(left, 'not_enough_available')
}

/** 409 when the loan's terms give another amount: nobody is bound to a figure that was not shown. */
export function requireShownAmount(shown: string | undefined, amount: Money) {
  const figure = shown === undefined ? amount : parseMoney(shown)
  if (!figure || !withinOneCent(figure, amount))
    throw conflict("The loan's terms have changed; please review them", 'terms_changed')
}
