/**
 * Records which topics a transaction changes so that open pages reload their data. A handler returns the topics in its
 * contract. Topics for the audit trail, notifications, and emails are added automatically.
 */
import type { Topic } from '#contract/live/topics.ts'
import type { Database, Queryable } from '#server/database/client.ts'
import { deleteOld } from '#server/database/sql/delete-old.ts'
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
   * The affected audience. The default is administrators if the subject is a draft, and otherwise everyone who can see
   * the subject. A firm stands for each of its people, without accounts that await approval beside colleagues.
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

const changeRowsSql = sql`(
  select topic, case when "isOfReader" then member.id else subject end,
    case when member.id is not null then member.id::text
      when audience is null and ${isIdOfDraft(sql`change.subject`)} then 'admins'
      else nullif(audience, 'everyone') end
  from json_to_recordset(${sql.placeholder('changes')}::json)
      as change (place int, topic text, subject uuid, audience text, "firmId" uuid, "isOfReader" boolean)
    left join users member on member.firm_id = change."firmId" and ${readsForFirm('member')}
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
