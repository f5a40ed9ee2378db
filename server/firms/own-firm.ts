import type { Body } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import type { OwnFirm } from '#contract/firms/shapes.ts'
import { storeName } from '#server/accounts/membership.ts'
import { change } from '#server/change/change.ts'
import { unauthorized } from '#server/errors.ts'
import type { Context } from '#server/http/mount.ts'
import { displayNameOf } from '#server/sign-in/people-of-firms.ts'
import { actingRole } from '#server/sign-in/principal.ts'
import { sql } from 'drizzle-orm'
import { lockManager } from './people.ts'
import { readPeople } from './read-people.ts'

export async function readOwnFirm(context: Context<'signedIn' | 'manager'>): Promise<OwnFirm> {
  const { db, principal } = context
  const { account } = principal
  const role = actingRole(context)
  const isManager = role === 'manager' || role === 'admin'
  const { rows } = await db.execute<{ id: string; name: string | null; displayName: string }>(sql`
    select id, name, ${displayNameOf(sql`firms.id`)} as "displayName"
    from firms where id = ${account.firmId}::uuid`)
  const [firm] = rows
  if (!firm) throw unauthorized()
  const people = (await readPeople(db, [firm.id], account)).get(firm.id) ?? []
  const committers = people.filter(
    (person) => person.state === 'active' && person.firmRole !== 'viewer',
  )
  return {
    ...firm,
    firmRole: account.firmRole,
    committers: role === 'pending' ? [] : committers.map(({ name }) => name),
    people: isManager ? people : null,
    can: isManager ? ['rename', 'invite'] : [],
  }
}

export async function updateOwnFirm(
  context: Context<'manager'>,
  { name }: Body<Endpoints['updateOwnFirm']>,
): Promise<OwnFirm> {
  await change(context, {
    lock: (tx) => lockManager(tx, context),
    run: async (tx, { firm, requireManager }) => {
      requireManager()
      return { result: null, ...(await storeName(tx, firm, name)) }
    },
  })
  return readOwnFirm(context)
}
