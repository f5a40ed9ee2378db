/** Checks everything after a fault: the database, the file folder, and the responses over HTTP. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Commitment } from '#contract/book/commitments.ts'
import { verifyAudit, type NotedSeal } from '#server/audit/verification.ts'
import type { Database } from '#server/database/client.ts'
import { ask, type Tally } from './ask.ts'
import { adopt, checkDatabase } from './check-database.ts'
import type { ProductCopy } from './copy.ts'
import { joined, noFindings, type Findings } from './findings.ts'
import type { LoanRecord } from './ledger.ts'
import { isQuiet, settle } from './settle.ts'

/** The last seal found in the audit trail of each copy. The next check must find it again. */
const noted = new WeakMap<ProductCopy, NotedSeal>()

export async function checkAll(
  copy: ProductCopy,
  tally: Tally,
  loans: readonly LoanRecord[],
): Promise<Findings> {
  return copy.withDatabase(async (db) => {
    const stuck = (await isQuiet(db)) ? [] : ['a database statement or transaction does not end']
    await settle({ copy, tally, db })
    await isQuiet(db)
    const rows = async <Row>(text: string, values: unknown[] = []) =>
      // This cast is unchecked: the caller declares the columns and their types.
      (await db.$client.query(text, values)).rows as Row[]
    const findings = joined(
      { lost: [], broken: stuck },
      await checkDatabase(rows, copy.ledger),
      await checkTrail(copy, db),
      await checkBytes(copy),
      await checkWire(copy, tally, loans),
    )
    await adopt(rows, copy.ledger)
    return findings
  })
}

/**
 * The limit in milliseconds. An entry is usually sealed within a second, so an entry that waits longer than this is
 * stuck.
 */
const longestWaitMs = 15_000

async function checkTrail(copy: ProductCopy, db: Database): Promise<Findings> {
  const before = noted.get(copy)
  const { findings, last, unsealed } = await verifyAudit(db, before ? { noted: before } : {})
  if (last) noted.set(copy, last)
  const broken = findings.map(({ words }) => `audit trail: ${words}`)
  if (unsealed.oldest && Date.now() - Date.parse(unsealed.oldest) > longestWaitMs)
    broken.push(
      `audit trail: ${unsealed.count} entries have been unsealed since ${unsealed.oldest}`,
    )
  return { lost: [], broken }
}

async function checkBytes(copy: ProductCopy): Promise<Findings> {
  const findings = noFindings()
  for (const { filename, fileUrl, bytes, outcome } of copy.ledger.papers) {
    if (outcome !== 'acknowledged') continue
    const kept = await readFile(path.join(copy.dataDir, 'objects', fileUrl)).catch(() => null)
    if (!kept) findings.lost.push(`${filename} was acknowledged, and its bytes are missing`)
    else if (!kept.equals(bytes)) findings.broken.push(`${filename} is stored with different bytes`)
  }
  return findings
}

async function checkWire(
  copy: ProductCopy,
  tally: Tally,
  loans: readonly LoanRecord[],
): Promise<Findings> {
  const findings = noFindings()
  const scene = { copy, tally }
  for (const person of [...copy.admins, ...copy.lenders]) {
    const { body } = await ask(scene, person, 'getCurrentUser')
    if ((body as { id?: string } | null)?.id !== person.id)
      findings.broken.push(`the session of ${person.id} no longer works`)
  }
  for (const lender of copy.lenders) {
    const { body } = await ask(scene, lender, 'listOwnCommitments')
    const shown = ((body as Commitment[] | null) ?? []).map(({ id }) => id)
    const due = [...copy.ledger.holdings.values()].filter(
      ({ lenderId, standing, possible }) =>
        lenderId === lender.id &&
        [standing, ...possible].every(({ status }) => status === 'active'),
    )
    const missing = due.filter(({ id }) => !shown.includes(id)).length
    if (missing > 0)
      findings.broken.push(`lender ${lender.id} does not see ${missing} of their commitments`)
  }
  const [admin] = copy.admins
  for (const { id } of admin ? loans : [])
    if (
      admin &&
      (await ask(scene, admin, 'getBook', { params: { id } })).outcome !== 'acknowledged'
    )
      findings.broken.push(`the book of loan ${id} can't be read`)
  return findings
}
