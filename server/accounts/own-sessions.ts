/** A person's own sessions: listing and ending them. */
import { toFlag } from '#contract/wire.ts'
import { actorOf, record } from '#server/audit/record.ts'
import type { Config } from '#server/config/config.ts'
import { transact, type Database, type Transaction } from '#server/database/client.ts'
import { sessions } from '#server/database/schema/accounts.ts'
import { notFound, unauthorized } from '#server/errors.ts'
import type { Context, Handlers } from '#server/http/mount.ts'
import {
  endSessionOf,
  endSessionsOf,
  isNotReplaced,
  lockChecked,
  startSession,
  takeSessionCookie,
} from '#server/sign-in/sessions.ts'
import { and, sql } from 'drizzle-orm'

type SessionCalls = 'listSessions' | 'endSession' | 'signOutEverywhere'

export const sessionHandlers: Pick<Handlers, SessionCalls> = {
  async listSessions({ db, config, principal }) {
    const all = await listSessionsOf(db, config, principal.account.id)
    const isCurrent = ({ id }: { id: string }) => id === principal.sessionId
    return all
      .toSorted((a, b) => Number(isCurrent(b)) - Number(isCurrent(a)))
      .map((each) => ({ ...each, isCurrent: toFlag(isCurrent(each)) }))
  },

  async endSession({ db, config, principal, request, reply }, { path: { id } }) {
    await transact(db, async (tx) => {
      const ended = await endSessionOf(tx, principal.account.id, id)
      if (!ended) throw notFound('The sign-in')
      const { startedAt, address, agent } = ended
      await record(tx, actorOf(request, principal), {
        kind: 'sessionEnded',
        person: principal.account,
        before: { startedAt, address, agent },
      })
    })
    if (id === principal.sessionId) takeSessionCookie(reply, config)
    return null
  },

  async signOutEverywhere({ db, config, principal, request, reply }) {
    await transact(db, async (tx) => {
      const count = await endSessionsOf(tx, principal.account.id)
      await record(tx, actorOf(request, principal), {
        kind: 'sessionEnded',
        person: principal.account,
        before: { signIns: count },
      })
    })
    takeSessionCookie(reply, config)
    return null
  },
}

/** Ends all of the caller's sessions and continues this one under a new id; returns its cookie. */
export async function replaceAllSessions(
  tx: Transaction,
  { config, principal, request }: Context<'signedIn'>,
  password: string,
  hasTwoFactor: boolean,
): Promise<string> {
  const account = await lockChecked(tx, { id: principal.account.id, password, hasTwoFactor })
  if (!account) throw unauthorized()
  await endSessionsOf(tx, account.id)
  return startSession(tx, config, request, account)
}

const isOf = (userId: string) => sql`(${sessions.sess} ->> 'userId') = ${userId}`

/** A person's live sessions, last seen first. */
async function listSessionsOf(db: Database, config: Config, userId: string) {
  const startedAt = sql`(${sessions.sess} ->> 'startedAt')::timestamptz`
  const endsAt = sql`least(${sessions.expire}, ${startedAt} + ${config.sessionMaxHours} * interval '1 hour')`
  const rows = await db
    .select({ sess: sessions.sess, endsAt: endsAt.mapWith(sessions.expire) })
    .from(sessions)
    .where(and(isOf(userId), isNotReplaced, sql`${endsAt} > now()`))
    .orderBy(sql`(${sessions.sess} ->> 'seenAt')::timestamptz desc`, sessions.sid)
  return rows.map(({ sess: { id, startedAt: from, seenAt, address, agent }, endsAt: until }) => ({
    id,
    startedAt: new Date(from).toISOString(),
    seenAt: new Date(seenAt).toISOString(),
    endsAt: until.toISOString(),
    address,
    agent,
  }))
}
