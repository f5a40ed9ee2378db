/** Audit entries for administrators, who can filter and export them. Each export is recorded in the audit trail. */
import { Readable } from 'node:stream'
import type { AuditEntry, auditFilters, auditPage } from '#contract/audit/shapes.ts'
import { signInKinds, auditKindNames } from '#domain/audit/kinds.ts'
import { isDay, isMoment } from '#domain/days.ts'
import type { Database } from '#server/database/client.ts'
import { audit, auditHead, auditUnsealed } from '#server/database/schema/audit.ts'
import { vocabulary } from '#server/database/schema/columns.ts'
import { afterCursor } from '#server/database/sql/cursor.ts'
import { utcText } from '#server/database/sql/time-texts.ts'
import { invalid } from '#server/errors.ts'
import { cutPage } from '#server/http/paging.ts'
import { contains } from '#server/database/sql/contains.ts'
import { users } from '#server/database/schema/accounts.ts'
import { csvMark, csvRecord, escapeFormulaInCsv } from '#server/export/tables.ts'
import { sendAttachment } from '#server/http/attachment.ts'
import type { Context } from '#server/http/mount.ts'
import { and, desc, eq, sql, type SQL, or, asc } from 'drizzle-orm'
import type { FastifyReply } from 'fastify'
import type * as z from 'zod/mini'
import { actorOf, record, type Actor } from './record.ts'

export async function pageOfAudit(
  db: Database,
  reply: FastifyReply,
  filters: z.output<typeof auditPage>,
): Promise<AuditEntry[]> {
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
}

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
      // Seals are looked up row by row. A join would be planned without the page's limit and read all seals.
      seal: sealOf<number>(sql`number::int`),
      hash: sealOf<string>(sql`hash`),
    })
    .from(audit)
    .$dynamic()
type EntryRow = Awaited<ReturnType<typeof selectEntries>>[number]

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
    // The values are written into the SQL text. With four parameters, the planner would expect no rows and sort the
    // whole table for one page.
    signIns === 'hidden' ? sql`${audit.kind} not in (${vocabulary(signInKinds)})` : undefined,
    from ? sql`${audit.at} >= ${startOf('from', from)}` : undefined,
    to ? sql`${audit.at} < ${endOf(to)}` : undefined,
    who ? isAboutPerson(who) : undefined,
    which ? isAboutLoan(which) : undefined,
  )
}

/** A timestamp, or the start of a day in UTC. Throws 400 for a date or time that doesn't exist. */
function startOf(field: 'from' | 'to', text: string): SQL {
  if (isMoment(text)) return sql`${text}::timestamptz`
  if (isDay(text)) return sql`${`${text}T00:00:00Z`}::timestamptz`
  const words = 'Must be a day that exists, or a time on one'
  throw invalid(words, { [field]: words })
}

/** The exclusive end of a range: the end of a day or, if a time is specified, the timestamp itself. */
function endOf(text: string): SQL {
  const start = startOf('to', text)
  return isMoment(text) ? start : sql`${start} + interval '24 hours'`
}

export async function readAuditState(db: Database) {
  // A single statement reads all figures from the same snapshot.
  const [state] = await db
    .select({
      number: auditHead.number,
      hash: auditHead.hash,
      unsealed: sql<number>`(select count(*)::int from ${auditUnsealed})`,
    })
    .from(auditHead)
  return state ?? { number: 0, hash: '', unsealed: 0 }
}

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

/** Matches an id, part of a recorded name, or part of a current email address. Entries contain no email addresses. */
function isAboutPerson(text: string): SQL | undefined {
  if (isId(text)) return or(eq(audit.actorId, text), eq(audit.personId, text))
  const addressed = sql`(select ${users.id} from ${users} where ${contains(users.email, text)})`
  return or(
    contains(audit.actorName, text),
    // In most entries, both names are the same.
    and(
      sql`${audit.personName} is distinct from ${audit.actorName}`,
      contains(audit.personName, text),
    ),
    sql`${audit.actorId} in ${addressed}`,
    sql`${audit.personId} in ${addressed}`,
  )
}

const isAboutLoan = (text: string): SQL =>
  isId(text) ? eq(audit.loanId, text) : contains(audit.loanTitle, text)

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
  // HEAD returns no entries, so the audit trail doesn't record it.
  if (request.method === 'HEAD') return send([])
  const filled = Object.entries(filters).filter(([, value]) => value)
  const until = await recordExport(db, actorOf(request, principal), Object.fromEntries(filled))
  return send(csvParts(db, and(condition, until)))
}

const today = () => new Date().toISOString().slice(0, 10)

/**
 * Records the export before its first byte is sent. The file contains all entries up to and including the entry for the
 * export.
 */
async function recordExport(
  db: Database,
  actor: Actor,
  filters: Record<string, unknown>,
): Promise<SQL> {
  await record(db, actor, { kind: 'auditExported', after: filters })
  const { rows } = await db.execute<{ now: string }>(sql`select clock_timestamp()::text as now`)
  return sql`${audit.at} <= ${rows[0]?.now}::timestamptz`
}

/** Reading in batches limits memory use. No database connection is held between batches. */
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
