/**
 * Sends a loan's summary as a PDF. The export isn't recorded, because the caller sees the same data on the loan's page.
 */
import { groupDocuments } from '#domain/documents/groups.ts'
import { nameBesideLoan } from '#domain/documents/names.ts'
import { sendAttachment } from '#server/http/attachment.ts'
import type { Context } from '#server/http/mount.ts'
import { findFullLoan, withPermissions } from '#server/loans/read-loans.ts'
import { documentsOf, groupOf } from './read-documents.ts'
import { summaryAsPdf } from './summary-pdf.ts'

export async function sendSummary(context: Context<'viewer'>, id: string) {
  const { config, db, reply } = context
  const loan = withPermissions(context, await findFullLoan(context, id))
  const rows = await documentsOf(db, id)
  const groups = groupDocuments(rows.map((row) => ({ ...row, group: groupOf(row, loan.title) })))
  const content = await summaryAsPdf({
    company: config.company,
    loan,
    documents: groups.flatMap(({ members }) =>
      members.map(({ filename }) => nameBesideLoan(filename, loan.title)),
    ),
    asOf: new Date(),
  })
  return sendAttachment(reply, { name: `${loan.title} Summary`, format: 'pdf', content })
}
