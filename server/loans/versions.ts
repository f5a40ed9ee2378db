/** Rejects changes based on an outdated version of a loan, and lists later changes and their authors. */
import type { AuditKind } from '#domain/audit/kinds.ts'
import { describeChange, loanFieldName } from '#domain/loans/field-texts.ts'
import { loanFieldNames, type LoanField } from '#domain/loans/fields.ts'
import type { Queryable } from '#server/database/client.ts'
import { audit } from '#server/database/schema/audit.ts'
import { ApiError } from '#server/errors.ts'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { LoanRow } from './read-loans.ts'

export interface RecordedChange {
  actorId: string | null
  actorName: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

/** The kinds of entries that record a new version. */
const versionKinds: AuditKind[] = [
  'loanChanged',
  'termsChanged',
  'loanPublished',
  'loanUnpublished',
  'dealSettingsChanged',
]

interface Attempt {
  userId: string
  version: string | undefined
  advice: string
}

/**
 * Requires a lock on the loan's row so that only one of two changes to the same version succeeds.
 * @throws {ApiError} 409 if the loan has changed since the version that the caller saw.
 */
export async function requireVersion(
  tx: Queryable,
  loan: LoanRow,
  { userId, version, advice }: Attempt,
): Promise<void> {
  if (version === undefined || version === loan.version) return
  const changes = await changesSince(tx, loan.id, version)
  const { summary, fields } = describeChanges(changes, userId)
  throw new ApiError(409, 'changed_meanwhile', `${summary} ${advice}`, { fields })
}

/**
 * The recorded changes after a version, oldest first. Manual changes in the database have no entry, so there can be
 * more versions than changes.
 */
const changesSince = (
  tx: Queryable,
  loanId: string,
  version: string,
): Promise<RecordedChange[]> => {
  const madeVersion = sql`(${audit.after} ->> 'version')::integer`
  return tx
    .select({
      actorId: audit.actorId,
      actorName: audit.actorName,
      before: audit.before,
      after: audit.after,
    })
    .from(audit)
    .where(
      and(
        eq(audit.loanId, loanId),
        inArray(audit.kind, versionKinds),
        sql`${madeVersion} > ${version}::integer`,
      ),
    )
    .orderBy(asc(madeVersion))
}

/**
 * Describes changes to an administrator: one summary, and a sentence for each field whose value differs. Several
 * changes to a field are merged, from the first value to the last.
 */
export function describeChanges(changes: readonly RecordedChange[], readerId: string) {
  const fields: Record<string, string> = {}
  const changed: LoanField[] = []
  for (const field of loanFieldNames) {
    const own = changes.filter(({ after }) => after && field in after)
    const [from, to] = [own[0]?.before?.[field], own.at(-1)?.after?.[field]]
    if (from === to) continue
    changed.push(field)
    fields[field] = `${namesOf(own, readerId)} ${describeChange(field, from, to)}`
  }
  const who = namesOf(changes, readerId)
  const what =
    changed.length > 0 ? `this loan's ${listed(changed.map(loanFieldName))}` : 'this loan'
  const summary = who
    ? `${who} changed ${what} after you opened it.`
    : 'This loan was changed after you opened it.'
  return { summary, fields }
}

function namesOf(changes: readonly RecordedChange[], readerId: string): string {
  const names = new Map(
    changes.map(({ actorId, actorName }) => [
      actorId,
      actorId === readerId ? 'you' : (actorName ?? 'Someone'),
    ]),
  )
  const text = listed([...names.values()])
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const listed = (words: readonly string[]) => new Intl.ListFormat('en').format(words)
