import { createdAt, time } from './columns.ts'
import { sql, type SQL } from 'drizzle-orm'
import { boolean, check, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'

/**
 * Firms hold positions and messages, and each person is in exactly one. The originator's firm exists once and has no
 * people, because administrators act for it.
 */
export const firms = pgTable(
  'firms',
  {
    id: uuid('id').primaryKey(),
    /** Null for a firm that goes by the name of its first person. */
    name: text('name'),
    /** The administrators' note. */
    note: text('note'),
    isOriginator: boolean('is_originator').notNull().default(false),
    deactivatedAt: time('deactivated_at'),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('firms_originator')
      .on(table.isOriginator)
      .where(sql`is_originator`),
    check('firms_name_length', sql`length(${table.name}) between 1 and 200`),
    check('firms_note_length', sql`length(${table.note}) between 1 and 5000`),
  ],
)

export const originatorsFirm: SQL<string> = sql`(select id from firms where is_originator)`

/** The own name of a person's firm or, if it goes by its first person, the person's company. */
export const firmOrCompany = (user: string): SQL => sql`coalesce(
  (select name from firms where firms.id = ${sql.raw(user)}.firm_id), nullif(${sql.raw(user)}.company_name, ''))`

/** The firm of a person. A person's id in a filter stands for the person's firm, which holds the position. */
export const firmOfPerson = (id: string): SQL =>
  sql`(select firm_id from users where id = ${id}::uuid)`
