/** Documents and photos of a loan, and their bytes. */
import { toFlag } from '#contract/wire.ts'
import type { Queryable } from '#server/database/connect.ts'
import { documents, photos } from '#server/database/schema.ts'
import { notFound } from '#server/errors.ts'
import type { Handlers } from '#server/http/mount.ts'
import { sendObject } from '#server/http/objects.ts'
import { isSafePath } from '#server/storage/storage.ts'
import { and, asc, desc, eq } from 'drizzle-orm'
import { findLoan } from './loans.ts'

type FileCalls = 'listLoanDocuments' | 'listLoanPhotos' | 'getObject' | 'getLoanCover'

export const fileHandlers: Pick<Handlers, FileCalls> = {
  async listLoanDocuments({ db }, { loanId }) {
    await findLoan(db, loanId)
    const rows = await db
      .select()
      .from(documents)
      .where(eq(documents.loanId, loanId))
      .orderBy(desc(documents.uploadedAt), desc(documents.id))
    return rows.map((row) => ({ ...row, uploadedAt: row.uploadedAt.toISOString() }))
  },

  async listLoanPhotos({ db }, { loanId }) {
    await findLoan(db, loanId)
    const rows = await db
      .select()
      .from(photos)
      .where(eq(photos.loanId, loanId))
      .orderBy(desc(photos.isCover), asc(photos.uploadedAt), asc(photos.id))
    return rows.map((row) => ({
      ...row,
      isCover: toFlag(row.isCover),
      uploadedAt: row.uploadedAt.toISOString(),
    }))
  },

  async getObject({ db, store, request, reply }, { '*': path }) {
    // What no document or photo names is served to nobody, whatever lies in the store.
    if (!isSafePath(path)) throw notFound('The file')
    const file = (await findDocumentAt(db, path)) ?? (await findPhotoAt(db, path))
    if (!file) throw notFound('The file')
    return sendObject(reply, request, store, { path, ...file, cacheSeconds: 0 })
  },

  async getLoanCover({ db, store, request, reply }, { id }) {
    const [cover] = await db
      .select()
      .from(photos)
      .where(and(eq(photos.loanId, id), eq(photos.isCover, true)))
    if (!cover) throw notFound('The cover photo')
    return sendObject(reply, request, store, {
      path: cover.fileUrl,
      filename: cover.filename,
      contentType: photoType(cover.fileUrl),
      cacheSeconds: 3600,
    })
  },
}

async function findDocumentAt(db: Queryable, path: string) {
  const [row] = await db.select().from(documents).where(eq(documents.fileUrl, path))
  return row && { filename: row.filename, contentType: row.fileType }
}

async function findPhotoAt(db: Queryable, path: string) {
  const [row] = await db.select().from(photos).where(eq(photos.fileUrl, path))
  return row && { filename: row.filename, contentType: photoType(row.fileUrl) }
}

const photoTypes: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  bmp: 'image/bmp',
}
const photoType = (path: string) =>
  photoTypes[path.slice(path.lastIndexOf('.') + 1).toLowerCase()] ?? 'application/octet-stream'
