/** The names of a loan's statuses, what each allows, and how a term is shown. */

/** The stages of origination and the final status, spelled as stored and sent. */
export const loanStatuses = ['Processing', 'Underwriting', 'open', 'Closing', 'funded'] as const
export type LoanStatus = (typeof loanStatuses)[number]

export const loanActionNames = [
  'commit',
  'changeTerms',
  'delete',
  'moveToStage',
  'fund',
  'reopen',
] as const
export type LoanAction = (typeof loanActionNames)[number]

const stages: readonly LoanStatus[] = ['Processing', 'Underwriting', 'open', 'Closing']

/**
 * What may be done with a loan, in which statuses, and what is said in any other. Every status but
 * funded is a stage of origination, during which lenders are sought; a funded loan's money has been
 * paid out, so its terms stand. An administrator who set funded in error may reopen the loan.
 */
const loanActions: Record<LoanAction, { allowedIn: readonly LoanStatus[]; refusal: string }> = {
  commit: { allowedIn: stages, refusal: 'This loan is fully funded' },
  changeTerms: { allowedIn: stages, refusal: 'The loan is funded' },
  delete: { allowedIn: stages, refusal: "A funded loan can't be deleted" },
  moveToStage: { allowedIn: stages, refusal: 'This loan is fully funded' },
  fund: { allowedIn: stages, refusal: 'This loan is fully funded' },
  reopen: { allowedIn: ['funded'], refusal: 'Only a funded loan can be reopened' },
}

/** Why the status rules the action out, as a sentence; null when it doesn't. */
export function refusalOfLoanAction(action: LoanAction, status: LoanStatus): string | null {
  const { allowedIn, refusal } = loanActions[action]
  return allowedIn.includes(status) ? null : refusal
}

export const loanCan = (action: LoanAction, status: LoanStatus) =>
  refusalOfLoanAction(action, status) === null

/** The action that a change of status is; null when the status stays. */
export function statusAction(from: LoanStatus, to: LoanStatus): LoanAction | null {
  if (from === to) return null
  if (to === 'funded') return 'fund'
  return from === 'funded' ? 'reopen' : 'moveToStage'
}

/** The choices in the form for a new loan, the default first; editing offers every status. */
export const newLoanStatuses = ['Processing', 'Underwriting', 'Closing'] as const

/** The two status filters of the list: "open" is every loan that accepts commitments. */
export const statusFilters = {
  open: loanActions.commit.allowedIn,
  funded: ['funded'],
} as const satisfies Record<string, readonly LoanStatus[]>
export type StatusFilter = keyof typeof statusFilters

export const isStatusFilter = (text: string | undefined): text is StatusFilter =>
  text !== undefined && Object.hasOwn(statusFilters, text)

/** The status that a text means, in any letter case; null when there is none. */
export const parseLoanStatus = (text: string): LoanStatus | null =>
  loanStatuses.find((status) => status.toLowerCase() === text.trim().toLowerCase()) ?? null

/** The display name of each status. */
export const loanStatusLabels: Record<LoanStatus, string> = {
  Processing: 'Processing',
  Underwriting: 'Underwriting',
  open: 'Open',
  Closing: 'Closing',
  funded: 'Fully Funded',
}

/** What each status means, for whoever chooses it. */
export const loanStatusMeanings: Record<LoanStatus, string> = {
  Processing: "We're gathering what the loan needs. Lenders can commit.",
  Underwriting: "We're examining the borrower and the property. Lenders can commit.",
  open: 'Approved, and looking for lenders. Lenders can commit.',
  Closing: 'The loan documents are being signed. Lenders can still commit.',
  funded:
    'A funded loan takes no more commitments, keeps its amount, rate and term, and cannot be deleted.',
}

/** Formats a term: "24 months". */
export const formatTerm = (months: number) => (months === 1 ? '1 month' : `${months} months`)
