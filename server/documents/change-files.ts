import type { Body } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import type { UploadKind } from '#domain/documents/files.ts'
import { change } from '#server/change/change.ts'
import type { Transaction } from '#server/database/client.ts'
import { documents, photos } from '#server/database/schema/documents.ts'
import { loans } from '#server/database/schema/loans.ts'
import { notFound } from '#server/errors.ts'
import type { Context } from '#server/http/mount.ts'
import { findAnyLoan } from '#server/loans/read-loans.ts'
import { discardFiles, removeDiscardedFiles } from '#server/storage/discarded.ts'
import { and, eq, ne } from 'drizzle-orm'
import { entriesOfChange, entryOfFile, photoFields } from './audit-entries.ts'
import { groupOf } from './read-documents.ts'

export const regroupDocument = (
  context: Context<'admin'>,
  id: string,
  group: Body<Endpoints['updateDocument']>['group'],
) =>
  change(context, {
    run: async (tx) => {
      const [before] = await tx.select().from(documents).where(eq(documents.id, id)).for('update')
      if (!before) throw notFound('The document')
      await tx.update(documents).set({ group }).where(eq(documents.id, id))
      const loan = await findAnyLoan(tx, before.loanId)
      const row = { ...before, group }
      return {
        result: { row, title: loan.title },
        entries: entriesOfChange('documentChanged', {
          loan,
          row,
          before: { group: groupOf(before, loan.title) },
          after: { group: groupOf(row, loan.title) },
        }),
        changes: [{ topic: 'documents', subject: loan.id }],
      }
    },
  })

export const changePhoto = (
  context: Context<'admin'>,
  id: string,
  { filename, caption, isCover }: Body<Endpoints['updatePhoto']>,
) =>
  change(context, {
    lock: (tx) => lockPhoto(tx, id),
    run: async (tx, { loan, before }) => {
      if (isCover) await uncoverOthers(tx, before)
      const next = {
        filename: filename ?? before.filename,
        caption: caption === undefined ? before.caption : (caption ?? ''),
        isCover: isCover ?? before.isCover,
      }
      await tx.update(photos).set(next).where(eq(photos.id, id))
      const now = { ...before, ...next }
      return {
        result: now,
        entries: entriesOfChange('photoChanged', {
          loan,
          row: now,
          before: photoFields(before),
          after: photoFields(now),
        }),
        changes: [{ topic: 'photos', subject: loan.id }],
      }
    },
  })

/** Locks the loan first so that concurrent requests to change its cover run one after the other. */
async function lockPhoto(tx: Transaction, id: string) {
  const [found] = await tx
    .select({ loan: { id: loans.id, title: loans.title }, before: photos })
    .from(loans)
    .innerJoin(photos, eq(photos.loanId, loans.id))
    .where(eq(photos.id, id))
    .for('update')
  if (!found) throw notFound('The photo')
  return found
}

const uncoverOthers = (tx: Transaction, { id, loanId }: { id: string; loanId: string }) =>
  tx
    .update(photos)
    .set({ isCover: false })
    .where(and(eq(photos.loanId, loanId), eq(photos.isCover, true), ne(photos.id, id)))

export async function deleteFile(
  context: Context<'admin'>,
  kind: UploadKind,
  id: string,
): Promise<void> {
  const table = { document: documents, photo: photos }[kind]
  const path = await change(context, {
    run: async (tx) => {
      const [row] = await tx.delete(table).where(eq(table.id, id)).returning()
      if (!row) throw notFound(`The ${kind}`)
      await discardFiles(tx, [row.fileUrl])
      return {
        result: row.fileUrl,
        entries: [entryOfFile(`${kind}Deleted`, await findAnyLoan(tx, row.loanId), row)],
        changes: [{ topic: `${kind}s`, subject: row.loanId }],
      }
    },
  })
  await removeDiscardedFiles(context, [path])
}
