/** Acts of other days: nothing that the product offers puts anything on record but at its own time. */
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import type { Loan } from '#contract/loans.ts'
import { attachToEmbeddedPostgres } from '#server/database/embedded.ts'
import { Client } from 'pg'
import { served } from './served.ts'

/** Puts a change of the loan on record for each of the moments, sealed like all else. */
export async function actedAt({ id, title }: Pick<Loan, 'id' | 'title'>, moments: string[]) {
  const running = attachToEmbeddedPostgres(path.join(served().dataDir, 'postgres'))
  if (!running) throw new Error('The database of the product under test does not run')
  const client = new Client(running.connection)
  await client.connect()
  try {
    await client.query(
      `with acts as (
        insert into audit (id, kind, loan_id, loan_title, at)
        select act.id, 'loanChanged', $3, $4, act.at
        from unnest($1::uuid[], $2::timestamptz[]) as act (id, at)
        returning id
      )
      insert into audit_unsealed (entry_id) select id from acts`,
      [moments.map(() => randomUUID()), moments, id, title],
    )
  } finally {
    await client.end()
  }
}
