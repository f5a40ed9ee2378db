import type { AccessRequest } from '#contract/audience/shapes.ts'
import type { Queryable } from '#server/database/client.ts'
import { fullNameOf } from '#server/database/schema/accounts.ts'
import { companyOf, displayNameOf } from '#server/sign-in/people-of-firms.ts'
import { notFound } from '#server/errors.ts'
import { ownRequestColumns } from '#server/loans/access-requests.ts'
import { sql, type SQL } from 'drizzle-orm'

/** Selects requests for access as a JSON array, open ones first. `condition` can use the alias `request`. */
export const requestsOf = (condition: SQL) => sql`(
  select coalesce(json_agg(json_build_object(${ownRequestColumns}, 'loanId', request.loan_id,
      'firmId', request.firm_id, 'firmName', ${displayNameOf(sql`firm.id`)},
      'firmCompanyName', ${companyOf(sql`firm.id`)}, 'personId', asker.id,
      'personName', case when asker.id is not null then ${fullNameOf('asker')} end,
      'answeredBy', case when answerer.id is not null then ${fullNameOf('answerer')} end)
    order by request.state <> 'open', request.created_at desc, request.id desc), '[]')
  from access_requests request join firms firm on firm.id = request.firm_id
    left join users asker on asker.id = request.user_id
    left join users answerer on answerer.id = request.answered_by
  where ${condition})`

export async function findRequest(db: Queryable, id: string): Promise<AccessRequest> {
  const { rows } = await db.execute<{ found: AccessRequest[] }>(
    sql`select ${requestsOf(sql`request.id = ${id}::uuid`)} as found`,
  )
  const request = rows[0]?.found[0]
  if (!request) throw notFound('The request')
  return request
}
