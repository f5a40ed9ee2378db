/** The loan list's numeric filters. Each sets a minimum or maximum for one of a loan's figures. */
interface FigureFilter {
  /** A `rate` has up to five decimal places. A `ratio` is a multiple, such as 1.25x. */
  kind: 'money' | 'percent' | 'rate' | 'ratio'
  bound: 'min' | 'max'
  name: string
  /** The text before the unit. Also precedes the figure of an active filter if `text` isn't set. */
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
    kind: 'rate',
    bound: 'min',
    name: 'Rate',
    label: 'Rate at least',
    subject: 'Lowest rate',
  },
  debtYieldMin: {
    kind: 'percent',
    bound: 'min',
    name: 'Debt yield',
    label: 'Debt yield at least',
    subject: 'Lowest debt yield',
    hint: 'On NOI in place or, if none is stated, stabilized.',
  },
  dscrMin: {
    kind: 'ratio',
    bound: 'min',
    name: 'DSCR',
    label: 'DSCR at least',
    subject: 'Lowest DSCR',
    hint: 'On NOI in place or, if none is stated, stabilized.',
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

export const mapFigureFilters = <Made>(
  make: (name: FigureFilterName, filter: FigureFilter) => Made,
): Record<FigureFilterName, Made> =>
  makeFigureFilters({ money: make, percent: make, rate: make, ratio: make })

type Makers = Record<
  FigureFilter['kind'],
  (name: FigureFilterName, filter: FigureFilter) => unknown
>

export const makeFigureFilters = <By extends Makers>(makers: By) =>
  Object.fromEntries(
    figureFilterNames.map((name) => {
      const filter = figureFilters[name]
      return [name, makers[filter.kind](name, filter)]
    }),
  ) as { [Name in FigureFilterName]: ReturnType<By[(typeof table)[Name]['kind']]> }
