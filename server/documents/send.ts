import { Readable } from 'node:stream'
import { actorOf } from '#server/audit/record.ts'
import type { Queryable } from '#server/database/client.ts'
import { isFullySeen, isSeen, loansSeenBy, type LoansSeen } from '#server/loans/loans-seen.ts'
import { loans } from '#server/database/schema/loans.ts'
import { documents, photos } from '#server/database/schema/documents.ts'
import { notAdmitted, notFound } from '#server/errors.ts'
import type { Context, Services } from '#server/http/mount.ts'
import { isShownInline, sendObject, type ServedObject } from '#server/http/objects.ts'
import { findRendition } from '#server/storage/pictures.ts'
import { isSafePath, type FileStore } from '#server/storage/storage.ts'
import type { Loan } from '#contract/loans/shapes.ts'
import { documentGroupNames } from '#domain/documents/groups.ts'
import { nameBesideLoan, safeFileName, uniqueNames } from '#domain/documents/names.ts'
import { sendAttachment } from '#server/http/attachment.ts'
import { findFullLoan } from '#server/loans/read-loans.ts'
import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import { makeZip, predictLength } from 'client-zip'
import { recordReadings } from './audit-entries.ts'
import { type PhotoRow, documentsOf, groupOf, sizeOf, type DocumentRow } from './read-documents.ts'

export async function sendFile(
  context: Context<'viewer'>,
  path: string,
  width: string | undefined,
) {
  const { db, store, principal, request, reply } = context
  // A stored file that isn't listed as a document or photo is never sent.
  if (!isSafePath(path)) throw notFound('The file')
  const seen = loansSeenBy(context)
  const photo = await findPhotoAt(db, path, seen)
  if (photo) {
    // A teaser has only its cover, under a separate address.
    if (!photo.isFull) throw notAdmitted()
    const object = await inWidth(context, photo, width)
    return sendObject(reply, request, store, { ...object, cacheSeconds: 0 })
  }
  const found = await findDocumentAt(db, path, seen)
  if (!found) throw notFound('The file')
  const { document, loan, isFull } = found
  if (!isFull) throw notAdmitted()
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
  // The name of the file could name the street.
  const shown = cover.isFull ? cover : { ...cover, filename: 'cover' }
  const object = await inWidth(context, shown, width)
  return sendObject(reply, request, store, { ...object, cacheSeconds: 3600 })
}

async function findDocumentAt(db: Queryable, path: string, seen: Seen) {
  const [row] = await db
    .select({
      document: documents,
      loan: { id: loans.id, title: loans.title },
      isFull: sql<boolean>`${isFullySeen(seen)}`,
    })
    .from(documents)
    .innerJoin(loans, eq(loans.id, documents.loanId))
    .where(and(eq(documents.fileUrl, path), isSeen(seen)))
  return row
}

async function findPhotoAt(db: Queryable, path: string, seen: Seen) {
  const [row] = await selectPhotos(db, seen).where(eq(photos.fileUrl, path))
  return row
}

type Seen = Exclude<LoansSeen, 'public'>

const selectPhotos = (db: Queryable, seen: Seen) =>
  db
    .select({ ...getTableColumns(photos), isFull: sql<boolean>`${isFullySeen(seen)}` })
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
  // If the photo was deleted while its copy was made, the copy must be deleted too.
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

export async function sendAllDocuments(context: Context<'viewer'>, loanId: string) {
  const { db, store, principal, request, reply } = context
  const loan = await findFullLoan(context, loanId)
  const rows = await withBytes(store, await documentsOf(db, loanId))
  if (rows.length === 0) throw notFound('A document of this loan')
  const entries = entriesOf(store, loan, rows)
  const isRead = request.method === 'GET'
  // The view is recorded before the first byte is sent, because a document must not be sent without an audit entry.
  if (isRead)
    await recordReadings(db, actorOf(request, principal), {
      kind: 'documentDownloaded',
      loan,
      documents: rows,
    })
  return sendAttachment(reply, {
    name: `${loan.title} Documents`,
    format: 'zip',
    content: isRead ? writeZip(entries) : Readable.from([]),
    sizeBytes: zipLength(entries),
  })
}

type StoredRow = DocumentRow & { sizeBytes: number }

async function withBytes(store: FileStore, rows: readonly DocumentRow[]): Promise<StoredRow[]> {
  const sizes = await Promise.all(rows.map((row) => sizeOf(store, row)))
  return rows.flatMap((row, index) => {
    const sizeBytes = sizes[index] ?? null
    return sizeBytes === null ? [] : [{ ...row, sizeBytes }]
  })
}

function entriesOf(
  store: FileStore,
  loan: Pick<Loan, 'title'>,
  rows: readonly StoredRow[],
): ZipEntry[] {
  const names = uniqueNames(
    rows.map((row) => {
      const name = safeFileName(nameBesideLoan(row.filename, loan.title), row.fileType)
      return `${documentGroupNames[groupOf(row, loan.title)]}/${name}`
    }),
  )
  return rows.map((row, index) => ({
    name: names[index] ?? row.id,
    sizeBytes: row.sizeBytes,
    modifiedAt: row.uploadedAt,
    async open() {
      const file = await store.read(row.fileUrl)
      if (!file) throw notFound('The file')
      return file.stream
    },
  }))
}

export interface ZipEntry {
  name: string
  sizeBytes: number
  modifiedAt: Date
  open: () => Promise<AsyncIterable<Uint8Array>>
}

/**
 * Writes an archive of at most 65,535 files. Each file is opened after the previous one is written. Fails if a file's
 * length has changed.
 */
export const writeZip = (entries: readonly ZipEntry[]): Readable =>
  Readable.from(makeZip(filesOf(entries)))

export const zipLength = (entries: readonly ZipEntry[]): number =>
  Number(predictLength(entries.map(({ name, sizeBytes }) => ({ name, size: sizeBytes }))))

async function* filesOf(entries: readonly ZipEntry[]) {
  for (const entry of entries) {
    const input = wholeFile(entry)
    try {
      yield { name: entry.name, lastModified: entry.modifiedAt, input }
    } finally {
      await input.return(undefined)
    }
  }
}

async function* wholeFile({ sizeBytes, open }: ZipEntry): AsyncGenerator<Uint8Array, void> {
  let left = sizeBytes
  for await (const chunk of await open()) {
    left -= chunk.length
    if (left < 0) break
    yield chunk
  }
  if (left !== 0) throw new Error(`A stored file no longer has ${sizeBytes} bytes`)
}
