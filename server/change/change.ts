/**
 * The frame of every call that changes something: one transaction that takes its locks in one order, runs the
 * change, and writes its effects. Acts on a book have their own frame in `server/book/act.ts`.
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

/** The part of a handler's context that a change needs. */
export interface ChangeContext extends Pick<Services, 'db' | 'kickOutbox'> {
  principal: Principal | null
  request: { ip: string; id: string }
  /** The access of the call's row. */
  access: Access
  /** Set if the row is idempotent and the request came with a key. */
  requestKey: RequestKey | null
}

export interface Outcome<Result> extends Effects {
  result: Result
  /** The actor, where it isn't the principal. */
  actor?: Actor
}

interface Steps<Locked, Result> {
  /** Locks rows and reads them: accounts before the loan. An administrator's account is locked before. */
  lock?: (tx: Transaction) => Promise<Locked>
  /**
   * In place of `lock`: locks the caller's account in another way, and refuses a caller whose role has ended. Two
   * locks on one account, the weaker one first, could deadlock.
   */
  lockWithCaller?: (tx: Transaction) => Promise<Locked>
  run: (tx: Transaction, locked: Locked) => Promise<Outcome<Result>>
}

/**
 * Runs a change. A repeated Idempotency-Key returns the first result, as JSON has it, and changes nothing.
 * @throws {ApiError} 403 when the caller is no longer an administrator, and whatever `lock` and `run` refuse.
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
      // Without a lock, `Locked` is undefined.
      const locked = (await (lockWithCaller ?? lock)?.(tx)) as Locked
      const before = key && (await findResult(tx, key))
      // The result was stored by the same call.
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

/** Runs an attempt again if another request stored the same key first: it then finds that key's result. */
export async function withKey<Result>(attempt: () => Promise<Result>): Promise<Result> {
  try {
    return await attempt()
  } catch (error) {
    if (!isKeyTaken(error)) throw error
    return attempt()
  }
}
