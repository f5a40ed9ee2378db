import type { CodeOf, RefusalCode, RefusalStatus, StatusWithCode } from '#contract/refusals.ts'
import type { Refusal } from '#contract/wire.ts'
import { StoreAwayError } from './storage/storage.ts'

interface Extra {
  fields?: Record<string, string>
  retryAfterSeconds?: number
}

/** An error whose message is sent to the caller. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: RefusalStatus
  readonly code: RefusalCode
  readonly extra: Extra

  constructor(
    ...[status, code, message, extra = {}]: [...StatusWithCode, message: string, extra?: Extra]
  ) {
    super(message)
    this.status = status
    this.code = code
    this.extra = extra
  }

  toBody(): Refusal {
    const { fields } = this.extra
    return { message: this.message, code: this.code, ...(fields && { fields }) }
  }
}

export const invalid = (message: string, fields?: Record<string, string>) =>
  new ApiError(400, 'invalid', message, fields ? { fields } : {})
export const unauthorized = (message = 'Unauthorized: please sign in') =>
  new ApiError(401, 'unauthorized', message)
export const forbidden = (message = 'You do not have permission to do this') =>
  new ApiError(403, 'forbidden', message)
export const awaitingApproval = () => forbidden('Your account is awaiting approval')
export const viewsOnly = () => forbidden('You can read for your firm, not commit')
export const managersOnly = () => forbidden('Only a manager of your firm can do this')
export const notAdmitted = () =>
  new ApiError(403, 'not_admitted', 'Ask the originator for access to this loan')
export const notFound = (what = 'This') => new ApiError(404, 'not_found', `${what} was not found`)
export const conflict = (message: string, code: CodeOf<409>) => new ApiError(409, code, message)
export const tooMany = (message: string, retryAfterSeconds: number) =>
  new ApiError(429, 'too_many_requests', message, { retryAfterSeconds })
export const unavailable = (message: string, code: CodeOf<503>, retryAfterSeconds = 2) =>
  new ApiError(503, code, message, { retryAfterSeconds })

export const tooBusy = () =>
  unavailable('Too many people are doing this at once. Try again in a moment.', 'busy', 1)

interface DatabaseError extends Error {
  code?: string
  constraint?: string
  syscall?: string
}

export function databaseError(error: unknown): DatabaseError | null {
  let current = error
  for (let depth = 0; depth < 5 && current instanceof Error; depth += 1) {
    if ('code' in current || isLostConnection(current) || isLongWait(current)) return current
    current = current.cause
  }
  return null
}

const isLostConnection = (error: Error) =>
  /Connection terminated|Query read timeout|is not queryable/.test(error.message)

const isLongWait = (error: Error) =>
  error.message.includes('timeout exceeded when trying to connect')

/**
 * True if the connection is lost or doesn't respond. The connection can't be reused, and the last statement might have
 * been executed.
 */
export function losesConnection(error: unknown): boolean {
  const found = databaseError(error)
  return found !== null && !wasNotRun(found) && (isLostConnection(found) || isLost(found))
}

export function violatesUnique(error: unknown, constraint: string): boolean {
  const found = databaseError(error)
  return found?.code === '23505' && found.constraint === constraint
}

export const violatesForeignKey = (error: unknown) => databaseError(error)?.code === '23503'

/** Returns true if the transaction conflicted with a concurrent one and can be retried. */
export const mayTryAgain = (error: unknown) =>
  ['40001', '40P01'].includes(databaseError(error)?.code ?? '') || notifiesErased(error)

/** Returns true if a notification's recipient was deleted after the transaction read the account. */
const notifiesErased = (error: unknown) => namesMissingUser(error, /^(notifications|mails)_/)

/** Returns true if the caller's account was deleted after the request was authorized. */
const isCallerErased = (error: unknown) =>
  namesMissingUser(
    error,
    /^(uploads|saved_filters|two_factors|recovery_codes|loan_visits|favorites)_user_id_/,
  )

function namesMissingUser(error: unknown, constraints: RegExp) {
  const constraint = missingIn(error)
  return constraint.endsWith('_users_id_fk') && constraints.test(constraint)
}

/** Returns true if a statement referred to a loan that a concurrent transaction deleted. */
export const namesMissingLoan = (error: unknown) =>
  missingIn(error).endsWith('_loan_id_loans_id_fk')

const missingIn = (error: unknown) =>
  violatesForeignKey(error) ? (databaseError(error)?.constraint ?? '') : ''

export const isStandbyAway = (error: unknown) => databaseError(error)?.code === 'STANDBY_AWAY'

export const isReadOnly = (error: unknown) => databaseError(error)?.code === '25006'

/**
 * The statement didn't run. The server refused the connection, was starting or stopping, rejected the sign-in, or was
 * read-only, as a standby is.
 */
const notRun =
  /^(ECONNREFUSED|ENOENT|EAGAIN|57P03|53300|28...|3D000|25006|DATABASE_AWAY|STANDBY_AWAY)$/
const wasNotRun = ({ code = '', syscall = '' }: DatabaseError) =>
  notRun.test(code) || /^(connect|getaddrinfo)$/.test(syscall)
/** The connection was lost during the statement, so it is unknown whether the statement ran. */
const lost =
  /^(EPIPE|ECONNRESET|ETIMEDOUT|57P01|57P02|57P05|25P03|25P04|08...|DATABASE_SILENT|COMMIT_UNCONFIRMED)$/
const isLost = ({ code = '' }: DatabaseError) => lost.test(code)
/** PostgreSQL canceled the statement because it took too long or needed too many resources. It changed nothing. */
const cancelled = /^(57014|55P03|53200|53400|WRITE_SLOTS_BUSY)$/
const noRoom = /^(53100|ENOSPC|EDQUOT)$/

export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  const fastify = fromFastify(error)
  if (fastify) return fastify
  if (isBrokenOff(error)) return invalid('The request was cut off')
  if (error instanceof StoreAwayError)
    return unavailable("The file store can't be reached. Try again in a moment.", 'store_away', 5)
  const found = databaseError(error)
  const code = found?.code ?? ''
  if (noRoom.test(code)) return unavailable('The disk is full. Try again later.', 'no_room', 30)
  if (isStandbyAway(error))
    return unavailable(
      'Changes are paused while the database waits for its standby. Try again in a moment.',
      'standby_away',
    )
  // `withKnownOutcome` has already handled changes whose outcome is unknown.
  if (found && (wasNotRun(found) || isLost(found) || isLostConnection(found)))
    return unavailable("The database can't be reached. Try again in a moment.", 'database_away')
  if (mayTryAgain(error) || cancelled.test(code) || (found && isLongWait(found))) return tooBusy()
  if (isCallerErased(error)) return unauthorized()
  // These values are rejected only by PostgreSQL. Validation runs first, so they should never reach the database.
  if (/^22(021|P02|003|007|008|P05)$/.test(code)) return invalid("A value isn't acceptable")
  return new ApiError(500, 'internal', 'Something went wrong on our side. Try again.')
}

/** The client disconnected while sending the request body. Only errors from the HTTP server have a status. */
const isBrokenOff = (error: unknown) =>
  error instanceof Error &&
  'code' in error &&
  error.code === 'ECONNRESET' &&
  'statusCode' in error &&
  error.statusCode === 400

function fromFastify(error: unknown): ApiError | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null
  if (!error.code.startsWith('FST_')) return null
  const status = 'statusCode' in error ? error.statusCode : 500
  if (status === 413) return new ApiError(413, 'too_large', 'The request is too large')
  if (status === 415)
    return new ApiError(
      415,
      'not_json',
      'The request must be JSON (Content-Type: application/json)',
    )
  if (status === 404) return notFound()
  return status === 400 ? invalid("The request can't be read") : null
}
