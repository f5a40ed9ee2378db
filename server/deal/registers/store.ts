/** Writes the next version of a register. */
import { createHash, randomUUID } from 'node:crypto'
import type { NewEntry } from '#domain/audit/entries.ts'
import {
  fingerprintText,
  linesOfRegister,
  type RegisterContent,
} from '#domain/book/deal/closing/register.ts'
import type { Line } from '#domain/book/lines.ts'
import type { Config } from '#server/config/config.ts'
import type { Transaction } from '#server/database/client.ts'
import { registerEntries, registers } from '#server/database/schema/registers.ts'
import type { LoanRow } from '#server/loans/read-loans.ts'
import { and, eq, sql } from 'drizzle-orm'
import type { Holders } from './holders.ts'

interface Making {
  config: Pick<Config, 'company'>
  holders: Holders
  loan: LoanRow
  /** The active lines of the book, oldest first. */
  lines: readonly Line[]
  effectiveDate: string
  wasFunded: boolean
  reason: string | null
  maker: { id: string; name: string }
  at: string
}

export interface MadeRegister extends RegisterContent {
  id: string
  fingerprint: string
}

/** The loan must be locked, so that nobody else takes the version. */
export async function storeRegister(tx: Transaction, making: Making): Promise<MadeRegister> {
  const { config, holders, loan, maker, at } = making
  const { effectiveDate, wasFunded, reason } = making
  const content: RegisterContent = {
    ...{ loanId: loan.id, version: await nextVersion(tx, loan.id), effectiveDate },
    ...{ amount: loan.amount, interestRate: loan.interestRate, noteRate: loan.noteRate },
    ...{ term: loan.term, lines: linesOfRegister(making.lines, holders.holderOf) },
  }
  const id = randomUUID()
  const fingerprint = createHash('sha256').update(fingerprintText(content)).digest('hex')
  await tx.insert(registers).values({
    ...{ id, loanId: loan.id, version: content.version, state: 'current', effectiveDate },
    ...{ originator: config.company.name, loanTitle: loan.title, borrowerName: loan.borrowerName },
    ...{ propertyAddress: loan.propertyAddress, loanAmount: loan.amount, term: loan.term },
    ...{ interestRate: loan.interestRate, noteRate: loan.noteRate, wasFunded, reason, fingerprint },
    ...{ madeBy: maker.id, madeByName: maker.name, madeAt: sql`${at}::timestamptz` },
  })
  await tx
    .insert(registerEntries)
    .values(content.lines.map((line) => ({ ...line, id: randomUUID(), registerId: id })))
  return { ...content, id, fingerprint }
}

async function nextVersion(tx: Transaction, loanId: string): Promise<number> {
  return (await tx.$count(registers, eq(registers.loanId, loanId))) + 1
}

/** Ends the current register of a locked loan. Its certificates end with it. */
export const endRegister = (
  tx: Transaction,
  loanId: string,
  {
    state,
    name,
    at,
    reason,
  }: { state: 'superseded' | 'void' } & Record<'name' | 'at' | 'reason', string>,
) =>
  tx
    .update(registers)
    .set({ state, endedByName: name, endedAt: sql`${at}::timestamptz`, endReason: reason })
    .where(and(eq(registers.loanId, loanId), eq(registers.state, 'current')))

/** The whole register, so that the record alone explains each share. */
export const recordedRegister = (register: MadeRegister): NonNullable<NewEntry['after']> => ({
  version: register.version,
  effectiveDate: register.effectiveDate,
  fingerprint: register.fingerprint,
  register: register.lines.map(({ line, lenderName, percentage, amount }) => ({
    ...{ line, lender: lenderName, percentage, amount },
  })),
})
