/** A user's private progress on a loan. No other user can see it. */
export const loanStages = ['reviewing', 'passed'] as const
export type LoanStage = (typeof loanStages)[number]
