import { ApiError } from '#web/api/client.ts'

export const isEmailTaken = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'email_taken'
