/**
 * Changes the book of a loan under the lock of the loan's row: the figures that the loan keeps of its
 * book, the amounts of a whole loan, the audit entry, and the notices are written here and nowhere
 * else. The one statement of `commit-statement.ts` does the same without a lock held between round
 * trips, for the commitments that need nothing but an addition.
 */
import type { Loan } from '#contract/loans/shapes.ts'
import { amountChanges, amountsOfBinding, isWhole, type AmountChanges } from '#domain/book/sums.ts'
import { groupBy } from '#domain/groups.ts'
import {
  compareFigures,
  subtractMoney,
  sumMoney,
  sumPercent,
  zeroMoney,
  type Money,
  type Percent,
} from '#domain/money.ts'
import { record, type Actor, type NewEntry } from '#server/audit/record.ts'
import { recordChanges } from '#server/changes/record.ts'
import type { Queryable } from '#server/database/client.ts'
import { hiddenList } from '#server/database/named-statements.ts'
import { commitments } from '#server/database/schema/book.ts'
import { keptOfBooks, softAmountOf } from '#server/loans/figures.ts'
import { exposedBinding, groupOfLoan } from '#server/loans/kept-exposure.ts'
import { findLoan } from '#server/loans/read.ts'
import { notifyAll, type AddressedNotice } from '#server/notices/notify.ts'
import { and, asc, eq, sql } from 'drizzle-orm'
import { recordMovedAmounts } from './audit-entries.ts'
import { amountsMoved } from './notices.ts'
import { sharesOf } from './own-shares.ts'

/** What a change of a book left behind. */
export interface SettledBook {
  /** The amount of a binding commitment, now that the cents of a whole loan are placed. */
  amountOf: (id: string) => Money | undefined
  /** Whether the loan has just become whole. */
  becameWhole: boolean
}

/** What goes on record of an act, and who is told. */
export interface ActOutcome {
  entry: NewEntry | null
  notices: AddressedNotice[]
}

/** An act on a book: the commitment that it is about, whose that is, and what is said of it once the book is settled. */
export interface BookAct {
  commitmentId: string
  lenderId: string
  describe: (settled: SettledBook) => ActOutcome
}

/** Reads a loan, or refuses. */
type Find<Found extends Loan = Loan> = (db: Queryable, id: string) => Promise<Found>

/**
 * Locks the loan's row and reads the loan as it is then, by `find`. A person's row is locked before any
 * loan's, so that no two acts wait for each other.
 */
export async function lockLoan<Found extends Loan>(
  tx: Queryable,
  id: string,
  find: Find<Found>,
  strength: 'no key update' | 'update' = 'no key update',
): Promise<Found> {
  await tx.execute(sql`select id from loans where id = ${id}::uuid for ${sql.raw(strength)}`)
  return find(tx, id)
}

/**
 * Runs an act on the book of a loan while nobody else can change it. `act` writes the rows of
 * commitments; then the loan's kept figures follow from them, and what `describe` gives is put on
 * record and told. Nothing is written when `act` throws or gives null. A draft has no book: `find` refuses it.
 */
export async function withBook(
  tx: Queryable,
  actor: Actor,
  loanId: string,
  act: (loan: Loan) => Promise<BookAct | null>,
  find: Find = findLoan,
): Promise<void> {
  const loan = await lockLoan(tx, loanId, find)
  const done = await act(loan)
  if (!done) return
  const { commitmentId, lenderId } = done
  const { settled, isWholeNow, changes, held } = await settle(tx, loan, done)
  await recordChanges(tx, { topic: 'book', subject: loanId }, sharesOf(lenderId))
  const { entry, notices } = done.describe(settled)
  if (entry) await record(tx, actor, entry)
  // The commitment's own entry says what its amount is.
  changes.delete(commitmentId)
  await recordMovedAmounts(tx, actor, isWholeNow ? 'centsPlaced' : 'centsTakenBack', loan, changes)
  await notifyAll(tx, [...notices, ...ofMovedAmounts(loan, held, changes, isWholeNow)])
}

/** Tells each lender whose amounts changed by cents what they total now; their receipts have those from before. */
const ofMovedAmounts = (
  loan: Loan,
  held: readonly Pick<BindingRow, 'id' | 'lenderId' | 'amount'>[],
  changes: AmountChanges,
  isWholeNow: boolean,
): AddressedNotice[] =>
  [...groupBy(held, ({ lenderId }) => lenderId)]
    .filter(([, own]) => own.some(({ id }) => changes.has(id)))
    .map(([lenderId, own]) =>
      amountsMoved(lenderId, loan, sumMoney(own.map(({ amount }) => amount)), isWholeNow),
    )

/**
 * Writes what follows from the rows of the book: the amounts, where the loan is or was whole, and the
 * figures that the loan keeps. `loan` is as it was before the act.
 */
async function settle(tx: Queryable, loan: Loan, act: BookAct) {
  const binding = await readBinding(tx, loan.id)
  const shares = binding.map((row) => row.percentage)
  const [wasWhole, isWholeNow] = [isWhole([loan.committedPercentage]), isWhole(shares)]
  const amounts =
    wasWhole || isWholeNow
      ? amountsOfBinding(loan.amount, shares)
      : binding.map((row) => row.amount)
  const changes = amountChanges(binding, amounts)
  if (changes.size > 0) await storeAmounts(tx, changes)
  const sum = sumMoney(amounts)
  const rises = risesOf(act, binding, changes, subtractMoney(sum, loan.committedAmount))
  await storeFigures(tx, loan, { percentage: sumPercent(shares), amount: sum, rises })
  // There is an amount for each.
  const held = binding.map((row, index) => ({ ...row, amount: amounts[index] ?? row.amount }))
  const byId = new Map(held.map(({ id, amount }) => [id, amount]))
  const settled: SettledBook = {
    amountOf: (id) => byId.get(id),
    becameWhole: isWholeNow && !wasWhole,
  }
  return { settled, isWholeNow, changes, held }
}

/** By how much the binding amount of a lender rose; below zero if it fell. */
interface Rise {
  lenderId: string
  by: Money
}

/** The cents that moved in other commitments; and for the act's lender, what else the whole book rose by. */
function risesOf(
  { commitmentId, lenderId }: BookAct,
  held: readonly BindingRow[],
  changes: AmountChanges,
  ofBook: Money,
): Rise[] {
  const others = held.flatMap((row): Rise[] => {
    const change = row.id === commitmentId ? undefined : changes.get(row.id)
    return change
      ? [{ lenderId: row.lenderId, by: subtractMoney(change.after, change.before) }]
      : []
  })
  const own = subtractMoney(ofBook, sumMoney(others.map(({ by }) => by)))
  return [{ lenderId, by: own }, ...others].filter(({ by }) => compareFigures(by, zeroMoney) !== 0)
}

type BindingRow = Awaited<ReturnType<typeof readBinding>>[number]

/** The active binding commitments of a loan, oldest first: at most a hundred, of one per cent each. */
const readBinding = (tx: Queryable, loanId: string) =>
  tx
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
        eq(commitments.isSoftCommit, false),
      ),
    )
    .orderBy(asc(commitments.createdAt), asc(commitments.id))

interface BindingSums {
  percentage: Percent
  amount: Money
  rises: readonly Rise[]
}

/** Stores what is kept of a book: the binding sums as given, the soft one from its rows. */
const storeFigures = (tx: Queryable, loan: Loan, { percentage, amount, rises }: BindingSums) =>
  tx.execute(sql`
    with settled as (
      update loans set
        committed_percentage = ${percentage}::numeric,
        committed_amount = ${amount}::numeric,
        soft_percentage = (
          select coalesce(sum(percentage), 0) from commitments
          where loan_id = ${loan.id}::uuid and status = 'active' and is_soft_commit)
      where id = ${loan.id}::uuid
      returning id, status, property_type, committed_percentage, soft_percentage,
        (${softAmountOf(sql`loans.id`)}) as soft_amount,
        committed_amount - ${loan.committedAmount}::numeric as added, ${groupOfLoan}
    ), ${keptOfBooks(sql`settled`, { withSoft: true })}, ${exposedBinding(sql`
      from settled, unnest(${sql.param(rises.map(({ lenderId }) => lenderId))}::uuid[],
        ${sql.param(rises.map(({ by }) => by))}::numeric[]) as rise (lender_id, amount)`)}
    select from settled`)

async function storeAmounts(tx: Queryable, changes: AmountChanges): Promise<void> {
  const ids = [...changes.keys()]
  const amounts = [...changes.values()].map(({ after }) => after)
  await tx.execute(sql`
    update commitments set amount = placed.amount
    from unnest(${hiddenList('uuid', ids)}, ${hiddenList('numeric', amounts)}) as placed(id, amount)
    where commitments.id = placed.id`)
}
