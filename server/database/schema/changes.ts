/** Recent changes. Browsers use them to decide which data to reload. */
import { topics } from '#contract/live/topics.ts'
import { createdAt } from './columns.ts'
import { sql } from 'drizzle-orm'
import { bigint, customType, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'

/** The driver returns these 64-bit numbers as strings. */
const xid8 = customType<{ data: string }>({ dataType: () => 'xid8' })

/** The id has no foreign key, because the changed row can be deleted. Rows are kept for a day. */
export const changes = pgTable(
  'changes',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** The transaction that wrote the row. A row is read only after all older transactions have ended. */
    xid: xid8('xid')
      .notNull()
      .default(sql`pg_current_xact_id()`),
    topic: text('topic', { enum: topics }).notNull(),
    subject: uuid('subject'),
    /** Either `admins` or a user's id. Null means everyone who can see the topic. */
    audience: text('audience'),
    createdAt: createdAt(),
  },
  (table) => [index('changes_xid').on(table.xid)],
)
