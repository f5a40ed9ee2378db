/**
 * The keys of lists and loans. They press the page's own controls, which carry `data-key`, so that a key and its button
 * always do the same.
 */

/** A row of a list: of any table whose rows link to something, or an item with `data-row`. */
const rowSelector = 'main :is(tbody tr, [data-row])'

const linkOf = (row: Element | undefined) =>
  row?.querySelector<HTMLElement>('a[href]:not([tabindex="-1"])')

const currentRow = () => document.activeElement?.closest(rowSelector)

const controlsOf = (key: string) => [
  ...document.querySelectorAll<HTMLElement>(`main [data-key="${key}"]`),
]

/** True if the page has a control for the key, which might be disabled. */
export const hasControl = (key: string): boolean => controlsOf(key).length > 0

/**
 * Presses the control of the current row, or otherwise the page's control that is in no row.
 * @returns False if there is none.
 */
export function pressControl(key: string): boolean {
  const row = currentRow()
  const controls = controlsOf(key).filter((each) => !each.matches(':disabled'))
  const control =
    controls.find((each) => row?.contains(each)) ??
    controls.find((each) => !each.closest(rowSelector))
  control?.click()
  return control !== undefined
}

/** Focuses the link of the next or previous row, or of the first row in view if no row is focused. */
export function moveRow(step: 1 | -1): boolean {
  const rows = [...document.querySelectorAll(rowSelector)].filter(
    (row) => row.checkVisibility() && linkOf(row),
  )
  const at = rows.findIndex((row) => row === currentRow())
  const row = at < 0 ? (rows.find(isInView) ?? rows[0]) : rows[at + step]
  const link = linkOf(row)
  if (!row || !link) return false
  link.focus({ preventScroll: true })
  row.scrollIntoView({ block: isInView(row) ? 'nearest' : 'center' })
  return true
}

/** The space at the top that the bar and a table's header cover. */
const coveredPx = 100

const isInView = (row: Element) => {
  const { top, bottom } = row.getBoundingClientRect()
  return top >= coveredPx && bottom <= innerHeight
}
