/**
 * Shortcuts for lists and loans. They click the controls that have `data-key` so that a key and its button always have
 * the same effect.
 */

const rowSelector = 'main :is(tbody tr, [data-row])'

const linkOf = (row: Element | undefined) =>
  row?.querySelector<HTMLElement>('a[href]:not([tabindex="-1"])')

const currentRow = () => document.activeElement?.closest(rowSelector)

const controlsOf = (key: string) => [
  ...document.querySelectorAll<HTMLElement>(`main [data-key="${key}"]`),
]

/** Returns true if the page has a control for the key, even a disabled one. */
export const hasControl = (key: string): boolean => controlsOf(key).length > 0

/**
 * Clicks the control in the current row or, if there is none, the page's control outside all rows. Returns false if
 * there is neither.
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

/** Focuses the link in the next or previous row or, if no row is focused, in the first visible row. */
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

/** The height covered by the top bar and a table's header. */
const coveredPx = 100

const isInView = (row: Element) => {
  const { top, bottom } = row.getBoundingClientRect()
  return top >= coveredPx && bottom <= innerHeight
}
