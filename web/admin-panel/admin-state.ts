import type { LoanOrder } from '#domain/loans/orders.ts'
import { userKinds, userOrders, type UserKind, type UserOrder } from '#domain/access.ts'
import { textLimits } from '#domain/texts.ts'

/** The tabs in display order. Their names appear in the URL. */
export const adminTabs = [
  'loans',
  'documents',
  'photos',
  'notifications',
  'users',
  'pending',
] as const
export type AdminTab = (typeof adminTabs)[number]

/** The orders of Manage Loans, the default one first. */
export const adminLoanOrders = [
  'newest',
  'due',
  '-available',
  'title',
] as const satisfies LoanOrder[]
export type AdminLoanOrder = (typeof adminLoanOrders)[number]

/** The panel's state in the URL: `?search=harbor`, or `?tab=documents&search=memo`. */
export interface AdminState {
  tab: AdminTab
  search: string
  drafts: boolean
  /** The order of Manage Loans. */
  sort: AdminLoanOrder
  loan: string
  /** The kind of users in Manage Users. */
  kind: UserKind | ''
  /** The order of Manage Users. */
  userSort: UserOrder
  /** If set, Pending Approvals shows only the user with this id. */
  user: string
}

export function readAdminState(query: string): AdminState {
  const given = new URLSearchParams(query)
  const tab = adminTabs.find((each) => each === given.get('tab')) ?? 'loans'
  const sort = given.get('sort')
  return {
    tab,
    search: (given.get('search') ?? '').slice(0, textLimits.search),
    drafts: given.get('drafts') === 'true',
    sort: adminLoanOrders.find((order) => order === sort) ?? 'newest',
    loan: idText.exec(given.get('loan') ?? '')?.[0] ?? '',
    kind: userKinds.find((kind) => kind === given.get('kind')) ?? '',
    userSort: (tab === 'users' && userOrders.find((order) => order === sort)) || 'newest',
    user: idText.exec(given.get('user') ?? '')?.[0] ?? '',
  }
}

/** Returns the query string without the question mark. It is empty for the default state. */
export function printAdminState(state: AdminState): string {
  const { tab, search, drafts, sort, loan, kind, userSort, user } = state
  const parts =
    tab === 'loans'
      ? { search, drafts: drafts ? 'true' : '', sort: sort === 'newest' ? '' : sort }
      : tab === 'documents' || tab === 'photos'
        ? { tab, search, loan }
        : tab === 'users'
          ? { tab, search, kind, sort: userSort === 'newest' ? '' : userSort }
          : tab === 'pending'
            ? { tab, user }
            : { tab }
  return new URLSearchParams(Object.entries(parts).filter(([, value]) => value)).toString()
}

// The server rejects an id that isn't a UUID.
const idText = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
