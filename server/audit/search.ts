/**
 * Finds the entries about people and loans by way of these: a name is looked up among the trail's names,
 * and the entries by the ids of whoever has it, so that a search doesn't read the trail.
 */
import type { Database } from '#server/database/client.ts'
import {
  contains,
  containsHidden,
  mayContainHidden,
  searchParts,
} from '#server/database/contains.ts'
import { hidden } from '#server/database/named-statements.ts'
import { searchedOfUser, users } from '#server/database/schema/accounts.ts'
import { audit, auditNames } from '#server/database/schema/audit.ts'
import { and, or, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

/** Where entries have the id of a person or loan, and the name that it had then. */
interface Place {
  id: AnyPgColumn
  name: AnyPgColumn
}

/** A person or loan that is asked for. */
interface Owner {
  id: string
  /** Whether all of its entries match, whatever name they have. */
  isWhole: boolean
}

/** Entries that match the name or the id of a person or loan. */
export interface NamedEntries {
  text: string
  places: Place[]
  /** Null when there are too many to look up before anything else. */
  owners: Owner[] | null
  /** Whether an entry matches. */
  condition: SQL | undefined
}

/** With more, a page's worth of the newest entries is probably found without them. */
const mostOwners = 300
/** How many of the newest entries are read for that. */
const mostRead = 2_000
/** With more people, their entries are frequent enough to be found among the newest of all. */
const manyPeople = 150
/** How many of the newest entries are looked at for that, in the index alone. */
const mostLookedAt = 10_000

const people: Place[] = [
  { id: audit.actorId, name: audit.actorName },
  { id: audit.personId, name: audit.personName },
]
const titles: Place[] = [{ id: audit.loanId, name: audit.loanTitle }]

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
const isAnyOf = (column: AnyPgColumn, ids: string[]) =>
  sql`${column} = any(${sql.param(ids)}::uuid[])`

/** By an id, or part of a name that the entry has, or part of a current email address. */
export const entriesOfPeople = (db: Database, text: string): Promise<NamedEntries> =>
  namedEntries(db, people, text)

/** By an id, or part of the title that the entry has. */
export const entriesOfLoans = (db: Database, text: string): Promise<NamedEntries> =>
  namedEntries(db, titles, text)

async function namedEntries(db: Database, places: Place[], text: string): Promise<NamedEntries> {
  const { named, addressed } = isId(text)
    ? { named: [], addressed: [text] }
    : await findOwners(db, places, text)
  const hasName = isId(text) ? [] : places.map(({ name }) => contains(name, text))
  const hasOwner = places.map(({ id }) =>
    addressed
      ? isAnyOf(id, addressed)
      : sql`exists (select 1 from users where ${users.id} = ${id} and ${contains(users.email, text)})`,
  )
  const matches = or(...hasName, ...(addressed?.length === 0 ? [] : hasOwner))
  if (!named || !addressed) return { text, places, owners: null, condition: matches }
  const ids = [...new Set([...named, ...addressed])]
  const isWhole = (id: string) => addressed.includes(id)
  return {
    text,
    places,
    owners: ids.map((id) => ({ id, isWhole: isWhole(id) })),
    condition: and(or(...places.map(({ id }) => isAnyOf(id, ids))), matches),
  }
}

/**
 * Who or what has, or had, a name that contains the text, and who has a current email address that does;
 * null when these are too many. Entries store no addresses: all those of whoever has one match.
 */
async function findOwners(db: Database, places: Place[], text: string) {
  // Known to the planner, which would otherwise expect to read on until it has found some.
  const limit = sql.raw(String(mostOwners + 1))
  const hasName = and(
    places === people ? sql`not ${auditNames.isLoan}` : auditNames.isLoan,
    containsHidden(auditNames.name, text),
    mayContainHidden(searchParts(auditNames.name), text),
  )
  const hasAddress = and(
    containsHidden(users.email, text),
    mayContainHidden(searchedOfUser(users), text),
  )
  const withAddress = sql`union all (select id, false from users where ${hasAddress} limit ${limit})`
  const { rows } = await db.execute<{ id: string; isNamed: boolean }>(sql`
    select id, "isNamed" from (
      (select id, true as "isNamed" from audit_names where ${hasName} limit ${limit})
      ${places === people ? withAddress : sql``}) found`)
  const idsOf = (found: typeof rows) =>
    found.length > mostOwners ? null : [...new Set(found.map(({ id }) => id))]
  return {
    named: idsOf(rows.filter(({ isNamed }) => isNamed)),
    addressed: idsOf(rows.filter(({ isNamed }) => !isNamed)),
  }
}

/**
 * The newest `limit` entries that match all names and meet the condition, in order. `select` reads entries
 * that meet a condition, newest first and no more than that. `isNarrow` says that the condition is for
 * entries of a kind or period, which may be few, whoever they are of.
 */
export async function newestMatching<Row>(
  asked: readonly NamedEntries[],
  { condition, isNarrow, limit }: { condition: SQL | undefined; isNarrow: boolean; limit: number },
  select: (condition: SQL | undefined) => Promise<Row[]>,
): Promise<Row[]> {
  const matches = and(...asked.map((each) => each.condition))
  const [named] = asked
    .flatMap((each) => (each.owners ? [{ ...each, owners: each.owners }] : []))
    .toSorted((one, other) => one.owners.length - other.owners.length)
  if (named?.owners.length === 0) return []
  if (!named || isNarrow) {
    const found = await select(amongNewest(condition, matches, limit))
    if (found.length === limit) return found
  }
  if (!named) return select(and(condition, matches))
  const others = asked.filter(({ places }) => places !== named.places)
  const ofOthers = and(...others.map((each) => each.condition))
  if (!isNarrow && named.places === people && named.owners.length > manyPeople) {
    const found = await select(and(amongNewestOf(named, condition, limit), ofOthers))
    // Fewer than there are when somebody had another name at that time.
    if (found.length === limit) return found
  }
  return select(newestOf(named, and(condition, ofOthers), limit))
}

/** The newest `limit` matching entries among the newest of all, of which `most` are read. */
const amongNewest = (
  condition: SQL | undefined,
  matches: SQL | undefined,
  limit: number,
  most = mostRead,
) =>
  sql`${audit.id} in (
    select id from (
      select * from audit ${condition ? sql`where ${condition}` : sql``}
      order by at desc, id desc limit ${hidden(most)}::int
    ) audit where ${matches} limit ${hidden(limit)}::int)`

/** Those that match of the newest `limit` entries of these people, among the newest entries of all. */
function amongNewestOf(
  { owners, text }: NamedEntries & { owners: Owner[] },
  condition: SQL | undefined,
  limit: number,
): SQL | undefined {
  const whole = owners.filter(({ isWhole }) => isWhole)
  const isOneOf = ({ id }: Place, some: Owner[]) =>
    sql`${id} in (select unnest(${hidden(sql.param(some.map((owner) => owner.id)))}::uuid[]))`
  // Ids alone, which the index has; then the names, of few entries.
  const isTheirs = or(...people.map((place) => isOneOf(place, owners)))
  const isNamed = people.flatMap((place) => [
    containsHidden(place.name, text),
    isOneOf(place, whole),
  ])
  return and(amongNewest(condition, isTheirs, limit, mostLookedAt), or(...isNamed))
}

/**
 * The newest entries of these owners, by the indexes that have an owner's entries in order. First come the
 * newest few of each owner; only owners with one of the newest of these can have further entries on the
 * page, and only at or after the last of these. An entry counts for two of them at most, its actor and the
 * person affected. All values and limits are hidden from the planner, so that it keeps the plan, and reads
 * the indexes in order however few entries it expects to match.
 */
function newestOf(
  { places, owners, text }: NamedEntries & { owners: Owner[] },
  condition: SQL | undefined,
  limit: number,
): SQL {
  const most = places.length * limit
  const first = Math.min(limit, Math.ceil((2 * most) / (owners.length * places.length)))
  const inOrder = sql`order by at desc, id desc`
  const newest = ({ id, name }: Place, owner: string, since: SQL, count: number) => sql`(
    select at, id from audit
    where ${id} = ${sql.raw(owner)}.id and ${since}
      and ${and(sql`(${sql.raw(owner)}.whole or ${containsHidden(name, text)})`, condition)}
    ${inOrder} limit ${hidden(count)}::int)`
  const heads = places.map(
    (place, number) => sql`
      select named.id as owner, named.whole, ${sql.raw(String(number))} as place, head.at, head.id
      from named cross join lateral ${newest(place, 'named', sql`true`, first)} as head`,
  )
  const rest = places.map((place, number) =>
    newest(
      place,
      'owners',
      sql`owners.place = ${sql.raw(String(number))} and at >= (select least from bound)`,
      limit,
    ),
  )
  // Whoever has that many has a whole page of them already.
  const further = sql`
    bound as materialized (
      select case when count(*) = ${hidden(most)}::int then min(at) else '-infinity' end as least
      from heads),
    owners as materialized (select distinct owner as id, whole, place from heads)
    select found.id from owners
    cross join lateral (${sql.join(rest, sql` union all `)}) as found
    order by found.at desc, found.id desc limit ${hidden(most)}::int`
  return sql`${audit.id} in (
    with named as materialized (
      select * from unnest(${hidden(sql.param(owners.map(({ id }) => id)))}::uuid[],
        ${hidden(sql.param(owners.map(({ isWhole }) => isWhole)))}::boolean[]) as named (id, whole)),
    heads as materialized (
      ${sql.join(heads, sql` union all `)} ${inOrder} limit ${hidden(most)}::int)
    ${first === limit ? sql`select id from heads` : sql`, ${further}`})`
}
