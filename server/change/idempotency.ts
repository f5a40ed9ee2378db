/**
 * Idempotency keys. A request's result is stored so that the request can be retried after a lost response. A key
 * belongs to its user and expires after a day.
 */
import { createHash } from 'node:crypto'
import type { EndpointName } from '#contract/endpoints.ts'
import type { Database, Queryable } from '#server/database/client.ts'
import { idempotencyKeys } from '#server/database/schema/idempotency.ts'
import { prepared } from '#server/database/sql/prepared-statement.ts'
import { conflict, violatesUnique } from '#server/errors.ts'
import { sql } from 'drizzle-orm'

export interface RequestKey {
  userId: string
  key: string
  call: EndpointName
  /** SHA-256 of the parsed request, so formatting doesn't matter. */
  requestHash: string
}

export interface KeyedResult {
  key: RequestKey
  result: unknown
}

export const requestHashOf = (request: { path: unknown; body: unknown }): string =>
  createHash('sha256')
    .update(JSON.stringify([request.path, request.body]))
    .digest('hex')

export interface StoredKey {
  call: string
  /** Null for a key stored by an earlier release, which hashed requests differently. */
  requestHash: string | null
  result: unknown
  isOld: boolean
}

const isOld = sql`${idempotencyKeys.createdAt} < now() - interval '1 day'`

export const storedKey = sql`json_build_object('call', ${idempotencyKeys.call},
  'requestHash', ${idempotencyKeys.requestHash}, 'result', ${idempotencyKeys.result},
  'isOld', ${isOld})`

const selectKey = prepared<{ stored: StoredKey }, { userId: string; key: string }>(sql`
  select ${storedKey} as stored from ${idempotencyKeys}
  where user_id = ${sql.placeholder('userId')} and key = ${sql.placeholder('key')}`)

export const isKeyStored = async (db: Queryable, { userId, key }: RequestKey): Promise<boolean> =>
  (await selectKey(db, { userId, key })).length > 0

export async function findResult(tx: Queryable, key: RequestKey) {
  const [found] = await selectKey(tx, { userId: key.userId, key: key.key })
  return found ? takeResult(tx, key, found.stored) : null
}

/**
 * Returns the stored result in an object, or null if the key is more than a day old and has expired.
 * @throws {ApiError} 409 `key_reused` if the key was used for another request.
 */
export async function takeResult(
  tx: Queryable,
  { userId, key, call, requestHash }: RequestKey,
  stored: StoredKey,
): Promise<{ result: unknown } | null> {
  const isThisKey = sql`user_id = ${userId} and key = ${key}`
  if (stored.isOld) {
    // A concurrent request might have replaced the row after it was read.
    await tx.execute(sql`delete from idempotency_keys where ${isThisKey} and ${isOld}`)
    return null
  }
  if (stored.call !== call || (stored.requestHash ?? requestHash) !== requestHash)
    throw conflict('This Idempotency-Key was used for another request', 'key_reused')
  // After a restart, a server can show commits that its standby never received. This write makes the transaction wait
  // for the standby, as the first request had to.
  await tx.execute(sql`update idempotency_keys set created_at = created_at where ${isThisKey}`)
  return { result: stored.result }
}

export const keyRows = (keyed: KeyedResult | null): string =>
  JSON.stringify(keyed ? [{ ...keyed.key, result: keyed.result }] : [])

export const keyParts = sql`keyed as (
  insert into idempotency_keys (user_id, key, call, request_hash, result)
  select "userId", key, call, "requestHash", result
  from json_to_recordset(${sql.placeholder('keyed')}::json)
    as k ("userId" uuid, key text, call text, "requestHash" text, result json))`

export const isKeyTaken = (error: unknown) => violatesUnique(error, 'idempotency_keys_user_key')

export const purgeIdempotencyKeys = (db: Database) => db.delete(idempotencyKeys).where(isOld)
