/** A loan's documents and photos, and their bytes. */
import { toFlag } from '#contract/wire.ts'
import { actorOf } from '#server/audit/record.ts'
import { recordChanges } from '#server/live/record.ts'
import { type Queryable, type Transaction } from '#server/database/client.ts'
import { isSeen, type LoansSeen } from '#server/database/loans-seen.ts'
import { loans } from '#server/database/schema/loans.ts'
import { documents, photos } from '#server/database/schema/documents.ts'
import { notFound } from '#server/errors.ts'
import type { Handlers, Services } from '#server/http/mount.ts'
import { sendObject, type ServedObject } from '#server/http/objects.ts'
import { discardFiles, removeDiscardedFiles } from '#server/storage/discarded.ts'
import { findRendition } from '#server/storage/pictures.ts'
import { isSafePath } from '#server/storage/storage.ts'
import { loansSeenBy } from '#server/sign-in/principal.ts'
import { and, asc, desc, eq, getTableColumns, ne, sql } from 'drizzle-orm'
import {
  recordDocument,
  recordPhoto,
  recordPhotoChange,
  recordReading,
  recordRegrouping,
} from './audit-entries.ts'
import { documentsOf, toDocument } from './read.ts'
import { openingsOf } from './readings.ts'
import { findAnyLoan, findSeenLoan } from '#server/loans/read.ts'
import { transactAsAdministrator } from '#server/sign-in/lock-administrator.ts'

type FileCalls =
  | 'listLoanDocuments'
  | 'listLoanPhotos'
  | 'getObject'
  | 'getLoanCover'
  | 'updateDocument'
  | 'deleteDocument'
  | 'updatePhoto'
  | 'deletePhoto'

export const fileHandlers: Pick<Handlers, FileCalls> = {
  async listLoanDocuments(context, { path: { loanId } }) {
    const { db, store, principal } = context
    const loan = await findSeenLoan(context, loanId)
    const rows = await documentsOf(db, loanId)
    const openings = await openingsOf(db, { loanId, personId: principal.account.id })
    return Promise.all(
      rows.map(async (row) => ({
        ...(await toDocument(store, row, loan.title)),
        openedAt: openings.get(row.id) ?? null,
      })),
    )
  },

  async listLoanPhotos(context, { path: { loanId } }) {
    await findSeenLoan(context, loanId)
    const rows = await context.db
      .select()
      .from(photos)
      .where(eq(photos.loanId, loanId))
      .orderBy(desc(photos.isCover), asc(photos.uploadedAt), asc(photos.id))
    return rows.map(toPhoto)
  },

  async getObject(context, { path: { '*': path }, query: { w: width } }) {
    const { db, store, principal, request, reply } = context
    // A stored file that no document or photo names is not served.
    if (!isSafePath(path)) throw notFound('The file')
    const seen = loansSeenBy(context)
    const photo = await findPhotoAt(db, path, seen)
    if (photo) {
      const object = await inWidth(context, photo, width)
      return sendObject(reply, request, store, { ...object, cacheSeconds: 0 })
    }
    const found = await findDocumentAt(db, path, seen)
    if (!found) throw notFound('The file')
    const { document, loan } = found
    return sendObject(reply, request, store, {
      path,
      filename: document.filename,
      contentType: document.fileType,
      beforeSending: (isLaterPart) =>
        recordReading(db, actorOf(request, principal), { document, loan, isLaterPart }),
    })
  },

  async getLoanCover(context, { path: { id }, query: { w: width } }) {
    const { db, store, request, reply } = context
    const [cover] = await selectPhotos(db, loansSeenBy(context)).where(
      and(eq(photos.loanId, id), eq(photos.isCover, true)),
    )
    if (!cover) throw notFound('The cover photo')
    const object = await inWidth(context, cover, width)
    return sendObject(reply, request, store, { ...object, cacheSeconds: 3600 })
  },

  async updateDocument({ db, store, principal, request }, { path: { id }, body: { group } }) {
    const { loan, row } = await transactAsAdministrator({ db, principal }, async (tx) => {
      const [before] = await tx.select().from(documents).where(eq(documents.id, id)).for('update')
      if (!before) throw notFound('The document')
      const [changed] = await tx
        .update(documents)
        .set({ group })
        .where(eq(documents.id, id))
        .returning()
      if (!changed) throw notFound('The document')
      const loanOfIt = await findAnyLoan(tx, before.loanId)
      await recordChanges(tx, { topic: 'documents', subject: before.loanId })
      await recordRegrouping(tx, actorOf(request, principal), loanOfIt, { before, now: changed })
      return { loan: loanOfIt, row: changed }
    })
    return toDocument(store, row, loan.title)
  },

  async deleteDocument(context, { path: { id } }) {
    const path = await transactAsAdministrator(context, async (tx) => {
      const [row] = await tx.delete(documents).where(eq(documents.id, id)).returning()
      if (!row) throw notFound('The document')
      await discardFiles(tx, [row.fileUrl])
      await recordChanges(tx, { topic: 'documents', subject: row.loanId })
      await recordDocument(tx, actorOf(context.request, context.principal), 'documentDeleted', row)
      return row.fileUrl
    })
    await removeDiscardedFiles(context, [path])
    return null
  },

  async updatePhoto(
    { db, principal, request },
    { path: { id }, body: { filename, caption, isCover } },
  ) {
    const row = await transactAsAdministrator({ db, principal }, async (tx) => {
      const loan = await lockLoanOf(tx, id)
      const [before] = await tx.select().from(photos).where(eq(photos.id, id))
      if (isCover) await uncoverOthers(tx, id)
      const [changed] = await tx
        .update(photos)
        .set({
          // An update without values is an error, so an omitted field is set to itself.
          filename: filename ?? sql`${photos.filename}`,
          ...(caption !== undefined && { caption: caption ?? '' }),
          ...(isCover !== undefined && { isCover }),
        })
        .where(eq(photos.id, id))
        .returning()
      if (!before || !changed) throw notFound('The photo')
      await recordChanges(tx, { topic: 'photos', subject: loan.id })
      await recordPhotoChange(tx, actorOf(request, principal), loan, { before, now: changed })
      return changed
    })
    return toPhoto(row)
  },

  async deletePhoto(context, { path: { id } }) {
    const path = await transactAsAdministrator(context, async (tx) => {
      const [row] = await tx.delete(photos).where(eq(photos.id, id)).returning()
      if (!row) throw notFound('The photo')
      await discardFiles(tx, [row.fileUrl])
      await recordChanges(tx, { topic: 'photos', subject: row.loanId })
      await recordPhoto(tx, actorOf(context.request, context.principal), 'photoDeleted', row)
      return row.fileUrl
    })
    await removeDiscardedFiles(context, [path])
    return null
  },
}

type Photo = typeof photos.$inferSelect

/** A photo as callers get it. */
export const toPhoto = ({ contentType: _contentType, isCover, uploadedAt, ...row }: Photo) => ({
  ...row,
  isCover: toFlag(isCover),
  uploadedAt: uploadedAt.toISOString(),
})

async function findDocumentAt(db: Queryable, path: string, seen: LoansSeen) {
  const [row] = await db
    .select({ document: documents, loan: { id: loans.id, title: loans.title } })
    .from(documents)
    .innerJoin(loans, eq(loans.id, documents.loanId))
    .where(and(eq(documents.fileUrl, path), isSeen(seen)))
  return row
}

async function findPhotoAt(db: Queryable, path: string, seen: LoansSeen) {
  const [row] = await selectPhotos(db, seen).where(eq(photos.fileUrl, path))
  return row
}

/** Photos of the loans that somebody sees. */
const selectPhotos = (db: Queryable, seen: LoansSeen) =>
  db
    .select(getTableColumns(photos))
    .from(photos)
    .innerJoin(loans, and(eq(loans.id, photos.loanId), isSeen(seen)))
    .$dynamic()

/** The photo itself, or a smaller copy that is at least as wide as requested. */
async function inWidth(
  { db, store }: Services,
  { fileUrl: path, filename, contentType }: Photo,
  width: string | undefined,
): Promise<ServedObject> {
  const original = { path, filename, contentType }
  const smaller = width ? await findRendition(store, original, Number(width)) : null
  if (!smaller) return original
  // If the photo was deleted while the copy was made, delete the copy too.
  if (smaller.isNew && !(await findPhotoAt(db, path, 'all'))) {
    await store.delete(smaller.path)
    throw notFound('The file')
  }
  return {
    path: smaller.path,
    filename: `${filename.replace(/\.\w{1,5}$/, '')}.webp`,
    contentType: 'image/webp',
  }
}

/** Serializes concurrent choices of a loan's cover. */
async function lockLoanOf(tx: Transaction, photoId: string) {
  const loanOfPhoto = tx.select({ id: photos.loanId }).from(photos).where(eq(photos.id, photoId))
  const [loan] = await tx
    .select({ id: loans.id, title: loans.title })
    .from(loans)
    .where(eq(loans.id, loanOfPhoto))
    .for('update')
  if (!loan) throw notFound('The photo')
  return loan
}

async function uncoverOthers(tx: Transaction, photoId: string) {
  const loanOfPhoto = tx.select({ id: photos.loanId }).from(photos).where(eq(photos.id, photoId))
  await tx
    .update(photos)
    .set({ isCover: false })
    .where(and(eq(photos.loanId, loanOfPhoto), eq(photos.isCover, true), ne(photos.id, photoId)))
}
