/** On whose word an administrator acts for a lender. */
import { formatDay } from '#domain/days.ts'

/** Who said it, and on which day: "2026-11-20". */
export interface GivenInstruction {
  instructedBy: string
  instructedOn: string
}

/** "Lena Brook on Nov 20, 2026". */
export const formatInstruction = ({ instructedBy, instructedOn }: GivenInstruction) =>
  `${instructedBy} on ${formatDay(instructedOn)}`
