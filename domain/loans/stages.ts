/** A person's progress with a loan, which only that person can see. */
export const loanStages = ['reviewing', 'passed'] as const
export type LoanStage = (typeof loanStages)[number]
