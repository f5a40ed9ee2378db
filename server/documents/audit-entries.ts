/** Audit entries for documents and photos: added, changed, deleted, and who read a document. */
import { toFlag } from '#contract/wire.ts'
import type { NewEntry } from '#domain/audit/entries.ts'
import { record, type Actor } from '#server/audit/record.ts'
import type { Database } from '#server/database/client.ts'
import type { documents, photos } from '#server/database/schema/documents.ts'
import { sql } from 'drizzle-orm'
import { groupOf } from './read.ts'

type Document = typeof documents.$inferSelect
type Photo = typeof photos.$inferSelect
type LoanOfFile = NonNullable<NewEntry['loan']>

const objectOf = ({ id, filename }: { id: string; filename: string }) => ({ id, name: filename })

const photoFields = ({ filename, caption, isCover }: Photo) => ({
  filename,
  caption,
  // As answers have it: entries are read as they were written, the oldest ones too.
  isCover: toFlag(isCover),
})

/** The entry of a document or a photo that was added or deleted. */
export function entryOfFile(
  kind: `${'document' | 'photo'}${'Added' | 'Deleted'}`,
  loan: LoanOfFile,
  row: Document | Photo,
): NewEntry {
  const fields =
    'caption' in row ? photoFields(row) : { filename: row.filename, fileType: row.fileType }
  return {
    kind,
    loan,
    object: objectOf(row),
    [kind.endsWith('Added') ? 'after' : 'before']: fields,
  }
}

/** The entry of a document that was put into another group, if it was. */
export function entriesOfRegrouping(
  loan: LoanOfFile,
  { before, now }: { before: Document; now: Document },
): NewEntry[] {
  const [was, is] = [groupOf(before, loan.title), groupOf(now, loan.title)]
  if (was === is) return []
  return [
    {
      kind: 'documentChanged',
      loan,
      object: objectOf(now),
      before: { group: was },
      after: { group: is },
    },
  ]
}

/** The entry of what a save changed in a photo, if anything. */
export function entriesOfPhotoChange(
  loan: LoanOfFile,
  { before, now }: { before: Photo; now: Photo },
): NewEntry[] {
  const [was, is] = [photoFields(before), photoFields(now)]
  const names = ['filename', 'caption', 'isCover'] as const
  const changed = names.filter((name) => was[name] !== is[name])
  if (changed.length === 0) return []
  const only = (fields: typeof is) =>
    Object.fromEntries(changed.map((name) => [name, fields[name]]))
  return [{ kind: 'photoChanged', loan, object: objectOf(now), before: only(was), after: only(is) }]
}

interface Readings {
  kind: 'documentViewed' | 'documentDownloaded'
  loan: LoanOfFile
  documents: readonly Pick<Document, 'id' | 'filename'>[]
  /**
   * A viewer fetches a long document in ranges. Ranges after the start belong to a reading that was audited; if there
   * is none, they count as one, so that skipping the first byte doesn't avoid the audit.
   */
  isLaterPart?: boolean
}

/**
 * Audits that a person reads documents of a loan. Entries are never removed, so a person's readings of a document are
 * audited a limited number of times.
 */
export async function recordReadings(
  db: Database,
  actor: Actor,
  { kind, loan, documents: read, isLaterPart = false }: Readings,
): Promise<void> {
  const ids = read.map(({ id }) => id)
  const most = isLaterPart ? 1 : mostOnRecord
  // Both kinds are named as the index has them.
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from unnest(${sql.param(ids)}::uuid[]) id where ${most} > (
      select count(*) from (
        select from audit
        where actor_id = ${actor.account?.id ?? null}::uuid and at > now() - interval '1 hour'
          and object_id = id and kind in ('documentViewed', 'documentDownloaded') and kind = ${kind}
        limit ${most}) as readings)`)
  const due = new Set(rows.map(({ id }) => id))
  const entries = read
    .filter(({ id }) => due.has(id))
    .map((document) => ({ kind, loan, object: objectOf(document) }))
  await record(db, actor, ...entries)
}

/** How often one person's views of a document are audited within an hour, and how often its downloads. */
const mostOnRecord = 60
