/** The audit trail, for administrators: in pages, as an export, and how much of it is sealed. */
import { Readable } from 'node:stream'
import type { AuditEntry, auditFilters } from '#contract/audit/shapes.ts'
import { auditKindNames, signInKinds } from '#domain/audit/kinds.ts'
import { isDay, isMoment } from '#domain/days.ts'
import { actorOf, record, type Actor } from './record.ts'
import { isAboutLoan, isAboutPerson } from './search.ts'
import type { Database } from '#server/database/client.ts'
import { audit, auditHead, auditUnsealed } from '#server/database/schema/audit.ts'
import { invalid } from '#server/errors.ts'
import { sendAttachment } from '#server/http/attachment.ts'
import { afterCursor } from '#server/database/sql/cursor.ts'
import { utcText } from '#server/database/sql/time-texts.ts'
import { cutPage } from '#server/http/paging.ts'
import type { Handlers } from '#server/http/mount.ts'
import { and, asc, desc, eq, notInArray, sql, type SQL } from 'drizzle-orm'
import type * as z from 'zod/mini'
import { csvMark, csvRecord, escapeFormulaInCsv } from '#server/export/csv.ts'

export const auditHandlers: Pick<Handlers, 'listAudit' | 'getAuditState' | 'exportAudit'> = {
  async listAudit({ db, reply }, { query: filters }) {
    const limit = Number(filters.limit ?? 200)
    const after = filters.cursor ? afterCursor(audit.at, audit.id, filters.cursor) : undefined
    const rows = await selectEntries(db)
      .where(and(matching(filters), after))
      .orderBy(desc(audit.at), desc(audit.id))
      .limit(limit + 1)
    const page = cutPage(reply, rows, { call: 'listAudit', filters, limit })
    return page.map(({ createdAt, requestId: _requestId, hash: _hash, ...entry }): AuditEntry => ({
      ...entry,
      at: createdAt,
    }))
  },

  async getAuditState({ db }) {
    // One statement, so that all figures come from one snapshot.
    const [state] = await db
      .select({
        number: auditHead.number,
        hash: auditHead.hash,
        unsealed: sql<number>`(select count(*)::int from ${auditUnsealed})`,
      })
      .from(auditHead)
    return state ?? { number: 0, hash: '', unsealed: 0 }
  },

  async exportAudit({ db, reply, request, principal }, { query: filters }) {
    const condition = matching(filters)
    const given = Object.entries(filters).filter(([, value]) => value)
    const send = (parts: Iterable<string> | AsyncIterable<string>) =>
      sendAttachment(reply, {
        name: `Audit trail ${today()}`,
        format: 'csv',
        content: Readable.from(parts),
      })
    // HEAD reveals no entries, so it is not audited. Fastify leaves a stream as it is.
    if (request.method === 'HEAD') return send([])
    const until = await recordExport(db, actorOf(request, principal), Object.fromEntries(given))
    return send(csvParts(db, and(condition, until)))
  },
}

/** In UTC, like all times in the file. */
const today = () => new Date().toISOString().slice(0, 10)

const sealOf = <Value>(column: SQL) =>
  sql<Value | null>`(select ${column} from audit_seals where entry_id = audit.id)`

const selectEntries = (db: Database) =>
  db
    .select({
      id: audit.id,
      createdAt: utcText(audit.at),
      kind: audit.kind,
      actorId: audit.actorId,
      actorName: audit.actorName,
      personId: audit.personId,
      personName: audit.personName,
      loanId: audit.loanId,
      loanTitle: audit.loanTitle,
      objectId: audit.objectId,
      objectName: audit.objectName,
      before: audit.before,
      after: audit.after,
      address: audit.address,
      requestId: audit.requestId,
      // Looked up row by row: planned without its limit, a join reads all seals.
      seal: sealOf<number>(sql`number::int`),
      hash: sealOf<string>(sql`hash`),
    })
    .from(audit)
    .$dynamic()
type Row = Awaited<ReturnType<typeof selectEntries>>[number]

/** What the filters come to. */
function matching({
  kind,
  person,
  loan,
  from,
  to,
  signIns,
}: z.output<typeof auditFilters>): SQL | undefined {
  const [who, which] = [person?.trim(), loan?.trim()]
  return and(
    kind ? eq(audit.kind, kind) : undefined,
    signIns === 'hidden' ? notInArray(audit.kind, [...signInKinds]) : undefined,
    from ? sql`${audit.at} >= ${startOf('from', from)}` : undefined,
    to ? sql`${audit.at} < ${endOf(to)}` : undefined,
    who ? isAboutPerson(who) : undefined,
    which ? isAboutLoan(which) : undefined,
  )
}

/** A moment, or the start of a day in UTC; 400 for a date or time that does not exist. */
function startOf(field: 'from' | 'to', text: string): SQL {
  if (isMoment(text)) return sql`${text}::timestamptz`
  if (isDay(text)) return sql`${`${text}T00:00:00Z`}::timestamptz`
  const words = 'Must be a day that exists, or a time on one'
  throw invalid(words, { [field]: words })
}

/** The exclusive end: a day includes all its hours; a moment ends at itself. */
function endOf(text: string): SQL {
  const start = startOf('to', text)
  return isMoment(text) ? start : sql`${start} + interval '24 hours'`
}

/** Audits the export before its first byte is sent; the file holds entries up to this one. */
async function recordExport(
  db: Database,
  actor: Actor,
  filters: Record<string, unknown>,
): Promise<SQL> {
  await record(db, actor, { kind: 'auditExported', after: filters })
  const { rows } = await db.execute<{ now: string }>(sql`select clock_timestamp()::text as now`)
  return sql`${audit.at} <= ${rows[0]?.now}::timestamptz`
}

/** Entries are read in batches, to bound memory; no connection is held between batches. */
const entriesAtOnce = 1000

async function* csvParts(db: Database, condition: SQL | undefined): AsyncGenerator<string> {
  yield csvMark + csvRecord(csvColumns.map(([header]) => header))
  for (let after: SQL | undefined; ;) {
    const rows = await selectEntries(db)
      .where(and(condition, after))
      .orderBy(asc(audit.at), asc(audit.id))
      .limit(entriesAtOnce)
    if (rows.length > 0) yield rows.map(toRecord).join('')
    const last = rows.at(-1)
    if (!last || rows.length < entriesAtOnce) return
    const place = sql`${last.createdAt}::timestamptz, ${last.id}::uuid`
    after = sql`(${audit.at}, ${audit.id}) > (${place})`
  }
}

const asJson = (value: Row['before']) => value && JSON.stringify(value)

const csvColumns: [header: string, read: (row: Row) => string | null][] = [
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

const toRecord = (row: Row) =>
  csvRecord(csvColumns.map(([, read]) => escapeFormulaInCsv(read(row) ?? '')))
