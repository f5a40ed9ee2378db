/** Committing a share of a loan, by a lender or by an administrator on its behalf. */
import { createHash, randomUUID } from 'node:crypto'
import type { NewCommitment } from '#contract/book/commitments.ts'
import type { Loan } from '#contract/loans/shapes.ts'
import { softLimitReason } from '#domain/book/commitments.ts'
import { loanCan } from '#domain/loans/statuses.ts'
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
import { fullName } from '#domain/texts.ts'
import { actorOf } from '#server/audit/record.ts'
import { conflict } from '#server/errors.ts'
import type { Services } from '#server/http/mount.ts'
import type { SessionUser } from '#server/sign-in/sessions.ts'
import { commitmentMade, loanFullyCommitted, type Party } from './notices.ts'
import { recordOfMade } from './audit-entries.ts'
import { requireEligibleLender } from './lenders.ts'
import { findLoan } from '#server/loans/calls.ts'
import { addCommitment, findKeyedCommitment, findSoftHeld, type NewPosition } from './positions.ts'

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
    // The figures before the key: what they hold of this key's own commitment, the key tells.
    const loan = await findLoan(db, wanted.loanId)
    const isSoft = wanted.isSoftCommit === 'true'
    const softHeld = isSoft ? await findSoftHeld(db, loan.id, lenderId) : zeroPercent
    const before = key && (await findKeyedCommitment(db, key))
    if (before) return before
    // The caller's own account was looked at a moment ago, with its session.
    const isKnown = lenderId === user.id && round === 0
    const lender = isKnown ? user : await requireEligibleLender(db, lenderId, user.id)
    const position = toPosition(loan, lender, user, wanted, softHeld)
    const made = await addCommitment(db, position, key || null, {
      actor: actorOf(request, user),
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

function toPosition(
  loan: Loan,
  lender: Party,
  actor: Party,
  wanted: NewCommitment,
  softHeld: Percent,
): NewPosition {
  if (!loanCan('commit', loan.status)) throw conflict('This loan is fully funded', 'loan_funded')
  const share = wholePercent(wanted.percentage)
  const amount = shareAmount(loan.amount, share)
  const isSoft = wanted.isSoftCommit === 'true'
  const isOwn = lender.id === actor.id
  requireRoom(loan, share)
  if (isSoft) requireSoftRoom(isOwn ? null : fullName(lender), softHeld, share)
  requireShownAmount(wanted.amount, amount)
  return {
    id: randomUUID(),
    loanId: loan.id,
    lenderId: lender.id,
    recordedBy: isOwn ? null : actor.id,
    isSoft,
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

/** 409 when the share is more than the lender may still add to its soft interest in the loan. */
export function requireSoftRoom(lenderName: string | null, held: Percent, added: Percent) {
  const reason = softLimitReason(lenderName, held, added)
  if (reason) throw conflict(reason, 'soft_limit')
}

/** 409 when the loan's terms give another amount: nobody is bound to a figure that was not shown. */
export function requireShownAmount(shown: string | undefined, amount: Money) {
  const figure = shown === undefined ? amount : parseMoney(shown)
  if (!figure || !withinOneCent(figure, amount))
    throw conflict("The loan's terms have changed; please review them", 'terms_changed')
}
