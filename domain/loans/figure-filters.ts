/** The filters of the list that are figures, and the least or the most of what a loan may have. */
interface FigureFilter {
  kind: 'money' | 'percent'
  bound: 'min' | 'max'
  /** The name of the figure in the toolbar. */
  name: string
  /** Before the unit, and before the figure of an active filter, unless that has another `text`. */
  label: string
  text?: string
  /** In refusals. */
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

// `Object.keys` returns `string[]`, although these are exactly the table's keys.
export const figureFilterNames = Object.keys(table) as FigureFilterName[]

/** The same for every such filter. */
export const mapFigureFilters = <Made>(
  make: (name: FigureFilterName, filter: FigureFilter) => Made,
): Record<FigureFilterName, Made> => makeFigureFilters({ money: make, percent: make })

type Makers = Record<
  FigureFilter['kind'],
  (name: FigureFilterName, filter: FigureFilter) => unknown
>

/** Something for every such filter, made by its kind. */
export const makeFigureFilters = <By extends Makers>(makers: By) =>
  // Each filter has what the maker for its kind returns.
  Object.fromEntries(
    figureFilterNames.map((name) => {
      const filter = figureFilters[name]
      return [name, makers[filter.kind](name, filter)]
    }),
  ) as { [Name in FigureFilterName]: ReturnType<By[(typeof table)[Name]['kind']]> }
