/** Exports of the exposure. */
import { actorOf, record } from '#server/audit/record.ts'
import { readSnapshot } from '#server/database/transactions.ts'
import { sendAttachment } from '#server/http/attachment.ts'
import type { Context } from '#server/http/mount.ts'
import { listExposedLoans } from './exposed-loans.ts'
import { readFigures } from './exposure.ts'
import { exposureAsPdf, maxPrintedLoans } from './exposure-sheet.ts'
import { exposureAsXlsx, maxExportedLoans, type ExportedExposure } from './exposure-tables.ts'

/** Audits the export before its first byte is sent. A HEAD request reveals nothing and is not audited. */
export async function sendExposure(context: Context<'admin'>, format: 'xlsx' | 'pdf') {
  const { db, config, request, principal, reply } = context
  const isSheet = format === 'xlsx'
  const exposure = await readForExport(context, isSheet ? maxExportedLoans : maxPrintedLoans)
  const content = isSheet
    ? await exposureAsXlsx(exposure)
    : await exposureAsPdf(config.company, exposure)
  if (request.method !== 'HEAD')
    await record(db, actorOf(request, principal), {
      kind: 'bookExported',
      after: { scope: 'exposure', format },
    })
  const name = `Exposure ${exposure.asOf.toISOString().slice(0, 10)}`
  return sendAttachment(reply, { name, format, content })
}

/** One snapshot, so that loans and figures agree. */
const readForExport = ({ db }: Context<'admin'>, maxLoans: number): Promise<ExportedExposure> =>
  readSnapshot(db, async (tx) => {
    const asOf = new Date()
    const figures = await readFigures(tx)
    const loans = await listExposedLoans(tx, { sort: '-gap', status: 'open' }, maxLoans)
    return { asOf, figures, loans }
  })
