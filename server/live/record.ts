/**
 * Records which topics a transaction changes so that open pages reload their data. A handler returns the topics in its
 * contract. Topics for the audit trail, notifications, and emails are added automatically.
 */
import type { Topic } from '#contract/live/topics.ts'
import type { Database, Queryable } from '#server/database/client.ts'
import { deleteOld } from '#server/database/sql/delete-old.ts'
import { audienceOf, firmsAdmittedTo } from '#server/database/schema/audience.ts'
import { isIdOfDraft } from '#server/database/schema/loans.ts'
import { changes } from '#server/database/schema/changes.ts'
import { prepared } from '#server/database/sql/prepared-statement.ts'
import { sql, type SQL } from 'drizzle-orm'
import { readsForFirm } from '#server/sign-in/people-of-firms.ts'
import { noteTopic } from './named-topics.ts'

export interface Change {
  topic: Topic
  /** `reader` is the account of each person in the audience, which must be a firm. */
  subject?: string
  /**
   * The affected audience. The default is administrators if the subject is a draft, administrators and the admitted firms
   * if it is a loan that others don't see, and otherwise everyone. A firm stands for each of its people, without accounts
   * that await approval beside colleagues.
   */
  audience?: 'admins' | 'everyone' | { personId: string } | { firmId: string }
}

export function changeRows(list: readonly Change[]): string {
  for (const { topic } of list) noteTopic(topic)
  return JSON.stringify(
    list.map(({ topic, subject, audience }, place) => {
      const change = { place, topic, subject }
      if (typeof audience !== 'object') return { ...change, audience }
      if ('personId' in audience) return { ...change, audience: audience.personId }
      const isOfReader = subject === 'reader'
      const { firmId } = audience
      return { ...change, firmId, isOfReader, ...(isOfReader && { subject: null }) }
    }),
  )
}

/** Papers and messages of a teaser concern only the firms that it isn't a teaser for. */
const isForAdmitted = sql`(change.audience is null and change."firmId" is null and case
  ${audienceOf(sql`change.subject`)} when 'invited' then true
    when 'teaser' then change.topic in ('documents', 'messages') else false end)`

const changeRowsSql = sql`(
  select topic, case when "isOfReader" then member.id else subject end,
    case when member.id is not null then member.id::text
      when audience is null and (is_for_admitted or ${isIdOfDraft(sql`change.subject`)}) then 'admins'
      else nullif(audience, 'everyone') end
  from json_to_recordset(${sql.placeholder('changes')}::json)
      as change (place int, topic text, subject uuid, audience text, "firmId" uuid, "isOfReader" boolean)
    cross join lateral (select ${isForAdmitted} as is_for_admitted offset 0) limited
    left join lateral (
      select id from users member where firm_id = change."firmId" and ${readsForFirm('member')} and (is_approved or is_admin
        or coalesce(${audienceOf(sql`change.subject`)}, 'everyone') = 'everyone')
      union all select null::uuid where is_for_admitted
      union all select id from users where is_for_admitted and is_approved and not is_admin
        and not ${isIdOfDraft(sql`change.subject`)}
        and firm_id in ${firmsAdmittedTo(sql`change.subject`)}
    ) member on true
  where change."firmId" is null or member.id is not null
  order by place)`

/** Writes topics. The query `more` selects further topics from other parts of the same statement. */
export const changesParts = (more: SQL) => sql`changed as (
  insert into changes (topic, subject, audience) ${changeRowsSql} union all ${more})`

const insertChanges = prepared<Record<string, never>, { changes: string }>(
  sql`insert into changes (topic, subject, audience) ${changeRowsSql}`,
)

export async function recordChanges(db: Queryable, ...list: readonly Change[]): Promise<void> {
  if (list.length > 0) await insertChanges(db, { changes: changeRows(list) })
}

/**
 * Writes, as part of a larger statement, one topic for each audience in the rows of `source`, such as `from queued`.
 */
export function changesInsertEach(name: string, topic: Topic, audience: SQL, source: SQL): SQL {
  noteTopic(topic)
  return sql`${sql.identifier(name)} as (
    insert into changes (topic, audience)
    select distinct ${topic}::text, ${audience}::text ${source})`
}

/**
 * Deletes changes after a day, except for the newest one, which marks the position from which the changes are complete.
 */
export const purgeChanges = (db: Database) =>
  deleteOld(
    db,
    changes,
    sql`created_at < now() - interval '1 day' and id < (select max(id) from changes)`,
  )
