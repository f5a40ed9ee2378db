/** The US states as tiles of equal size in a grid of 12 by 8, roughly in their geographic positions. */
const rows = [
  'AK                    ME',
  '                    VTNH',
  '  WAIDMTNDMNILWIMINYRIMA',
  '  ORNVWYSDIAINOHPANJCT  ',
  '  CAUTCONEMOKYWVVAMDDE  ',
  '    AZNMKSARTNNCSCDC    ',
  '        OKLAMSALGA      ',
  'HI      TX        FL    ',
]

export interface PlacedState {
  code: string
  column: number
  row: number
}

export const gridSize = { columns: 12, rows: rows.length }

export const placedStates: readonly PlacedState[] = rows.flatMap((codes, row) =>
  Array.from({ length: gridSize.columns }, (_, column) => ({
    code: codes.slice(column * 2, column * 2 + 2).trim(),
    column,
    row,
  })).filter(({ code }) => code),
)

const byCode = new Map(placedStates.map((state) => [state.code, state]))

export const hasTile = (code: string) => byCode.has(code)

const directions: Record<string, [columns: number, rows: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Returns the nearest state in the direction of an arrow key, or null for another key or at the edge. */
export function neighborOf(code: string, key: string, among: readonly string[]): string | null {
  const [from, direction] = [byCode.get(code), directions[key]]
  if (!from || !direction) return null
  const [right, down] = direction
  let nearest: { code: string; cost: number } | null = null
  for (const each of among) {
    const to = byCode.get(each)
    if (!to) continue
    const [columns, lines] = [to.column - from.column, to.row - from.row]
    const along = columns * right + lines * down
    if (along <= 0) continue
    // Prefers a state straight ahead over a nearer state to the side.
    const cost = along + 3 * Math.abs(columns * down + lines * right)
    if (!nearest || cost < nearest.cost) nearest = { code: each, cost }
  }
  return nearest?.code ?? null
}
