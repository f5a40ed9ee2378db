/** Shows one sheet of a spreadsheet. A worker thread reads the file, because a large file keeps a CPU core busy. */
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { Worker } from 'node:worker_threads'
import type { DocumentSheet } from '#contract/documents/shapes.ts'
import { toFlag } from '#contract/wire.ts'
import { sheetLimits, spreadsheetType } from '#domain/documents/files.ts'
import { actorOf } from '#server/audit/record.ts'
import { limitConcurrency } from '#server/concurrency.ts'
import { documents } from '#server/database/schema/documents.ts'
import { loans } from '#server/database/schema/loans.ts'
import { recordReadings } from '#server/documents/audit-entries.ts'
import { sizeOf } from '#server/documents/read-documents.ts'
import { invalid, notFound, tooBusy } from '#server/errors.ts'
import type { Context } from '#server/http/mount.ts'
import { isSeen, loansSeenBy } from '#server/loans/loans-seen.ts'
import { projectRoot } from '#server/project-root.ts'
import { and, eq } from 'drizzle-orm'

export async function showSheet(
  context: Context<'approved'>,
  id: string,
  sheetName: string | undefined,
): Promise<DocumentSheet> {
  const { db, store, principal, request } = context
  const [found] = await db
    .select({ document: documents, loan: { id: loans.id, title: loans.title } })
    .from(documents)
    .innerJoin(loans, eq(loans.id, documents.loanId))
    .where(and(eq(documents.id, id), isSeen(loansSeenBy(context))))
  // The response for an unsupported type is the same whether or not the file exists.
  if (!found || found.document.fileType !== spreadsheetType) throw notFound('The document')
  const { document, loan } = found
  const sizeBytes = await sizeOf(store, document)
  if (sizeBytes === null) throw notFound('The file')
  if (sizeBytes > sheetLimits.maxBytes) throw unreadable()
  const read = await limiter(async () => {
    const file = await store.read(document.fileUrl)
    if (!file) throw notFound('The file')
    return readInThread(await buffer(file.stream), sheetName ?? null)
  })
  // As for a download, the view is recorded before the response is sent. Other sheets count as part of the same view.
  await recordReadings(db, actorOf(request, principal), {
    ...{ kind: 'documentViewed', loan, documents: [document] },
    isLaterPart: sheetName !== undefined,
  })
  return { ...read, isCut: toFlag(read.isCut) }
}

const limiter = limitConcurrency({
  concurrency: 1,
  queue: { maxWaiting: 10, timeoutMs: 30_000, refusal: tooBusy },
})

const unreadable = () =>
  invalid("This workbook can't be shown: it is too large, damaged or has a password. Download it.")

const program = path.join(projectRoot, 'server/documents/sheets/sheet-thread.mjs')

/** The largest legitimate file takes much less time. This limit stops files that are designed to be slow to read. */
const timeoutMs = 20_000

type ReadSheet = Omit<DocumentSheet, 'isCut'> & { isCut: boolean }

async function readInThread(bytes: Buffer, sheetName: string | null): Promise<ReadSheet> {
  const thread = new Worker(program, {
    workerData: { bytes, limits: sheetLimits, sheetName },
    // The thread has a separate memory limit so that a file can't use up the server's memory.
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  })
  let timer: NodeJS.Timeout | undefined
  const reading = new Promise<ReadSheet>((resolve, reject) => {
    timer = setTimeout(() => reject(unreadable()), timeoutMs)
    thread
      .on('message', ({ sheet }: { sheet: ReadSheet | null }) =>
        sheet ? resolve(sheet) : reject(unreadable()),
      )
      .on('error', () => reject(unreadable()))
      .on('exit', () => reject(new Error('The thread that reads a workbook gave no answer')))
  })
  try {
    return await reading
  } finally {
    clearTimeout(timer)
    await thread.terminate()
  }
}
