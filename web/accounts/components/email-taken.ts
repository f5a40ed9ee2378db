import { ApiError } from '#web/api/client.ts'

/** A conflict error whose cause is one field, the email address. */
export const isEmailTaken = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'email_taken'
