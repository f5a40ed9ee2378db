/** The numeric filters, as typed. */
import {
  figureFilterNames,
  figureFilters,
  mapFigureFilters,
  type FigureFilterName,
} from '#domain/loans/figure-filters.ts'
import { compareFigures, parseMoney, parsePercent } from '#domain/money.ts'
import { plainPercent, typedDollars } from '#domain/parse-typed-money.ts'

export type Figures = Record<FigureFilterName, string>

export type FigureErrors = Partial<Figures>

/** Normalizes typed figures: "$1,000,000" and "1m" become "1000000". */
export const plainFigures = (figures: Figures): Figures =>
  mapFigureFilters((name, { kind }) => kinds[kind].plain(figures[name]) ?? figures[name].trim())

const kinds = {
  money: {
    plain: typedDollars,
    parse: parseMoney,
    message: 'Enter an amount with at most two decimals.',
  },
  percent: {
    plain: plainPercent,
    parse: parsePercent,
    message: 'Enter a number from 0 to 999.99.',
  },
}

/** Figures must not be negative, and a minimum amount must not exceed the maximum. */
export function errorsOf(figures: Figures): FigureErrors {
  const errors: FigureErrors = {}
  for (const name of figureFilterNames) {
    const { parse, message } = kinds[figureFilters[name].kind]
    const isWrong = figures[name] !== '' && parse(figures[name])?.startsWith('-') !== false
    if (isWrong) errors[name] = message
  }
  const [from, to] = [parseMoney(figures.amountMin), parseMoney(figures.amountMax)]
  if (from && to && compareFigures(from, to) > 0)
    errors.amountMax = 'Enter at least the amount on the left.'
  return errors
}
