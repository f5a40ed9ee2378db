import { randomUUID } from 'node:crypto'
import {
  documentTypeChoices,
  fileRefusal,
  photoTypes,
  uploadLimits,
  type DocumentType,
  type PhotoType,
  type UploadKind,
} from '#domain/documents/files.ts'
import type { Body } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import { change, type Outcome } from '#server/change/change.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import { documents, photos, uploads } from '#server/database/schema/documents.ts'
import { namesMissingLoan, conflict, invalid, notFound } from '#server/errors.ts'
import type { Context, Services } from '#server/http/mount.ts'
import { discardUploads, removeDiscardedFiles } from '#server/storage/discarded.ts'
import { typesOfBytes } from '#server/storage/file-bytes.ts'
import { refusePicture } from '#server/storage/pictures.ts'
import { and, eq } from 'drizzle-orm'
import { entryOfFile } from './audit-entries.ts'
import { noticeOfDocument } from './notices.ts'
import type { DocumentRow, PhotoRow } from './read-documents.ts'
import { findAnyLoan } from '#server/loans/read-loans.ts'

export async function registerDocument(
  context: Context<'admin'>,
  { loanId, filename, fileType, fileUrl, batchId, group }: Body<Endpoints['createDocument']>,
): Promise<{ row: DocumentRow; title: string }> {
  const upload = await findUpload(context, 'document', fileUrl)
  await findAnyLoan(context.db, loanId)
  const types = await readTypes(context, upload)
  if (!types.includes(fileType)) throw otherType(fileType, types)
  return claim(context, upload, async (tx) => {
    const { path, sizeInStore: sizeBytes } = upload
    const file = { id: randomUUID(), loanId, filename, fileType, fileUrl: path, sizeBytes }
    const [row] = await tx
      .insert(documents)
      .values({ ...file, batchId: batchId ?? null, group: group ?? null })
      .returning()
    if (!row) throw new Error('The document was not registered')
    // The new row's foreign key locks the loan in its current state. The loan might have been returned to draft since
    // the first check.
    const loan = await findAnyLoan(tx, loanId)
    return {
      result: { row, title: loan.title },
      entries: [entryOfFile('documentAdded', loan, row)],
      changes: [{ topic: 'documents', subject: loanId }],
      notices: [await noticeOfDocument(tx, loan, { filename, batchId })],
    }
  })
}

export async function registerPhoto(
  context: Context<'admin'>,
  { loanId, filename, fileUrl, caption }: Body<Endpoints['createPhoto']>,
): Promise<PhotoRow> {
  const upload = await findUpload(context, 'photo', fileUrl)
  await findAnyLoan(context.db, loanId)
  const [contentType] = (await readTypes(context, upload)).filter(isPhotoType)
  if (!contentType) throw await refuseBytes(context, upload, notAPhoto)
  const problem = await refusePicture(context.store, upload.path, contentType)
  if (problem) throw await refuseBytes(context, upload, problem)
  return claim(context, upload, async (tx) => {
    const file = { id: randomUUID(), loanId, filename, contentType, fileUrl: upload.path }
    const [row] = await tx
      .insert(photos)
      .values({ ...file, caption: caption ?? '' })
      .returning()
    if (!row) throw new Error('The photo was not registered')
    return {
      result: row,
      entries: [entryOfFile('photoAdded', await findAnyLoan(tx, loanId), row)],
      changes: [{ topic: 'photos', subject: loanId }],
    }
  })
}

type Upload = typeof uploads.$inferSelect & { sizeInStore: number }

const missing: Record<UploadKind, string> = {
  document: 'Please upload a file first',
  photo: 'Please upload a photo first',
}

async function findUpload(
  { db, store }: Services,
  kind: UploadKind,
  fileUrl: string,
): Promise<Upload> {
  const path = fileUrl.replace(/^\//, '')
  const notUploaded = invalid(missing[kind], { fileUrl: missing[kind] })
  const [upload] = await db
    .select()
    .from(uploads)
    .where(and(eq(uploads.path, path), eq(uploads.kind, kind)))
  if (!upload) throw (await isRegistered(db, path)) ? alreadyRegistered() : notUploaded
  const sizeInStore = await store.sizeOf(path)
  if (sizeInStore === null) throw notUploaded
  return { ...upload, sizeInStore }
}

export async function isRegistered(db: Queryable, path: string): Promise<boolean> {
  const asDocument = db
    .select({ id: documents.id })
    .from(documents)
    .where(eq(documents.fileUrl, path))
  const asPhoto = db.select({ id: photos.id }).from(photos).where(eq(photos.fileUrl, path))
  return (await asDocument.union(asPhoto)).length > 0
}

const alreadyRegistered = () => conflict('This upload was already saved', 'upload_used')

/** Returns the possible types of the uploaded bytes. Deletes the bytes if their length or type isn't accepted. */
async function readTypes(context: Services, upload: Upload): Promise<DocumentType[]> {
  const { kind, path, sizeInStore: sizeBytes } = upload
  if (sizeBytes === 0) throw await refuseBytes(context, upload, fileRefusal.empty)
  if (sizeBytes > uploadLimits[kind].maxBytes)
    throw await refuseBytes(context, upload, fileRefusal.tooLarge(kind))
  if (upload.sizeBytes !== null && upload.sizeBytes !== sizeBytes)
    throw await refuseBytes(context, upload, fileRefusal.otherSize)
  const types = await typesOfBytes({ store: context.store, path, sizeBytes })
  if (types.length === 0)
    throw await refuseBytes(context, upload, "This type of file isn't accepted")
  return types
}

const notAPhoto = "This type of photo isn't accepted"
const isPhotoType = (type: DocumentType): type is PhotoType =>
  (photoTypes as readonly DocumentType[]).includes(type)

/** Deletes unusable bytes, unless another call has registered them, and returns the error. */
async function refuseBytes(context: Services, { kind, path }: Upload, why: string) {
  const taken = await discardUploads(context.db, eq(uploads.path, path))
  if (taken.length > 0) await removeDiscardedFiles(context, taken)
  else if (await isRegistered(context.db, path)) return alreadyRegistered()
  return invalid(why, { [kind === 'document' ? 'fileType' : 'filename']: why })
}

/** Keeps the bytes so that the caller can retry with the correct type. */
function otherType(given: DocumentType, [actual]: readonly DocumentType[]) {
  const why = `You chose ${labelOf(given)}, but the file is ${labelOf(actual)}`
  return invalid(why, { fileType: why })
}

const labelOf = (type: DocumentType | undefined) =>
  documentTypeChoices.find((choice) => choice.type === type)?.label ?? type ?? 'something else'

/** Claims the upload and stores the row in one transaction. Only one of two concurrent callers succeeds. */
const claim = <Row>(
  context: Context<'admin'>,
  { path }: Upload,
  store: (tx: Transaction) => Promise<Outcome<Row>>,
): Promise<Row> =>
  change(context, {
    run: async (tx) => {
      const taken = await tx.delete(uploads).where(eq(uploads.path, path)).returning()
      if (taken.length === 0) throw alreadyRegistered()
      return store(tx)
    },
  }).catch((error: unknown) => {
    throw namesMissingLoan(error) ? notFound('The loan') : error
  })
