/** Audit entries of other days: the product itself can only write entries with the current time. */
import path from 'node:path'
import type { Loan } from '#contract/loans/shapes.ts'
import { byTheProgram, auditInsertEach, type EntryPerRow } from '#server/audit/record.ts'
import { connect, noTimeouts } from '#server/database/client.ts'
import { attachToEmbeddedPostgres } from '#server/database/embedded/postgres.ts'
import { sql } from 'drizzle-orm'
import { served } from './served.ts'

/** Writes an audit entry of a loan change for each of the times; it is sealed like any other. */
export async function recordPastEntries(
  { id, title }: Pick<Loan, 'id' | 'title'>,
  moments: string[],
) {
  const running = attachToEmbeddedPostgres(path.join(served().dataDir, 'postgres'))
  if (!running) throw new Error('The database of the product under test does not run')
  const db = connect(running.connection, () => {}, noTimeouts)
  const act: EntryPerRow = {
    kind: 'loanChanged',
    loan: { id: sql`${id}`, title: sql`${title}` },
    at: sql`act.at`,
  }
  const source = sql`from unnest(${sql.param(moments)}::timestamptz[]) as act (at)`
  try {
    await db.execute(sql`with ${auditInsertEach('acts', byTheProgram, act, source)} select 1`)
  } finally {
    await db.$client.end()
  }
}
