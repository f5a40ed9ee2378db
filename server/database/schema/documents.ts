import { documentGroups } from '#domain/documents/groups.ts'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { createdAt, time, vocabulary } from './columns.ts'
import { users } from '#server/database/schema/accounts.ts'
import { loans } from '#server/database/schema/loans.ts'

export const documents = pgTable(
  'documents',
  {
    id: uuid('id').primaryKey(),
    loanId: uuid('loan_id')
      .notNull()
      .references(() => loans.id, { onDelete: 'cascade' }),
    filename: text('filename').notNull(),
    fileType: text('file_type').notNull(),
    /** The path in the file store and in URLs under /objects/. */
    fileUrl: text('file_url').notNull(),
    /** The group that an administrator chose. If null, the group is guessed from the document's name. */
    group: text('group', { enum: documentGroups }),
    /** Null in rows created before this column was added. */
    sizeBytes: integer('size_bytes'),
    uploadedAt: time('uploaded_at').notNull().defaultNow(),
    batchId: uuid('batch_id'),
  },
  (table) => [
    index('documents_loan').on(
      table.loanId,
      table.uploadedAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('documents_newest').on(
      table.uploadedAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    unique('documents_file_url_key').on(table.fileUrl),
    check('documents_group_known', sql`${table.group} in (${vocabulary(documentGroups)})`),
    check('documents_size_positive', sql`${table.sizeBytes} > 0`),
    check('documents_filename_length', sql`length(${table.filename}) between 1 and 200`),
  ],
)

export const photos = pgTable(
  'photos',
  {
    id: uuid('id').primaryKey(),
    loanId: uuid('loan_id')
      .notNull()
      .references(() => loans.id, { onDelete: 'cascade' }),
    filename: text('filename').notNull(),
    fileUrl: text('file_url').notNull(),
    contentType: text('content_type').notNull(),
    caption: text('caption').notNull().default(''),
    isCover: boolean('is_cover').notNull().default(false),
    uploadedAt: time('uploaded_at').notNull().defaultNow(),
  },
  (table) => [
    index('photos_loan').on(table.loanId, table.uploadedAt, table.id),
    index('photos_newest').on(table.uploadedAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    unique('photos_file_url_key').on(table.fileUrl),
    uniqueIndex('photos_one_cover')
      .on(table.loanId)
      .where(sql`is_cover`),
    check('photos_filename_length', sql`length(${table.filename}) between 1 and 200`),
    check('photos_caption_length', sql`length(${table.caption}) <= 1000`),
  ],
)

/** Signed upload URLs, kept until the file is registered or a day has passed. */
export const uploads = pgTable(
  'uploads',
  {
    /** The path in the file store. Registering the file doesn't change the path. */
    path: text('path').primaryKey(),
    kind: text('kind', { enum: ['document', 'photo'] }).notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the token in the URL. Checked only for uploads that are sent to this server. */
    tokenHash: text('token_hash').notNull(),
    /** The only accepted type and size, or null if the caller didn't specify any. */
    contentType: text('content_type'),
    sizeBytes: integer('size_bytes'),
    createdAt: createdAt(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [
    index('uploads_created').on(table.createdAt),
    index('uploads_user').on(table.userId),
    check('uploads_size_range', sql`${table.sizeBytes} between 1 and 52428800`),
  ],
)

/** Files to delete from the store. Their rows are deleted first, because a file store can't roll back. */
export const discardedFiles = pgTable('discarded_files', {
  path: text('path').primaryKey(),
  createdAt: createdAt(),
})
