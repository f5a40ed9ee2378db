import { useState } from 'react'
import { printBrowseState, type BrowseState } from './url-filters.ts'

/** What was typed or checked, and isn't applied. */
export interface FilterDraft {
  draft: Partial<BrowseState>
  setDraft: (draft: Partial<BrowseState>) => void
  /** Changes filters, and keeps the rest of the draft. `replace` adds no history entry. */
  apply: (
    part: Partial<BrowseState>,
    rest?: Partial<BrowseState>,
    options?: { replace: boolean },
  ) => void
}

/** Keeps the draft, also while no control shows it, until other filters come from elsewhere. */
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

/** The search has a field of its own, and is applied while it is typed. */
const baseOf = (state: BrowseState) =>
  printBrowseState({ ...state, search: '', view: 'table', compare: [] })
