/** The landing page's sample figures, computed like a real book. */
import { sumBook } from '#domain/book/sums.ts'
import { shareAmount, wholePercent, type Money } from '#domain/money.ts'

const loanAmount = '12450000.00' as Money

const line = (percent: number, isSoft = false) => {
  const percentage = wholePercent(percent)
  return { isSoft, percentage, amount: shareAmount(loanAmount, percentage) }
}

const own = line(10)
const others = line(48)
const soft = line(12, true)

export const exampleBook = {
  loanAmount,
  own,
  others,
  ...sumBook(loanAmount, [own, others, soft]),
}
