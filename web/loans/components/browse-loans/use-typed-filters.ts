import { figureFilterNames } from '#domain/loans/figure-filters.ts'
import { useEffect, useRef, useState } from 'react'
import { errorsOf, plainFigures } from './typed-figures.ts'
import type { BrowseState } from './url-filters.ts'
import type { FilterDraft } from './use-filter-draft.ts'

export const typedFilters = ['location', ...figureFilterNames] as const
export type TypedFilter = (typeof typedFilters)[number]

/**
 * Text filters that apply when typing pauses, on Enter, or on blur. An invalid figure stays in its field and shows an
 * error on blur.
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
    // The first character adds a history entry; further typing replaces it.
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

/** A change of the minimum amount can also invalidate the maximum. */
const isWaiting = (name: TypedFilter, draft: Partial<BrowseState>) =>
  name in draft || (name === 'amountMax' && 'amountMin' in draft)

/** While the minimum amount exceeds the maximum, neither applies. */
const isHeldBack = (name: TypedFilter, found: Errors) =>
  found[name] !== undefined || (name === 'amountMin' && found.amountMax !== undefined)

const debounceMs = 300
