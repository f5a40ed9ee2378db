import { describe, expect, it } from 'vitest'
import { mayTryAgain, toApiError } from './errors.ts'

const violation = (constraint: string) =>
  Object.assign(new Error('violates foreign key constraint'), { code: '23503', constraint })

describe('references to an account that is deleted during the request', () => {
  it.each([
    'uploads_user_id_users_id_fk',
    'saved_filters_user_id_users_id_fk',
    'two_factors_user_id_users_id_fk',
    'loan_visits_user_id_users_id_fk',
    'favorites_user_id_users_id_fk',
  ])("returns 401 if the caller's account no longer exists: %s", (constraint) => {
    expect(toApiError(violation(constraint)).status).toBe(401)
  })

  it.each(['notifications_user_id_users_id_fk', 'mails_user_id_users_id_fk'])(
    'retries a transaction if another account no longer exists: %s',
    (constraint) => {
      expect(mayTryAgain(violation(constraint))).toBe(true)
    },
  )

  it('returns 500 for a constraint violation that only a bug can cause', () => {
    const error = violation('commitments_lender_id_users_id_fk')
    expect(mayTryAgain(error)).toBe(false)
    expect(toApiError(error).status).toBe(500)
  })
})
