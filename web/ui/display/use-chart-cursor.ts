import { useState, type FocusEvent, type KeyboardEvent, type PointerEvent } from 'react'

/**
 * Selects a point of a chart with the pointer or the arrow keys. The chart is a slider whose accessible value text
 * describes the selected point. `indexAt` returns the index of the point at a fraction of the chart's width.
 */
export function useChartCursor(
  count: number,
  indexAt: (fraction: number) => number,
  textOf: (index: number) => string,
) {
  const [at, setAt] = useState<number | null>(null)
  const last = count - 1
  const index = at === null ? null : Math.min(at, last)
  const clamp = (next: number) => Math.min(Math.max(next, 0), last)

  function onPointerMove(event: PointerEvent) {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    if (width > 0) setAt(clamp(indexAt((event.clientX - left) / width)))
  }
  function onKeyDown(event: KeyboardEvent) {
    const next = moves[event.key]?.(index ?? last, last)
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    setAt(clamp(next))
  }
  const slider = {
    role: 'slider',
    tabIndex: 0,
    'aria-valuemin': 0,
    'aria-valuemax': last,
    'aria-valuenow': index ?? last,
    'aria-valuetext': textOf(index ?? last),
    onPointerMove,
    onPointerDown: onPointerMove,
    onPointerLeave: () => setAt(null),
    // Pressing the pointer also focuses the chart, but the press has already selected a point.
    onFocus: ({ currentTarget }: FocusEvent) =>
      currentTarget.matches(':focus-visible') && setAt((now) => now ?? last),
    onBlur: () => setAt(null),
    onKeyDown,
  } as const
  return { index, slider }
}

const moves: Record<string, (from: number, last: number) => number> = {
  ArrowLeft: (from) => from - 1,
  ArrowDown: (from) => from - 1,
  ArrowRight: (from) => from + 1,
  ArrowUp: (from) => from + 1,
  Home: () => 0,
  End: (_from, last) => last,
}
