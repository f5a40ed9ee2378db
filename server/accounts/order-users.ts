import type { Query } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import { fullNameOf, users } from '#server/database/schema/accounts.ts'
import { afterCursor, splitLead } from '#server/database/sql/cursor.ts'
import { lastSignInOf } from '#server/sign-in/last-sign-in.ts'
import { ownNameOf } from '#server/sign-in/people-of-firms.ts'
import { sql, type SQL } from 'drizzle-orm'

interface Order {
  /** Starts the cursors of an order other than the newest first, so that they can't be used with another one. */
  lead: SQL<string | null>
  by: SQL[]
  isAfter: SQL | undefined
}

/** The keyset of a sort order. */
export function orderOf({
  sort = 'newest',
  cursor,
}: Pick<Query<Endpoints['listUsers']>, 'sort' | 'cursor'>): Order {
  const isDescending = sort === 'newest' || sort.startsWith('-')
  const direction = isDescending ? sql`desc` : sql`asc`
  const place = [users.createdAt, users.id].map((column) => sql`${column} ${direction}`)
  if (sort === 'newest') {
    const isAfter = cursor ? afterCursor(users.createdAt, users.id, cursor) : undefined
    return { lead: sql`null`, by: place, isAfter }
  }
  const key = keys[sort.replace('-', '') as keyof typeof keys]
  const from = cursor ? splitLead(cursor, new RegExp(String.raw`^${sort}\|[^\0]*$`)) : null
  return {
    lead: sql`${sql.raw(`'${sort}|'`)} || ${key}`,
    by: [sql`${key} ${direction}`, ...place],
    isAfter: from
      ? sql`(${key}, ${users.createdAt}, ${users.id}) ${isDescending ? sql`<` : sql`>`}
          (${from.lead.slice(1).join('|')}::text, ${from.place})`
      : undefined,
  }
}

const name = fullNameOf('users')

/** A firm without its own name is listed under the person's company or, without one, the person. */
const keys = {
  name: sql`lower(${name}) collate natural_order`,
  firm: sql`lower(coalesce(${ownNameOf(sql`users.firm_id`)}, users.company_name, ${name}))
    collate natural_order`,
  signedIn: sql`coalesce(${lastSignInOf(sql`users.id`)}, '') collate "C"`,
}
