import type { LoanStage } from '#domain/loans/stages.ts'

export const stageLabels: Record<LoanStage, string> = {
  reviewing: 'Reviewing',
  passed: 'Passed',
}
