import { ApiError, ConnectionError, errorMessage } from '#web/api/client.ts'
import { FileChangedError } from '#web/api/not-sent.ts'

export const reasonOf = (error: Error) =>
  error instanceof FileChangedError ? error.message : errorMessage(error, 'Please try again.')

export function describeImportError(error: Error) {
  if (error instanceof FileChangedError)
    return { title: 'Nothing was imported', description: error.message }
  return isOutcomeUnknown(error) ? inDoubt : null
}

const inDoubt = {
  title: "We couldn't confirm the import",
  description: "It may have gone through. Try again; it can't be imported twice.",
}

/**
 * True if no response arrived or if the error came from a proxy. If the server sent the error, the transaction was
 * rolled back.
 */
const isOutcomeUnknown = (error: Error) =>
  error instanceof ConnectionError ||
  (error instanceof ApiError &&
    (error.code === 'outcome_unknown' || [502, 504].includes(error.status)))
