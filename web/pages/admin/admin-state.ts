import { textLimits } from '#domain/texts.ts'

/** The tabs of the panel, as the address names them, in their order. */
export const adminTabs = [
  'loans',
  'documents',
  'photos',
  'notifications',
  'users',
  'pending',
] as const
export type AdminTab = (typeof adminTabs)[number]

/** What the address of the panel says: `?tab=pending`, or `?search=harbor` among the loans. */
export interface AdminState {
  tab: AdminTab
  /** What is searched for among the loans. */
  search: string
}

/** Reads the query of an address; what it does not know counts as not given. */
export function readAdminState(query: string): AdminState {
  const given = new URLSearchParams(query)
  return {
    tab: adminTabs.find((tab) => tab === given.get('tab')) ?? 'loans',
    search: (given.get('search') ?? '').slice(0, textLimits.search),
  }
}

/** The query of the address, without its question mark; empty for the panel as it first opens. */
export function printAdminState({ tab, search }: AdminState): string {
  // The search is one of the loans: another tab has nothing to do with it.
  const parts = tab === 'loans' ? { search } : { tab }
  return new URLSearchParams(Object.entries(parts).filter(([, value]) => value)).toString()
}
