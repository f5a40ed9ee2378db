import {
  batchedTypes,
  digestHour,
  mailKindOf,
  mailKinds,
  matchPrefix,
} from '#domain/notifications/mail-kinds.ts'
import type { Config } from '#server/config/config.ts'
import { vocabulary } from '#server/database/schema/columns.ts'
import { sql, type SQL } from 'drizzle-orm'

/** A batch of documents is complete once no document has been added for this many seconds. */
const batchSeconds = 10

/** A condition for notifications that are complete and haven't been emailed or skipped. */
export const isOpen = sql`mail_handled_at is null and (batch_id is null
  or created_at < now() - ${batchSeconds} * interval '1 second')`

/** The email type of a notification, as `mailKindOf` computes it. */
export const kindSql = (type: SQL, hasReceipt: SQL) => sql`case
  ${sql.join(
    mailKinds.flatMap((kind) => {
      const types = batchedTypes.filter((each) => mailKindOf(each, false) === kind)
      return kind === 'money'
        ? []
        : [sql`when not ${hasReceipt} and ${type} in (${vocabulary(types)}) then ${literal(kind)}`]
    }),
    sql` `,
  )} else 'money' end`

// The constant is part of the SQL text so that the statement is planned only once.
const literal = (kind: (typeof mailKinds)[number]) => sql.raw(`'${kind}'`)

/** When the user `u` gets emails of one type. The row `c` contains the user's choice, if any. */
export const timingSql = (kind: SQL) => sql`case
  when not u.notify_by_email or u.deactivated_at is not null then 'never'
  when ${kind} = 'money' then 'now'
  else coalesce(c.timing, 'now') end`

/**
 * False if the user wants emails only about loans that match a saved filter, and no filter matches this new loan. The
 * title, which begins the message, is skipped, because it could contain the same words.
 */
export const isChosenLoan = sql`(n.type <> 'newLoan' or not coalesce(c.is_matching_only, false)
  or substr(n.message, 1 + coalesce((select char_length(l.title) from loans l where l.id = n.related_loan_id), 0))
    like ${`%${matchPrefix}%`})`

/** The time when daily digests were last due, in the configured time zone. */
export const lastDigestTime = ({ timeZone }: Pick<Config, 'timeZone'>) => sql`(
  (date_trunc('day', now() at time zone ${timeZone} - ${digestHour} * interval '1 hour')
    + ${digestHour} * interval '1 hour') at time zone ${timeZone})`
