/** Committing a share of a loan, by a lender or by an administrator on its behalf. */
import { randomUUID } from 'node:crypto'
import type { NewCommitment } from '#contract/book/commitments.ts'
import type { Instruction } from '#contract/book/shapes.ts'
import { toFlag } from '#contract/wire.ts'
import type { Loan } from '#contract/loans/shapes.ts'
import { isWhole } from '#domain/book/sums.ts'
import { parseMoney, parsePercent, shareAmount, wholePercent } from '#domain/money.ts'
import { fullName } from '#domain/texts.ts'
import { actorOf } from '#server/audit/record.ts'
import { transact, type Queryable } from '#server/database/client.ts'
import { commitments } from '#server/database/schema/book.ts'
import { limitConcurrencyOfEach } from '#server/concurrency.ts'
import {
  ApiError,
  conflict,
  mayTryAgain,
  tooManyAtOnce,
  unauthorized,
  violatesForeignKey,
} from '#server/errors.ts'
import {
  findKeyedResult,
  isKeyTaken,
  keyInsert,
  requestKeyOf,
  type RequestKey,
} from '#server/http/idempotency-keys.ts'
import type { Services } from '#server/http/mount.ts'
import { findPublishedLoan } from '#server/loans/read.ts'
import { holdAdministrator } from '#server/sign-in/lock-administrator.ts'
import type { Principal } from '#server/sign-in/principal.ts'
import { sql } from 'drizzle-orm'
import { newPositionEntry } from './audit-entries.ts'
import { commitWithOthers } from './commit-queue.ts'
import type { MadeCommitment, NewCommitmentRow } from './commit-statement.ts'
import { requireEligibleLender } from './lenders.ts'
import { commitmentMade, loanFullyCommitted, wordsOfCommitment, type Party } from './notices.ts'
import type { OwnCommitment } from './own-lines.ts'
import { requireOpen, requireShownTerms, requireSoftRoom } from './refusals.ts'
import { forgetLoan, rememberLoan, rememberedLoan, seenSince } from './remembered-loans.ts'
import { findSoftHeld } from './soft-shares.ts'
import { positionTermsOf } from './terms.ts'
import { withBook, type BookAct } from './with-book.ts'

interface Committing extends Pick<Services, 'db' | 'config' | 'kickOutbox'> {
  principal: Principal
  /** The request's origin, for the audit trail. */
  request: { ip: string; id: string }
  idempotencyKey: string | null
}

/** One that somebody wants to make, for whom, and under which key. */
interface Wanted {
  /** By `performance.now()`. */
  arrivedAt: number
  lenderId: string
  wanted: NewCommitment
  /** On whose word it is recorded on the lender's behalf, if that was said. */
  instruction: Instruction | null
  key: RequestKey | null
}

// Each round but the last means that another commitment landed in between, so a few suffice.
const rounds = 12

/**
 * Two at once under a loan's lock: while one commits, the next is ready for the lock. More would only wait in
 * the database, each with a connection.
 */
const inTurn = limitConcurrencyOfEach({
  atOnce: 2,
  patience: { mostWaiting: 5_000, longestWaitMs: 5_000, refusal: tooManyAtOnce },
})

/** What `commit` made: the commitment's id, and its whole content where that is known already. */
interface Made {
  id: string
  commitment: OwnCommitment | null
}

/**
 * Commits a share for a lender. A lender other than the caller has it recorded on its behalf. Most binding
 * commitments are part of one guarded statement: when it finds the loan changed, the loan is read again, which
 * either shows the reason to refuse or gives the next try its figures. A soft one, whose limit is a sum over
 * rows, one that takes all that is left of a loan, and one recorded for another lender, whose account is held
 * together with the caller's, are made under the loan's lock.
 */
export async function commit(
  context: Committing,
  lenderId: string,
  wanted: NewCommitment,
  given: Instruction | null = null,
): Promise<Made> {
  // For oneself, it is an ordinary one.
  const instruction = lenderId === context.principal.account.id ? null : given
  const key = keyOf(context, lenderId, wanted, instruction)
  const asked: Wanted = { arrivedAt: performance.now(), lenderId, wanted, instruction, key }
  for (let round = 0; round < rounds; round += 1) {
    const isFirst = round === 0
    try {
      const made = await tryToCommit(context, asked, isFirst)
      if (made) return made
    } catch (error) {
      // Its key made one meanwhile, or somebody else's act went first.
      if (isKeyTaken(error) || mayTryAgain(error)) continue
      // The only rows it refers to that nothing locks are its caller's.
      if (violatesForeignKey(error)) throw unauthorized()
      // What is refused now may have been made before, under this key, or while it waited.
      const isRefused = error instanceof ApiError
      const before = isRefused && key && (await findKeyedResult(context.db, key))
      if (!before) throw error
      return { id: before, commitment: null }
    }
  }
  throw conflict('Many lenders are committing to this loan at once. Try again in a moment.', 'busy')
}

/** Null when the loan has changed since it was read. */
async function tryToCommit(
  context: Committing,
  asked: Wanted,
  isFirst: boolean,
): Promise<Made | null> {
  const { db, principal } = context
  // The loan before the key: figures that hold this key's own commitment are then explained by it.
  const loan = (isFirst && rememberedLoan(asked)) || (await readLoan(context, asked.wanted.loanId))
  // A refusal has the key looked up, too.
  if (!isFirst) requireOpen(loan, wholePercent(asked.wanted.percentage))
  // Few keys are repeated: the statement finds out that one was used.
  const before = !isFirst && asked.key && (await findKeyedResult(db, asked.key))
  if (before) return { id: before, commitment: null }
  if (needsLock(loan, asked, principal)) return inTurn(loan.id, () => commitLast(context, asked))
  // The caller's own account was just checked with the session.
  const lender = isFirst
    ? principal.account
    : await requireEligibleLender(db, asked.lenderId, principal.account.id)
  const made = await commitOnce(context, asked, loan, lender)
  if (made) context.kickOutbox()
  return made
}

/** Whether it is soft, takes all that is left of the loan, or is made by an administrator for a lender. */
const needsLock = (loan: Loan, { lenderId, wanted }: Wanted, { account }: Principal): boolean =>
  wanted.isSoftCommit ||
  lenderId !== account.id ||
  isWhole([loan.committedPercentage, wholePercent(wanted.percentage)])

/** Commits under the loan's lock, unless it was refused for what those before it in turn left. */
async function commitLast(context: Committing, asked: Wanted): Promise<Made> {
  const { wanted, arrivedAt } = asked
  const loan = seenSince(wanted.loanId, arrivedAt) ?? (await readLoan(context, wanted.loanId))
  requireOpen(loan, wholePercent(wanted.percentage))
  forgetLoan(loan.id)
  const id = await commitUnderLock(context, asked)
  context.kickOutbox()
  return { id, commitment: null }
}

/** Null when the loan has changed since it was read, by the statement's guard. */
async function commitOnce(
  { db, principal, request }: Committing,
  { wanted, key }: Wanted,
  loan: Loan,
  lender: Party,
): Promise<Made | null> {
  requireOpen(loan, wholePercent(wanted.percentage))
  const row = toRow(loan, lender, principal.account, wanted)
  requireShownTerms(wanted, { ...row, commitmentAmount: row.amount })
  const sentAt = performance.now()
  const effects = {
    actor: actorOf(request, principal),
    entry: newPositionEntry(lender, loan, row),
    notices: wordsOfCommitment(principal.account, lender, loan, row),
  }
  const made = await commitWithOthers(db, { row, version: loan.version, key, effects })
  if (!made) return null
  const commitment = toOwnCommitment(row, made, loan)
  rememberLoan(commitment.loan, sentAt)
  return { id: row.id, commitment }
}

/** The loan as it is now. */
async function readLoan(context: Committing, id: string): Promise<Loan> {
  const at = performance.now()
  const loan = await findPublishedLoan(context, id)
  rememberLoan(loan, at)
  return loan
}

/** The commitment as it is read, from what made it; a repeated key gets the same bytes from reading it. */
function toOwnCommitment(row: NewCommitmentRow, made: MadeCommitment, loan: Loan): OwnCommitment {
  const { id, createdAt, percentage, amount, ...figures } = made
  return {
    id,
    loanId: row.loanId,
    lenderId: row.lenderId,
    percentage,
    amount,
    isSoftCommit: row.isSoftCommit,
    status: 'active',
    createdAt,
    isOnBehalf: row.recordedBy !== null,
    loanAmount: row.loanAmount,
    interestRate: row.interestRate,
    term: row.term,
    loan: { ...loan, ...figures },
  }
}

function commitUnderLock(context: Committing, asked: Wanted): Promise<string> {
  const { lenderId, wanted, instruction, key } = asked
  const { principal, request } = context
  const find = (tx: Queryable, id: string) => findPublishedLoan(context, id, tx)
  return transact(context.db, async (tx) => {
    const actorId = principal.account.id
    if (lenderId !== actorId) await holdAdministrator(tx, actorId, lenderId)
    const lender = await requireEligibleLender(tx, lenderId, actorId)
    let id = ''
    const act = async (loan: Loan): Promise<BookAct | null> => {
      // The same request may have been waiting for the same lock, and gone first.
      const before = key && (await findKeyedResult(tx, key))
      if (before) {
        id = before
        return null
      }
      const row = toRow(loan, lender, principal.account, wanted)
      requireOpen(loan, row.percentage)
      if (row.isSoftCommit) {
        const held = await findSoftHeld(tx, loan.id, lender.id)
        requireSoftRoom(row.recordedBy ? fullName(lender) : null, held, row.percentage)
      }
      requireShownTerms(wanted, { ...row, commitmentAmount: row.amount })
      await tx
        .insert(commitments)
        .values({ ...row, ...(instruction && { actedBy: actorId, ...instruction }) })
      if (key) await tx.execute(keyInsert(key, sql`${row.id}::uuid`))
      id = row.id
      return {
        commitmentId: id,
        lenderId: lender.id,
        describe: ({ amountOf, becameWhole }) => {
          const stored = { ...row, amount: amountOf(id) ?? row.amount }
          const made = commitmentMade(principal.account, lender, loan, stored, instruction)
          return {
            entry: newPositionEntry(lender, loan, stored, instruction),
            notices: becameWhole ? [...made, loanFullyCommitted(principal.account, loan)] : made,
          }
        },
      }
    }
    await withBook(tx, actorOf(request, principal), wanted.loanId, act, find)
    return id
  })
}

/** What a request means, whatever its spelling. */
function keyOf(
  context: Committing,
  lenderId: string,
  { loanId, percentage, isSoftCommit, amount, interestRate, term }: NewCommitment,
  instruction: Instruction | null,
) {
  const isOwn = lenderId === context.principal.account.id
  return requestKeyOf(context, isOwn ? 'createCommitment' : 'recordCommitment', [
    loanId.toLowerCase(),
    percentage,
    // A key outlives an upgrade, and was first compared with the flag as it is on the wire.
    toFlag(isSoftCommit),
    amount === undefined ? null : parseMoney(amount),
    ...(isOwn ? [] : [lenderId.toLowerCase()]),
    // As for the flag: a request without them has the key that it always had.
    ...(interestRate === undefined ? [] : [`rate ${parsePercent(interestRate)}`]),
    ...(term === undefined ? [] : [`term ${term}`]),
    ...(instruction ? [`word ${instruction.instructedOn} ${instruction.instructedBy}`] : []),
  ])
}

function toRow(loan: Loan, lender: Party, actor: Party, wanted: NewCommitment): NewCommitmentRow {
  const percentage = wholePercent(wanted.percentage)
  return {
    id: randomUUID(),
    loanId: loan.id,
    lenderId: lender.id,
    recordedBy: lender.id === actor.id ? null : actor.id,
    isSoftCommit: wanted.isSoftCommit,
    percentage,
    amount: shareAmount(loan.amount, percentage),
    ...positionTermsOf(loan),
  }
}
