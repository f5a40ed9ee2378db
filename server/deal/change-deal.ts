/** Changes the settings of a deal. The database's clock decides what is in the past. */
import type { DealChange, DealSettings } from '#contract/deal/shapes.ts'
import { refusalOfStage } from '#domain/book/deal/stage-refusals.ts'
import { refusalsOfSettings } from '#domain/deal/settings.ts'
import type { Percent } from '#domain/money.ts'
import { change } from '#server/change/change.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import { loans } from '#server/database/schema/loans.ts'
import { momentText } from '#server/database/sql/time-texts.ts'
import { conflict, invalid } from '#server/errors.ts'
import type { Context } from '#server/http/mount.ts'
import { lockLoan } from '#server/loans/change-loan.ts'
import { findAnyLoan, type LoanRow } from '#server/loans/read-loans.ts'
import { eq, sql } from 'drizzle-orm'

type Field = keyof DealSettings

/** Fields that the loan's form has too, so a change makes a new version of the loan. */
const dates: readonly Field[] = ['commitmentDeadline', 'closingDate']

export const changeDeal = (context: Context<'admin'>, id: string, sent: DealChange) =>
  change(context, {
    lock: (tx) => lockLoan(tx, id),
    run: (tx, loan) => store(tx, loan, sent),
  })

async function store(tx: Transaction, loan: LoanRow, sent: DealChange) {
  const { at, shareStep } = await readClockAndStep(tx, loan.id)
  const before: DealSettings = { ...pickSettings(loan), shareStep }
  const next: DealSettings = { ...before, ...withoutUndefined(sent) }
  const fields = (Object.keys(next) as Field[]).filter((field) => next[field] !== before[field])
  if (fields.length === 0) return { result: null }
  const hasDates = fields.some((field) => dates.includes(field))
  const hasLimits = fields.some((field) => !dates.includes(field))
  const refusal =
    (hasDates ? refusalOfStage('editTermsAndDates', loan, at) : null) ??
    (hasLimits ? refusalOfStage('setLimits', loan, at) : null)
  if (refusal) throw conflict(refusal.message, refusal.code)
  const messages = refusalsOfSettings(next, fields, new Date(at))
  const [message] = Object.values(messages)
  if (message !== undefined) throw invalid(message, messages)
  const version = hasDates ? { version: sql`${loans.version} + 1` } : {}
  await tx
    .update(loans)
    .set({ ...next, ...version })
    .where(eq(loans.id, loan.id))
  const now = await findAnyLoan(tx, loan.id)
  const recorded = (settings: DealSettings, { version: made }: LoanRow) => ({
    ...Object.fromEntries(fields.map((field) => [field, settings[field]])),
    ...(hasDates && { version: made }),
  })
  return {
    result: null,
    entries: [
      {
        kind: 'dealSettingsChanged' as const,
        loan: now,
        before: recorded(before, loan),
        after: recorded(next, now),
      },
    ],
    changes: [{ topic: 'loans' as const, subject: loan.id }],
  }
}

const pickSettings = ({ commitmentDeadline, closingDate, minShare, maxShare }: LoanRow) => ({
  commitmentDeadline,
  closingDate,
  minShare,
  maxShare,
})

const withoutUndefined = (sent: DealChange): Partial<DealSettings> =>
  Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined))

async function readClockAndStep(tx: Queryable, id: string) {
  const { rows } = await tx.execute<{ at: string; shareStep: Percent }>(sql`
    select ${momentText(sql`clock_timestamp()`)} as at, share_step as "shareStep"
    from loans where id = ${id}::uuid`)
  const [row] = rows
  if (!row) throw new Error('The loan was locked in this transaction')
  return row
}
