/** How far a person is with a loan. Private to that person. */
export const loanStages = ['reviewing', 'passed'] as const
export type LoanStage = (typeof loanStages)[number]
