/** Loan endpoints: lists, single loans, platform figures, changes, favorites, visits, and saved filters. */
import type { loanCalls } from '#contract/loans/calls.ts'
import type { anyLoanFilters, Loan } from '#contract/loans/shapes.ts'
import { change } from '#server/change/change.ts'
import { publishedLoansSeenBy } from './loans-seen.ts'
import { cutPage } from '#server/http/paging.ts'
import type { Context, Handlers } from '#server/http/mount.ts'
import { removeDiscardedFiles } from '#server/storage/discarded.ts'
import type * as z from 'zod/mini'
import { changeLoan, eraseLoan, readContents, storeNew, lockBook, lockLoan } from './change-loan.ts'
import { addFavorite, listFavorites, removeFavorite, visitLoan } from './followed-loans.ts'
import { exportLoans } from './list/export-loans.ts'
import { listLoans, readLoanTotals, listPropertyTypes, readStats } from './list/list-loans.ts'
import { withPermissions, findLoanForReader, withMaturity } from './read-loans.ts'
import { markLoan, withOwn } from './marks.ts'
import { publish, readPublication, unpublish } from './publication.ts'
import {
  createSavedFilter,
  deleteSavedFilter,
  listSavedFilters,
  updateSavedFilter,
} from './list/saved-filters.ts'

export const loanHandlers: Pick<Handlers, keyof typeof loanCalls> = {
  getStats: ({ db }) => readStats(db),

  // Even administrators don't see drafts here.
  async listLoans(context, { query: filters }) {
    const page = await pageOfLoans(context, filters, 'listLoans')
    return context.principal ? withOwn(context.db, context.principal, page) : page
  },

  exportLoansAsCsv: (context, { query }) => exportLoans(context, query, 'csv'),
  exportLoansAsXlsx: (context, { query }) => exportLoans(context, query, 'xlsx'),

  async listAllLoans(context, { query: filters }) {
    return pageOfLoans(context, filters, 'listAllLoans')
  },

  async getLoanTotals(context, { query: filters }) {
    const { db, principal } = context
    return readLoanTotals(db, filters, { principal, seen: publishedLoansSeenBy(context) })
  },

  listPropertyTypes: (context) => listPropertyTypes(context.db, publishedLoansSeenBy(context)),

  async getLoan(context, { path: { id } }) {
    return withMaturity(withPermissions(context, await findLoanForReader(context, id)))
  },

  async createLoan(context, { body }) {
    const loan = await change(context, { run: (tx) => storeNew(tx, body) })
    return withMaturity(withPermissions(context, loan))
  },

  async updateLoan(context, { path: { id }, body }) {
    const loan = await change(context, {
      lock: (tx) => lockBook(tx, id),
      run: (tx, book) => changeLoan(tx, context, book, body),
    })
    return withMaturity(withPermissions(context, loan))
  },

  getLoanContents: ({ db }, { path: { id } }) => readContents(db, id),

  async deleteLoan(context, { path: { id }, query }) {
    const paths = await change(context, {
      lock: (tx) => lockLoan(tx, id, 'update'),
      run: (tx, loan) => eraseLoan(tx, context, loan, query),
    })
    await removeDiscardedFiles(context, paths)
    return null
  },

  async getPublication(context, { path: { id } }) {
    const { loan, ...publication } = await readPublication(context.db, id)
    return { loan: withPermissions(context, loan), ...publication }
  },

  async publishLoan(context, { path: { id }, body }) {
    const loan = await change(context, {
      lock: (tx) => lockLoan(tx, id),
      run: (tx, draft) => publish(tx, context, draft, body),
    })
    return withMaturity(withPermissions(context, loan))
  },

  async unpublishLoan(context, { path: { id }, body: { version } }) {
    await change(context, {
      // Concurrent commitments and messages also lock the row, so the second transaction sees the first one's change.
      lock: (tx) => lockLoan(tx, id, 'update'),
      run: (tx, loan) => unpublish(tx, context, loan, version),
    })
    return null
  },

  listFavorites,
  addFavorite: (context, { body: { loanId } }) => addFavorite(context, loanId),
  removeFavorite: (context, { path: { loanId } }) => removeFavorite(context, loanId),
  markLoan: (context, { path: { id }, body }) => markLoan(context, id, body),
  visitLoan: (context, { path: { id } }) => visitLoan(context, id),

  listSavedFilters,
  createSavedFilter: (context, { body }) => createSavedFilter(context, body),
  updateSavedFilter: (context, { path: { id }, body }) => updateSavedFilter(context, id, body),
  async deleteSavedFilter(context, { path: { id } }) {
    await deleteSavedFilter(context, id)
    return null
  },
}

async function pageOfLoans(
  context: Pick<Context<'reader'>, 'db' | 'config' | 'principal' | 'reply'>,
  filters: z.output<typeof anyLoanFilters>,
  call: 'listLoans' | 'listAllLoans',
): Promise<Loan[]> {
  const { db, principal, reply } = context
  const seen = call === 'listAllLoans' ? 'all' : publishedLoansSeenBy(context)
  const limit = Number(filters.limit ?? 1000)
  const rows = await listLoans(db, filters, { principal, seen }, limit + 1)
  const page = cutPage(reply, rows, { call, filters, limit })
  return page.map((loan) => withPermissions(context, loan))
}
