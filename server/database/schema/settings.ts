import type { ImportProfile } from '#contract/imports/profiles.ts'
import { importKinds } from '#domain/imports/columns.ts'
import { legalKinds } from '#domain/settings/legal-texts.ts'
import { createdAt, percentColumn, time, vocabulary } from './columns.ts'
import { users } from './accounts.ts'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'

/** The originator's details, in at most one row. A detail that wasn't entered is null. */
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

/** Administrators' decisions about the setup checklist, in at most one row. */
export const setup = pgTable(
  'setup',
  {
    isOnly: boolean('is_only').primaryKey().default(true),
    isHidden: boolean('is_hidden').notNull().default(false),
    worksWithoutEmail: boolean('works_without_email').notNull().default(false),
  },
  (table) => [check('setup_one_row', sql`${table.isOnly}`)],
)

/**
 * The largest share of the binding commitments that one lender, state, or property type may have. The table has at most
 * one row. Null means unlimited.
 */
export const exposureLimits = pgTable(
  'exposure_limits',
  {
    isOnly: boolean('is_only').primaryKey().default(true),
    lender: percentColumn('lender'),
    state: percentColumn('state'),
    propertyType: percentColumn('property_type'),
  },
  (table) => [
    check('exposure_limits_one_row', sql`${table.isOnly}`),
    ...(['lender', 'state', 'propertyType'] as const).map((name) =>
      check(
        `exposure_limits_${name === 'propertyType' ? 'property_type' : name}_range`,
        sql`${table[name]} > 0 and ${table[name]} <= 100`,
      ),
    ),
  ],
)

/** The time of the last successful `npm run backup`, in at most one row. */
export const lastBackup = pgTable(
  'last_backup',
  {
    isOnly: boolean('is_only').primaryKey().default(true),
    madeAt: time('made_at').notNull(),
  },
  (table) => [check('last_backup_one_row', sql`${table.isOnly}`)],
)

/**
 * Versions of the Terms of Service and the Privacy Policy. Both documents share one sequence of version numbers, and
 * the newest version of each applies.
 */
export const legalTexts = pgTable(
  'legal_texts',
  {
    version: integer('version').primaryKey(),
    kind: text('kind', { enum: legalKinds }).notNull(),
    text: text('text').notNull(),
    /** True if lenders who accepted an earlier version must accept this version before they commit again. */
    asksAgain: boolean('asks_again').notNull().default(false),
    createdAt: createdAt(),
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [
    index('legal_texts_created_by').on(table.createdBy),
    check('legal_texts_version_positive', sql`${table.version} > 0`),
    check('legal_texts_kind_known', sql`${table.kind} in (${vocabulary(legalKinds)})`),
    check('legal_texts_length', sql`length(${table.text}) between 1 and 50000`),
  ],
)

interface ProfileChoices {
  sheet: string | null
  headerRow: number
  skipHidden: boolean
  columns: Omit<ImportProfile['columns'][number], 'header'>[]
}

/** Totals of the active commitments. They are updated in the same transaction as the commitments. */
export const importProfiles = pgTable(
  'import_profiles',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind', { enum: importKinds }).notNull(),
    name: text('name').notNull(),
    headers: jsonb('headers').$type<string[]>().notNull(),
    choices: jsonb('choices').$type<ProfileChoices>().notNull(),
    createdAt: createdAt(),
    updatedAt: time('updated_at').notNull().defaultNow(),
  },
  (table) => [
    unique('import_profiles_name').on(table.kind, table.name),
    check('import_profiles_name_length', sql`char_length(${table.name}) between 1 and 100`),
  ],
)
