/** Acts of other days: nothing that the product offers puts anything on record but at its own time. */
import path from 'node:path'
import type { Loan } from '#contract/loans/shapes.ts'
import { byTheProgram, auditInsertEach, type EntryPerRow } from '#server/audit/record.ts'
import { connect, noTimeouts } from '#server/database/client.ts'
import { attachToEmbeddedPostgres } from '#server/database/embedded/postgres.ts'
import { sql } from 'drizzle-orm'
import { served } from './served.ts'

/** Puts a change of the loan on record for each of the moments, sealed like all else. */
export async function actedAt({ id, title }: Pick<Loan, 'id' | 'title'>, moments: string[]) {
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
