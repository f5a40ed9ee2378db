/** Shows one sheet of a spreadsheet. */
import { buffer } from 'node:stream/consumers'
import type { DocumentSheet } from '#contract/documents/shapes.ts'
import { toFlag } from '#contract/wire.ts'
import { sheetLimits, spreadsheetType } from '#domain/documents/files.ts'
import { actorOf } from '#server/audit/record.ts'
import { documents } from '#server/database/schema/documents.ts'
import { loans } from '#server/database/schema/loans.ts'
import { recordReadings } from '#server/documents/audit-entries.ts'
import { sizeOf } from '#server/documents/read-documents.ts'
import { invalid, notAdmitted, notFound } from '#server/errors.ts'
import type { Context } from '#server/http/mount.ts'
import { isFullySeen, isSeen, loansSeenBy } from '#server/loans/loans-seen.ts'
import { readInThread } from '#server/read-in-thread.ts'
import { and, eq, sql } from 'drizzle-orm'

type ReadSheet = Omit<DocumentSheet, 'isCut'> & { isCut: boolean }

export async function showSheet(
  context: Context<'viewer'>,
  id: string,
  sheetName: string | undefined,
): Promise<DocumentSheet> {
  const { db, store, principal, request } = context
  const seen = loansSeenBy(context)
  const [found] = await db
    .select({
      document: documents,
      loan: { id: loans.id, title: loans.title },
      isFull: sql<boolean>`${isFullySeen(seen)}`,
    })
    .from(documents)
    .innerJoin(loans, eq(loans.id, documents.loanId))
    .where(and(eq(documents.id, id), isSeen(seen)))
  if (found && !found.isFull) throw notAdmitted()
  // The response for an unsupported type is the same whether or not the file exists.
  if (!found || found.document.fileType !== spreadsheetType) throw notFound('The document')
  const { document, loan } = found
  const sizeBytes = await sizeOf(store, document)
  if (sizeBytes === null) throw notFound('The file')
  if (sizeBytes > sheetLimits.maxBytes) throw unreadable()
  const { sheet } = await readInThread<{ sheet: ReadSheet | null }>({
    program: 'server/documents/sheets/sheet-thread.mjs',
    async bytes() {
      const file = await store.read(document.fileUrl)
      if (!file) throw notFound('The file')
      return buffer(file.stream)
    },
    limits: sheetLimits,
    sheetName: sheetName ?? null,
    failed: unreadable,
  })
  if (!sheet) throw unreadable()
  if (sheetName !== undefined && sheet.sheet === null) throw notFound('The sheet')
  // As for a download, the view is recorded before the response is sent. Other sheets count as part of the same view.
  await recordReadings(db, actorOf(request, principal), {
    ...{ kind: 'documentViewed', loan, documents: [document] },
    isLaterPart: sheetName !== undefined,
  })
  return { ...sheet, isCut: toFlag(sheet.isCut) }
}

const unreadable = () =>
  invalid("This workbook can't be shown: it is too large, damaged or has a password. Download it.")
