/** Audit entries of other days: the product itself can only write entries with the current time. */
import type { Loan } from '#contract/loans/shapes.ts'
import { byTheProgram, auditInsertEach, type EntryPerRow } from '#server/audit/record.ts'
import { sql } from 'drizzle-orm'
import { onDatabase } from './database.ts'

/** Writes an audit entry of a loan change for each of the times; it is sealed like any other. */
export async function recordPastEntries(
  { id, title }: Pick<Loan, 'id' | 'title'>,
  moments: string[],
) {
  const act: EntryPerRow = {
    kind: 'loanChanged',
    loan: { id: sql`${id}`, title: sql`${title}` },
    at: sql`act.at`,
  }
  const source = sql`from unnest(${sql.param(moments)}::timestamptz[]) as act (at)`
  await onDatabase((db) =>
    db.execute(sql`with ${auditInsertEach('acts', byTheProgram, act, source)} select 1`),
  )
}
