/** The exact note rate. The interest rate is the same rate, rounded to two decimal places, with halves rounded up. */
import { isSameRate, roundRate, type Percent, type Rate } from '#domain/money.ts'

export interface LoanRates {
  interestRate: Percent
  /** The exact note rate, or null if it equals the interest rate. */
  noteRate: Rate | null
}

/** The rate for interest, ratios, and all other figures, except where exactly two decimal places are required. */
export const exactRate = ({ interestRate, noteRate }: LoanRates): Percent | Rate =>
  noteRate ?? interestRate

type SentRates = { [Name in keyof LoanRates]?: LoanRates[Name] | undefined }

/**
 * Returns the rates after a change. Setting the exact rate also sets the interest rate. Setting only the interest rate
 * clears an exact rate that doesn't round to it.
 */
export function settleRates(sent: SentRates, stored: LoanRates | null): LoanRates {
  const interestRate = sent.interestRate ?? stored?.interestRate
  if (interestRate === undefined) throw new Error('A loan has an interest rate')
  const noteRate = sent.noteRate === undefined ? (stored?.noteRate ?? null) : sent.noteRate
  if (noteRate === null) return { interestRate, noteRate }
  const rounded = roundRate(noteRate)
  if (sent.noteRate)
    return { interestRate: rounded, noteRate: isSameRate(rounded, noteRate) ? null : noteRate }
  return { interestRate, noteRate: isSameRate(rounded, interestRate) ? noteRate : null }
}
