/** How much a database of the benchmark holds. */

export interface Size {
  loans: number
  lenders: number
  commitmentsPerLoan: number
  /** Positions of the first loan, whose book is the longest. */
  longestBook: number
}

/** What a busy desk has after a year. */
export const smallSize: Size = {
  loans: 1_000,
  lenders: 1_000,
  commitmentsPerLoan: 10,
  longestBook: 500,
}
/** A hundred times that: 1,000,000 commitments, each with its audit entry. */
export const bigSize: Size = {
  loans: 100_000,
  lenders: 10_000,
  commitmentsPerLoan: 10,
  longestBook: 2_000,
}

/** Room for tens of thousands of commitments of 1 %: no loan may be full before the last round. */
export const roomySize: Size = {
  loans: 4_000,
  lenders: 1_000,
  commitmentsPerLoan: 2,
  longestBook: 100,
}

/** Loans that aren't published, besides the others. */
export const drafts = 200
/** How many of the lenders, the first ones, are signed in and make requests. */
export const signedInLenders = 400
export const administrators = 2
