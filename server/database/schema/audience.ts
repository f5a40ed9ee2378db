import { accessRequestStates } from '#domain/audience/audiences.ts'
import { users } from './accounts.ts'
import { createdAt, time, vocabulary } from './columns.ts'
import { firms } from './firms.ts'
import { loans } from './loans.ts'
import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { check, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'

/** The firms that see a loan in full. An active position admits its firm too, without a row here. */
export const admissions = pgTable(
  'admissions',
  {
    loanId: uuid('loan_id')
      .notNull()
      .references(() => loans.id, { onDelete: 'cascade' }),
    firmId: uuid('firm_id')
      .notNull()
      .references(() => firms.id, { onDelete: 'cascade' }),
    admittedBy: uuid('admitted_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.firmId, table.loanId] }),
    index('admissions_loan').on(table.loanId),
  ],
)

/** Requests of firms for access to teasers. */
export const accessRequests = pgTable(
  'access_requests',
  {
    id: uuid('id').primaryKey(),
    loanId: uuid('loan_id')
      .notNull()
      .references(() => loans.id, { onDelete: 'cascade' }),
    firmId: uuid('firm_id')
      .notNull()
      .references(() => firms.id, { onDelete: 'cascade' }),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    message: text('message'),
    state: text('state', { enum: accessRequestStates }).notNull().default('open'),
    /** The administrators' message to the firm. */
    answer: text('answer'),
    answeredBy: uuid('answered_by').references(() => users.id, { onDelete: 'set null' }),
    answeredAt: time('answered_at'),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('access_requests_open')
      .on(table.loanId, table.firmId)
      .where(sql`state = 'open'`),
    index('access_requests_loan').on(table.loanId, table.firmId, table.createdAt),
    index('access_requests_firm').on(table.firmId),
    check(
      'access_requests_state_known',
      sql`${table.state} in (${vocabulary(accessRequestStates)})`,
    ),
    check('access_requests_message_length', sql`length(${table.message}) between 1 and 1000`),
    check('access_requests_answer_length', sql`length(${table.answer}) between 1 and 1000`),
    check(
      'access_requests_answered',
      sql`(${table.state} = 'open') = (${table.answeredAt} is null)`,
    ),
  ],
)

/** Lists of firms that administrators save, to choose them as the audience of loans. */
export const firmLists = pgTable(
  'firm_lists',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('firm_lists_name_key').on(sql`lower(${table.name})`),
    check('firm_lists_name_length', sql`length(${table.name}) between 1 and 60`),
  ],
)

export const firmListFirms = pgTable(
  'firm_list_firms',
  {
    listId: uuid('list_id')
      .notNull()
      .references(() => firmLists.id, { onDelete: 'cascade' }),
    firmId: uuid('firm_id')
      .notNull()
      .references(() => firms.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.listId, table.firmId] }),
    index('firm_list_firms_firm').on(table.firmId),
  ],
)

/** The loans that a firm sees in full whatever their audience: those that admit it, and those that it holds. */
export const loansAdmitting = (firmId: SQLWrapper): SQL => sql`array(
  select loan_id from admissions where firm_id = ${firmId}
  union all select loan_id from commitments where firm_id = ${firmId} and status = 'active')`

/** The firms that see a loan in full whatever its audience. */
export const firmsAdmittedTo = (loanId: SQLWrapper): SQL => sql`(
  select firm_id from admissions where loan_id = ${loanId}
  union all select firm_id from commitments where loan_id = ${loanId} and status = 'active')`

export const audienceOf = (loanId: SQLWrapper): SQL =>
  sql`(select loans.audience from loans where loans.id = ${loanId})`

/** True if a firm of approved lenders sees the loan, as a teaser or in full. */
export const isSeenByFirm = (loanId: SQLWrapper, firmId: SQLWrapper): SQL<boolean> =>
  sql`(${audienceOf(loanId)} <> 'invited' or ${firmId} in ${firmsAdmittedTo(loanId)})`

/** True if a firm of approved lenders sees the loan in full. */
export const isFullySeenByFirm = (loanId: SQLWrapper, firmId: SQLWrapper): SQL<boolean> =>
  sql`(${audienceOf(loanId)} = 'everyone' or ${firmId} in ${firmsAdmittedTo(loanId)})`
