import { sql, type SQLWrapper } from 'drizzle-orm'

/** Formats a rate with two to five decimal places, such as "7.125", or "7.10" for 7.10000. */
export const rateText = (column: SQLWrapper) =>
  sql<string | null>`case when scale(trim_scale(${column})) < 2 then round(${column}, 2)
    else trim_scale(${column}) end::text`
