import type { IncomingHttpHeaders } from 'node:http'
import { mayCall, mustSetUpTwoFactor } from '#domain/access.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import {
  ApiError,
  awaitingApproval,
  forbidden,
  managersOnly,
  unauthorized,
  viewsOnly,
} from '#server/errors.ts'
import {
  findSession,
  giveSessionCookie,
  replaceSession,
  sessionHash,
  type Session,
} from '#server/sign-in/sessions.ts'
import { tokenHash } from '#server/sign-in/tokens.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from './mount.ts'

export const handlerAnswers = ({ response }: Endpoint) =>
  response === 'bytes' || response === 'events'

const isRead = ({ method }: Endpoint) => method === 'GET'

/**
 * Runs the checks that don't need the body. They return 403 for a request from another site, 401 if a required session
 * is missing, 403 for a role without access, 413 for a Content-Length over the limit, and 415 for an encoded body.
 */
export async function guard(
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: Endpoint,
  services: Services,
) {
  const { db, config } = services
  const ownPagesOnly = endpoint.method !== 'GET' || endpoint.ownPagesOnly
  if (ownPagesOnly && !isSameOrigin(request.headers, request.host, config.publicUrl))
    throw forbidden('The request came from another site')
  request.sid = sessionHash(request, config)
  const session = await admit(request, endpoint, services)
  if (Number(request.headers['content-length'] ?? 0) > request.routeOptions.bodyLimit)
    throw new ApiError(413, 'too_large', tooLargeText(endpoint))
  if (takesBody(endpoint) && isEncoded(request)) {
    reply.header('accept-encoding', 'identity')
    throw new ApiError(415, 'encoded', 'Send the body as it is, without a Content-Encoding')
  }
  // A proxy can cache a response that contains a file, so such a response must not set a cookie. A streamed response
  // can't set one.
  const canGiveNewId = !handlerAnswers(endpoint) && !(isRead(endpoint) && db.$client.isStandbyAway)
  if (session?.needsNewId && canGiveNewId) {
    const value = await replaceSession(db, config, session)
    if (value) {
      giveSessionCookie(reply, config, value)
      request.sid = tokenHash(value)
    }
  }
  request.guardedAt = performance.now()
}

const takesBody = ({ body, takesBytes }: Endpoint) => (body ?? takesBytes) !== undefined

/** Bodies are never decompressed, because a small body could expand to any size. */
const isEncoded = ({ headers }: FastifyRequest) =>
  !/^(identity)?$/i.test(headers['content-encoding'] ?? '')

/** Every call that takes a file takes at least a megabyte. A smaller limit is for a request without a file. */
function tooLargeText({ takesBytes }: Endpoint): string {
  if (takesBytes === undefined) return 'The request is too large'
  return takesBytes < 1024 ** 2
    ? `The request must be at most ${takesBytes / 1024} KB`
    : `The file must be at most ${takesBytes / 1024 ** 2} MB`
}

export async function admit(
  request: FastifyRequest,
  endpoint: Endpoint,
  services: Services,
): Promise<Session | null> {
  const { config } = services
  // An idle user's browser still keeps an event stream open and reloads data after other users' changes.
  const isUse = endpoint.response !== 'events' && request.headers['x-unattended'] === undefined
  const session = request.sid ? await findSession(services, request.sid, { isUse }) : null
  const principal = session?.principal ?? null
  request.principal = principal
  const access = selectsOwn(endpoint, request) ? 'signedIn' : endpoint.access
  const verdict = mayCall(principal?.role ?? 'visitor', access, {
    publicLoans: config.publicLoans,
    mustSetUpTwoFactor: mustSetUpTwoFactor(principal?.account ?? null, config.requireAdmin2fa),
  })
  if (verdict === 'signInFirst') throw unauthorized()
  if (verdict === 'awaitingApproval') throw awaitingApproval()
  if (verdict === 'viewsOnly') throw viewsOnly()
  if (verdict === 'managersOnly') throw managersOnly()
  if (verdict === 'setUpTwoFactorFirst')
    throw new ApiError(
      403,
      'two_factor_setup_required',
      'Set up two-factor sign-in first. Administrators must use it.',
    )
  if (verdict === 'forbidden') throw forbidden()
  if (endpoint.needsTerms && principal?.account.mustAcceptTerms)
    throw new ApiError(
      403,
      'terms_not_accepted',
      'Our terms changed. Read and accept them, then commit.',
    )
  return session
}

/**
 * True if the query selects the caller's own items. It uses the raw query, because access is checked before parsing.
 */
function selectsOwn({ ownFlags = [] }: Endpoint, request: FastifyRequest): boolean {
  const query = request.query as Record<string, unknown>
  return ownFlags.some((flag) => query[flag] === 'true')
}

/**
 * Accepts a request with neither Origin nor Sec-Fetch-Site. Its sender isn't a browser, so it has no other user's
 * cookies. The site is the request's Host or `PUBLIC_URL`, so localhost and 127.0.0.1 work.
 */
export function isSameOrigin(
  headers: IncomingHttpHeaders,
  host: string,
  publicUrl: string,
): boolean {
  const { origin } = headers
  if (origin !== undefined) {
    if (!URL.canParse(origin)) return false
    const url = new URL(origin)
    return url.host === host || url.origin === new URL(publicUrl).origin
  }
  const site = headers['sec-fetch-site']
  return site === undefined || site === 'same-origin' || site === 'none'
}
