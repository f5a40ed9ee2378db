import { formatExactRate, formatShortly, type Money } from '#domain/money.ts'
import { exactRate, type LoanRates } from './note-rate.ts'

/** The subject of the email about a new loan, such as "New loan: Quarry Street Flats, $12.5M at 8.10%". */
export const newLoanSubject = (loan: LoanRates & { title: string; amount: Money }): string =>
  `New loan: ${loan.title}, ${formatShortly(loan.amount)} at ${formatExactRate(exactRate(loan))}`
