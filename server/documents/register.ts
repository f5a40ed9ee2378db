/** Turns an upload into a loan's document or photo, once its bytes are verified. */
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
import { actorOf } from '#server/audit/record.ts'
import { recordChanges } from '#server/live/record.ts'
import { transact, type Queryable, type Transaction } from '#server/database/client.ts'
import { documents, photos, uploads } from '#server/database/schema/documents.ts'
import { namesMissingLoan, conflict, invalid, notFound } from '#server/errors.ts'
import type { Context, Handlers, Services } from '#server/http/mount.ts'
import { transactAsAdministrator } from '#server/sign-in/lock-administrator.ts'
import { discardFiles, removeDiscardedFiles } from '#server/storage/discarded.ts'
import { typesOfBytes } from '#server/storage/file-bytes.ts'
import { refusePicture } from '#server/storage/pictures.ts'
import { and, eq } from 'drizzle-orm'
import { recordDocument, recordPhoto } from './audit-entries.ts'
import { toPhoto } from './calls.ts'
import { tellOfDocument } from './notices.ts'
import { toDocument } from './read.ts'
import { findAnyLoan } from '#server/loans/read.ts'

export const registrationHandlers: Pick<Handlers, 'createDocument' | 'createPhoto'> = {
  async createDocument(context, { body: { loanId, filename, fileType, fileUrl, batchId, group } }) {
    const { principal, request } = context
    const upload = await findUpload(context, 'document', fileUrl)
    await findAnyLoan(context.db, loanId)
    const types = await readTypes(context, upload)
    if (!types.includes(fileType)) throw otherType(fileType, types)
    const made = await claim(context, upload, async (tx) => {
      const [row] = await tx
        .insert(documents)
        .values({
          id: randomUUID(),
          loanId,
          filename,
          fileType,
          fileUrl: upload.path,
          sizeBytes: upload.sizeInStore,
          batchId: batchId ?? null,
          group: group ?? null,
        })
        .returning()
      await recordChanges(tx, { topic: 'documents', subject: loanId })
      if (!row) return undefined
      await recordDocument(tx, actorOf(request, principal), 'documentAdded', row)
      // The row keeps the loan as it is now: it may have been returned to draft since.
      const loan = await findAnyLoan(tx, loanId)
      await tellOfDocument(tx, loan, { filename, batchId })
      return { row, title: loan.title }
    })
    context.kickOutbox()
    return toDocument(context.store, made.row, made.title)
  },

  async createPhoto(context, { body: { loanId, filename, fileUrl, caption } }) {
    const { principal, request } = context
    const upload = await findUpload(context, 'photo', fileUrl)
    await findAnyLoan(context.db, loanId)
    const [contentType] = (await readTypes(context, upload)).filter(isPhotoType)
    if (!contentType) throw await refuseBytes(context, upload, notAPhoto)
    const problem = await refusePicture(context.store, upload.path, contentType)
    if (problem) throw await refuseBytes(context, upload, problem)
    const row = await claim(context, upload, async (tx) => {
      const [made] = await tx
        .insert(photos)
        .values({
          id: randomUUID(),
          loanId,
          filename,
          contentType,
          fileUrl: upload.path,
          caption: caption ?? '',
        })
        .returning()
      await recordChanges(tx, { topic: 'photos', subject: loanId })
      if (made) await recordPhoto(tx, actorOf(request, principal), 'photoAdded', made)
      return made
    })
    return toPhoto(row)
  },
}

type Upload = typeof uploads.$inferSelect & { sizeInStore: number }

const missing: Record<UploadKind, string> = {
  document: 'Please upload a file first',
  photo: 'Please upload a photo first',
}

/** An upload of this kind that has bytes and is not registered yet. */
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

/** Whether a document or a photo has the file at this path. */
export async function isRegistered(db: Queryable, path: string): Promise<boolean> {
  const asDocument = db
    .select({ id: documents.id })
    .from(documents)
    .where(eq(documents.fileUrl, path))
  const asPhoto = db.select({ id: photos.id }).from(photos).where(eq(photos.fileUrl, path))
  return (await asDocument.union(asPhoto)).length > 0
}

const alreadyRegistered = () => conflict('This upload was already saved', 'upload_used')

/** What the bytes may be; if they have no accepted type, or a wrong length, they are removed. */
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

/** Removes bytes that can't be used, unless another call has registered them, and returns the refusal. */
async function refuseBytes(context: Services, { kind, path }: Upload, why: string) {
  const isTaken = await transact(context.db, async (tx) => {
    const taken = await tx.delete(uploads).where(eq(uploads.path, path)).returning()
    if (taken.length > 0) await discardFiles(tx, [path])
    return taken.length > 0
  })
  if (isTaken) await removeDiscardedFiles(context, [path])
  else if (await isRegistered(context.db, path)) return alreadyRegistered()
  return invalid(why, { [kind === 'document' ? 'fileType' : 'filename']: why })
}

/** Keeps the bytes: the caller only has to choose the right type. */
function otherType(given: DocumentType, [actual]: readonly DocumentType[]) {
  const why = `You chose ${labelOf(given)}, but the file is ${labelOf(actual)}`
  return invalid(why, { fileType: why })
}

const labelOf = (type: DocumentType | undefined) =>
  documentTypeChoices.find((choice) => choice.type === type)?.label ?? type ?? 'something else'

/** Takes the upload and inserts the row in one transaction: of two concurrent callers, one succeeds. */
async function claim<Row>(
  { db, principal }: Context<'admin'>,
  { path }: Upload,
  insert: (tx: Transaction) => Promise<Row | undefined>,
): Promise<Row> {
  try {
    return await transactAsAdministrator({ db, principal }, async (tx) => {
      const taken = await tx.delete(uploads).where(eq(uploads.path, path)).returning()
      if (taken.length === 0) throw alreadyRegistered()
      const row = await insert(tx)
      if (!row) throw new Error('The file was not registered')
      return row
    })
  } catch (error) {
    if (namesMissingLoan(error)) throw notFound('The loan')
    throw error
  }
}
