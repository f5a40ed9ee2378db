/** The table of what changed lately, for whoever shows it. */
import { topics } from '#contract/live/topics.ts'
import { createdAt, vocabulary } from '#server/database/columns.ts'
import { sql } from 'drizzle-orm'
import { bigint, check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'

/** Nothing refers to another table, because what changed may be gone. A row is of use for a day. */
export const changes = pgTable(
  'changes',
  {
    /**
     * In the order of writing, which isn't that of commits: a row may appear after one with a greater
     * number.
     */
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    topic: text('topic', { enum: topics }).notNull(),
    /** What the topic is narrowed to: a loan, or an account; null is all of it. */
    subject: uuid('subject'),
    /** Whose screens it concerns: `admins`, or a person's id; null is everybody who may see it. */
    audience: text('audience'),
    createdAt: createdAt(),
  },
  (table) => [
    // What is old is removed, oldest first.
    index('changes_oldest').on(table.createdAt),
    check('changes_topic_known', sql`${table.topic} in (${vocabulary(topics)})`),
  ],
)
