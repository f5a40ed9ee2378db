/** The audit trail as CSV. The export itself is audited. */
import { Readable } from 'node:stream'
import type { auditFilters } from '#contract/audit/shapes.ts'
import { auditKindNames } from '#domain/audit/kinds.ts'
import type { Database } from '#server/database/client.ts'
import { audit } from '#server/database/schema/audit.ts'
import { csvMark, csvRecord, escapeFormulaInCsv } from '#server/export/csv.ts'
import { sendAttachment } from '#server/http/attachment.ts'
import type { Context } from '#server/http/mount.ts'
import { asc, and, sql, type SQL } from 'drizzle-orm'
import type * as z from 'zod/mini'
import { matching, selectEntries, type EntryRow } from './entries.ts'
import { actorOf, record, type Actor } from './record.ts'

export async function sendAudit(
  { db, reply, request, principal }: Context<'admin'>,
  filters: z.output<typeof auditFilters>,
) {
  const condition = matching(filters)
  const send = (parts: Iterable<string> | AsyncIterable<string>) =>
    sendAttachment(reply, {
      name: `Audit trail ${today()}`,
      format: 'csv',
      content: Readable.from(parts),
    })
  // HEAD reveals no entries, so it is not audited.
  if (request.method === 'HEAD') return send([])
  const filled = Object.entries(filters).filter(([, value]) => value)
  const until = await recordExport(db, actorOf(request, principal), Object.fromEntries(filled))
  return send(csvParts(db, and(condition, until)))
}

const today = () => new Date().toISOString().slice(0, 10)

/** Audits the export before its first byte is sent. The file contains the entries up to this one. */
async function recordExport(
  db: Database,
  actor: Actor,
  filters: Record<string, unknown>,
): Promise<SQL> {
  await record(db, actor, { kind: 'auditExported', after: filters })
  const { rows } = await db.execute<{ now: string }>(sql`select clock_timestamp()::text as now`)
  return sql`${audit.at} <= ${rows[0]?.now}::timestamptz`
}

/** Bounds memory. No connection is held between batches. */
const batchSize = 1000

async function* csvParts(db: Database, condition: SQL | undefined): AsyncGenerator<string> {
  yield csvMark + csvRecord(csvColumns.map(([header]) => header))
  for (let after: SQL | undefined; ;) {
    const rows = await selectEntries(db)
      .where(and(condition, after))
      .orderBy(asc(audit.at), asc(audit.id))
      .limit(batchSize)
    if (rows.length > 0) yield rows.map(toRecord).join('')
    const last = rows.at(-1)
    if (!last || rows.length < batchSize) return
    const place = sql`${last.createdAt}::timestamptz, ${last.id}::uuid`
    after = sql`(${audit.at}, ${audit.id}) > (${place})`
  }
}

const asJson = (value: EntryRow['before']) => value && JSON.stringify(value)

const csvColumns: [header: string, read: (row: EntryRow) => string | null][] = [
  ['Time (UTC)', (row) => row.createdAt],
  ['Event', (row) => auditKindNames[row.kind]],
  ['By', (row) => row.actorName],
  ['About', (row) => row.personName],
  ['Loan', (row) => row.loanTitle],
  ['File', (row) => row.objectName],
  ['Before', (row) => asJson(row.before)],
  ['After', (row) => asJson(row.after)],
  ['IP address', (row) => row.address],
  ['By (id)', (row) => row.actorId],
  ['About (id)', (row) => row.personId],
  ['Loan (id)', (row) => row.loanId],
  ['Commitment or file (id)', (row) => row.objectId],
  ['Request', (row) => row.requestId],
  ['Entry', (row) => row.id],
  ['Seal', (row) => row.seal?.toString() ?? null],
  ['Hash', (row) => row.hash],
]

const toRecord = (row: EntryRow) =>
  csvRecord(csvColumns.map(([, read]) => escapeFormulaInCsv(read(row) ?? '')))
