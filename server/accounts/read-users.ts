import type {
  PendingUser,
  User,
  likenesses,
  pendingUserPage,
  userPage,
} from '#contract/accounts/users.ts'
import { toFlag } from '#contract/wire.ts'
import type { Money } from '#domain/money.ts'
import { fullName, maxColleagues, publicEmailDomains } from '#domain/texts.ts'
import { lastSignInOf } from '#server/sign-in/last-sign-in.ts'
import type { Queryable } from '#server/database/client.ts'
import { contains } from '#server/database/sql/contains.ts'
import { fullNameOf, twoFactors, users } from '#server/database/schema/accounts.ts'
import { commitments } from '#server/database/schema/book.ts'
import { loans } from '#server/database/schema/loans.ts'
import { notFound } from '#server/errors.ts'
import { afterOldestCursor } from '#server/database/sql/cursor.ts'
import { utcText } from '#server/database/sql/time-texts.ts'
import { cutPage } from '#server/http/paging.ts'
import { ownNameOf } from '#server/sign-in/people-of-firms.ts'
import { orderOf } from './order-users.ts'
import {
  and,
  asc,
  eq,
  inArray,
  isNotNull,
  isNull,
  or,
  sql,
  type SQL,
  type SQLWrapper,
} from 'drizzle-orm'
import type { FastifyReply } from 'fastify'
import type * as z from 'zod/mini'

type UserFilters = z.output<typeof userPage>
type PendingFilters = z.output<typeof pendingUserPage>

/** The query reads one row more than the limit, to detect whether another page exists. */
const rowsFor = (limit: string | undefined) => (limit === undefined ? null : Number(limit) + 1)

export async function listUsers(
  db: Queryable,
  reply: FastifyReply,
  filters: UserFilters,
): Promise<User[]> {
  const limit = rowsFor(filters.limit)
  const { lead, by, isAfter } = orderOf(filters)
  const conditions = and(matching(filters), isAfter)
  if (limit === null) {
    const rows = await selectUsers(db, null)
      .where(conditions)
      .orderBy(...by)
    return rows.map(toUser)
  }
  const found = await db
    .select({ id: users.id, createdAt: utcText(users.createdAt), lead })
    .from(users)
    .where(conditions)
    .orderBy(...by)
    .limit(limit)
  const places = found.map(({ lead: start, ...place }) => ({
    ...place,
    ...(start !== null && { lead: start }),
  }))
  const ids = cutPage(reply, places, pageOf('listUsers', filters)).map(({ id }) => id)
  // Records are counted only for the accounts on this page, because counting all records takes longer than reading the
  // page.
  const rows = await selectUsers(db, recordsOf(ids))
    .where(sql`${users.id} = any(${sql.param(ids)}::uuid[])`)
    .orderBy(...by)
  return rows.map(toUser)
}

const pageOf = <Name extends 'listUsers' | 'listPendingUsers'>(
  call: Name,
  filters: PendingFilters & Partial<UserFilters>,
) => ({ call, filters, limit: Number(filters.limit ?? Infinity) })

/** The domains are part of the SQL text. With parameters, PostgreSQL would plan the query again on each call. */
const publicDomains = sql.raw(publicEmailDomains.map((domain) => `'${domain}'`).join(', '))

const likenessColumns = sql`id, firm_id, lower(company_name) as company,
  lower(substring(email from '[^@]*$')) as domain`
const sharesFirm = sql`other.firm_id = asked.firm_id`
const sharesDomain = sql`(asked.domain not in (${publicDomains}) and other.domain = asked.domain)`
const sharesCompany = sql`other.company = asked.company`

/** The oldest people who share something with the account. For large companies, their number is capped. */
const peopleSharing = (shares: (typeof likenesses)[number], condition: SQL) => sql`(
  select ${sql.raw(`'${shares}'`)} as shares, other.* from approved as other where ${condition}
  order by other.created_at, other.id limit ${sql.raw(String(maxColleagues))})`

/** Approved, active people who share something with pending accounts. The compared values are computed once for each. */
const colleaguesOf = (ids: SQLWrapper) => sql`(
  with asked as materialized (select ${likenessColumns} from users where id in ${ids}),
    approved as materialized (
      select ${likenessColumns}, created_at, first_name, last_name from users
      where is_approved and deactivated_at is null)
  select asked.id as person, json_agg(json_build_object('name', ${fullNameOf('found')}, 'shares', found.shares)
    order by found.created_at, found.id) as colleagues
  from asked cross join lateral (${peopleSharing('firm', sharesFirm)}
    union all ${peopleSharing('emailDomain', sql`${sharesDomain} and not ${sharesFirm}`)}
    union all ${peopleSharing('company', sql`${sharesCompany} and not ${sharesFirm} and not ${sharesDomain}`)}
  ) as found group by asked.id) as likeness`

const invitation = sql<PendingUser['invitation']>`(
  select json_build_object('createdAt', ${utcText(sql`sent.created_at`)},
    'invitedByName', case when inviter.id is not null then ${fullNameOf('inviter')} end)
  from invitations as sent left join users as inviter on inviter.id = sent.invited_by
  where sent.accepted_by = users.id order by sent.accepted_at desc limit 1)`

/**
 * The firm that a person would leave without anyone to act for it. Null if an approved colleague remains, because the
 * firm's commitments then stay as they are, and for a person who never acted for the firm and isn't its only one.
 */
const firmLeftBy = (personId: string | SQL) => sql`(
  select leaving.firm_id from users leaving where leaving.id = ${personId} and not exists (
    select from users colleague where colleague.firm_id = leaving.firm_id and colleague.id <> leaving.id
      and (colleague.is_approved and colleague.deactivated_at is null
        or not leaving.is_approved and not leaving.is_admin)))`

/** The SQL is written by hand, because Drizzle would omit the columns' table names. */
const ofBinding = <Figure>(figure: SQL) => sql<Figure>`(
  select ${figure} from commitments as held
  where held.firm_id = ${firmLeftBy(sql`users.id`)} and held.status = 'active' and not held.is_soft_commit)`
const bindingCommitments = ofBinding<number>(sql`count(*)::int`)
const heldAmount = (condition: SQL) => sql<Money>`(
  select coalesce(sum(held.amount), 0)::numeric(30, 2)::text from commitments as held
  where held.firm_id = users.firm_id and held.status = 'active' and ${condition})`
const bindingAmount = heldAmount(sql`not held.is_soft_commit`)
const softAmount = heldAmount(sql`held.is_soft_commit`)
const firmName = ownNameOf(sql`users.firm_id`)

export async function listPendingUsers(
  db: Queryable,
  reply: FastifyReply,
  filters: PendingFilters,
): Promise<PendingUser[]> {
  const { limit, cursor, userId } = filters
  const maxRows = rowsFor(limit)
  const conditions = and(
    isPending,
    userId ? eq(users.id, userId) : undefined,
    cursor ? afterOldestCursor(users.createdAt, users.id, cursor) : undefined,
  )
  const order = [asc(users.createdAt), asc(users.id)]
  const pending = db
    .select({ id: users.id })
    .from(users)
    .where(conditions)
    .orderBy(...order)
    .$dynamic()
  const page = maxRows === null ? pending : pending.limit(maxRows)
  const rows = await db
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      companyName: users.companyName,
      firmId: users.firmId,
      firmName,
      firmRole: users.firmRole,
      colleagues: sql<PendingUser['colleagues']>`coalesce(likeness.colleagues, '[]')`,
      invitation,
      bindingCommitments,
      createdAt: utcText(users.createdAt),
    })
    .from(users)
    .leftJoin(colleaguesOf(page), sql`likeness.person = ${users.id}`)
    .where(inArray(users.id, page))
    .orderBy(...order)
  return cutPage(reply, rows, pageOf('listPendingUsers', filters)).map((row) => ({
    ...row,
    createdAt: new Date(row.createdAt).toISOString(),
  }))
}

/** @throws {ApiError} 404 if the account doesn't exist. */
export async function findUser(db: Queryable, id: string): Promise<User> {
  const [row] = await selectUsers(db, recordsOf([id])).where(eq(users.id, id))
  if (!row) throw notFound('The user')
  return toUser(row)
}

/** The loans to which the person's firm is bound, unless a colleague remains to answer for it. */
export const listBoundLoans = (db: Queryable, personId: string) =>
  db
    .selectDistinct({ id: loans.id, title: loans.title })
    .from(commitments)
    .innerJoin(loans, eq(loans.id, commitments.loanId))
    .where(
      and(
        sql`${commitments.firmId} = ${firmLeftBy(personId)}`,
        eq(commitments.status, 'active'),
        eq(commitments.isSoftCommit, false),
      ),
    )
    .orderBy(asc(loans.title), asc(loans.id))
    .limit(20)

const isPending = sql`not ${users.isApproved} and not ${users.isAdmin} and ${users.deactivatedAt} is null`
const kindConditions = {
  admin: sql`${users.isAdmin}`,
  lender: sql`not ${users.isAdmin}`,
  viewer: sql`(not ${users.isAdmin} and ${users.firmRole} = 'viewer')`,
  pending: isPending,
  neverSignedIn: sql`(${users.deactivatedAt} is null and ${lastSignInOf(sql`users.id`)} is null)`,
  withoutTwoFactor: sql`(${users.deactivatedAt} is null and not exists (
    select from two_factors where user_id = users.id and confirmed_at is not null))`,
  deactivated: sql`${users.deactivatedAt} is not null`,
}

function matching({ search, mayCommit, kind }: UserFilters) {
  const words = search?.split(/\s+/).filter(Boolean) ?? []
  const columns = [users.firstName, users.lastName, users.email, users.companyName] as const
  return and(
    kind && kindConditions[kind],
    mayCommit ? and(sql`${users.isApproved}`, isNull(users.deactivatedAt)) : undefined,
    ...words.map((word) => or(...columns.map((column) => contains(column, word)))),
  )
}

const selectUsers = (db: Queryable, records: SQL | null) =>
  db
    .select({
      id: users.id,
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
      companyName: users.companyName,
      firmId: users.firmId,
      firmName,
      firmRole: users.firmRole,
      isAdmin: users.isAdmin,
      isApproved: users.isApproved,
      hasTwoFactor: sql<boolean>`${twoFactors.userId} is not null`,
      createdAt: utcText(users.createdAt),
      deactivatedAt: users.deactivatedAt,
      lastSignInAt: lastSignInOf(sql`users.id`),
      bindingCommitments,
      bindingAmount,
      softAmount,
      records: sql<number>`coalesce(records.records, 0)::int`,
    })
    .from(users)
    .leftJoin(twoFactors, and(eq(twoFactors.userId, users.id), isNotNull(twoFactors.confirmedAt)))
    .leftJoin(records ?? recordsByPerson, sql`records.person = ${users.id}`)
    .$dynamic()

type UserRow = Awaited<ReturnType<typeof selectUsers>>[number]

const toUser = (row: UserRow): User => ({
  ...row,
  name: fullName(row),
  username: row.email.slice(0, row.email.lastIndexOf('@')),
  isAdmin: toFlag(row.isAdmin),
  isApproved: toFlag(row.isApproved),
  hasTwoFactor: toFlag(row.hasTwoFactor),
  createdAt: new Date(row.createdAt).toISOString(),
  deactivatedAt: row.deactivatedAt?.toISOString() ?? null,
})

/**
 * Counts, for each person, the commitments that the person made, recorded, released, or acted on for a lender, and the
 * messages that the person sent or received. Each count is an index-only scan.
 */
const recordsWhere = (isAsked: (person: SQL) => SQL) => sql`(
  select person, sum(records) as records from (
    ${countedBy(sql`commitments`, sql`lender_id`, isAsked)}
    union all ${countedBy(sql`commitments`, sql`recorded_by`, isAsked)}
    union all ${countedBy(sql`commitments`, sql`released_by`, isAsked)}
    union all ${countedBy(sql`commitments`, sql`acted_by`, isAsked)}
    union all ${countedBy(sql`messages`, sql`user_id`, isAsked)}
    union all ${countedBy(sql`messages`, sql`recipient_id`, isAsked)}
  ) as parts group by person) as records`

const countedBy = (table: SQL, person: SQL, isAsked: (person: SQL) => SQL) => sql`
  select ${person} as person, count(*) as records from ${table} where ${isAsked(person)} group by ${person}`

const recordsByPerson = recordsWhere((person) => sql`${person} is not null`)

const recordsOf = (ids: readonly string[]) =>
  recordsWhere((person) => sql`${person} = any(${sql.param([...ids])}::uuid[])`)

interface Stake extends Record<string, unknown> {
  /** True if the person, or the firm that the account would leave alone, has records. */
  isOnRecord: boolean
  /** The firm that the account would leave alone, or null if a colleague remains. */
  firmId: string | null
  /** The binding commitments of that firm. */
  binding: number
}

/** The records that the end of an account would affect. */
export async function readStake(db: Queryable, id: string): Promise<Stake> {
  const { rows } = await db.execute<Stake>(sql`
    select exists (select from ${recordsOf([id])})
        or exists (select from commitments where firm_id = ended.firm_id)
        or exists (select from messages where firm_id = ended.firm_id) as "isOnRecord",
      ended.firm_id as "firmId",
      (select ${bindingCommitments} from users where id = ${id}::uuid) as binding
    from (select ${firmLeftBy(sql`${id}::uuid`)} as firm_id) ended`)
  const [stake] = rows
  if (!stake) throw new Error('A query of one row gave none')
  return stake
}
