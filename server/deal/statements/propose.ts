/** Proposes receipts of a closed loan from a bank's statement. Nothing is stored. */
import type { Register } from '#contract/deal/registers.ts'
import type { StatementProposals } from '#contract/deal/statements.ts'
import { toFlag } from '#contract/wire.ts'
import {
  receiptReference,
  type AwaitedFunds,
  type AwaitedLender,
} from '#domain/deal/statements/awaited.ts'
import { proposeReceipts } from '#domain/deal/statements/match.ts'
import {
  statementLimits,
  sumCents,
  type StatementEntry,
} from '#domain/deal/statements/statement.ts'
import { exactly } from '#domain/money.ts'
import type { Database, Queryable } from '#server/database/client.ts'
import { fundingInstructions, fundsReceipts } from '#server/database/schema/funding.ts'
import { readSnapshot } from '#server/database/transactions.ts'
import { findCurrentRegister } from '#server/deal/registers/read-registers.ts'
import { conflict, invalid } from '#server/errors.ts'
import { findAnyLoan } from '#server/loans/read-loans.ts'
import { and, eq, sql } from 'drizzle-orm'
import { readStatement } from './read-statement.ts'

const { maxEntries, maxListed } = statementLimits

/** A text that the person needs to recognize an entry. */
const maxShownText = 300

export async function proposeOfStatement(
  db: Database,
  loanId: string,
  file: Buffer,
): Promise<StatementProposals> {
  await findClosed(db, loanId)
  const { format, entries, problems } = await readStatement(file)
  if (entries.length > maxEntries)
    throw invalid(
      `The statement has more than ${maxEntries.toLocaleString('en-US')} entries. Upload the one of a single day.`,
    )
  const awaited = await readSnapshot(db, (tx) => readAwaited(tx, loanId, entries))
  const { proposals, left } = proposeReceipts(entries, awaited)
  const names = new Map(awaited.lenders.map(({ firmId, lenderName }) => [firmId, lenderName]))
  return {
    format,
    entries: entries.length,
    proposals: proposals.map(({ cents, ...proposal }) => ({
      ...proposal,
      amount: exactly.asMoney(cents),
      lenderName: names.get(proposal.firmId) ?? '',
    })),
    left: left.slice(0, maxListed).map(({ cents, isCredit, text, ...entry }) => ({
      ...entry,
      amount: exactly.asMoney(cents),
      isCredit: toFlag(isCredit),
      text: text.slice(0, maxShownText).toWellFormed(),
    })),
    leftCount: left.length,
    problems: problems.slice(0, maxListed),
    problemCount: problems.length,
  }
}

/** @throws {ApiError} 404 if the loan doesn't exist, and 409 unless its book is closed. */
async function findClosed(db: Queryable, loanId: string) {
  const { title } = await findAnyLoan(db, loanId)
  const register = await findCurrentRegister(db, loanId)
  if (!register) throw conflict('The book of this loan is not closed', 'not_closed')
  return { title, register }
}

async function readAwaited(
  tx: Queryable,
  loanId: string,
  entries: readonly StatementEntry[],
): Promise<AwaitedFunds> {
  const { title, register } = await findClosed(tx, loanId)
  const [instructions] = await tx
    .select({
      reference: fundingInstructions.reference,
      accountLastFour: fundingInstructions.accountLastFour,
    })
    .from(fundingInstructions)
    .where(and(eq(fundingInstructions.loanId, loanId), eq(fundingInstructions.state, 'sent')))
  const standing = await listStanding(tx, loanId, entries)
  return {
    loanId,
    loanNames: instructions ? [instructions.reference, title] : [title],
    accountLastFour: instructions?.accountLastFour ?? null,
    lenders: lendersOf(
      register,
      standing.filter((receipt) => receipt.loanId === loanId),
    ),
    recorded: standing,
  }
}

/** The receipts of the loan, and those of other loans that have a reference of the statement. */
async function listStanding(tx: Queryable, loanId: string, entries: readonly StatementEntry[]) {
  const references = [...new Set(entries.map(receiptReference))]
  const rows = await tx
    .select({
      loanId: fundsReceipts.loanId,
      firmId: fundsReceipts.firmId,
      amount: fundsReceipts.amount,
      receivedOn: fundsReceipts.receivedOn,
      reference: fundsReceipts.reference,
    })
    .from(fundsReceipts)
    .where(
      sql`${fundsReceipts.reversedAt} is null and (${eq(fundsReceipts.loanId, loanId)}
        or ${fundsReceipts.reference} = any(${sql.param(references)}::text[]))`,
    )
    .orderBy(fundsReceipts.recordedAt, fundsReceipts.id)
  return rows.map(({ amount, ...row }) => ({ ...row, cents: exactly.cents(amount) }))
}

function lendersOf(
  { entries, wasFunded }: Register,
  received: readonly { firmId: string; cents: bigint }[],
): AwaitedLender[] {
  return entries
    .filter(({ isHold }) => isHold === 'false')
    .map(({ firmId, lenderName, companyName, certificateNumber, amount }) => {
      const due = exactly.cents(amount)
      const mine = received.filter((receipt) => receipt.firmId === firmId)
      const came = sumCents(mine.map(({ cents }) => cents))
      return {
        ...{ firmId, lenderName, companyName, certificateNumber, due },
        received: wasFunded === 'true' ? due : came,
      }
    })
}
