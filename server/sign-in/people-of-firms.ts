import { randomUUID } from 'node:crypto'
import type { Member } from '#domain/firms/people.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import { fullNameOf, users } from '#server/database/schema/accounts.ts'
import { firms, originatorsFirm } from '#server/database/schema/firms.ts'
import { sql, type SQL } from 'drizzle-orm'

type NewPerson = Omit<typeof users.$inferInsert, 'firmId'> & { firmId?: string | null }

/** Stores a new person in the firm or, if none is given, as the manager of a new firm unless `firmRole` says otherwise. */
export async function insertPerson(db: Queryable, { firmId, ...person }: NewPerson): Promise<void> {
  const id = firmId ?? randomUUID()
  if (!firmId) await db.insert(firms).values({ id })
  await db.insert(users).values({ ...person, firmId: id })
}

/**
 * Deletes those firms that have neither people nor an open invitation. A firm whose people were all deleted has no
 * records either, because a person named by a record isn't deleted.
 */
export const deleteFirmsWithoutPeople = (tx: Transaction, firmIds: readonly string[]) =>
  tx.execute(sql`
    delete from firms where id = any(${sql.param([...firmIds])}::uuid[])
      and not exists (select from users where firm_id = firms.id)
      and not exists (select from invitations
        where firm_id = firms.id and accepted_at is null and withdrawn_at is null)`)

/** The name of a firm, or the current name of its first person, or "Firm" if nobody is left. */
export const displayNameOf = (firmId: SQL) => sql<string>`coalesce(
  (select named.name from firms named where named.id = ${firmId}),
  (select ${fullNameOf('first_person')} from users first_person
    where first_person.firm_id = ${firmId} order by first_person.created_at, first_person.id limit 1),
  'Firm')`

/** The firm's own name, or null. */
export const ownNameOf = (firmId: SQL) =>
  sql<string | null>`(select named.name from firms named where named.id = ${firmId})`

/** The company that the first person of a firm without its own name gave, or null. */
export const companyOf = (firmId: SQL) => sql<string | null>`(
  select nullif(first_person.company_name, '') from users first_person
  where first_person.firm_id = ${firmId} and ${ownNameOf(firmId)} is null
  order by first_person.created_at, first_person.id limit 1)`

export async function readOwnName(db: Queryable, firmId: string): Promise<string | null> {
  const { rows } = await db.execute<{ name: string | null }>(
    sql`select name from firms where id = ${firmId}`,
  )
  return rows[0]?.name ?? null
}

/** The name of a person who made something for the firm, or null if the person is alone in the firm. */
export const makerIn = (firmId: SQL, person: string) => {
  const maker = sql.identifier(person)
  return sql<
    string | null
  >`case when ${hasOthers(firmId, sql`${maker}.id`)} then ${fullNameOf(person)} end`
}

/** True if the firm has other people than this person. */
export const hasOthers = (firmId: SQL, personId: SQL) => sql<boolean>`exists (
  select from users other where other.firm_id = ${firmId} and other.id <> ${personId})`

/**
 * True for a person who gets the firm's notifications. An account that awaits approval may not, unless it is
 * alone in the firm. `name` is the alias of the users table.
 */
export function readsForFirm(name: string): SQL<boolean> {
  const person = sql.identifier(name)
  return sql`(${person}.is_approved or not ${hasOthers(sql`${person}.firm_id`, sql`${person}.id`)})`
}

export interface FirmMember extends Member {
  firmId: string
  firstName: string
  lastName: string
  email: string
}

export interface LockedFirm {
  id: string
  name: string | null
  displayName: string
  isOriginator: boolean
  isDeactivated: boolean
  /** True if the firm has commitments or messages. */
  isOnRecord: boolean
  people: FirmMember[]
}

/**
 * Locks firms, whose people nobody else changes until the commit, and reads their people. Accounts must be locked first.
 * Missing firms are omitted.
 */
export async function lockFirms(tx: Transaction, ids: readonly string[]): Promise<LockedFirm[]> {
  const wanted = sql`id = any(${sql.param([...new Set(ids)])}::uuid[])`
  await tx.execute(sql`select id from firms where ${wanted} order by id for no key update`)
  // A separate statement takes its snapshot after the lock.
  const { rows } = await tx.execute<{ [Name in keyof LockedFirm]: LockedFirm[Name] }>(sql`
    select id, name, ${displayNameOf(sql`firms.id`)} as "displayName", is_originator as "isOriginator",
      deactivated_at is not null as "isDeactivated",
      exists (select from commitments where firm_id = firms.id)
        or exists (select from messages where firm_id = firms.id) as "isOnRecord",
      (select coalesce(json_agg(json_build_object('id', u.id, 'firmId', u.firm_id, 'firmRole', u.firm_role,
          'isAdmin', u.is_admin, 'isApproved', u.is_approved, 'isDeactivated', u.deactivated_at is not null,
          'firstName', u.first_name, 'lastName', u.last_name, 'email', u.email)
          order by u.created_at, u.id), '[]')
        from users u where u.firm_id = firms.id) as people
    from firms where ${wanted}`)
  return rows
}

export async function lockFirm(tx: Transaction, id: string): Promise<LockedFirm> {
  const [firm] = await lockFirms(tx, [id])
  if (!firm) throw new Error('A person is in a firm that does not exist')
  return firm
}

/** The id of the originator's firm. */
export async function findOriginatorsFirm(tx: Queryable): Promise<string> {
  const { rows } = await tx.execute<{ id: string }>(sql`select ${originatorsFirm} as id`)
  const [row] = rows
  if (!row) throw new Error('The originator has no firm')
  return row.id
}
