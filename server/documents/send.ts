/** Sends the bytes of documents and photos. */
import { actorOf } from '#server/audit/record.ts'
import { type Queryable } from '#server/database/client.ts'
import { isSeen, loansSeenBy, type LoansSeen } from '#server/loans/loans-seen.ts'
import { loans } from '#server/database/schema/loans.ts'
import { documents, photos } from '#server/database/schema/documents.ts'
import { notFound } from '#server/errors.ts'
import type { Context, Services } from '#server/http/mount.ts'
import { isShownInline, sendObject, type ServedObject } from '#server/http/objects.ts'
import { findRendition } from '#server/storage/pictures.ts'
import { isSafePath } from '#server/storage/storage.ts'
import { and, eq, getTableColumns } from 'drizzle-orm'
import { recordReadings } from './audit-entries.ts'
import type { PhotoRow } from './read-documents.ts'

export async function sendFile(
  context: Context<'approved'>,
  path: string,
  width: string | undefined,
) {
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
  const kind = isShownInline(document.fileType) ? 'documentViewed' : 'documentDownloaded'
  return sendObject(reply, request, store, {
    path,
    filename: document.filename,
    contentType: document.fileType,
    beforeSending: (isLaterPart) =>
      recordReadings(db, actorOf(request, principal), {
        kind,
        loan,
        documents: [document],
        isLaterPart,
      }),
  })
}

export async function sendCover(
  context: Context<'reader'>,
  loanId: string,
  width: string | undefined,
) {
  const { db, store, request, reply } = context
  const [cover] = await selectPhotos(db, loansSeenBy(context)).where(
    and(eq(photos.loanId, loanId), eq(photos.isCover, true)),
  )
  if (!cover) throw notFound('The cover photo')
  const object = await inWidth(context, cover, width)
  return sendObject(reply, request, store, { ...object, cacheSeconds: 3600 })
}

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

const selectPhotos = (db: Queryable, seen: LoansSeen) =>
  db
    .select(getTableColumns(photos))
    .from(photos)
    .innerJoin(loans, and(eq(loans.id, photos.loanId), isSeen(seen)))
    .$dynamic()

async function inWidth(
  { db, store }: Services,
  { fileUrl: path, filename, contentType }: PhotoRow,
  width: string | undefined,
): Promise<ServedObject> {
  const original = { path, filename, contentType }
  const smaller = width ? await findRendition(store, original, Number(width)) : null
  if (!smaller) return original
  // If the photo was deleted during the copy, delete the copy too.
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
