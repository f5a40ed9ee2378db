/** Audit entries for documents and photos: added, changed, deleted, and who read a document. */
import { toFlag } from '#contract/wire.ts'
import type { NewEntry } from '#domain/audit/entries.ts'
import { recordIf, type Actor } from '#server/audit/record.ts'
import type { Database } from '#server/database/client.ts'
import type { documents, photos } from '#server/database/schema/documents.ts'
import { sql } from 'drizzle-orm'

type Document = typeof documents.$inferSelect
type Photo = typeof photos.$inferSelect
type LoanOfFile = NonNullable<NewEntry['loan']>

type FileRow = Pick<Document, 'id' | 'filename'>

const objectOf = ({ id, filename }: FileRow) => ({ id, name: filename })

export const photoFields = ({ filename, caption, isCover }: Photo) => ({
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

/** The entry of the fields that a save changed in a document or a photo, if any. */
export function entriesOfChange<Fields extends Record<string, string>>(
  kind: 'documentChanged' | 'photoChanged',
  { loan, row, before, after }: { loan: LoanOfFile; row: FileRow; before: Fields; after: Fields },
): NewEntry[] {
  const changed = Object.keys(after).filter((name) => before[name] !== after[name])
  if (changed.length === 0) return []
  const only = (fields: Fields) => Object.fromEntries(changed.map((name) => [name, fields[name]]))
  return [{ kind, loan, object: objectOf(row), before: only(before), after: only(after) }]
}

interface Readings {
  kind: 'documentViewed' | 'documentDownloaded'
  loan: LoanOfFile
  documents: readonly FileRow[]
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
  const max = isLaterPart ? 1 : maxPerHour
  const entries = read.map((document) => ({ kind, loan, object: objectOf(document) }))
  await recordIf(
    db,
    actor,
    entries,
    sql`${max} > (
      select count(*) from (
        select from audit
        where actor_id = entry.actor_id and at > now() - interval '1 hour'
          and object_id = entry.object_id and kind = entry.kind
        limit ${max}) as readings)`,
  )
}

/** How often one person's views of a document are audited within an hour, and how often its downloads. */
const maxPerHour = 60
