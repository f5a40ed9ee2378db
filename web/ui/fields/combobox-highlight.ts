/** Which option of a combobox is highlighted, the one that Enter chooses. */

/**
 * The option with this id, "typed" for the first match of what was typed, or none. It is no index: a list that
 * arrives meanwhile must not move the highlight to another option.
 */
export type Highlight = { id: string } | 'typed' | null

interface Highlightable {
  id: string
  /** Enter chooses it only after the arrows or the pointer have. */
  isDeliberate?: boolean | undefined
}

export function highlighted<Option extends Highlightable>(
  options: readonly Option[],
  highlight: Highlight,
): Option | undefined {
  if (highlight === 'typed') return options.find(({ isDeliberate }) => !isDeliberate)
  return highlight ? options.find(({ id }) => id === highlight.id) : undefined
}

/** The option a step before or after the highlighted one; without one, the last or the first. */
export function stepFrom<Option extends Highlightable>(
  options: readonly Option[],
  from: Option | undefined,
  step: 1 | -1,
): Option | undefined {
  const at = from ? options.indexOf(from) : -1
  if (at < 0) return options.at(step > 0 ? 0 : -1)
  return options[(at + step + options.length) % options.length]
}
