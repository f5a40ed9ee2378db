/** Writes imported loans: as drafts, so that nobody is notified. */
import { randomUUID } from 'node:crypto'
import { loanFieldNames, type LoanField } from '#domain/loans/fields.ts'
import { auditInsertEach, type Actor, type EntryPerRow } from '#server/audit/record.ts'
import { recordChanges } from '#server/changes/record.ts'
import type { Transaction } from '#server/database/client.ts'
import { isOneOf } from '#server/database/named-statements.ts'
import { loans } from '#server/database/schema/loans.ts'
import { dayText } from '#server/http/cursor.ts'
import { listByAvailability } from '#server/loans/figures.ts'
import { sql } from 'drizzle-orm'
import type { RowOf } from './check-rows.ts'

/** In one statement: a loan has about 20 parameters, and PostgreSQL takes 65,535. */
const mostAtOnce = 500

export async function importLoans(
  tx: Transaction,
  actor: Actor,
  rows: readonly RowOf<'loans'>[],
): Promise<void> {
  const made = rows.map((row, place) => ({
    ...row,
    id: randomUUID(),
    isDraft: true,
    // Lists show the newest first, so the first row of the file is the newest by a microsecond.
    createdAt: sql`now() - make_interval(secs => ${place}::int * 0.000001)`,
  }))
  for (let from = 0; from < made.length; from += mostAtOnce) {
    const some = made.slice(from, from + mostAtOnce)
    const ids = some.map(({ id }) => id)
    await tx.insert(loans).values(some)
    await listByAvailability(tx, ...ids)
    const source = sql`from loans made where ${isOneOf(sql`made.id`, { type: 'uuid', of: ids })}`
    await tx.execute(sql`with ${auditInsertEach('entries', actor, created, source)} select 1`)
  }
  await recordChanges(tx, { topic: 'loans', audience: 'admins' })
}

/** A field as the entry of a loan that was typed has it: figures are texts. */
const recorded = (field: LoanField) => {
  const column = sql`made.${sql.identifier(loans[field].name)}`
  const text = field === 'fundedOn' ? dayText(column) : sql`${column}::text`
  return sql`${sql.raw(`'${field}'`)}, ${field === 'term' ? column : text}`
}
const fields = sql.join(loanFieldNames.map(recorded), sql`, `)

const created: EntryPerRow = {
  kind: 'loanCreated',
  loan: { id: sql`made.id`, title: sql`made.title` },
  after: sql`json_build_object(${fields}, 'isDraft', 'true')`,
}
