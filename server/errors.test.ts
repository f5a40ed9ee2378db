import { describe, expect, it } from 'vitest'
import { mayTryAgain, toApiError } from './errors.ts'

/** As the driver throws it. */
const violation = (constraint: string) =>
  Object.assign(new Error('violates foreign key constraint'), { code: '23503', constraint })

describe('a row that names an account deleted meanwhile', () => {
  it.each([
    'uploads_user_id_users_id_fk',
    'saved_filters_user_id_users_id_fk',
    'two_factors_user_id_users_id_fk',
    'loan_visits_user_id_users_id_fk',
    'favorites_user_id_users_id_fk',
  ])("ends the caller's own session: %s", (constraint) => {
    expect(toApiError(violation(constraint)).status).toBe(401)
  })

  it.each(['notifications_user_id_users_id_fk', 'mails_user_id_users_id_fk'])(
    'reaches the others in another try: %s',
    (constraint) => {
      expect(mayTryAgain(violation(constraint))).toBe(true)
    },
  )

  it('is an error of ours where it can only come from a mistake', () => {
    const error = violation('commitments_lender_id_users_id_fk')
    expect(mayTryAgain(error)).toBe(false)
    expect(toApiError(error).status).toBe(500)
  })
})
