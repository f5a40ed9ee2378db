/** Sign-ins: a random id in a cookie, its hash in the table, an idle and an absolute end. */
import type { Config } from '#server/config.ts'
import type { Database, Queryable } from '#server/database/connect.ts'
import { sessions } from '#server/database/schema.ts'
import { newToken, tokenHash } from '#server/tokens.ts'
import { and, eq, lt, ne, sql } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The account of a live sign-in, as handlers get it. */
export interface SessionUser {
  id: string
  email: string
  firstName: string
  lastName: string
  profileImageUrl: string | null
  isAdmin: boolean
  isApproved: boolean
  notifyByEmail: boolean
  createdAt: string
}

export const sessionCookie = 'sid'
const sessionText = /^[A-Za-z0-9_-]{43}$/

/** The hash of the request's session id; null when it carries none that could be one. */
export function sessionId(request: FastifyRequest): string | null {
  const value = request.cookies[sessionCookie]
  return value && sessionText.test(value) ? tokenHash(value) : null
}

// One statement on every signed-in request, so it is a named one. The end is moved on at most once
// a minute, or every read would be a write.
const findUser = {
  name: 'session-user',
  text: `
    select u.id, u.email, u.first_name as "firstName", u.last_name as "lastName",
      u.profile_image_url as "profileImageUrl", u.is_admin as "isAdmin",
      u.is_approved as "isApproved", u.notify_by_email as "notifyByEmail",
      u.created_at as "createdAt",
      s.expire < least(now() + $2::interval, (s.sess ->> 'startedAt')::timestamptz + $3::interval)
        - interval '1 minute' as "isStale"
    from sessions s join users u on u.id = (s.sess ->> 'userId')::uuid
    where s.sid = $1 and s.expire > now() and u.deactivated_at is null
      and (s.sess ->> 'startedAt')::timestamptz + $3::interval > now()`,
}

const limits = (config: Config) => [
  `${config.sessionIdleMinutes} minutes`,
  `${config.sessionMaxHours} hours`,
]

/** Who is signed in with this session id; nobody when it has ended. */
export async function findSessionUser(
  db: Database,
  config: Config,
  sid: string,
): Promise<SessionUser | null> {
  const found = await db.$client.query<
    Omit<SessionUser, 'createdAt'> & { createdAt: Date; isStale: boolean }
  >({ ...findUser, values: [sid, ...limits(config)] })
  const row = found.rows[0]
  if (!row) return null
  const { isStale, createdAt, ...user } = row
  if (isStale) await extend(db, config, sid)
  return { ...user, createdAt: createdAt.toISOString() }
}

async function extend(db: Database, config: Config, sid: string) {
  const [idle, longest] = limits(config)
  await db
    .update(sessions)
    .set({
      expire: sql`least(now() + ${idle}::interval, (sess ->> 'startedAt')::timestamptz + ${longest}::interval)`,
    })
    .where(eq(sessions.sid, sid))
}

/**
 * Signs a person in under a new id; a session that the request had is ended. False when the account
 * has gone, or has another password by now: whoever knew the old one is not let in beside its
 * change, which waits for the row or is waited for.
 */
export async function startSession(
  db: Queryable,
  config: Config,
  request: FastifyRequest,
  reply: FastifyReply,
  account: { id: string; password: string },
): Promise<boolean> {
  const value = newToken()
  const old = sessionId(request)
  if (old) await db.delete(sessions).where(eq(sessions.sid, old))
  const [idle, longest] = limits(config)
  // The database's clock decides, as it does when the session is read.
  const started = await db.execute(sql`
    insert into sessions (sid, sess, expire)
    select ${tokenHash(value)}, json_build_object('userId', id::text, 'startedAt', now()),
      now() + least(${idle}::interval, ${longest}::interval)
    from users
    where id = ${account.id} and password = ${account.password} and deactivated_at is null
    for share`)
  if (started.rowCount === 0) return false
  reply.setCookie(sessionCookie, value, {
    ...cookieOptions(config),
    maxAge: config.sessionMaxHours * 3600,
  })
  return true
}

/** Ends the request's own session. */
export async function endSession(
  db: Database,
  config: Config,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const sid = sessionId(request)
  if (sid) await db.delete(sessions).where(eq(sessions.sid, sid))
  reply.clearCookie(sessionCookie, cookieOptions(config))
}

/** Ends a person's sessions everywhere, but for one that may stay. */
export async function endSessionsOf(db: Queryable, userId: string, stays: string | null = null) {
  await db
    .delete(sessions)
    .where(and(sql`(sess ->> 'userId') = ${userId}`, stays ? ne(sessions.sid, stays) : undefined))
}

/** Removes what has ended. */
export const purgeSessions = (db: Database) =>
  db.delete(sessions).where(lt(sessions.expire, sql`now()`))

const cookieOptions = (config: Config) => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: config.isHttps,
})
