/** Direct access to the database for backdating rows. The app itself doesn't allow backdating. */
import path from 'node:path'
import { connect, noTimeouts, type Database } from '#server/database/client.ts'
import { attachToEmbeddedPostgres } from '#server/database/embedded/postgres.ts'
import type { Loan } from '#contract/loans/shapes.ts'
import { byTheProgram, recordPast } from '#server/audit/record.ts'
import { sql } from 'drizzle-orm'
import { served } from './served.ts'

async function onDatabase(act: (db: Database) => Promise<unknown>): Promise<void> {
  const running = attachToEmbeddedPostgres(path.join(served().dataDir, 'postgres'))
  if (!running) throw new Error('The database of the product under test does not run')
  const db = connect(running.connection, () => {}, noTimeouts)
  try {
    await act(db)
  } finally {
    await db.$client.end()
  }
}

export const recordPastEntries = ({ id, title }: Pick<Loan, 'id' | 'title'>, moments: string[]) =>
  onDatabase((db) =>
    recordPast(
      db,
      moments.map((moment) => ({
        actor: byTheProgram,
        entry: { kind: 'loanChanged', loan: { id, title } },
        at: new Date(moment),
      })),
    ),
  )

export const ageCommitments = (loanId: string, days: number) =>
  onDatabase((db) =>
    db.execute(sql`update commitments set created_at = created_at - make_interval(days => ${days})
      where loan_id = ${loanId}`),
  )

/** Moves a loan's commitment deadline, because the app doesn't accept one in the past. */
export const passDeadline = (loanId: string) =>
  onDatabase((db) =>
    db.execute(
      sql`update loans set commitment_deadline = now() - interval '1 minute' where id = ${loanId}`,
    ),
  )

/** Moves the time to answer of a loan's proposed terms into the past. */
export const passTimeToAnswer = (loanId: string) =>
  onDatabase((db) =>
    db.execute(
      sql`update terms_proposals set respond_by = now() - interval '1 minute' where loan_id = ${loanId}`,
    ),
  )

export const expireUpload = (fileUrl: string) =>
  onDatabase((db) =>
    db.execute(
      sql`update uploads set expires_at = now() - interval '1 second' where path = ${fileUrl}`,
    ),
  )

export const ageByAnHour = (loanId: string) =>
  onDatabase((db) =>
    db.execute(sql`with visits as (
        update loan_visits set opened_at = opened_at - interval '1 hour',
          previous_at = previous_at - interval '1 hour'
        where loan_id = ${loanId})
      update documents set uploaded_at = uploaded_at - interval '1 hour' where loan_id = ${loanId}`),
  )
