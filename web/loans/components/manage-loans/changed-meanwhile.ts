import { ApiError } from '#web/api/client.ts'

/** Returns true for the 409 response to a change or deletion based on an outdated version of the loan. */
export const isChangedMeanwhile = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'changed_meanwhile'
