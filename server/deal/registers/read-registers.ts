import type {
  CurrentRegister,
  OwnRegisterEntry,
  Register,
  RegisterEntry,
} from '#contract/deal/registers.ts'
import { toFlag } from '#contract/wire.ts'
import { certificateNumber, type RegisterLine } from '#domain/book/deal/closing/register.ts'
import type { Queryable } from '#server/database/client.ts'
import { photos } from '#server/database/schema/documents.ts'
import { loans } from '#server/database/schema/loans.ts'
import { registerEntries, registers } from '#server/database/schema/registers.ts'
import { rateText } from '#server/database/sql/rate-text.ts'
import { utcText } from '#server/database/sql/time-texts.ts'
import { notFound } from '#server/errors.ts'
import type { Context } from '#server/http/mount.ts'
import { coverOfLoan, loanColumns, withPermissions } from '#server/loans/read-loans.ts'
import { isFullySeen, loansSeenBy } from '#server/loans/loans-seen.ts'
import { firmOf, onlyMakerFor, type Principal } from '#server/sign-in/principal.ts'
import { and, desc, eq, sql, type SQL } from 'drizzle-orm'

const { wasFunded, noteRate, madeAt, endedAt, madeByName, endedByName } = registers

const columns = {
  id: registers.id,
  loanId: registers.loanId,
  version: registers.version,
  state: registers.state,
  effectiveDate: registers.effectiveDate,
  originator: registers.originator,
  loanTitle: registers.loanTitle,
  borrowerName: registers.borrowerName,
  propertyAddress: registers.propertyAddress,
  loanAmount: registers.loanAmount,
  interestRate: registers.interestRate,
  noteRate: sql<Register['noteRate']>`${rateText(noteRate)}`,
  term: registers.term,
  wasFunded: sql<Register['wasFunded']>`${wasFunded}::text`,
  reason: registers.reason,
  madeBy: madeByName,
  madeAt: utcText(madeAt),
  endedBy: endedByName,
  endedAt: sql<string | null>`${utcText(endedAt)}`,
  endReason: registers.endReason,
  fingerprint: registers.fingerprint,
}

type Row = Omit<Register, 'entries'>

/** Versions, newest first. */
async function selectRegisters(db: Queryable, condition: SQL): Promise<Register[]> {
  const rows: Row[] = await db
    .select(columns)
    .from(registers)
    .where(condition)
    .orderBy(desc(registers.version))
  const ids = sql.param(rows.map(({ id }) => id))
  const entries = await db
    .select()
    .from(registerEntries)
    .where(sql`${registerEntries.registerId} = any(${ids}::uuid[])`)
    .orderBy(registerEntries.line)
  return rows.map((row) => ({
    ...row,
    entries: entries
      .filter(({ registerId }) => registerId === row.id)
      .map((entry) => toEntry(row, entry)),
  }))
}

const toEntry = (
  { loanId, version }: Pick<Row, 'loanId' | 'version'>,
  { id, line, firmId, isHold, ...entry }: typeof registerEntries.$inferSelect,
): RegisterEntry => ({
  ...{ id, line, firmId, lenderName: entry.lenderName, companyName: entry.companyName },
  ...{ isHold: toFlag(isHold), percentage: entry.percentage, amount: entry.amount },
  certificateNumber: certificateNumber(loanId, version, line),
})

export const listRegisters = (db: Queryable, loanId: string): Promise<Register[]> =>
  selectRegisters(db, eq(registers.loanId, loanId))

/** @throws {ApiError} 404 if the register doesn't exist. */
export async function findRegister(db: Queryable, id: string): Promise<Register> {
  const [found] = await selectRegisters(db, eq(registers.id, id))
  if (!found) throw notFound('The register')
  return found
}

const isCurrent = (loanId: string) =>
  sql`${registers.loanId} = ${loanId}::uuid and ${registers.state} = 'current'`

export async function findCurrentRegister(
  db: Queryable,
  loanId: string,
): Promise<Register | undefined> {
  const [found] = await selectRegisters(db, isCurrent(loanId))
  return found
}

export const registerInShort = ({ entries, ...register }: Register): CurrentRegister => ({
  id: register.id,
  version: register.version,
  effectiveDate: register.effectiveDate,
  madeAt: register.madeAt,
  fingerprint: register.fingerprint,
  lenders: entries.filter(({ isHold }) => isHold === 'false').length,
})

/** Returns the current register of a locked loan whose book is closed. */
export async function requireCurrentRegister(
  tx: Queryable,
  loanId: string,
): Promise<Register & { lines: RegisterLine[] }> {
  const register = await findCurrentRegister(tx, loanId)
  if (!register) throw new Error('A closed book has no register')
  const lines = register.entries.map((entry) => ({ ...entry, isHold: entry.isHold === 'true' }))
  return { ...register, lines }
}

/** An account that awaits approval reads a line of its firm only if it made all of its commitments. */
export function isOwnEntry(principal: Principal): SQL {
  const isOfFirm = sql`${registerEntries.firmId} = ${firmOf(principal)}::uuid and not ${registerEntries.isHold}`
  const maker = onlyMakerFor(principal)
  return maker === null
    ? isOfFirm
    : sql`${isOfFirm} and not exists (
        select from commitments c where c.loan_id = ${registers.loanId}
          and c.firm_id = ${registerEntries.firmId} and c.lender_id <> ${maker}::uuid)`
}

export async function listOwnEntries(context: Context<'signedIn'>): Promise<OwnRegisterEntry[]> {
  const { db, principal } = context
  const rows = await db
    .select({ entry: registerEntries, register: columns, loan: loanColumns })
    .from(registerEntries)
    .innerJoin(registers, eq(registers.id, registerEntries.registerId))
    .innerJoin(loans, eq(loans.id, registers.loanId))
    .leftJoin(photos, coverOfLoan)
    .where(
      and(eq(registers.state, 'current'), isOwnEntry(principal), isFullySeen(loansSeenBy(context))),
    )
    .orderBy(desc(registers.madeAt), registerEntries.id)
  return rows.map(({ entry, register, loan }) => ({
    id: entry.id,
    lenderName: entry.lenderName,
    percentage: entry.percentage,
    amount: entry.amount,
    certificateNumber: certificateNumber(register.loanId, register.version, entry.line),
    version: register.version,
    effectiveDate: register.effectiveDate,
    madeAt: register.madeAt,
    loan: withPermissions(context, loan),
  }))
}
