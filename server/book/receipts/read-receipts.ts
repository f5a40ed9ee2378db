/**
 * Builds a receipt from the sealed audit entry on each request. Nothing else is stored, so a receipt remains available
 * after its loan is deleted (decision 24).
 */
import { mayCall, mustSetUpTwoFactor } from '#domain/access.ts'
import {
  describeAct,
  entriesWithReceipt,
  type ActEntry,
  type ActFacts,
} from '#domain/book/receipt-facts.ts'
import { signedText } from '#domain/book/receipts.ts'
import type { Receipt, SignedReceipt } from '#contract/book/receipts.ts'
import { sealNext, sealBatchSize } from '#server/audit/seals.ts'
import { apartFromCalls } from '#server/live/named-topics.ts'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/database/client.ts'
import { audit, auditSeals } from '#server/database/schema/audit.ts'
import { commitments } from '#server/database/schema/book.ts'
import { notFound, tooBusy } from '#server/errors.ts'
import { utcText } from '#server/database/sql/time-texts.ts'
import { firmOf, onlyMakerFor, type Principal } from '#server/sign-in/principal.ts'
import { sql } from 'drizzle-orm'
import { readSigningKey, type SigningKey } from './keys.ts'

interface Reader {
  db: Database
  config: Config
  principal: Principal
}

export type Signed = SignedReceipt & { key: SigningKey }

/**
 * Returns the receipt for an action, signed with the current key. `id` is the audit entry's id. Passing a commitment's
 * id returns the receipt for creating the commitment, because that entry has had the same id since receipts were
 * introduced.
 * @throws {ApiError} 404 unless the receipt is that of the caller's firm, or the caller is an administrator.
 */
export async function readReceipt(reader: Reader, id: string): Promise<Signed> {
  const { db, config } = reader
  const { facts, seal } = await findSealed(reader, id)
  const key = await readSigningKey(db, config)
  const receipt: Receipt = {
    ...facts,
    audit: { entry: facts.id, number: seal.number, hash: seal.hash },
  }
  return { receipt, keyId: key.id, signature: key.sign(signedText(receipt)), key }
}

interface Found {
  facts: ActFacts
  seal: { number: string; hash: string } | null
}

async function findSealed(reader: Reader, id: string) {
  let isLast = false
  for (;;) {
    const { facts, seal } = await findEntry(reader, id)
    if (seal) return { facts, seal }
    if (isLast) throw tooBusy()
    // This call only reads, so sealing isn't counted as a change that the call made.
    isLast = (await apartFromCalls(() => sealNext(reader.db))) < sealBatchSize
  }
}

async function findEntry({ db, config, principal }: Reader, id: string): Promise<Found> {
  const row = await selectEntry(db, id)
  const facts = row && describeAct(row, config.company.name)
  if (!facts) throw notFound('The receipt')
  const maker = onlyMakerFor(principal)
  const isOwn = row.firmId === firmOf(principal) && (maker === null || row.personId === maker)
  if (!isOwn && !mayReadAll(principal, config)) throw notFound('The receipt')
  const { number, hash } = row
  return { facts, seal: number !== null && hash !== null ? { number, hash } : null }
}

const mayReadAll = ({ role, account }: Principal, { publicLoans, requireAdmin2fa }: Config) =>
  mayCall(role, 'admin', {
    publicLoans,
    mustSetUpTwoFactor: mustSetUpTwoFactor(account, requireAdmin2fa),
  }) === 'allowed'

interface EntryRow extends ActEntry, Record<string, unknown> {
  firmId: string | null
  number: string | null
  hash: string | null
}

/** Provides the commitment's terms for audit entries from earlier versions, which don't contain them. */
const storedTerms = sql`jsonb_build_object('loanAmount', ${commitments.loanAmount}::text,
  'interestRate', ${commitments.interestRate}::text, 'term', ${commitments.term}::text)`

/**
 * The firm of a commitment that was removed with its loan. An entry from before firms has only the lender's id, which is
 * the id of the firm that the migration made for the lender.
 */
const firmOfRemoved = sql`(
  select coalesce(line ->> 'firmId', line ->> 'lenderId')::uuid
  from audit removal cross join lateral json_array_elements(removal.before -> 'commitments') line
  where removal.loan_id = ${audit.loanId} and removal.kind = 'loanDeleted'
    and line ->> 'id' = ${audit.objectId}::text
  limit 1)`

async function selectEntry(db: Database, id: string): Promise<EntryRow | undefined> {
  const kinds = sql.param(entriesWithReceipt)
  const { rows } = await db.execute<EntryRow>(sql`
    select ${audit.id}, ${audit.kind}, ${utcText(audit.at)} as at,
      ${audit.actorId} as "actorId", ${audit.actorName} as "actorName",
      ${audit.personId} as "personId", ${audit.personName} as "personName",
      ${audit.loanId} as "loanId", ${audit.loanTitle} as "loanTitle",
      coalesce(${commitments.firmId}, ${firmOfRemoved}) as "firmId",
      ${audit.before}, ${storedTerms} || ${audit.after}::jsonb as after, ${auditSeals.number}::text as number, ${auditSeals.hash}
    from ${audit}
      left join ${auditSeals} on ${auditSeals.entryId} = ${audit.id}
      left join ${commitments} on ${commitments.id} = ${audit.objectId}
    where ${audit.id} = ${id}::uuid and ${audit.kind} = any(${kinds}::text[])`)
  return rows[0]
}
