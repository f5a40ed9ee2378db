/** The exposure of the desk, for administrators: its figures, its loans, and exports. */
import { actorOf, record } from '#server/audit/record.ts'
import { readSnapshot } from '#server/database/transactions.ts'
import { sendAttachment, type AttachmentFormat } from '#server/http/attachment.ts'
import { cutPage } from '#server/http/paging.ts'
import type { Context, Handlers } from '#server/http/mount.ts'
import { listExposedLoans } from './exposed-loans.ts'
import { readExposure, readFigures } from './exposure.ts'
import { exposureAsXlsx, mostExportedLoans, type ExportedExposure } from './exposure-tables.ts'
import { exposureAsPdf, mostPrintedLoans } from './exposure-sheet.ts'

type ExposureCalls =
  | 'getExposure'
  | 'listExposedLoans'
  | 'exportExposureAsXlsx'
  | 'exportExposureAsPdf'

export const exposureHandlers: Pick<Handlers, ExposureCalls> = {
  async getExposure({ db }) {
    return readExposure(db)
  },

  async listExposedLoans({ db, reply }, { query: filters }) {
    const limit = Number(filters.limit ?? 200)
    const rows = await listExposedLoans(db, filters, limit + 1)
    const page = cutPage(reply, rows, { call: 'listExposedLoans', filters, limit })
    return page.map(({ createdAt: _createdAt, lead: _lead, ...loan }) => loan)
  },

  async exportExposureAsXlsx(context) {
    const exposure = await readForExport(context, mostExportedLoans)
    const content = await exposureAsXlsx(exposure)
    return sendExposure(context, exposure, 'xlsx', content)
  },

  async exportExposureAsPdf(context) {
    const exposure = await readForExport(context, mostPrintedLoans)
    const content = await exposureAsPdf(context.config.company, exposure)
    return sendExposure(context, exposure, 'pdf', content)
  },
}

/** In one snapshot, so that loans and figures belong together. */
const readForExport = ({ db }: Context<'admin'>, most: number): Promise<ExportedExposure> =>
  readSnapshot(db, async (tx) => {
    const asOf = new Date()
    const figures = await readFigures(tx)
    const loans = await listExposedLoans(tx, { sort: '-gap', status: 'open' }, most)
    return { asOf, figures, loans }
  })

/** Audited before the first byte is sent; a HEAD request reveals nothing and is not audited. */
async function sendExposure(
  { db, request, principal, reply }: Context<'admin'>,
  { asOf }: ExportedExposure,
  format: AttachmentFormat,
  content: Buffer,
) {
  if (request.method !== 'HEAD')
    await record(db, actorOf(request, principal), {
      kind: 'bookExported',
      after: { scope: 'exposure', format },
    })
  const name = `Exposure ${asOf.toISOString().slice(0, 10)}`
  return sendAttachment(reply, { name, format, content })
}
