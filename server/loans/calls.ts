/** Loans: paged lists, one loan, the platform's figures, and creating a loan. */
import { randomUUID } from 'node:crypto'
import type { anyLoanFilters, Loan, Stats } from '#contract/loans/shapes.ts'
import { utcDay } from '#domain/days.ts'
import { loanFieldNames, type LoanField } from '#domain/loans/fields.ts'
import { fundingDay } from '#domain/loans/funding.ts'
import { loanCan } from '#domain/loans/statuses.ts'
import type { Money } from '#domain/money.ts'
import type { Body } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import { stateOf } from '#domain/loans/places.ts'
import { change, type Outcome } from '#server/change/change.ts'
import { type Database, type Queryable } from '#server/database/client.ts'
import { isSeen, type LoansSeen } from '#server/database/loans-seen.ts'
import { users } from '#server/database/schema/accounts.ts'
import { loans } from '#server/database/schema/loans.ts'
import { cutPage } from '#server/http/cursor.ts'
import type { Handlers } from '#server/http/mount.ts'
import type { Principal } from '#server/sign-in/principal.ts'
import { and, isNotNull, sql } from 'drizzle-orm'
import type { FastifyReply } from 'fastify'
import type * as z from 'zod/mini'
import { listLoans, readLoanTotals } from './list.ts'
import { hasStatus } from './conditions.ts'
import { noticesOfNewLoan } from './new-loan-notice.ts'
import { findAnyLoan, findSeenLoan, withMaturity } from './read.ts'

type LoanCalls =
  | 'getStats'
  | 'listLoans'
  | 'listAllLoans'
  | 'getLoanTotals'
  | 'listPropertyTypes'
  | 'getLoan'
  | 'createLoan'

export const loanHandlers: Pick<Handlers, LoanCalls> = {
  async getStats({ db }) {
    return readStats(db)
  },

  // The same for everybody, so an administrator's list has no drafts either.
  async listLoans({ db, principal, reply }, { query: filters }) {
    return pageOfLoans(db, reply, filters, { principal, seen: 'published', call: 'listLoans' })
  },

  async listAllLoans({ db, principal, reply }, { query: filters }) {
    return pageOfLoans(db, reply, filters, { principal, seen: 'all', call: 'listAllLoans' })
  },

  async getLoanTotals({ db, principal }, { query: filters }) {
    return readLoanTotals(db, filters, { principal, seen: 'published' })
  },

  async listPropertyTypes({ db }) {
    const rows = await db
      .selectDistinct({ type: sql<string>`${loans.propertyType}` })
      .from(loans)
      .where(and(isSeen('published'), isNotNull(loans.propertyType)))
      .orderBy(loans.propertyType)
    return rows.map(({ type }) => type)
  },

  async getLoan(context, { path: { id } }) {
    return withMaturity(await findSeenLoan(context, id))
  },

  async createLoan(context, { body }) {
    const loan = await change(context, { run: (tx) => storeNew(tx, body) })
    return withMaturity(loan)
  },
}

async function storeNew(
  tx: Queryable,
  loan: Body<Endpoints['createLoan']>,
): Promise<Outcome<Loan>> {
  const id = randomUUID()
  const { isDraft } = loan
  const fundedOn = fundingDay(loan, null, utcDay(new Date()))
  const state = stateOf(loan.propertyAddress ?? null)
  await tx.insert(loans).values({ ...loan, id, fundedOn, state })
  const made = await findAnyLoan(tx, id)
  return {
    result: made,
    entries: [
      {
        kind: 'loanCreated',
        loan: made,
        after: { ...fieldsOf(made), ...(isDraft && { isDraft: made.isDraft }) },
      },
    ],
    changes: [{ topic: 'loans', subject: id }, ...(isDraft ? [] : [{ topic: 'stats' } as const])],
    // Nobody is notified of a loan that is already funded.
    notices: !isDraft && loanCan('commit', loan.status) ? await noticesOfNewLoan(tx, made) : [],
  }
}

/** A page of the loans that match, of those that `seen` says. */
async function pageOfLoans(
  db: Queryable,
  reply: FastifyReply,
  filters: z.output<typeof anyLoanFilters>,
  {
    call,
    ...reader
  }: { principal: Principal | null; seen: LoansSeen; call: 'listLoans' | 'listAllLoans' },
): Promise<Loan[]> {
  const limit = Number(filters.limit ?? 1000)
  // One row more than requested shows whether there is a next page.
  const rows = await listLoans(db, filters, reader, limit + 1)
  const page = cutPage(reply, rows, { call, filters, limit })
  return filters.sort ? page.map(({ lead: _lead, ...loan }) => loan) : page
}

/** All the fields that people enter of a loan, or some of them. */
export const fieldsOf = (loan: Loan, fields: readonly LoanField[] = loanFieldNames) =>
  Object.fromEntries(fields.map((field) => [field, loan[field]]))

/** The entered fields in which two states of a loan differ; figures are stored in one spelling. */
export const changedFields = (before: Loan, after: Loan) =>
  loanFieldNames.filter((field) => before[field] !== after[field])

async function readStats(db: Database): Promise<Stats> {
  const isOpen = hasStatus('open')
  const left = sql`${loans.amount} - ${loans.committedAmount}`
  const [figures] = await db
    .select({
      totalLoansAmount: sql<Money>`coalesce(sum(${loans.amount}) filter (where ${isOpen}), 0)::numeric(30, 2)`,
      totalAvailableAmount: sql<Money>`coalesce(sum(${left}) filter (where ${isOpen}), 0)::numeric(30, 2)`,
      activeLoansCount: sql<number>`(count(*) filter (where ${isOpen}))::int`,
      all: sql<number>`count(*)::int`,
    })
    .from(loans)
    .where(isSeen('published'))
  if (!figures) throw new Error('An aggregate gave no row')
  const totalLendersCount = await db.$count(
    users,
    sql`is_approved and not is_admin and deactivated_at is null`,
  )
  const { all: totalLoansCount, ...open } = figures
  return { ...open, totalLendersCount, totalLoansCount }
}
