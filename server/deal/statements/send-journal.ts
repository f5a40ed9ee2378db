/** Sends the registers and receipts of a loan as a journal. It is on record before its first byte is sent. */
import type { Register } from '#contract/deal/registers.ts'
import { writeJournal, type JournalReceipt, type JournalRegister } from '#domain/deal/journal.ts'
import { dayAt } from '#domain/time-zone.ts'
import { actorOf, record } from '#server/audit/record.ts'
import type { Queryable } from '#server/database/client.ts'
import { fundsReceipts } from '#server/database/schema/funding.ts'
import { utcText } from '#server/database/sql/time-texts.ts'
import { readSnapshot } from '#server/database/transactions.ts'
import { listRegisters } from '#server/deal/registers/read-registers.ts'
import { conflict } from '#server/errors.ts'
import { sendAttachment } from '#server/http/attachment.ts'
import type { Context } from '#server/http/mount.ts'
import { findAnyLoan } from '#server/loans/read-loans.ts'
import { displayNameOf } from '#server/sign-in/people-of-firms.ts'
import { eq, sql } from 'drizzle-orm'

export async function sendJournal(context: Context<'admin'>, loanId: string) {
  const { db, request, principal, reply } = context
  const { loan, registers, receipts } = await readSnapshot(db, async (tx) => ({
    loan: await findAnyLoan(tx, loanId),
    registers: await listRegisters(tx, loanId),
    receipts: await listAll(tx, loanId),
  }))
  const [newest] = registers
  if (!newest) throw conflict('The book of this loan was never closed', 'not_closed')
  const text = writeJournal({
    ...{ loanId, loanTitle: loan.title, receipts },
    registers: registers.map(toJournal),
  })
  if (request.method !== 'HEAD')
    await record(db, actorOf(request, principal), {
      kind: 'registerExported',
      loan: { id: loanId, title: loan.title },
      object: { id: newest.id },
      after: { version: newest.version, format: 'journal' },
    })
  const content = Buffer.from(text)
  return sendAttachment(reply, { name: `Journal - ${loan.title}`, format: 'journal', content })
}

/** The first version of a closing counts from its day, and a later one from when it was made. */
function toJournal({ effectiveDate, madeAt, endedAt, ...register }: Register): JournalRegister {
  const isLater = register.reason !== null
  return {
    version: register.version,
    day: isLater ? dayAt(new Date(madeAt)) : effectiveDate,
    isVoid: register.state === 'void',
    endDay: endedAt === null ? null : dayAt(new Date(endedAt)),
    wasFunded: register.wasFunded === 'true',
    entries: register.entries.map(({ firmId, lenderName, isHold, amount }) => ({
      ...{ firmId, lenderName, amount, isHold: isHold === 'true' },
    })),
  }
}

async function listAll(tx: Queryable, loanId: string): Promise<JournalReceipt[]> {
  const rows = await tx
    .select({
      firmId: fundsReceipts.firmId,
      lenderName: displayNameOf(sql`funds_receipts.firm_id`),
      amount: fundsReceipts.amount,
      day: fundsReceipts.receivedOn,
      reference: fundsReceipts.reference,
      reversedAt: sql<string | null>`${utcText(fundsReceipts.reversedAt)}`,
      reason: fundsReceipts.reversalReason,
    })
    .from(fundsReceipts)
    .where(eq(fundsReceipts.loanId, loanId))
    .orderBy(fundsReceipts.recordedAt, fundsReceipts.id)
  return rows.map(({ reversedAt, reason, ...row }) => ({
    ...row,
    reversal:
      reversedAt === null ? null : { day: dayAt(new Date(reversedAt)), reason: reason ?? '' },
  }))
}
