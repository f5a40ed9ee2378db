import type { Body } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import type { MailChoice } from '#contract/notifications/shapes.ts'
import { toFlag } from '#contract/wire.ts'
import { kindsFor, optionalKinds } from '#domain/notifications/mail-kinds.ts'
import { change } from '#server/change/change.ts'
import type { Queryable } from '#server/database/client.ts'
import { mailChoices } from '#server/database/schema/notifications.ts'
import { invalid } from '#server/errors.ts'
import type { Context } from '#server/http/mount.ts'
import type { Change } from '#server/live/record.ts'
import type { SwitchedKind } from '#server/mail/switch-links.ts'
import { actingRole } from '#server/sign-in/principal.ts'
import { eq, sql } from 'drizzle-orm'

type Caller = Context<'signedIn'>

/** Returns the types of email for the caller's role. If a type has no row, its emails are sent immediately. */
export async function readChoices(
  caller: Caller,
  db: Queryable = caller.db,
): Promise<MailChoice[]> {
  const rows = await db
    .select()
    .from(mailChoices)
    .where(eq(mailChoices.userId, caller.principal.account.id))
  return kindsFor(actingRole(caller) === 'admin').map((kind) => {
    const row = rows.find((each) => each.kind === kind)
    return {
      kind,
      timing: row?.timing ?? 'now',
      isMatchingOnly: toFlag(row?.isMatchingOnly ?? false),
    }
  })
}

export const setChoice = (
  caller: Caller,
  { kind, timing, isMatchingOnly }: Body<Endpoints['setMailChoice']>,
): Promise<MailChoice[]> => {
  const { id } = caller.principal.account
  const kinds = kindsFor(actingRole(caller) === 'admin')
  if (!kinds.includes(kind)) {
    const message = `Must be ${kinds.join(', ')}`
    throw invalid(message, { kind: message })
  }
  return change(caller, {
    run: async (tx) => {
      const isNarrow =
        isMatchingOnly === undefined ? undefined : kind === 'newLoans' && isMatchingOnly
      await tx
        .insert(mailChoices)
        .values({ userId: id, kind, timing, isMatchingOnly: isNarrow ?? false })
        .onConflictDoUpdate({
          target: [mailChoices.userId, mailChoices.kind],
          set: { timing, ...(isNarrow !== undefined && { isMatchingOnly: isNarrow }) },
        })
      return { result: await readChoices(caller, tx), changes: changesOf(id) }
    },
  })
}

/**
 * Turns off one type of email, or every type in the daily digest. Does nothing for an account that no longer exists.
 */
export const turnOff = (
  context: Context<'anyone'>,
  { userId, kind }: { userId: string; kind: SwitchedKind },
): Promise<null> =>
  change(context, {
    run: async (tx) => {
      const { rows } = await tx.execute(
        kind === 'daily'
          ? sql`update mail_choices set timing = 'never'
              where user_id = ${userId} and timing = 'daily' and kind = any(${sql.param([...optionalKinds])}::text[])
              returning kind`
          : sql`insert into mail_choices (user_id, kind, timing)
              select id, ${kind}, 'never' from users where id = ${userId}
              on conflict (user_id, kind) do update set timing = 'never'
              returning kind`,
      )
      return { result: null, changes: rows.length > 0 ? changesOf(userId) : [] }
    },
  })

const changesOf = (id: string): Change[] => [
  { topic: 'users', subject: id, audience: { personId: id } },
]
