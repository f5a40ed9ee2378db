/** The loans that a person follows: held or marked as a favorite. */
import { sql, type SQL } from 'drizzle-orm'

/**
 * A row for each share and each favorite: `loan_id`, the start time `since`, whether it `is_held`, and whether it is
 * the person's `own_act` rather than recorded by an administrator.
 */
export const followedLoans = ({
  userId,
  holderId,
}: {
  userId: string
  holderId: string
}): SQL => sql`(
  select loan_id, created_at as since, true as is_held, recorded_by is null as own_act
  from commitments
  where lender_id = ${holderId}::uuid and status = 'active'
  union all
  select loan_id, created_at, false, true from favorites where user_id = ${userId}::uuid
)`
