/** The filters that are figures, as people type them. */
import { compareFigures, parseMoney, parsePercent } from '#domain/money.ts'
import { plainPercent, typedDollars } from '#domain/parse-typed-money.ts'
import type { BrowseState } from './url-filters.ts'

export type Figures = Pick<BrowseState, 'ltvMax' | 'rateMin' | 'amountMin' | 'amountMax'>

/** What is wrong with them, if anything. */
export type FigureErrors = Partial<Figures>

/** The figures without what people write around them: "$1,000,000" and "1m" as "1000000". */
export const plainFigures = ({ ltvMax, rateMin, amountMin, amountMax }: Figures): Figures => ({
  ltvMax: plainPercent(ltvMax) ?? ltvMax.trim(),
  rateMin: plainPercent(rateMin) ?? rateMin.trim(),
  amountMin: typedDollars(amountMin) ?? amountMin.trim(),
  amountMax: typedDollars(amountMax) ?? amountMax.trim(),
})

/** Plain figures are from zero up, and a size's first is at most its second. */
export function errorsOf({ ltvMax, rateMin, amountMin, amountMax }: Figures): FigureErrors {
  const isWrong = (text: string, parse: (text: string) => string | null) =>
    text !== '' && parse(text)?.startsWith('-') !== false
  const errors: FigureErrors = {}
  const percent = 'Enter a number from 0 to 999.99.'
  const amount = 'Enter an amount with at most two decimals.'
  if (isWrong(ltvMax, parsePercent)) errors.ltvMax = percent
  if (isWrong(rateMin, parsePercent)) errors.rateMin = percent
  if (isWrong(amountMin, parseMoney)) errors.amountMin = amount
  if (isWrong(amountMax, parseMoney)) errors.amountMax = amount
  const [from, to] = [parseMoney(amountMin), parseMoney(amountMax)]
  if (from && to && compareFigures(from, to) > 0)
    errors.amountMax = 'Enter at least the amount on the left.'
  return errors
}
