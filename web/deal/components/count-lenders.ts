/** Returns text such as "1 lender" or "3 lenders". */
export const countLenders = (count: number): string =>
  count === 1 ? '1 lender' : `${count} lenders`
