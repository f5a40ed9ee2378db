/** The highlighted option of a combobox, which Enter selects. */

/**
 * The option with this id, "typed" for the first match of the typed text, or none. Not an index, because a list that
 * arrives later must not move the highlight to another option.
 */
export type Highlight = { id: string } | 'typed' | null

interface Highlightable {
  id: string
  /** Enter selects it only after an arrow key or the pointer has highlighted it. */
  isDeliberate?: boolean | undefined
}

export function highlighted<Option extends Highlightable>(
  options: readonly Option[],
  highlight: Highlight,
): Option | undefined {
  if (highlight === 'typed') return options.find(({ isDeliberate }) => !isDeliberate)
  return highlight ? options.find(({ id }) => id === highlight.id) : undefined
}

/** The option before or after the highlighted one; without a highlight, the last or first. */
export function stepFrom<Option extends Highlightable>(
  options: readonly Option[],
  from: Option | undefined,
  step: 1 | -1,
): Option | undefined {
  const at = from ? options.indexOf(from) : -1
  if (at < 0) return options.at(step > 0 ? 0 : -1)
  return options[(at + step + options.length) % options.length]
}
