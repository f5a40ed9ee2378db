/**
 * Writes down what changed, in the transaction of the change, so that whoever shows it can be told. A
 * handler writes the topics that its row of the table names; the audit trail's own and those of
 * notifications and mails are written where these are.
 */
import type { Topic } from '#contract/topics.ts'
import type { Database, Queryable } from '#server/database/client.ts'
import { deleteOld } from '#server/database/delete-old.ts'
import { isIdOfDraft } from '#server/database/loans-seen.ts'
import { changes } from '#server/database/schema/changes.ts'
import { hiddenList } from '#server/database/named-statements.ts'
import { sql, type SQL } from 'drizzle-orm'
import { noteTopic } from './named-topics.ts'

export interface Change {
  topic: Topic
  /** The id of the loan, or of the account, that it is narrowed to. */
  subject?: string
  /** Whose screens it concerns; without it, everybody's who may see it: administrators', if the subject is a draft. */
  audience?: 'admins' | { personId: string }
}

/** Writes changes down. */
export async function recordChanges(db: Queryable, ...changed: readonly Change[]): Promise<void> {
  await db.execute(sql`with ${changesInsert('changed', changed)} select 1`)
}

/** The same as a part of a larger statement, named `name`; it does nothing unless `onlyIf` holds. */
function changesInsert(name: string, changed: readonly Change[], onlyIf = sql`true`): SQL {
  for (const { topic } of changed) noteTopic(topic)
  const column = (type: 'text' | 'uuid', valueOf: (change: Change) => string | undefined) =>
    hiddenList(
      type,
      changed.map((change) => valueOf(change) ?? null),
    )
  const audienceOf = ({ audience }: Change) =>
    typeof audience === 'object' ? audience.personId : audience
  return sql`${sql.identifier(name)} as (
    insert into changes (topic, subject, audience)
    select topic, subject, coalesce(audience,
      case when ${isIdOfDraft(sql`given.subject`)} then 'admins' end)
    from unnest(${column('text', ({ topic }) => topic)}, ${column('uuid', ({ subject }) => subject)},
      ${column('text', audienceOf)}) as given (topic, subject, audience)
    where ${onlyIf})`
}

/** One topic for each subject that `source`, such as `from changed`, gives as an expression over its rows. */
export function changesInsertOf(name: string, topic: Topic, subject: SQL, source: SQL): SQL {
  noteTopic(topic)
  return sql`${sql.identifier(name)} as (
    insert into changes (topic, subject) select ${topic}::text, ${subject}::uuid ${source})`
}

/** One topic for each audience that `source`, such as `from told`, gives as an expression over its rows. */
export function changesInsertEach(name: string, topic: Topic, audience: SQL, source: SQL): SQL {
  noteTopic(topic)
  return sql`${sql.identifier(name)} as (
    insert into changes (topic, audience)
    select distinct ${topic}::text, ${audience}::text ${source})`
}

/** The same for what is each person's own: it is narrowed to the person, and is for nobody else. */
export function ownChangesInsert(name: string, topic: Topic, person: SQL, source: SQL): SQL {
  noteTopic(topic)
  return sql`${sql.identifier(name)} as (
    insert into changes (topic, subject, audience)
    select distinct ${topic}::text, ${person}::uuid, ${person}::text ${source})`
}

/**
 * Forgets what changed a day ago: whoever was away for longer reads everything anew. The newest row stays, so
 * that a reader knows which ids have been taken.
 */
export const purgeChanges = (db: Database) =>
  deleteOld(
    db,
    changes,
    sql`created_at < now() - interval '1 day' and id < (select max(id) from changes)`,
  )
