import { textLimits } from '#domain/texts.ts'

/** The panel's tabs in order, as named in the address. */
export const adminTabs = [
  'loans',
  'documents',
  'photos',
  'notifications',
  'users',
  'pending',
] as const
export type AdminTab = (typeof adminTabs)[number]

/** The state in the panel's address: `?search=harbor`, or `?tab=documents&search=memo`. */
export interface AdminState {
  tab: AdminTab
  /** The search text for loans, documents, photos or users. */
  search: string
  /** Whether only drafts are listed among the loans. */
  drafts: boolean
  /** The id of the loan whose documents or photos are listed; empty for all loans. */
  loan: string
}

/** Parses the address's query; unknown values count as not given. */
export function readAdminState(query: string): AdminState {
  const given = new URLSearchParams(query)
  return {
    tab: adminTabs.find((tab) => tab === given.get('tab')) ?? 'loans',
    search: (given.get('search') ?? '').slice(0, textLimits.search),
    drafts: given.get('drafts') === 'true',
    loan: idText.exec(given.get('loan') ?? '')?.[0] ?? '',
  }
}

/** The address's query, without the question mark; empty for the panel as first opened. */
export function printAdminState({ tab, search, drafts, loan }: AdminState): string {
  const parts =
    tab === 'loans'
      ? { search, drafts: drafts ? 'true' : '' }
      : tab === 'documents' || tab === 'photos'
        ? { tab, search, loan }
        : tab === 'users'
          ? { tab, search }
          : { tab }
  return new URLSearchParams(Object.entries(parts).filter(([, value]) => value)).toString()
}

// The server refuses anything but an id.
const idText = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
