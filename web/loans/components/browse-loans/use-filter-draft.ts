import { useState } from 'react'
import { printBrowseState, type BrowseState } from './url-filters.ts'

/** Filters that the user has typed or selected but that aren't applied yet. */
export interface FilterDraft {
  draft: Partial<BrowseState>
  setDraft: (draft: Partial<BrowseState>) => void
  /** Applies some filters and keeps the rest of the draft. With `replace`, no history entry is added. */
  apply: (
    part: Partial<BrowseState>,
    rest?: Partial<BrowseState>,
    options?: { replace: boolean },
  ) => void
}

/** Keeps unapplied input, including input in hidden controls, until the filters in the URL change. */
export function useFilterDraft(
  state: BrowseState,
  onChange: (part: Partial<BrowseState>, options?: { replace: boolean }) => void,
): FilterDraft {
  const base = baseOf(state)
  const [edit, setEdit] = useState<{ base: string; draft: Partial<BrowseState> }>({
    base,
    draft: {},
  })
  return {
    draft: edit.base === base ? edit.draft : {},
    setDraft: (draft) => setEdit({ base, draft }),
    apply(part, rest = {}, options) {
      setEdit({ base: baseOf({ ...state, ...part }), draft: rest })
      onChange(part, options)
    },
  }
}

/** The filters without the search, which is in a separate field and applies as the user types. */
const baseOf = (state: BrowseState) =>
  printBrowseState({ ...state, search: '', view: 'table', compare: [] })
