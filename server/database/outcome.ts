/**
 * Tracks whether a request might have changed data if the database connection is lost. Before the first change is sent,
 * a retry is safe. Afterward, the outcome is unknown, and a retry could repeat the change.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { ApiError, losesConnection, toApiError, unavailable } from '#server/errors.ts'

/** The number of the current request's changes that took effect or might have taken effect. */
const changes = new AsyncLocalStorage<{ sent: number }>()

/** Runs a function that a request starts but doesn't await. The function's changes don't count as the request's. */
export const apartFromRequest = <Result>(act: () => Result): Result => changes.exit(act)

/** Sends a COMMIT, or a statement that changes data without a transaction. */
export async function sendChange<Result>(send: () => Promise<Result>): Promise<Result> {
  const request = changes.getStore()
  if (!request) return send()
  request.sent += 1
  try {
    return await send()
  } catch (error) {
    // An error reported by PostgreSQL means that nothing has changed.
    if (!losesConnection(error)) request.sent -= 1
    throw error
  }
}

/** Runs a handler. If the connection is lost after a change, the caller gets the error `outcome_unknown`. */
export const withKnownOutcome = <Result>(act: () => Promise<Result>): Promise<Result> => {
  const request = { sent: 0 }
  return changes.run(request, async () => {
    try {
      return await act()
    } catch (error) {
      if (error instanceof ApiError || request.sent === 0) throw error
      const { status, code } = toApiError(error)
      if (status !== 503 || code === 'store_away') throw error
      const refusal = unavailable(
        "The connection to the database was lost, so we don't know whether this was saved. Check before you repeat it.",
        'outcome_unknown',
      )
      refusal.cause = error
      throw refusal
    }
  })
}
