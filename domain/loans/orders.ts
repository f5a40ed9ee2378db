/** A sort order. A leading `-` means descending order. */
export const loanOrders = [
  'newest',
  'rate',
  '-rate',
  'amount',
  '-amount',
  'term',
  '-term',
  'ltv',
  '-ltv',
  'debtYield',
  '-debtYield',
  'dscr',
  '-dscr',
  'due',
  'available',
  '-available',
  'title',
  '-title',
] as const
export type LoanOrder = (typeof loanOrders)[number]

export const isLoanOrder = (text: string): text is LoanOrder =>
  (loanOrders as readonly string[]).includes(text)
