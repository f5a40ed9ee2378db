/**
 * The private URL of a user's calendar. Its key is random, and only the key's hash is stored. The key is in the query
 * string, which isn't logged.
 */
import { endpoints } from '#contract/endpoints.ts'
import { change } from '#server/change/change.ts'
import { calendarFeeds } from '#server/database/schema/accounts.ts'
import { utcText } from '#server/database/sql/time-texts.ts'
import type { Context } from '#server/http/mount.ts'
import type { Change } from '#server/live/record.ts'
import { newToken, tokenHash } from '#server/sign-in/tokens.ts'
import { eq, sql } from 'drizzle-orm'

type Caller = Context<'viewer'>

export async function readAddress({ db, principal }: Caller) {
  const [found] = await db
    .select({ createdAt: utcText(calendarFeeds.createdAt) })
    .from(calendarFeeds)
    .where(eq(calendarFeeds.userId, principal.account.id))
  return { createdAt: found?.createdAt ?? null }
}

export async function createAddress(context: Caller) {
  const { config, principal } = context
  const { account: person } = principal
  const key = newToken()
  const hash = tokenHash(key)
  const createdAt = await change(context, {
    run: async (tx) => {
      const [made] = await tx
        .insert(calendarFeeds)
        .values({ userId: person.id, tokenHash: hash })
        .onConflictDoUpdate({
          target: calendarFeeds.userId,
          set: { tokenHash: hash, createdAt: sql`now()` },
        })
        .returning({ createdAt: utcText(calendarFeeds.createdAt) })
      if (!made) throw new Error('A calendar address was not stored')
      return {
        result: made.createdAt,
        changes: changesOf(person.id),
        entries: [{ kind: 'calendarAddressMade', person }],
      }
    },
  })
  return { url: `${config.publicUrl}${endpoints.getCalendarFeed.path}?key=${key}`, createdAt }
}

export const deleteAddress = (context: Caller): Promise<null> =>
  change(context, {
    run: async (tx) => {
      const { account: person } = context.principal
      const deleted = await tx
        .delete(calendarFeeds)
        .where(eq(calendarFeeds.userId, person.id))
        .returning({ userId: calendarFeeds.userId })
      if (deleted.length === 0) return { result: null }
      return {
        result: null,
        changes: changesOf(person.id),
        entries: [{ kind: 'calendarAddressRevoked', person }],
      }
    },
  })

const changesOf = (id: string): Change[] => [
  { topic: 'users', subject: id, audience: { personId: id } },
]
