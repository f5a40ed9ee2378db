import { figureFilterNames } from '#domain/loans/figure-filters.ts'
import { useEffect, useRef, useState } from 'react'
import { errorsOf, plainFigures } from './typed-figures.ts'
import type { BrowseState } from './url-filters.ts'
import type { FilterDraft } from './use-filter-draft.ts'

export const typedFilters = ['location', ...figureFilterNames] as const
export type TypedFilter = (typeof typedFilters)[number]

/**
 * Filters that are typed: they take effect when typing pauses, or at once on Enter and when the field is left. A
 * figure that is none stays in its field, and is told once the field is left.
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
    // The first letter adds a history entry; refining it does not.
    apply(part, rest, { replace: done.every((name) => state[name] !== '') })
  }

  /** What a text field shows and does. */
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

/** A size's end is wrong because of its start, too. */
const isWaiting = (name: TypedFilter, draft: Partial<BrowseState>) =>
  name in draft || (name === 'amountMax' && 'amountMin' in draft)

/** Neither end of a size applies while it ends before it starts. */
const isHeldBack = (name: TypedFilter, found: Errors) =>
  found[name] !== undefined || (name === 'amountMin' && found.amountMax !== undefined)

const debounceMs = 300
