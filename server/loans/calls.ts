/** Loans: paged lists, one loan, the platform's figures, and creating a loan. */
import { randomUUID } from 'node:crypto'
import {
  loan as loanShape,
  type Loan,
  type LoanFilters,
  type Stats,
} from '#contract/loans/shapes.ts'
import { loanFieldNames, type LoanField } from '#domain/loans/fields.ts'
import {
  formatTerm,
  isStatusFilter,
  loanCan,
  statusFilters,
  type LoanStatus,
} from '#domain/loans/statuses.ts'
import { formatDollars, formatRate, zeroMoney, type Money } from '#domain/money.ts'
import { actorOf, record } from '#server/audit/record.ts'
import { recordChanges } from '#server/changes/record.ts'
import { transact, type Database, type Queryable } from '#server/database/client.ts'
import { contains } from '#server/database/contains.ts'
import { users } from '#server/database/schema/accounts.ts'
import { loans } from '#server/database/schema/loans.ts'
import { photos } from '#server/database/schema/documents.ts'
import { notFound } from '#server/errors.ts'
import { afterCursor, cutPage, utcText } from '#server/http/cursor.ts'
import type { Handlers } from '#server/http/mount.ts'
import { approvedLenders, notify } from '#server/notices/notify.ts'
import { and, desc, eq, getTableColumns, inArray, isNull, or, sql, type SQL } from 'drizzle-orm'

type LoanCalls = 'getStats' | 'listLoans' | 'listPropertyTypes' | 'getLoan' | 'createLoan'

export const loanHandlers: Pick<Handlers, LoanCalls> = {
  async getStats({ db }) {
    return readStats(db)
  },

  async listLoans({ db, reply }, { query: filters }) {
    const limit = Number(filters.limit ?? 1000)
    const rows = await selectLoans(db)
      .where(and(...matching(filters), filters.cursor ? afterLoan(filters.cursor) : undefined))
      .orderBy(desc(loans.createdAt), desc(loans.id))
      // One row more than requested shows whether there is a next page.
      .limit(limit + 1)
    return cutPage(reply, rows, { path: '/api/loans', filters, limit }).map(toLoan)
  },

  async listPropertyTypes({ db }) {
    const rows = await db
      .selectDistinct({ propertyType: loans.propertyType })
      .from(loans)
      .where(sql`${loans.propertyType} is not null`)
      .orderBy(loans.propertyType)
    return rows.flatMap((row) => row.propertyType ?? [])
  },

  async getLoan({ db }, { path: { id } }) {
    return findLoan(db, id)
  },

  async createLoan({ db, principal, request, kickOutbox }, { body: loan }) {
    const id = randomUUID()
    const created = await transact(db, async (tx) => {
      await tx.insert(loans).values({ ...loan, id })
      await recordChanges(tx, { topic: 'loans', subject: id }, { topic: 'stats' })
      // Nobody is notified of a loan that is already funded.
      if (loanCan('commit', loan.status))
        await notify(tx, approvedLenders, {
          type: 'newLoan',
          loanId: id,
          message: `${loan.title}: ${formatDollars(loan.amount)} at ${formatRate(loan.interestRate)} for ${formatTerm(loan.term)}`,
        })
      const made = await findLoan(tx, id)
      await record(tx, actorOf(request, principal), {
        kind: 'loanCreated',
        loan: made,
        after: fieldsOf(made),
      })
      return made
    })
    kickOutbox()
    return created
  },
}

/** All the fields that people enter of a loan, or some of them. */
export const fieldsOf = (loan: Loan, fields: readonly LoanField[] = loanFieldNames) =>
  Object.fromEntries(fields.map((field) => [field, loan[field]]))

/** The entered fields in which two states of a loan differ; figures are stored in one spelling. */
export const changedFields = (before: Loan, after: Loan) =>
  loanFieldNames.filter((field) => before[field] !== after[field])

const columns = getTableColumns(loans)
type Shown = Exclude<keyof Loan, 'coverUrl'>
// Only what the contract shows: a column that it lacks stays inside. The names are its keys.
const shown = Object.fromEntries(
  Object.entries(columns).filter(([name]) => name in loanShape.shape),
) as Pick<typeof columns, Shown>

/** The columns of the read model; needs the join of `selectLoans`. */
export const loanColumns = {
  ...shown,
  version: sql<string>`${loans.version}::text`,
  createdAt: utcText(loans.createdAt),
  coverPhotoId: photos.id,
}
type LoanRow = Pick<Loan, Shown> & { coverPhotoId: string | null }

export const coverOfLoan = and(eq(photos.loanId, loans.id), eq(photos.isCover, true))

const selectLoans = (db: Queryable) =>
  db.select(loanColumns).from(loans).leftJoin(photos, coverOfLoan).$dynamic()

export function toLoan({ coverPhotoId, ...loan }: LoanRow): Loan {
  // The photo's id changes the address with the cover, so that it can be cached.
  const coverUrl = coverPhotoId ? `/api/loans/${loan.id}/cover?photo=${coverPhotoId}` : null
  return { ...loan, coverUrl }
}

/** One loan, or 404. */
export async function findLoan(db: Queryable, id: string): Promise<Loan> {
  const [row] = await selectLoans(db).where(eq(loans.id, id))
  if (!row) throw notFound('The loan')
  return toLoan(row)
}

type Filters = { [Name in keyof LoanFilters]: string | undefined }

function matching({ search, status, propertyType }: Filters): (SQL | undefined)[] {
  const words = search?.trim()
  return [
    words ? or(contains(loans.title, words), contains(loans.borrowerName, words)) : undefined,
    isStatusFilter(status) ? inArray(loans.status, [...statusFilters[status]]) : undefined,
    propertyType ? eq(loans.propertyType, propertyType) : undefined,
  ]
}

const afterLoan = (cursor: string) => afterCursor(loans.createdAt, loans.id, cursor)

async function readStats(db: Database): Promise<Stats> {
  const open: readonly LoanStatus[] = statusFilters.open
  const isOpen = inArray(loans.status, [...open])
  const [figures] = await db
    .select({
      total: sql<Money>`coalesce(sum(${loans.amount}) filter (where ${isOpen}), 0.00)`,
      active: sql<string>`count(*) filter (where ${isOpen})`,
      all: sql<string>`count(*)`,
    })
    .from(loans)
  const lenders = await db.$count(
    users,
    and(eq(users.isApproved, true), eq(users.isAdmin, false), isNull(users.deactivatedAt)),
  )
  return {
    totalLoansAmount: figures?.total ?? zeroMoney,
    activeLoansCount: Number(figures?.active ?? 0),
    totalLendersCount: lenders,
    totalLoansCount: Number(figures?.all ?? 0),
  }
}
