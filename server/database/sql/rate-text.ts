import { sql, type SQLWrapper } from 'drizzle-orm'

/** A rate with two to five decimal places: "7.125", and "7.10" for 7.10000. */
export const rateText = (column: SQLWrapper) =>
  sql<string | null>`case when scale(trim_scale(${column})) < 2 then round(${column}, 2)
    else trim_scale(${column}) end::text`
