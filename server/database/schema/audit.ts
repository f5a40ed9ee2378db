/** Tables for the audit trail. Rows can only be added, because the app's database role isn't allowed to change them. */
import { amountMovingKinds, auditKinds } from '#domain/audit/kinds.ts'
import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  index,
  integer,
  json,
  pgTable,
  smallint,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { createdAt, time, vocabulary } from './columns.ts'

/** Selects entries that changed the amounts of several commitments. The index has the same condition. */
export const movesAmounts = sql`kind in (${vocabulary(amountMovingKinds)})`

/**
 * Audit entries, each written in the transaction of the change that it records. Names are stored along with ids, and
 * there are no foreign keys, because an entry's subject can be deleted.
 */
export const audit = pgTable(
  'audit',
  {
    id: uuid('id').primaryKey(),
    at: time('at')
      .notNull()
      .default(sql`clock_timestamp()`),
    kind: text('kind', { enum: auditKinds }).notNull(),
    actorId: uuid('actor_id'),
    actorName: text('actor_name'),
    personId: uuid('person_id'),
    personName: text('person_name'),
    loanId: uuid('loan_id'),
    loanTitle: text('loan_title'),
    objectId: uuid('object_id'),
    objectName: text('object_name'),
    /** The state before and after. Columns of type `json` preserve formatting, so the hash covers the exact text. */
    before: json('before').$type<Record<string, unknown>>(),
    after: json('after').$type<Record<string, unknown>>(),
    address: text('address'),
    requestId: uuid('request_id'),
  },
  (table) => [
    index('audit_newest').on(table.at.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('audit_kind').on(table.kind, table.at.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('audit_loan').on(
      table.loanId,
      table.at.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('audit_actor').on(
      table.actorId,
      table.at.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('audit_person').on(
      table.personId,
      table.at.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    // This index finds changes in a loan's amounts without reading the loan's other entries.
    index('audit_moved_amounts')
      .on(table.loanId, table.at.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(movesAmounts),
  ],
)

/** A queue of unsealed entries. The sealer reads the queue instead of scanning the trail. */
export const auditUnsealed = pgTable('audit_unsealed', {
  entryId: uuid('entry_id').primaryKey(),
})

/** The chain of seals. Each seal is a hash over the previous seal and an entry. */
export const auditSeals = pgTable(
  'audit_seals',
  {
    number: bigint('number', { mode: 'number' }).primaryKey(),
    entryId: uuid('entry_id').notNull(),
    hash: text('hash').notNull(),
    sealedAt: createdAt(),
    form: smallint('form').notNull().default(1),
  },
  (table) => [unique('audit_seals_entry_key').on(table.entryId)],
)

/** The last seal. The sealer locks this row. The row also makes a truncated chain detectable. */
export const auditHead = pgTable(
  'audit_head',
  {
    id: integer('id').primaryKey(),
    number: bigint('number', { mode: 'number' }).notNull(),
    hash: text('hash').notNull(),
  },
  (table) => [check('audit_head_one_row', sql`${table.id} = 1`)],
)
