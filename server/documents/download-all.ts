/** Streams all documents of a loan as one archive. */
import type { Loan } from '#contract/loans/shapes.ts'
import { documentGroupNames } from '#domain/documents/groups.ts'
import { nameBesideLoan, safeFileName, uniqueNames } from '#domain/documents/names.ts'
import { actorOf } from '#server/audit/record.ts'
import { notFound } from '#server/errors.ts'
import { sendAttachment } from '#server/http/attachment.ts'
import type { Context } from '#server/http/mount.ts'
import { findSeenLoan } from '#server/loans/read-loans.ts'
import type { FileStore } from '#server/storage/storage.ts'
import { Readable } from 'node:stream'
import { makeZip, predictLength } from 'client-zip'
import { recordReadings } from './audit-entries.ts'
import { documentsOf, groupOf, sizeOf, type DocumentRow } from './read-documents.ts'

export async function sendAllDocuments(context: Context<'approved'>, loanId: string) {
  const { db, store, principal, request, reply } = context
  const loan = await findSeenLoan(context, loanId)
  const rows = await withBytes(store, await documentsOf(db, loanId))
  if (rows.length === 0) throw notFound('A document of this loan')
  const entries = entriesOf(store, loan, rows)
  const isRead = request.method === 'GET'
  // Audit before the first byte: an unaudited document must not be sent.
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

/** Opens each file when the previous one is written. Fails if its length changed. At most 65,535 files. */
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
