import { maturityOf } from '#domain/loans/maturity.ts'
import { formatDay } from '#web/time/timestamps.ts'

/** Returns the maturity of a loan funded on this day, such as "Maturity: Mar 31, 2028." */
export function describeMaturity(fundedOn: string, term: number): string {
  const day = maturityOf({ status: 'funded', fundedOn, term })
  return day ? `Maturity: ${formatDay(day)}.` : ''
}
