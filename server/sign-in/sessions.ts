/** Sessions. Each has a random id in a cookie, the id's hash in the table, an idle timeout, and a maximum lifetime. */
import { randomUUID } from 'node:crypto'
import { accountRoleOf, type AccountRole } from '#domain/access.ts'
import type { Config } from '#server/config/config.ts'
import { recordChanges, type Change } from '#server/live/record.ts'
import type { Database, Queryable, Transaction } from '#server/database/client.ts'
import {
  sessions,
  twoFactors,
  users,
  type SessionContent,
} from '#server/database/schema/accounts.ts'
import { apartFromCalls } from '#server/live/named-topics.ts'
import { mustAcceptTerms } from './accepted-terms.ts'
import { principalOf, type Principal, type SignedInAccount } from './principal.ts'
import { newToken, tokenHash } from './tokens.ts'
import { and, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'

export interface Session {
  principal: Principal
  sid: string
  needsNewId: boolean
}

/**
 * Over HTTPS, the cookie's name has the prefix `__Host-` so that no other host of the same domain can set the cookie.
 */
export const sessionCookie = ({ isHttps }: Pick<Config, 'isHttps'>) =>
  isHttps ? '__Host-sid' : 'sid'
const sessionText = /^[A-Za-z0-9_-]{43}$/

/** The hash of the request's session id, or null if the id is missing or malformed. */
export function sessionHash(
  request: FastifyRequest,
  config: Pick<Config, 'isHttps'>,
): string | null {
  const value = request.cookies[sessionCookie(config)]
  return value && sessionText.test(value) ? tokenHash(value) : null
}

/**
 * Every signed-in request runs this statement, so it is built once and prepared. The expiry is updated at most once a
 * minute, or more often for a short session, because otherwise every read would also be a write.
 */
const findByHash = {
  name: 'session',
  text: `
    select u.id, u.email, u.first_name as "firstName", u.last_name as "lastName",
      u.company_name as "companyName", u.firm_id as "firmId", u.firm_role as "firmRole",
      u.profile_image_url as "profileImageUrl", u.is_admin as "isAdmin", u.is_approved as "isApproved",
      u.notify_by_email as "notifyByEmail", f.user_id is not null as "hasTwoFactor",
      ${mustAcceptTerms('u')} as "mustAcceptTerms", u.created_at as "createdAt",
      s.sess ->> 'id' as "sessionId", s.sess ->> 'role' as role,
      s.sess ->> 'isReplaced' is not null as "isReplaced",
      (s.sess ->> 'seenAt')::timestamptz < now() - least($2::interval / 2, interval '1 minute')
        or s.expire < least(now() + $2::interval, (s.sess ->> 'startedAt')::timestamptz + $3::interval)
          - interval '1 minute' as "isStale"
    from sessions s join users u on u.id = (s.sess ->> 'userId')::uuid
      left join two_factors f on f.user_id = u.id and f.confirmed_at is not null
    where s.sid = $1 and s.expire > now() and u.deactivated_at is null
      and (s.sess ->> 'startedAt')::timestamptz + $3::interval > now()`,
}

interface FoundSession extends Omit<SignedInAccount, 'createdAt'> {
  createdAt: Date
  sessionId: string
  role: AccountRole
  isReplaced: boolean
  isStale: boolean
}

/**
 * Returns the session with this id hash, or null if it has ended. Unless `isUse` is false, a lookup counts as activity
 * and extends the idle expiry.
 */
export async function findSession(
  { db, config }: { db: Database; config: Config },
  sid: string,
  { isUse }: { isUse: boolean } = { isUse: true },
): Promise<Session | null> {
  const values = [sid, ...sessionLimits(config)]
  const { rows } = await db.$client.query<FoundSession>({ ...findByHash, values })
  if (!rows[0]) return null
  const { isStale, isReplaced, role, createdAt, sessionId, ...account } = rows[0]
  if (isUse && isStale && !isReplaced) moveExpiry(db, config, sid)
  const principal = principalOf({ ...account, createdAt: createdAt.toISOString() }, sessionId)
  return { principal, sid, needsNewId: !isReplaced && role !== accountRoleOf(account) }
}

export const isNotReplaced = sql`(sess ->> 'isReplaced') is null`

interface CheckedAccount {
  id: string
  password: string
  hasTwoFactor: boolean
}

/**
 * Locks an account and returns the data for a session. Returns null if the account was deactivated or its credentials
 * changed after the check, because a session must not outlive the credentials that started it.
 */
export async function lockChecked(
  tx: Transaction,
  { id, password, hasTwoFactor }: CheckedAccount,
): Promise<SessionAccount | null> {
  const [account] = await tx
    .select({ id: users.id, isAdmin: users.isAdmin, isApproved: users.isApproved })
    .from(users)
    .where(and(eq(users.id, id), eq(users.password, password), isNull(users.deactivatedAt)))
    .for('share')
  // A separate statement is needed, because its snapshot must be taken after the account's row is locked.
  const inUse = and(eq(twoFactors.userId, id), isNotNull(twoFactors.confirmedAt))
  const hasOne = (await tx.$count(twoFactors, inUse)) > 0
  return account && hasOne === hasTwoFactor ? account : null
}

interface SessionAccount {
  id: string
  isAdmin: boolean
  isApproved: boolean
}

/**
 * Signs a user in with a new session id and ends the request's previous session, in a transaction that has locked or
 * created the account. Returns the cookie to set after the commit.
 */
export async function startSession(
  tx: Transaction,
  config: Config,
  request: FastifyRequest,
  account: SessionAccount,
): Promise<string> {
  const value = newToken()
  const content: Omit<SessionContent, 'startedAt' | 'seenAt'> = {
    id: randomUUID(),
    userId: account.id,
    // A trusted proxy can send any text as the client's address.
    address: onOneLine(request.ip, 100),
    agent: onOneLine(request.headers['user-agent'] ?? '', 300),
    role: accountRoleOf(account),
  }
  const [idle, longest] = sessionLimits(config)
  // The time is taken from the database's clock, which is also used when the session is read.
  await tx.execute(sql`
    insert into sessions (sid, sess, expire)
    select ${tokenHash(value)},
      (${JSON.stringify(content)}::jsonb || jsonb_build_object('startedAt', now(), 'seenAt', now()))::json,
      now() + least(${idle}::interval, ${longest}::interval)`)
  await recordChanges(tx, changeOf(account.id))
  const old = sessionHash(request, config)
  if (old) await endSessionWith(tx, old)
  return value
}

const onOneLine = (text: string, maxLength: number) =>
  text.replace(/\p{C}/gu, '').slice(0, maxLength).toWellFormed()

/**
 * Gives a session a new id after the account's role changed. The old id stays valid for 30 seconds, for pending
 * requests. If several requests are concurrent, one gets the new id and the others get null.
 */
export async function replaceSession(
  db: Queryable,
  config: Config,
  { sid, principal }: Session,
): Promise<string | null> {
  const value = newToken()
  const replaced = await db.execute(sql`
    with replaced as (
      update sessions set expire = least(expire, now() + interval '30 seconds'),
        sess = (sess::jsonb || '{"isReplaced": true}')::json
      where sid = ${sid} and ${isNotReplaced} and expire > now()
      returning sess
    )
    insert into sessions (sid, sess, expire)
    select ${tokenHash(value)},
      (sess::jsonb - 'isReplaced'
        || jsonb_build_object('role', ${accountRoleOf(principal.account)}::text, 'seenAt', now()))::json,
      ${expiryOf(config)}
    from replaced`)
  return replaced.rowCount === 0 ? null : value
}

export const giveSessionCookie = (reply: FastifyReply, config: Config, value: string) =>
  reply.setCookie(sessionCookie(config), value, {
    ...cookieOptions(config),
    maxAge: config.sessionMaxHours * 3600,
  })

export const takeSessionCookie = (reply: FastifyReply, config: Config) =>
  reply.clearCookie(sessionCookie(config), cookieOptions(config))

export async function endSessionWith(db: Queryable, sid: string): Promise<boolean> {
  const [known] = await db
    .select({ sess: sessions.sess })
    .from(sessions)
    .where(eq(sessions.sid, sid))
  if (!known) return false
  return (await deleteSessions(db, known.sess.userId, known.sess.id)).length > 0
}

export async function endSessionsOf(db: Queryable, userId: string): Promise<number> {
  return (await deleteSessions(db, userId)).filter((row) => row.isLive).length
}

export async function endSessionOf(
  db: Queryable,
  userId: string,
  id: string,
): Promise<SessionContent | null> {
  return (await deleteSessions(db, userId, id)).find((row) => row.isLive)?.sess ?? null
}

/**
 * Deletes a user's sessions, or all ids of one session, until none are left. A statement that waits for a session to
 * get a new id doesn't see the new row, so the next statement deletes it.
 */
async function deleteSessions(db: Queryable, userId: string, id?: string) {
  const isOne = id === undefined ? undefined : sql`(sess ->> 'id') = ${id}`
  const deleted = []
  for (;;) {
    const rows = await db
      .delete(sessions)
      .where(and(sql`(sess ->> 'userId') = ${userId}`, isOne))
      .returning({ sess: sessions.sess, isLive: sql<boolean>`${isNotReplaced} and expire > now()` })
    if (rows.length === 0) break
    deleted.push(...rows)
  }
  if (deleted.length > 0) await recordChanges(db, changeOf(userId))
  return deleted
}

/** Changes to a user's list of sessions are announced only to that user. */
const changeOf = (personId: string): Change => ({ topic: 'sessions', audience: { personId } })

export const purgeSessions = (db: Database) =>
  db.delete(sessions).where(lt(sessions.expire, sql`now()`))

const cookieOptions = (config: Config) => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: config.isHttps,
})

type Limits = Pick<Config, 'sessionIdleMinutes' | 'sessionMaxHours'>

/** The maximum idle time and the maximum total time, as PostgreSQL intervals. */
const sessionLimits = (config: Limits) => [
  `${config.sessionIdleMinutes} minutes`,
  `${config.sessionMaxHours} hours`,
]

function expiryOf(config: Limits) {
  const [idle, longest] = sessionLimits(config)
  return sql`least(now() + ${idle}::interval, (sess ->> 'startedAt')::timestamptz + ${longest}::interval)`
}

// With `synchronous_commit` off, a crash shortens a session by at most a minute. A locked row is skipped.
const move = `
  with unhurried as (select set_config('synchronous_commit', 'off', true)),
    used as (
      select sid from sessions
      where sid = $1 and (sess ->> 'isReplaced') is null
      for update skip locked)
  update sessions set
    expire = least(now() + $2::interval, (sess ->> 'startedAt')::timestamptz + $3::interval),
    sess = (sess::jsonb || jsonb_build_object('seenAt', now()))::json
  from unhurried, used
  where sessions.sid = used.sid`

/** Extends the session with this id hash. The request doesn't wait for the write or for its locks. */
function moveExpiry(db: Database, config: Limits, sid: string): void {
  const query = { text: move, values: [sid, ...sessionLimits(config)] }
  void apartFromCalls(() =>
    db.$client.queryUnhurried(query).catch((error: unknown) => db.$client.report(error)),
  )
}
