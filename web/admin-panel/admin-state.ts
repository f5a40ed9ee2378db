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

/** What the address of the panel says: `?search=harbor`, or `?tab=documents&search=memo`. */
export interface AdminState {
  tab: AdminTab
  /** What is searched for among the loans, documents or photos. */
  search: string
  /** The id of the loan whose documents or photos alone are listed; empty for those of all. */
  loan: string
}

/** Reads the query of an address; what it does not know counts as not given. */
export function readAdminState(query: string): AdminState {
  const given = new URLSearchParams(query)
  return {
    tab: adminTabs.find((tab) => tab === given.get('tab')) ?? 'loans',
    search: (given.get('search') ?? '').slice(0, textLimits.search),
    loan: idText.exec(given.get('loan') ?? '')?.[0] ?? '',
  }
}

/** The query of the address, without its question mark; empty for the panel as it first opens. */
export function printAdminState({ tab, search, loan }: AdminState): string {
  const parts =
    tab === 'loans'
      ? { search }
      : tab === 'documents' || tab === 'photos'
        ? { tab, search, loan }
        : { tab }
  return new URLSearchParams(Object.entries(parts).filter(([, value]) => value)).toString()
}

// The server refuses what is no id.
const idText = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
