/** Audited exports of a lender's own position. */
import { actorOf, record } from '#server/audit/record.ts'
import { sendAttachment, type AttachmentFormat } from '#server/http/attachment.ts'
import type { Context } from '#server/http/mount.ts'
import { positionAsPdf } from './position-pdf.ts'
import { positionAsCsv, positionAsXlsx } from './position-tables.ts'
import { readPosition, type OwnPosition } from './position.ts'

export async function sendPosition(context: Context<'signedIn'>, format: AttachmentFormat) {
  const { db, principal, request, reply } = context
  const position = await readPosition(db, principal)
  const content = await contentOf(context, position, format)
  // Audited before the first byte. HEAD requests and empty positions reveal nothing and are not audited, so that
  // merely registering isn't enough to fill the audit trail.
  if (request.method !== 'HEAD' && position.holdings.length > 0)
    await record(db, actorOf(request, principal), {
      kind: 'bookExported',
      person: principal.account,
      after: { scope: 'own position', format },
    })
  const kind = format === 'pdf' ? 'Statement' : 'Position'
  const name = `${kind} ${position.asOf.toISOString().slice(0, 10)}`
  return sendAttachment(reply, { name, format, content })
}

const contentOf = (
  { config, principal }: Context<'signedIn'>,
  position: OwnPosition,
  format: AttachmentFormat,
) => {
  if (format === 'csv') return positionAsCsv(position)
  if (format === 'xlsx') return positionAsXlsx(position)
  return positionAsPdf({ company: config.company, lender: principal.account, position })
}
