import type { FirmPerson } from '#contract/firms/shapes.ts'
import { toFlag } from '#contract/wire.ts'
import {
  actsOnPerson,
  firmPersonActs,
  personState,
  type FirmCaller,
  type Member,
} from '#domain/firms/people.ts'
import type { Queryable } from '#server/database/client.ts'
import { fullNameOf } from '#server/database/schema/accounts.ts'
import { utcText } from '#server/database/sql/time-texts.ts'
import { lastSignInOf } from '#server/sign-in/last-sign-in.ts'
import { sql } from 'drizzle-orm'

interface PersonRow extends Member, Record<string, unknown> {
  firmId: string
  name: string
  email: string
  createdAt: string
  lastSignInAt: string | null
  isFirmDeactivated: boolean
  isFirmOnRecord: boolean
}

/** The people of firms, in the order in which they joined the desk, and what the caller may do with each. */
export async function readPeople(
  db: Queryable,
  firmIds: readonly string[],
  caller: FirmCaller,
): Promise<Map<string, FirmPerson[]>> {
  const { rows } = await db.execute<{ [Name in keyof PersonRow]: PersonRow[Name] }>(sql`
    select u.id, u.firm_id as "firmId", ${fullNameOf('u')} as name, u.email, u.firm_role as "firmRole",
      u.is_admin as "isAdmin", u.is_approved as "isApproved", u.deactivated_at is not null as "isDeactivated",
      ${utcText(sql`u.created_at`)} as "createdAt", ${lastSignInOf(sql`u.id`)} as "lastSignInAt",
      firms.deactivated_at is not null as "isFirmDeactivated",
      exists (select from commitments where firm_id = firms.id)
        or exists (select from messages where firm_id = firms.id) as "isFirmOnRecord"
    from users u join firms on firms.id = u.firm_id
    where u.firm_id = any(${sql.param([...firmIds])}::uuid[])
    order by u.created_at, u.id`)
  const byFirm = new Map<string, PersonRow[]>()
  for (const row of rows) byFirm.set(row.firmId, [...(byFirm.get(row.firmId) ?? []), row])
  return new Map(
    [...byFirm].map(([firmId, people]) => [
      firmId,
      people.map((row) => toPerson(row, people, caller)),
    ]),
  )
}

function toPerson(row: PersonRow, people: PersonRow[], caller: FirmCaller): FirmPerson {
  const firm = { people, isDeactivated: row.isFirmDeactivated, isOnRecord: row.isFirmOnRecord }
  const acts = actsOnPerson(caller, firm, row)
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    firmRole: row.firmRole,
    isAdmin: toFlag(row.isAdmin),
    state: personState(row),
    lastSignInAt: row.lastSignInAt,
    createdAt: row.createdAt,
    can: firmPersonActs.filter((act) => acts.includes(act)),
  }
}
