/** The origination stages and the final status, spelled as in the database and the API. */
export const loanStatuses = ['Processing', 'Underwriting', 'open', 'Closing', 'funded'] as const
export type LoanStatus = (typeof loanStatuses)[number]

export const loanActionNames = [
  'commit',
  'pass',
  'changeTerms',
  'delete',
  'moveToStage',
  'fund',
  'reopen',
] as const
export type LoanAction = (typeof loanActionNames)[number]

const stages: readonly LoanStatus[] = ['Processing', 'Underwriting', 'open', 'Closing']

/**
 * Lenders can commit in every stage of origination. A funded loan has been paid out, so its terms are final. An
 * administrator can reopen a loan that was set to funded by mistake.
 */
const loanActions: Record<LoanAction, { allowedIn: readonly LoanStatus[]; refusal: string }> = {
  commit: { allowedIn: stages, refusal: 'This loan is fully funded' },
  pass: { allowedIn: stages, refusal: 'This loan is fully funded' },
  changeTerms: { allowedIn: stages, refusal: 'The loan is funded' },
  delete: { allowedIn: stages, refusal: "A funded loan can't be deleted" },
  moveToStage: { allowedIn: stages, refusal: 'This loan is fully funded' },
  fund: { allowedIn: stages, refusal: 'This loan is fully funded' },
  reopen: { allowedIn: ['funded'], refusal: 'Only a funded loan can be reopened' },
}

export function refusalOfLoanAction(action: LoanAction, status: LoanStatus): string | null {
  const { allowedIn, refusal } = loanActions[action]
  return allowedIn.includes(status) ? null : refusal
}

export const loanCan = (action: LoanAction, status: LoanStatus) =>
  refusalOfLoanAction(action, status) === null

export function statusAction(from: LoanStatus, to: LoanStatus): LoanAction | null {
  if (from === to) return null
  if (to === 'funded') return 'fund'
  return from === 'funded' ? 'reopen' : 'moveToStage'
}

/**
 * The statuses in the form for a new loan. The first is the default. The form for an existing loan offers every status.
 */
export const newLoanStatuses = ['Processing', 'Underwriting', 'Closing'] as const

export const statusFilters = {
  open: loanActions.commit.allowedIn,
  funded: ['funded'],
} as const satisfies Record<string, readonly LoanStatus[]>
export type StatusFilter = keyof typeof statusFilters

export const isStatusFilter = (text: string | undefined): text is StatusFilter =>
  text !== undefined && Object.hasOwn(statusFilters, text)

export const parseLoanStatus = (text: string): LoanStatus | null =>
  loanStatuses.find((status) => status.toLowerCase() === text.trim().toLowerCase()) ?? null

export const loanStatusLabels: Record<LoanStatus, string> = {
  Processing: 'Processing',
  Underwriting: 'Underwriting',
  open: 'Open',
  Closing: 'Closing',
  funded: 'Fully Funded',
}

export const loanStatusMeanings: Record<LoanStatus, string> = {
  Processing: "We're gathering what the loan needs. Lenders can commit.",
  Underwriting: "We're examining the borrower and the property. Lenders can commit.",
  open: 'Approved, and looking for lenders. Lenders can commit.',
  Closing: 'The loan documents are being signed. Lenders can still commit.',
  funded:
    'A funded loan takes no more commitments, keeps its amount, rate and term, and cannot be deleted.',
}

export const formatTerm = (months: number) => (months === 1 ? '1 month' : `${months} months`)
