/** Sends registers and certificates. Each is on record before its first byte is sent. */
import type { Register, RegisterEntry } from '#contract/deal/registers.ts'
import { sumMoney, sumPercent } from '#domain/money.ts'
import { actorOf, record } from '#server/audit/record.ts'
import { readSigningKey } from '#server/book/receipts/keys.ts'
import { registerEntries, registers } from '#server/database/schema/registers.ts'
import { notFound } from '#server/errors.ts'
import { tableAsCsv, type Column } from '#server/export/tables.ts'
import { sendAttachment } from '#server/http/attachment.ts'
import type { Context } from '#server/http/mount.ts'
import { actingRole } from '#server/sign-in/principal.ts'
import { and, eq } from 'drizzle-orm'
import { findRegister, isOwnEntry, listRegisters } from './read-registers.ts'

const columns: Column<RegisterEntry>[] = [
  { header: 'Line', kind: 'text', width: 8, read: ({ line }) => String(line) },
  { header: 'Holder', kind: 'text', width: 32, read: ({ lenderName }) => lenderName },
  { header: 'Company', kind: 'text', width: 32, read: ({ companyName }) => companyName },
  {
    header: 'Kind',
    kind: 'text',
    width: 18,
    read: ({ isHold }) => (isHold === 'true' ? "Originator's hold" : 'Lender'),
  },
  { header: 'Share (%)', kind: 'percent', width: 11, read: ({ percentage }) => percentage },
  { header: 'Amount ($)', kind: 'money', width: 24, read: ({ amount }) => amount },
  { header: 'Certificate', kind: 'text', width: 18, read: (entry) => entry.certificateNumber },
]

const registerAsCsv = ({ entries }: Register): Buffer =>
  tableAsCsv(columns, entries, [
    {
      label: 'Total',
      figures: {
        'Share (%)': sumPercent(entries.map(({ percentage }) => percentage)),
        'Amount ($)': sumMoney(entries.map(({ amount }) => amount)),
      },
    },
  ])

export async function sendRegister(context: Context<'admin'>, id: string, format: 'csv' | 'pdf') {
  const { db, request, principal, reply } = context
  const register = await findRegister(db, id)
  const content = format === 'csv' ? registerAsCsv(register) : await writePdf(context, register)
  const { version, loanTitle } = register
  if (request.method !== 'HEAD')
    await record(db, actorOf(request, principal), {
      kind: 'registerExported',
      loan: { id: register.loanId, title: loanTitle },
      object: { id },
      after: { version, format },
    })
  return sendAttachment(reply, { name: `Register ${version} - ${loanTitle}`, format, content })
}

async function writePdf({ db, config }: Context<'admin'>, register: Register): Promise<Buffer> {
  const all = await listRegisters(db, register.loanId)
  const earlier = all.filter(({ version }) => version < register.version)
  const key = await readSigningKey(db, config)
  const { registerAsPdf } = await import('./register-pdf.ts')
  return registerAsPdf({ register, earlier, key, sender: config })
}

/** @throws {ApiError} 404 unless the line is that of the caller's firm, or the caller is an administrator. */
export async function sendCertificate(context: Context<'viewer'>, id: string) {
  const { db, config, request, principal, reply } = context
  const isIts = eq(registerEntries.id, id)
  const isReadable = actingRole(context) === 'admin' ? isIts : and(isIts, isOwnEntry(principal))
  const [found] = await db
    .select({ registerId: registers.id })
    .from(registerEntries)
    .innerJoin(registers, eq(registers.id, registerEntries.registerId))
    .where(isReadable)
  const register = found && (await findRegister(db, found.registerId))
  const entry = register?.entries.find((each) => each.id === id)
  if (!register || !entry || entry.isHold === 'true') throw notFound('The certificate')
  const key = await readSigningKey(db, config)
  const { certificateAsPdf } = await import('./certificate-pdf.ts')
  const content = await certificateAsPdf(register, entry, key, config)
  const { certificateNumber: certificate } = entry
  if (request.method !== 'HEAD')
    await record(db, actorOf(request, principal), {
      kind: 'certificateDownloaded',
      loan: { id: register.loanId, title: register.loanTitle },
      object: { id, name: entry.lenderName },
      after: { certificate },
    })
  return sendAttachment(reply, { name: `Certificate ${certificate}`, format: 'pdf', content })
}
