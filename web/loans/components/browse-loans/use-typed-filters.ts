import {
  figureFilterNames,
  figureFilters,
  mapFigureFilters,
  type FigureFilterName,
} from '#domain/loans/figure-filters.ts'
import { compareFigures, parseMoney, parsePercent, parseRate } from '#domain/money.ts'
import { plainPercent, plainRate, plainRatio, typedDollars } from '#domain/parse-typed-money.ts'
import { useEffect, useRef, useState } from 'react'
import type { BrowseState } from './url-filters.ts'
import type { FilterDraft } from './use-filter-draft.ts'

export const typedFilters = ['location', ...figureFilterNames] as const
export type TypedFilter = (typeof typedFilters)[number]

/**
 * Text filters that apply after a pause in typing, when Enter is pressed, or when the field loses focus. An invalid
 * figure stays in its field, and shows an error when the field loses focus.
 */
export function useTypedFilters(state: BrowseState, { draft, setDraft, apply }: FilterDraft) {
  const [errors, setErrors] = useState<Errors>({})
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  function settle(typed: Partial<BrowseState>, isLeft: boolean) {
    clearTimeout(timer.current)
    const now = { ...state, ...typed }
    const figures = plainFigures(now)
    const found = errorsOf(figures)
    if (isLeft) setErrors(found)
    const plain = { ...figures, location: now.location }
    const done = typedFilters.filter((name) => name in typed && !isHeldBack(name, found))
    if (done.length === 0) return
    const part = Object.fromEntries(done.map((name) => [name, plain[name]]))
    const rest = Object.fromEntries(Object.entries(typed).filter(([name]) => !(name in part)))
    // The first character adds a history entry. Later characters replace that entry.
    apply(part, rest, { replace: done.every((name) => state[name] !== '') })
  }

  const field = (name: TypedFilter) => ({
    value: draft[name] ?? state[name],
    onChange({ target }: { target: { value: string } }) {
      const typed = { ...draft, [name]: target.value }
      setDraft(typed)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => settle(typed, false), debounceMs)
    },
    onKeyDown({ key }: { key: string }) {
      if (key === 'Enter') settle(draft, true)
    },
    onBlur: () => settle(draft, true),
  })

  return {
    error: (name: TypedFilter) => (isWaiting(name, draft) ? errors[name] : undefined),
    field,
  }
}

type Errors = { [Name in TypedFilter]?: string }

/** Changing the minimum amount can also make the maximum invalid. */
const isWaiting = (name: TypedFilter, draft: Partial<BrowseState>) =>
  name in draft || (name === 'amountMax' && 'amountMin' in draft)

/** While the minimum amount exceeds the maximum, neither of them applies. */
const isHeldBack = (name: TypedFilter, found: Errors) =>
  found[name] !== undefined || (name === 'amountMin' && found.amountMax !== undefined)

const debounceMs = 300

type Figures = Record<FigureFilterName, string>

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
  rate: {
    plain: plainRate,
    parse: parseRate,
    message: 'Enter a number from 0 to 999.99.',
  },
  ratio: {
    plain: plainRatio,
    parse: parsePercent,
    message: 'Enter a number from 0 to 999.99.',
  },
}

/** Figures must not be negative, and the minimum amount must not exceed the maximum. */
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
