/** Audit entries for documents and photos: added, changed, deleted, and who read a document. */
import { toFlag } from '#contract/wire.ts'
import type { NewEntry } from '#domain/audit/entries.ts'
import { record, type Actor } from '#server/audit/record.ts'
import type { Database, Queryable } from '#server/database/client.ts'
import { loans } from '#server/database/schema/loans.ts'
import type { documents, photos } from '#server/database/schema/documents.ts'
import { isShownInline } from '#server/http/objects.ts'
import { eq, sql, type SQL } from 'drizzle-orm'
import { groupOf } from './read.ts'

type Document = typeof documents.$inferSelect
type Photo = typeof photos.$inferSelect

/** The loan of a file, as named in an entry. */
async function loanOf(tx: Queryable, { loanId }: { loanId: string }) {
  const [loan] = await tx
    .select({ id: loans.id, title: loans.title })
    .from(loans)
    .where(eq(loans.id, loanId))
  return loan
}

const documentFields = ({ filename, fileType }: Document) => ({ filename, fileType })
const photoFields = ({ filename, caption, isCover }: Photo) => ({
  filename,
  caption,
  // As answers have it: entries are read as they were written, the oldest ones too.
  isCover: toFlag(isCover),
})

export async function recordDocument(
  tx: Queryable,
  actor: Actor,
  kind: 'documentAdded' | 'documentDeleted',
  row: Document,
): Promise<void> {
  await record(tx, actor, {
    kind,
    loan: await loanOf(tx, row),
    object: { id: row.id, name: row.filename },
    [kind === 'documentAdded' ? 'after' : 'before']: documentFields(row),
  })
}

export async function recordPhoto(
  tx: Queryable,
  actor: Actor,
  kind: 'photoAdded' | 'photoDeleted',
  row: Photo,
): Promise<void> {
  await record(tx, actor, {
    kind,
    loan: await loanOf(tx, row),
    object: { id: row.id, name: row.filename },
    [kind === 'photoAdded' ? 'after' : 'before']: photoFields(row),
  })
}

/** Audits that an administrator put a document into another group. */
export async function recordRegrouping(
  tx: Queryable,
  actor: Actor,
  loan: { id: string; title: string },
  { before, now }: { before: Document; now: Document },
): Promise<void> {
  const [was, is] = [groupOf(before, loan.title), groupOf(now, loan.title)]
  if (was === is) return
  await record(tx, actor, {
    kind: 'documentChanged',
    loan: { id: loan.id, title: loan.title },
    object: { id: now.id, name: now.filename },
    before: { group: was },
    after: { group: is },
  })
}

/** Audits what a save changed in a photo, if anything. */
export async function recordPhotoChange(
  tx: Queryable,
  actor: Actor,
  loan: NewEntry['loan'],
  { before, now }: { before: Photo; now: Photo },
): Promise<void> {
  const [was, is] = [photoFields(before), photoFields(now)]
  const names = ['filename', 'caption', 'isCover'] as const
  const changed = names.filter((name) => was[name] !== is[name])
  if (changed.length === 0) return
  const only = (fields: typeof is) =>
    Object.fromEntries(changed.map((name) => [name, fields[name]]))
  await record(tx, actor, {
    kind: 'photoChanged',
    loan,
    object: { id: now.id, name: now.filename },
    before: only(was),
    after: only(is),
  })
}

/**
 * Audits that somebody reads a document: views what a browser shows, downloads the rest. A viewer
 * fetches a long document in ranges; ranges after the start belong to a reading that was already
 * audited. If there is none, they count as one: skipping the first byte does not avoid the audit. Entries are never
 * removed, so who reads a document over and over is on record a limited number of times.
 */
export async function recordReading(
  db: Database,
  actor: Actor,
  {
    document,
    loan,
    isLaterPart,
  }: { document: Document; loan: NewEntry['loan']; isLaterPart: boolean },
): Promise<void> {
  const kind = isShownInline(document.fileType) ? 'documentViewed' : 'documentDownloaded'
  const entry: NewEntry = { kind, loan, object: { id: document.id, name: document.filename } }
  const onRecord = timesOnRecord(actor, kind, sql`${document.id}::uuid`)
  const { rows } = await db.execute<{ times: number }>(sql`select ${onRecord}::int as times`)
  if ((rows[0]?.times ?? 0) < (isLaterPart ? 1 : mostOnRecord)) await record(db, actor, entry)
}

/** How often one person's views of a document are audited within an hour, and how often its downloads. */
const mostOnRecord = 60

/** How many of a kind are on record, as far as it matters. Both kinds are named as the index has them. */
const timesOnRecord = (
  actor: Actor,
  kind: 'documentViewed' | 'documentDownloaded',
  documentId: SQL,
) => sql`(
  select count(*) from (
    select from audit
    where actor_id = ${actor.account?.id ?? null}::uuid and at > now() - interval '1 hour'
      and object_id = ${documentId} and kind in ('documentViewed', 'documentDownloaded')
      and kind = ${kind}
    limit ${mostOnRecord}) as readings)`

/** Audits that somebody downloads several documents of a loan at once, as one reading of each. */
export async function recordDownloads(
  db: Database,
  actor: Actor,
  loan: { id: string; title: string },
  ids: readonly string[],
): Promise<void> {
  const kind = 'documentDownloaded'
  const { rows } = await db.execute<{ id: string; filename: string }>(sql`
    select d.id, d.filename from documents d where d.id = any(${sql.param([...ids])}::uuid[])
      and ${timesOnRecord(actor, kind, sql`d.id`)} < ${mostOnRecord}`)
  const entries = rows.map(({ id, filename }) => ({
    kind: kind as typeof kind,
    loan: { id: loan.id, title: loan.title },
    object: { id, name: filename },
  }))
  await record(db, actor, ...entries)
}
