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
  // Entries use the API's format, because even the oldest entries are returned exactly as they were written.
  isCover: toFlag(isCover),
})

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
   * True for a range that starts after the first byte. It belongs to a recorded view, if there is one. Otherwise, it
   * counts as a view, so skipping the first byte doesn't bypass the audit trail.
   */
  isLaterPart?: boolean
}

/**
 * Records that a user viewed a loan's documents. The number of entries per user and document is limited, because audit
 * entries are never deleted.
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

/** The maximum number of recorded views of a document per user per hour. Downloads have the same limit. */
const maxPerHour = 60
