import { commercialLoans } from './loans-commercial.ts'
import { industrialLoans } from './loans-industrial.ts'
import { residentialLoans } from './loans-residential.ts'
import type { SampleLoan } from './sample-loan.ts'
import { specialtyLoans } from './loans-specialty.ts'

/** The loans of the sample, newest first. */
export const sampleLoans: readonly SampleLoan[] = [
  ...commercialLoans,
  ...industrialLoans,
  ...residentialLoans,
  ...specialtyLoans,
].toSorted((a, b) => a.listedHoursAgo - b.listedHoursAgo)
