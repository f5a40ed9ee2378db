import { ApiError } from '#web/api/client.ts'

/** The refusal of a change or deletion because somebody else changed the loan since it was read. */
export const isChangedMeanwhile = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'changed_meanwhile'
