/** The numeric filters of the loan list. Each sets a minimum or maximum for a loan's figure. */
interface FigureFilter {
  kind: 'money' | 'percent'
  bound: 'min' | 'max'
  /** The name of the figure in the toolbar. */
  name: string
  /** Shown before the unit, and before the figure of an active filter unless `text` is set. */
  label: string
  text?: string
  /** The name in error messages. */
  subject: string
  hint?: string
}

const table = {
  ltvMax: {
    kind: 'percent',
    bound: 'max',
    name: 'LTV',
    label: 'LTV at most',
    subject: 'Highest LTV',
    hint: 'As complete, for construction loans.',
  },
  rateMin: {
    kind: 'percent',
    bound: 'min',
    name: 'Rate',
    label: 'Rate at least',
    subject: 'Lowest rate',
  },
  amountMin: {
    kind: 'money',
    bound: 'min',
    name: 'Size',
    label: 'Size from',
    subject: 'Lowest amount',
  },
  amountMax: {
    kind: 'money',
    bound: 'max',
    name: 'Size',
    label: 'Size to',
    text: 'Size up to',
    subject: 'Highest amount',
  },
} as const satisfies Record<string, FigureFilter>

export type FigureFilterName = keyof typeof table
export const figureFilters: Record<FigureFilterName, FigureFilter> = table

// `Object.keys` is typed as `string[]`, but these are exactly the table's keys.
export const figureFilterNames = Object.keys(table) as FigureFilterName[]

/** Applies one function to every filter. */
export const mapFigureFilters = <Made>(
  make: (name: FigureFilterName, filter: FigureFilter) => Made,
): Record<FigureFilterName, Made> => makeFigureFilters({ money: make, percent: make })

type Makers = Record<
  FigureFilter['kind'],
  (name: FigureFilterName, filter: FigureFilter) => unknown
>

/** Applies the function for each filter's kind, and returns the results by filter. */
export const makeFigureFilters = <By extends Makers>(makers: By) =>
  // Each filter has the result of the function for its kind.
  Object.fromEntries(
    figureFilterNames.map((name) => {
      const filter = figureFilters[name]
      return [name, makers[filter.kind](name, filter)]
    }),
  ) as { [Name in FigureFilterName]: ReturnType<By[(typeof table)[Name]['kind']]> }
