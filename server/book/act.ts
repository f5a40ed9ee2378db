/** Runs an action on a commitment for the lender, or for an administrator who acts on the lender's behalf. */
import { randomUUID } from 'node:crypto'
import type { ActContext } from '#domain/book/act-entries.ts'
import { isRefusal, type ActResult } from '#domain/book/acts.ts'
import type { GivenInstruction } from '#domain/book/instructions.ts'
import type { Book, Line } from '#domain/book/lines.ts'
import { actorOf } from '#server/audit/record.ts'
import { withKey, type ChangeContext } from '#server/change/change.ts'
import { isKeyStored, takeResult } from '#server/change/idempotency.ts'
import type { Transaction } from '#server/database/client.ts'
import { transactAct } from '#server/database/transactions.ts'
import {
  ApiError,
  awaitingApproval,
  conflict,
  forbidden,
  notAdmitted,
  notFound,
  unauthorized,
  viewsOnly,
} from '#server/errors.ts'
import type { Services } from '#server/http/mount.ts'
import type { LoanRow } from '#server/loans/read-loans.ts'
import { loansSeenBy } from '#server/loans/loans-seen.ts'
import type { Principal } from '#server/sign-in/principal.ts'
import { answerOffers } from './offers/answer-offers.ts'
import {
  changesOfBook,
  lockBooks,
  writeBooks,
  type BooksChange,
  type LockedBooks,
  type Person,
} from './with-book.ts'

export interface ActingContext extends ChangeContext, Pick<Services, 'config'> {
  principal: Principal
}

export interface Acted {
  line: Line
  loan: LoanRow
  receiptId: string
  /** False if the action changed nothing, in which case there is no receipt. */
  isRecorded: boolean
  lender: Person
  people: ReadonlyMap<string, Person>
  isMakingOnRecord: boolean
}

export interface Repeated {
  lineId: string
  receiptId: string
  isRecorded: boolean
}

export const isRepeated = (acted: Acted | Repeated): acted is Repeated => 'lineId' in acted

type Decide = (book: Book<LoanRow>, context: ActContext) => ActResult<LoanRow>

export const commitTo = (
  context: ActingContext,
  loanId: string,
  onBehalf: { lenderId: string; instruction: GivenInstruction | null } | null,
  decide: Decide,
): Promise<Acted | Repeated> =>
  run(
    context,
    onBehalf !== null,
    { loanIds: [loanId], isNew: true },
    onBehalf?.lenderId,
    (locked) => {
      const book = requireBook(context, locked)
      const id = onBehalf?.lenderId ?? context.principal.account.id
      const lender = requireLender(locked, id)
      if (onBehalf) requireEligible(lender)
      return decideOn(context, locked, { book, lender, instruction: onBehalf?.instruction }, decide)
    },
  )

interface LineTarget {
  lineId: string
  /** True if the caller acts as an administrator. Otherwise, the commitment must be that of the caller's firm. */
  isOnBehalf: boolean
  instruction?: GivenInstruction | null
  /** True if the action ends the commitment, which is allowed even if the lender can no longer commit. */
  isEnding?: boolean
}

export const actOnLine = (
  context: ActingContext,
  { lineId, isOnBehalf, instruction, isEnding }: LineTarget,
  decide: (...args: [...Parameters<Decide>, line: Line]) => ActResult<LoanRow>,
): Promise<Acted | Repeated> =>
  run(context, isOnBehalf, { lineId }, undefined, (locked) => {
    const [book] = locked.books
    const line = book?.lines.find(({ id }) => id === lineId)
    const caller = locked.people.get(context.principal.account.id)
    if (!book || !line || (!isOnBehalf && line.firmId !== caller?.firmId))
      throw notFound('The commitment')
    const lender = {
      ...requireLender(locked, line.lenderId),
      ...locked.holder,
      firmId: line.firmId,
    }
    if (isOnBehalf && !isEnding && !line.isHold && !lender.isFirmEligible) throw notEligible(lender)
    return decideOn(context, locked, { book, lender, instruction }, (...args) =>
      decide(...args, line),
    )
  })

/**
 * Runs an action in one transaction with two round trips. The first begins the transaction, takes locks, and reads
 * rows. The second writes and commits.
 * @throws {ApiError} 401 or 403 if the caller lost access, 404 if the loan, commitment, or lender is missing, 409 if
 * the action is rejected.
 */
async function run(
  context: ActingContext,
  isOnBehalf: boolean,
  target: { loanIds: string[]; isNew: true } | { lineId: string },
  lenderId: string | undefined,
  act: (locked: LockedBooks) => Acted & { change: BooksChange },
): Promise<Acted | Repeated> {
  const { db, principal, request, requestKey: key, kickOutbox } = context
  const people = [principal.account.id, ...(lenderId ? [lenderId] : [])]
  const attempt = () =>
    transactAct<LockedBooks, Acted | Repeated>(db, {
      lock: (tx) => lockBooks(tx, { callerId: principal.account.id, people, ...target, key }),
      decide: async (tx, locked) => {
        requireCaller(locked, principal, isOnBehalf)
        const before = key && locked.stored && (await takeResult(tx, key, locked.stored))
        // The cast is safe, because the same endpoint stored the result.
        if (before) return { result: before.result as Repeated, write: null }
        const { change, ...done } = act(locked)
        const ended = await answerOffers(tx, change.answers)
        const { receiptId, isRecorded } = done
        const keyed: Repeated = { lineId: done.line.id, receiptId, isRecorded }
        const actor = actorOf(request, principal)
        const effects = ended.length > 0 ? { entries: [...(change.entries ?? []), ...ended] } : {}
        const write = (last: Transaction) =>
          writeBooks(last, actor, { ...change, ...effects }, key && { key, result: keyed })
        return { result: done, write }
      },
    })
  const acted = await withKey(attempt).catch(async (error: unknown) => {
    // The key was read before the locks were taken. A request with the same key might have changed the book since then.
    if (!key || !(error instanceof ApiError) || !(await isKeyStored(db, key))) throw error
    return withKey(attempt)
  })
  kickOutbox()
  return acted
}

/** Rejects a caller who lost the role after the access check. */
export function requireCaller(
  { people }: LockedBooks,
  { account }: Principal,
  isOnBehalf: boolean,
) {
  const caller = people.get(account.id)
  if (isOnBehalf) {
    if (!caller?.isAdmin || !caller.isActive) throw forbidden()
    return
  }
  requireCommitter(caller)
}

function requireCommitter(caller: Person | undefined) {
  if (!caller?.isActive) throw unauthorized()
  if (!caller.isApproved) throw awaitingApproval()
  if (!caller.isAdmin && caller.firmRole === 'viewer') throw viewsOnly()
}

/** Rejects a caller who can no longer act for the firm. The caller's account must be locked. */
export function requireOwnCaller(
  { people }: LockedBooks,
  { account }: Principal,
  firmId: string,
): void {
  const caller = people.get(account.id)
  requireCommitter(caller)
  if (caller?.firmId !== firmId) throw notFound('The offer')
}

function requireBook(context: ActingContext, { books }: LockedBooks): Book<LoanRow> {
  const [book] = books
  if (!book) throw notFound('The loan')
  const isAdministrator = loansSeenBy(context) === 'all'
  if (book.loan.isDraft === 'true')
    throw isAdministrator
      ? conflict('This loan is a draft. Publish it first.', 'loan_draft')
      : notFound('The loan')
  if (!isAdministrator && !book.isAdmitted)
    throw book.loan.audience === 'teaser' ? notAdmitted() : notFound('The loan')
  return book
}

function requireLender({ people }: LockedBooks, id: string): Person {
  const lender = people.get(id)
  if (!lender) throw notFound('The lender')
  return lender
}

function requireEligible(lender: Person) {
  if (!lender.isActive || !lender.isApproved) throw notEligible(lender)
}

const notEligible = ({ isActive, isApproved }: Person) => {
  if (!isActive) return conflict("This lender's account is deactivated", 'not_active')
  return isApproved
    ? conflict("Nobody of this lender's firm can commit now", 'not_active')
    : conflict("This lender's account awaits approval", 'not_approved')
}

interface Decided {
  book: Book<LoanRow>
  lender: Person
  instruction: GivenInstruction | null | undefined
}

function decideOn(
  { principal }: ActingContext,
  { at, people, named, isMakingOnRecord }: LockedBooks,
  { book, lender, instruction = null }: Decided,
  decide: Decide,
): Acted & { change: BooksChange } {
  const receiptId = randomUUID()
  const result = decide(book, { actor: principal.account, lender, receiptId, instruction, at })
  if (isRefusal(result)) throw conflict(result.message, result.code)
  const { line, loan, ...effects } = result
  return {
    line,
    loan,
    lender,
    receiptId,
    isRecorded: effects.entries.length > 0,
    people: new Map([...named, ...people]),
    // A new commitment has the same id as its receipt.
    isMakingOnRecord: isMakingOnRecord || line.id === receiptId,
    change: { ...effects, loans: [loan], changes: changesOfBook(loan.id, [lender.firmId]) },
  }
}

/** The response to a request to change a share. If the share is unchanged, there is no receipt. */
export function afterChange<Answer extends { receiptId: string }>(
  { isRecorded }: Acted | Repeated,
  { receiptId, ...answer }: Answer,
) {
  return isRecorded ? { ...answer, receiptId } : answer
}
