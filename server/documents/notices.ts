/** Who is told of a new document: once of all that are saved together. */
import { once } from '#domain/once.ts'
import type { Loan } from '#contract/loans/shapes.ts'
import { changesInsertEach } from '#server/changes/record.ts'
import type { Transaction } from '#server/database/client.ts'
import { documents } from '#server/database/schema/documents.ts'
import { followersOf, notify } from '#server/notices/notify.ts'
import { and, asc, eq, sql } from 'drizzle-orm'

/** Tells the loan's followers of a document that was just stored, or adds it to what they are told of its batch. */
export async function tellOfDocument(
  tx: Transaction,
  loan: Pick<Loan, 'id' | 'title'>,
  { filename, batchId }: { filename: string; batchId: string | undefined },
): Promise<void> {
  const followers = followersOf(loan.id)
  const notice = { type: 'documentAdded', loanId: loan.id } as const
  if (!batchId) {
    const message = describeAdded(loan, [filename])
    return notify(tx, followers, { ...notice, message })
  }
  // Of two documents of one batch at once, the second waits, and then sees the first one's notices.
  await tx.execute(sql`select from loans where id = ${loan.id}::uuid for no key update`)
  const message = describeAdded(loan, await namesOf(tx, loan.id, batchId))
  // Those that were mailed meanwhile, or are being mailed, stay as they are: the rest is news again. Who no longer
  // follows the loan isn't told of more.
  await tx.execute(sql`
    with open as (
      select n.id from notifications n join users u on u.id = n.user_id
      where n.related_loan_id = ${loan.id}::uuid and n.batch_id = ${batchId}::uuid
        and n.mail_handled_at is null and u.deactivated_at is null and (${followers})
      for no key update of n skip locked
    ), renewed as (
      update notifications n
      set message = ${message}, is_read = false, created_at = clock_timestamp()
      from open where n.id = open.id
      returning n.user_id
    ), ${changesInsertEach('renewed_changed', 'notifications', sql`user_id`, sql`from renewed`)}
    select`)
  const isTold = sql`u.id in (
    select user_id from notifications
    where related_loan_id = ${loan.id}::uuid and batch_id = ${batchId}::uuid
      and message = ${message})`
  await notify(tx, sql`(${followers}) and not ${isTold}`, { ...notice, batchId, message })
}

/** In the order in which they were saved. */
async function namesOf(tx: Transaction, loanId: string, batchId: string): Promise<string[]> {
  const rows = await tx
    .select({ filename: documents.filename })
    .from(documents)
    .where(and(eq(documents.loanId, loanId), eq(documents.batchId, batchId)))
    .orderBy(asc(documents.uploadedAt), asc(documents.id))
  return rows.map((row) => row.filename)
}

/** Beyond this many, documents are only counted. */
const mostNames = 5

/** "3 documents were added to Pier 4: …". */
function describeAdded({ title }: Pick<Loan, 'title'>, names: readonly string[]): string {
  const quoted = names.slice(0, mostNames).map((name) => `"${name}"`)
  if (names.length <= 1) return `${quoted.join('')} was added to ${title}`
  const left = names.length - quoted.length
  const listed = [...quoted, ...(left > 0 ? [`${left} more`] : [])]
  return `${names.length} documents were added to ${title}: ${listFormat().format(listed)}`
}
const listFormat = once(() => new Intl.ListFormat('en-US'))
