/**
 * Idempotency-Keys: which call a key made, and what came of it, so that the same request can be
 * repeated after a lost answer. Keys belong to the person who calls, and are forgotten after a day.
 */
import { createHash } from 'node:crypto'
import type { EndpointName } from '#contract/endpoints.ts'
import type { Database, Queryable } from '#server/database/client.ts'
import { inBatches } from '#server/database/batches.ts'
import { statement, type Given } from '#server/database/statement.ts'
import { idempotencyKeys } from '#server/database/schema/idempotency.ts'
import { violatesUnique, conflict } from '#server/errors.ts'
import type { Principal } from '#server/sign-in/principal.ts'
import { and, eq, sql, type SQL } from 'drizzle-orm'

export interface RequestKey {
  userId: string
  key: string
  call: EndpointName
  /** SHA-256 of what the request means. */
  requestHash: string
}

/**
 * The key of a request; null when it came without one. `meaning` is the request in one spelling, since
 * the same key must stand for the same thing.
 */
export const requestKeyOf = (
  { principal, idempotencyKey }: { principal: Principal; idempotencyKey: string | null },
  call: EndpointName,
  meaning: readonly unknown[],
): RequestKey | null =>
  idempotencyKey === null
    ? null
    : {
        userId: principal.account.id,
        key: idempotencyKey,
        call,
        requestHash: createHash('sha256').update(JSON.stringify(meaning)).digest('hex'),
      }

interface StoredKey {
  call: string
  requestHash: string
  resultId: string
  isOld: boolean
}

const selectKeys = statement<StoredKey & { userId: string; key: string }, { keys: string }>(sql`
  select found.* from jsonb_array_elements(${sql.placeholder('keys')}::jsonb) as asked (key),
    lateral (
      select user_id as "userId", key, call, request_hash as "requestHash", result_id as "resultId",
        created_at < now() - interval '1 day' as "isOld"
      from idempotency_keys
      where user_id = (asked.key ->> 'userId')::uuid and key = asked.key ->> 'key' offset 0) as found`)

/** One text for each key, as JSON: in a rush, hundreds are looked up at one moment. */
const lookUp = inBatches(async (db: Queryable, keys: string[]) => {
  const rows = await selectKeys(db, { keys: `[${keys.join(',')}]` })
  return new Map<string, StoredKey>(rows.map((row) => [textOf(row), row]))
})
const textOf = ({ userId, key }: Pick<RequestKey, 'userId' | 'key'>) =>
  JSON.stringify({ userId, key })

/**
 * The id of what this key made within the last day; null when it made nothing. An older key is
 * forgotten.
 * @throws {ApiError} 409 `key_reused` when it stood for another request.
 */
export async function findKeyedResult(
  db: Queryable,
  { userId, key, call, requestHash }: RequestKey,
): Promise<string | null> {
  const isThisKey = and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, key))
  const found = await lookUp(db, textOf({ userId, key }))
  if (!found) return null
  if (found.isOld) {
    await db.delete(idempotencyKeys).where(and(isThisKey, isOld))
    return null
  }
  if (found.call !== call || found.requestHash !== requestHash)
    throw conflict('This Idempotency-Key was used for another request', 'key_reused')
  // A server that crashed and came back shows commits that its standby never had. So the answer comes
  // with a commit of its own, which waits for the standby as the first one was to.
  const vouchedFor = await db
    .update(idempotencyKeys)
    .set({ createdAt: sql`${idempotencyKeys.createdAt}` })
    .where(isThisKey)
  return vouchedFor.rowCount === 1 ? found.resultId : null
}

/**
 * Remembers what the key made: a statement, or part of a larger one. `result` is the id of what was
 * made, and `source` its row, if there is one: `from made`.
 */
export const keyInsert = (
  { userId, key, call, requestHash }: Given<RequestKey>,
  result: SQL,
  source = sql``,
) =>
  sql`insert into idempotency_keys (user_id, key, call, request_hash, result_id)
    select ${userId}::uuid, ${key}, ${call}, ${requestHash}, ${result} ${source}`

/** Whether there is this key, as a condition; false for one that is null. */
export const isKeyUsed = ({ userId, key }: Pick<Given<RequestKey>, 'userId' | 'key'>) =>
  sql`exists (select from ${idempotencyKeys}
    where ${idempotencyKeys.userId} = ${userId} and ${idempotencyKeys.key} = ${key})`

/** True when the key has made something meanwhile. */
export const isKeyTaken = (error: unknown) => violatesUnique(error, 'idempotency_keys_user_key')

const isOld = sql<boolean>`${idempotencyKeys.createdAt} < now() - interval '1 day'`

/** Forgets keys that are a day old. */
export const purgeIdempotencyKeys = (db: Database) => db.delete(idempotencyKeys).where(isOld)
