/**
 * Knows whether a request may have changed something when the database is lost: only then its
 * outcome is unknown, and whoever repeats it may do it twice. Before the first change was sent it
 * may simply be tried again.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { ApiError, losesConnection, toApiError, unavailable } from '#server/errors.ts'

/** What the request under way has sent that was carried out, or may have been. */
const changes = new AsyncLocalStorage<{ sent: number }>()

/** Sends a statement that changes something by itself, or the commit of a transaction. */
export async function sendChange<Result>(send: () => Promise<Result>): Promise<Result> {
  const request = changes.getStore()
  if (!request) return send()
  request.sent += 1
  try {
    return await send()
  } catch (error) {
    // An error in the database's own words means that nothing was changed.
    if (!losesConnection(error)) request.sent -= 1
    throw error
  }
}

/** Runs a handler; when the database is lost after a change, the caller is told just that. */
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
        'The database was lost on the way, so the outcome is unknown; please look before you repeat it',
        'outcome_unknown',
      )
      refusal.cause = error
      throw refusal
    }
  })
}
