import type { Loan } from '#contract/loans/shapes.ts'
import type { AddressedNotice } from '#domain/notifications/notices.ts'
import { changesInsertEach } from '#server/live/record.ts'
import type { Transaction } from '#server/database/client.ts'
import { documents } from '#server/database/schema/documents.ts'
import { followersOf } from '#server/notices/notify.ts'
import { and, asc, eq, sql } from 'drizzle-orm'

/** Adds a new document to pending notices about the same batch, and returns a notice for the other followers. */
export async function noticeOfDocument(
  tx: Transaction,
  loan: Pick<Loan, 'id' | 'title'>,
  { filename, batchId }: { filename: string; batchId: string | undefined },
): Promise<AddressedNotice> {
  const notice = { type: 'documentAdded', loanId: loan.id } as const
  const followers = { to: 'followers', of: loan.id } as const
  if (!batchId)
    return { ...followers, notice: { ...notice, message: describeAdded(loan, [filename]) } }
  // Transactions for the same batch of documents wait for each other here. Each transaction therefore finds the notices
  // written by the previous one.
  await tx.execute(sql`select from loans where id = ${loan.id}::uuid for no key update`)
  const message = describeAdded(loan, await namesOf(tx, loan.id, batchId))
  // Notices can't be extended once they are being emailed, so the remaining documents get a new notice. Users who no
  // longer follow the loan aren't notified.
  const { rows } = await tx.execute<{ userId: string }>(sql`
    with open as (
      select n.id from notifications n join users u on u.id = n.user_id
      where n.related_loan_id = ${loan.id}::uuid and n.batch_id = ${batchId}::uuid
        and n.mail_handled_at is null and u.deactivated_at is null and (${followersOf(loan.id)})
      for no key update of n skip locked
    ), renewed as (
      update notifications n
      set message = ${message}, is_read = false, created_at = clock_timestamp()
      from open where n.id = open.id
      returning n.user_id
    ), ${changesInsertEach('renewed_changed', 'notifications', sql`user_id`, sql`from renewed`)}
    select user_id as "userId" from renewed`)
  const except = rows.map(({ userId }) => userId)
  return { ...followers, except, notice: { ...notice, batchId, message } }
}

async function namesOf(tx: Transaction, loanId: string, batchId: string): Promise<string[]> {
  const rows = await tx
    .select({ filename: documents.filename })
    .from(documents)
    .where(and(eq(documents.loanId, loanId), eq(documents.batchId, batchId)))
    .orderBy(asc(documents.uploadedAt), asc(documents.id))
  return rows.map((row) => row.filename)
}

const maxNames = 5

function describeAdded({ title }: Pick<Loan, 'title'>, names: readonly string[]): string {
  const quoted = names.slice(0, maxNames).map((name) => `"${name}"`)
  if (names.length <= 1) return `${quoted.join('')} was added to ${title}`
  const left = names.length - quoted.length
  const listed = [...quoted, ...(left > 0 ? [`${left} more`] : [])]
  return `${names.length} documents were added to ${title}: ${listFormat().format(listed)}`
}
const listFormat = () => new Intl.ListFormat('en-US')
