/**
 * Runs every change in one transaction: takes locks in a fixed order, makes the change, and writes its effects. Actions
 * on a book use `server/book/act.ts` instead.
 */
import type { Access } from '#domain/access.ts'
import { actorOf, type Actor } from '#server/audit/record.ts'
import type { Transaction } from '#server/database/client.ts'
import { transact } from '#server/database/transactions.ts'
import type { Services } from '#server/http/mount.ts'
import { lockAdministratorShared } from '#server/sign-in/lock-administrator.ts'
import type { Principal } from '#server/sign-in/principal.ts'
import { writeEffects, type Effects } from './effects.ts'
import { findResult, isKeyTaken, type RequestKey } from './idempotency.ts'

export interface ChangeContext extends Pick<Services, 'db' | 'kickOutbox'> {
  principal: Principal | null
  request: { ip: string; id: string }
  access: Access
  requestKey: RequestKey | null
}

export interface Outcome<Result> extends Effects {
  result: Result
  actor?: Actor
}

interface Steps<Locked, Result> {
  /**
   * Locks and reads rows, with accounts before the loan. If the caller is an administrator, the caller's account is
   * already locked.
   */
  lock?: (tx: Transaction) => Promise<Locked>
  /**
   * Replaces `lock`. Locks the caller's account in a different mode, and rejects a caller who lost the role. Locking
   * the same account twice could deadlock if the first lock is the weaker one.
   */
  lockWithCaller?: (tx: Transaction) => Promise<Locked>
  run: (tx: Transaction, locked: Locked) => Promise<Outcome<Result>>
}

/**
 * Runs a change. A repeated Idempotency-Key returns the first result as JSON and changes nothing.
 * @throws {ApiError} 403 if the caller is no longer an administrator, and the errors of `lock` and `run`.
 */
export async function change<Result, Locked = undefined>(
  context: ChangeContext,
  { lock, lockWithCaller, run }: Steps<Locked, Result>,
): Promise<Result> {
  const { db, principal, access, request, requestKey: key, kickOutbox } = context
  let isMailed = false
  const result = await withKey(() =>
    transact(db, async (tx) => {
      if (access === 'admin' && principal && !lockWithCaller)
        await lockAdministratorShared(tx, principal.account.id)
      const locked = (await (lockWithCaller ?? lock)?.(tx)) as Locked
      const before = key && (await findResult(tx, key))
      // The cast is safe, because the same endpoint stored the result.
      if (before) return before.result as Result
      const {
        result: made,
        actor = actorOf(request, principal),
        ...effects
      } = await run(tx, locked)
      isMailed = effects.isMailed || Boolean(effects.notices?.length)
      await writeEffects(tx, actor, effects, key && { key, result: made })
      return made
    }),
  )
  if (isMailed) kickOutbox()
  return result
}

/** Retries if another request stored the same key first. The retry returns the stored result. */
export async function withKey<Result>(attempt: () => Promise<Result>): Promise<Result> {
  try {
    return await attempt()
  } catch (error) {
    if (!isKeyTaken(error)) throw error
    return attempt()
  }
}
