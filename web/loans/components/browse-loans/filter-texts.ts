import {
  figureFilters,
  mapFigureFilters,
  type FigureFilterName,
} from '#domain/loans/figure-filters.ts'
import type { LoanOrder } from '#domain/loans/orders.ts'
import { formatDollars, formatShare, parseMoney, parsePercent, parseRate } from '#domain/money.ts'
import { openHint, type BrowseFilters } from './url-filters.ts'

const share = (text: string) => {
  const figure = parsePercent(text)
  return figure && formatShare(figure)
}
const dollars = (text: string) => {
  const figure = parseMoney(text)
  return figure && formatDollars(figure)
}

/** Formats a rate without zeros at the end, like a share. */
const rate = (text: string) => {
  const figure = parseRate(text)
  return figure && `${figure.replace(/\.?0+$/, '')}%`
}

const ratio = (text: string) => {
  const figure = parsePercent(text)
  return figure && `${figure}x`
}
const showFigure = { money: dollars, percent: share, rate, ratio }
const units = { money: '$', percent: '%', rate: '%', ratio: 'x' }

const describe: Record<keyof BrowseFilters, (value: string) => string> = {
  search: (search) => `“${search.trim()}”`,
  status: (status) => (status === 'open' ? `Open: ${openHint}` : 'Funded'),
  type: (type) => type,
  location: (location) => `In ${location.trim()}`,
  ...mapFigureFilters(
    (_name, { label, text = label, kind }) =>
      (value) =>
        `${text} ${showFigure[kind](value)}`,
  ),
  favorites: () => 'Favorites',
  held: () => 'Loans I hold',
}
const described = Object.keys(describe) as (keyof BrowseFilters)[]

export const activeFilters = (filters: BrowseFilters) =>
  described
    .filter((name) => filters[name].trim())
    .map((name) => ({ name, text: describe[name](filters[name]) }))

export const labelOfFigure = (name: FigureFilterName) =>
  `${figureFilters[name].label} (${units[figureFilters[name].kind]})`

export const orderTexts: Record<LoanOrder, string> = {
  newest: 'Newest first',
  '-rate': 'Highest rate first',
  rate: 'Lowest rate first',
  '-amount': 'Largest first',
  amount: 'Smallest first',
  term: 'Shortest term first',
  '-term': 'Longest term first',
  ltv: 'Lowest LTV first',
  '-ltv': 'Highest LTV first',
  '-debtYield': 'Highest debt yield first',
  debtYield: 'Lowest debt yield first',
  '-dscr': 'Highest DSCR first',
  dscr: 'Lowest DSCR first',
  due: 'Due soonest',
  '-available': 'Most available first',
  available: 'Least available first',
  title: 'Title A to Z',
  '-title': 'Title Z to A',
}
