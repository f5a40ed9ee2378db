/** Money of lenders that has come: recorded, and reversed with a reason, but never edited. */
import { randomUUID } from 'node:crypto'
import type { FundsReceipt, NewFundsReceipt } from '#contract/deal/funding.ts'
import type { Register } from '#contract/deal/registers.ts'
import {
  noticeOfAllFunds,
  noticeOfReceipt,
  noticeOfReversal,
} from '#domain/book/deal/closing/funding-notices.ts'
import { dueOf, refusalOfMore, totalsOfDue, type Due } from '#domain/deal/funding/due.ts'
import { formatCents } from '#domain/money.ts'
import { formatDay } from '#domain/days.ts'
import { refusalOfLoanAction } from '#domain/loans/statuses.ts'
import { fullName } from '#domain/texts.ts'
import { change } from '#server/change/change.ts'
import type { Queryable } from '#server/database/client.ts'
import { fundsReceipts } from '#server/database/schema/funding.ts'
import { utcText } from '#server/database/sql/time-texts.ts'
import { conflict, notFound } from '#server/errors.ts'
import type { Context } from '#server/http/mount.ts'
import { lockLoan } from '#server/loans/change-loan.ts'
import { and, desc, eq, isNull, sql, type SQL } from 'drizzle-orm'
import { changesOfFunding, lockClosedBook, requireLine } from './lock-closed.ts'

const isStanding = isNull(fundsReceipts.reversedAt)

/** The number of receipts of a loan, or of one of its lenders, that weren't reversed. */
export const countStanding = (tx: Queryable, loanId: string, firmId: string | null = null) =>
  tx.$count(
    fundsReceipts,
    and(
      eq(fundsReceipts.loanId, loanId),
      isStanding,
      firmId === null ? undefined : eq(fundsReceipts.firmId, firmId),
    ),
  )

/** The dues of a register's lenders, by firm. */
export async function readDues(db: Queryable, register: Register): Promise<Map<string, Due>> {
  const rows = await db
    .select({ firmId: fundsReceipts.firmId, amount: fundsReceipts.amount })
    .from(fundsReceipts)
    .where(and(eq(fundsReceipts.loanId, register.loanId), isStanding))
  const wasFunded = register.wasFunded === 'true'
  return new Map(
    register.entries
      .filter(({ isHold }) => isHold === 'false')
      .map(({ firmId, amount }) => {
        const standing = rows.filter((row) => row.firmId === firmId).map((row) => row.amount)
        return [firmId, dueOf(amount, standing, wasFunded)]
      }),
  )
}

type Row = Omit<FundsReceipt, 'can'>

/** The name in the newest register that has the firm. */
const nameInRegister = sql<string>`(
  select e.lender_name from register_entries e join registers r on r.id = e.register_id
  where r.loan_id = funds_receipts.loan_id and e.firm_id = funds_receipts.firm_id
  order by r.version desc limit 1)`

async function selectReceipts(db: Queryable, condition: SQL | undefined): Promise<Row[]> {
  const rows = await db
    .select({
      id: fundsReceipts.id,
      loanId: fundsReceipts.loanId,
      firmId: fundsReceipts.firmId,
      lenderName: nameInRegister,
      amount: fundsReceipts.amount,
      receivedOn: fundsReceipts.receivedOn,
      reference: fundsReceipts.reference,
      note: fundsReceipts.note,
      recordedBy: fundsReceipts.recordedByName,
      recordedAt: utcText(fundsReceipts.recordedAt),
      reversedBy: fundsReceipts.reversedByName,
      reversedAt: sql<string | null>`${utcText(fundsReceipts.reversedAt)}`,
      reason: fundsReceipts.reversalReason,
    })
    .from(fundsReceipts)
    .where(condition)
    .orderBy(desc(fundsReceipts.recordedAt), desc(fundsReceipts.id))
  return rows.map(({ reversedBy, reversedAt, reason, ...row }) => ({
    ...row,
    reversal:
      reversedBy !== null && reversedAt !== null && reason !== null
        ? { reversedBy, reversedAt, reason }
        : null,
  }))
}

/** A receipt can be reversed until the loan is funded. */
const withActs = (row: Row, isOpen: boolean): FundsReceipt => ({
  ...row,
  can: isOpen && row.reversal === null ? ['reverse'] : [],
})

export async function listReceipts(
  db: Queryable,
  loanId: string,
  isOpen: boolean,
): Promise<FundsReceipt[]> {
  const rows = await selectReceipts(db, eq(fundsReceipts.loanId, loanId))
  return rows.map((row) => withActs(row, isOpen))
}

export const listStandingOf = (db: Queryable, loanId: string, firmId: string) =>
  selectReceipts(
    db,
    and(eq(fundsReceipts.loanId, loanId), eq(fundsReceipts.firmId, firmId), isStanding),
  )

async function findReceipt(db: Queryable, id: string): Promise<Row> {
  const [found] = await selectReceipts(db, eq(fundsReceipts.id, id))
  if (!found) throw notFound('The receipt')
  return found
}

/** Both acts require a loan that isn't funded, so the receipt can be reversed. */
export const readReceipt = async (db: Queryable, id: string): Promise<FundsReceipt> =>
  withActs(await findReceipt(db, id), true)

/** Returns the id of the receipt. */
export const recordFunds = (context: Context<'admin'>, loanId: string, sent: NewFundsReceipt) =>
  change(context, {
    lock: (tx) => lockClosedBook(tx, loanId),
    async run(tx, book) {
      const { at, loan, register } = book
      const { firmId, amount, receivedOn, reference, note } = sent
      const { lenderName } = requireLine(book, firmId)
      const isSame = and(
        ...[eq(fundsReceipts.loanId, loanId), eq(fundsReceipts.firmId, firmId), isStanding],
        ...[eq(fundsReceipts.amount, amount), eq(fundsReceipts.receivedOn, receivedOn)],
        eq(fundsReceipts.reference, reference),
      )
      if ((await tx.$count(fundsReceipts, isSame)) > 0)
        throw conflict(
          `${formatCents(amount)} of ${formatDay(receivedOn)} with this reference is on record already`,
          'receipt_exists',
        )
      const dues = await readDues(tx, register)
      const due = dues.get(firmId)
      const refusal = due ? refusalOfMore(due, amount) : null
      if (refusal) throw conflict(refusal, 'more_than_due')
      const id = randomUUID()
      const { account } = context.principal
      await tx.insert(fundsReceipts).values({
        ...{ id, loanId, firmId, amount, receivedOn, reference, note },
        ...{ recordedBy: account.id, recordedByName: fullName(account) },
        recordedAt: sql`${at}::timestamptz`,
      })
      const { due: all, lendersOutstanding } = totalsOfDue([
        ...(await readDues(tx, register)).values(),
      ])
      return {
        result: id,
        entries: [
          {
            kind: 'fundsReceiptRecorded' as const,
            ...{ loan, object: { id } },
            after: { firm: lenderName, amount, receivedOn, reference, note },
          },
        ],
        notices: [
          noticeOfReceipt(loan, { firmId, amount, receivedOn }),
          ...(lendersOutstanding === 0 ? [noticeOfAllFunds(loan, all)] : []),
        ],
        changes: changesOfFunding(loanId, [firmId]),
      }
    },
  })

/** A receipt of a lender whose share was taken over since can't be there, so the book needn't be read. */
export const reverseFunds = (context: Context<'admin'>, id: string, reason: string) =>
  change(context, {
    async lock(tx) {
      const { loanId } = await findReceipt(tx, id)
      const loan = await lockLoan(tx, loanId)
      return { loan, receipt: await findReceipt(tx, id) }
    },
    async run(tx, { loan, receipt }) {
      const refusal = refusalOfLoanAction('fund', loan.status)
      if (refusal) throw conflict(refusal, 'loan_funded')
      if (receipt.reversal) throw conflict('This receipt was reversed already', 'already_reversed')
      await tx
        .update(fundsReceipts)
        .set({
          reversedByName: fullName(context.principal.account),
          reversedAt: sql`clock_timestamp()`,
          reversalReason: reason,
        })
        .where(eq(fundsReceipts.id, id))
      const { firmId, lenderName, amount, receivedOn, reference } = receipt
      return {
        result: null,
        entries: [
          {
            kind: 'fundsReceiptReversed' as const,
            ...{ loan, object: { id } },
            before: { firm: lenderName, amount, receivedOn, reference },
            after: { reason },
          },
        ],
        notices: [noticeOfReversal(loan, receipt, reason)],
        changes: changesOfFunding(loan.id, [firmId]),
      }
    },
  })
