/** The exports of a lender's own position: the lender gets what is their own, and it goes on record. */
import { actorOf, record } from '#server/audit/record.ts'
import { sendAttachment, type AttachmentFormat } from '#server/http/attachment.ts'
import type { Context, Handlers } from '#server/http/mount.ts'
import { positionAsCsv, positionAsXlsx } from './position-tables.ts'
import { readPosition, type OwnPosition } from './position.ts'
import { makeStatement } from './statement.ts'

type PositionExports = 'exportPositionAsCsv' | 'exportPositionAsXlsx' | 'exportStatement'

export const positionExportHandlers: Pick<Handlers, PositionExports> = {
  async exportPositionAsCsv(context) {
    const position = await readPosition(context.db, context.principal)
    const content = positionAsCsv(position)
    return sendPosition(context, position, 'csv', content)
  },

  async exportPositionAsXlsx(context) {
    const position = await readPosition(context.db, context.principal)
    const content = await positionAsXlsx(position)
    return sendPosition(context, position, 'xlsx', content)
  },

  async exportStatement(context) {
    const { db, principal, config } = context
    const position = await readPosition(db, principal)
    const content = await makeStatement({
      company: config.company,
      lender: principal.account,
      position,
    })
    return sendPosition(context, position, 'pdf', content)
  },
}

/**
 * Audited before the first byte is sent. A HEAD request reveals nothing, and nor does an empty position, so
 * neither is audited: nobody who merely registers can fill the audit trail with exports.
 */
async function sendPosition(
  { db, request, principal, reply }: Context<'signedIn'>,
  { asOf, holdings }: OwnPosition,
  format: AttachmentFormat,
  content: Buffer,
) {
  if (request.method !== 'HEAD' && holdings.length > 0)
    await record(db, actorOf(request, principal), {
      kind: 'bookExported',
      person: principal.account,
      after: { scope: 'own position', format },
    })
  const name = `${format === 'pdf' ? 'Statement' : 'Position'} ${asOf.toISOString().slice(0, 10)}`
  return sendAttachment(reply, { name, format, content })
}
