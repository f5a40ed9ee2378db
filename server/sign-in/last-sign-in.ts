import { utcText } from '#server/database/sql/time-texts.ts'
import { sql, type SQL } from 'drizzle-orm'

export const lastSignInOf = (personId: SQL) =>
  sql<string | null>`(select ${utcText(sql`audit.at`)} from audit
    where audit.actor_id = ${personId} and audit.kind = 'signedIn' order by audit.at desc limit 1)`
