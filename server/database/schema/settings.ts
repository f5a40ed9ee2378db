/** The tables of what administrators set for the whole installation. */
import { time } from '#server/database/columns.ts'
import { sql } from 'drizzle-orm'
import { boolean, check, pgTable, text } from 'drizzle-orm/pg-core'

/** The originator's details, one row at most. Null is what nobody has entered. */
export const company = pgTable(
  'company',
  {
    isOnly: boolean('is_only').primaryKey().default(true),
    name: text('name'),
    email: text('email'),
    phone: text('phone'),
    address: text('address'),
    website: text('website'),
    networkUrl: text('network_url'),
    logoUrl: text('logo_url'),
    approvalTime: text('approval_time'),
    updatedAt: time('updated_at').notNull().defaultNow(),
  },
  (table) => [check('company_one_row', sql`${table.isOnly}`)],
)

/** What administrators decided about the list of what remains to be set up, one row at most. */
export const setup = pgTable(
  'setup',
  {
    isOnly: boolean('is_only').primaryKey().default(true),
    isHidden: boolean('is_hidden').notNull().default(false),
    worksWithoutEmail: boolean('works_without_email').notNull().default(false),
  },
  (table) => [check('setup_one_row', sql`${table.isOnly}`)],
)
