/** What a loan's status is called and allows, and how its term is shown. */

/** Stages of origination and their end, spelled as they are stored and sent. */
export const loanStatuses = ['Processing', 'Underwriting', 'open', 'Closing', 'funded'] as const
export type LoanStatus = (typeof loanStatuses)[number]

export type LoanAction = 'commit' | 'changeTerms' | 'delete'

/**
 * What may be done with a loan in each status. Every status but funded is a stage of origination,
 * during which lenders are sought; a funded loan's money has been paid out, so its terms stand.
 */
const allowedIn: Record<LoanAction, readonly LoanStatus[]> = {
  commit: ['Processing', 'Underwriting', 'open', 'Closing'],
  changeTerms: ['Processing', 'Underwriting', 'open', 'Closing'],
  delete: ['Processing', 'Underwriting', 'open', 'Closing'],
}

export const loanCan = (action: LoanAction, status: LoanStatus) =>
  allowedIn[action].includes(status)

/** What the form for a new loan offers, its default first; editing offers every status. */
export const newLoanStatuses = ['Processing', 'Underwriting', 'Closing'] as const

/** What the two status filters of the list show: "open" is every loan that takes commitments. */
export const statusFilters = {
  open: allowedIn.commit,
  funded: ['funded'],
} as const satisfies Record<string, readonly LoanStatus[]>
export type StatusFilter = keyof typeof statusFilters

export const isStatusFilter = (text: string | undefined): text is StatusFilter =>
  text !== undefined && Object.hasOwn(statusFilters, text)

/** The status meant by a text in any letter case; null when it is none. */
export const parseLoanStatus = (text: string): LoanStatus | null =>
  loanStatuses.find((status) => status.toLowerCase() === text.trim().toLowerCase()) ?? null

/** How a status is named to people. */
export const loanStatusLabels: Record<LoanStatus, string> = {
  Processing: 'Processing',
  Underwriting: 'Underwriting',
  open: 'Open',
  Closing: 'Closing',
  funded: 'Fully Funded',
}

/** "24 months": how a term is shown to people. */
export const formatTerm = (months: number) => (months === 1 ? '1 month' : `${months} months`)
