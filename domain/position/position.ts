import {
  sumMoney,
  weightedPercent,
  yearlyInterest,
  type LentAmount,
  type Money,
} from '#domain/money.ts'

export interface PositionLine extends LentAmount {
  isSoft: boolean
}

/** The rate and the interest are computed only from binding commitments. */
export function sumPosition(lines: readonly PositionLine[]) {
  const binding = lines.filter(({ isSoft }) => !isSoft)
  const soft = lines.filter(({ isSoft }) => isSoft)
  return {
    bindingAmount: totalOf(binding),
    softAmount: totalOf(soft),
    weightedRate: weightedPercent(binding),
    annualInterest: yearlyInterest(binding),
  }
}

const totalOf = (lines: readonly PositionLine[]): Money =>
  sumMoney(lines.map(({ amount }) => amount))
