import { ApiError } from '#web/api/client.ts'

/** A refusal of the whole that has its cause in one field, the email address. */
export const isEmailTaken = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'email_taken'
