import { stateName } from '#domain/loans/property/places.ts'
import { cx } from '#web/ui/cx.ts'
import { useRef, useState, type KeyboardEvent } from 'react'
import { Link } from 'wouter'
import { gridSize, neighborOf, placedStates, type PlacedState } from './state-layout.ts'

export interface StateTilesProps {
  label: string
  /** The darkness of a state's tile, from 0 to 4. */
  levelOf: (code: string) => Level
  textOf?: (code: string) => string
  /** States whose tiles can be focused, in reading order. */
  focusable: readonly string[]
  /** The URL that a tile links to. If omitted, tiles are buttons. */
  hrefOf?: (code: string) => string
  chosen?: string | undefined
  onChoose?: (code: string) => void
  /** Called with the state that is focused or under the pointer, or null. */
  onPoint: (code: string | null) => void
}

export type Level = 0 | 1 | 2 | 3 | 4

const step = 36
const side = 34

/** A map of state tiles. The map is a single tab stop, and the arrow keys move between states. */
export function StateTiles({ label, focusable, onPoint, ...tiles }: StateTilesProps) {
  const svg = useRef<SVGSVGElement>(null)
  const [last, setLast] = useState<string | null>(null)
  const { chosen = '' } = tiles
  const stop = [last ?? '', chosen].find((code) => focusable.includes(code)) ?? focusable[0] ?? null

  function move(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || !stop) return
    const next = neighborOf(stop, event.key, focusable)
    if (!next) return
    event.preventDefault()
    svg.current?.querySelector<SVGElement>(`[data-state="${next}"]`)?.focus()
  }

  return (
    <svg
      ref={svg}
      role="group"
      aria-label={label}
      viewBox={`0 0 ${gridSize.columns * step - 2} ${gridSize.rows * step - 2}`}
      onKeyDown={move}
      onPointerLeave={() => onPoint(null)}
      onBlur={() => onPoint(null)}
      className="w-full max-w-[34rem] overflow-visible text-[15px] font-medium select-none forced-color-adjust-none"
    >
      {placedStates.map((state) => (
        <Tile
          key={state.code}
          state={state}
          isFocusable={focusable.includes(state.code)}
          isStop={state.code === stop}
          onFocus={() => {
            setLast(state.code)
            onPoint(state.code)
          }}
          onPoint={() => onPoint(state.code)}
          {...tiles}
        />
      ))}
    </svg>
  )
}

interface TileProps extends Omit<StateTilesProps, 'label' | 'focusable'> {
  state: PlacedState
  isFocusable: boolean
  isStop: boolean
  onFocus: () => void
  onPoint: () => void
}

function Tile({
  state: { code, column, row },
  isFocusable,
  isStop,
  levelOf,
  textOf,
  hrefOf,
  chosen,
  onChoose,
  onFocus,
  onPoint,
}: TileProps) {
  const level = levelOf(code)
  const square = (
    <>
      <rect
        x={column * step}
        y={row * step}
        width={side}
        height={side}
        rx={4}
        className={cx(fills[level], code === chosen && 'stroke-foreground stroke-2')}
      />
      <text
        x={column * step + side / 2}
        y={row * step + side / 2}
        textAnchor="middle"
        dominantBaseline="central"
        className={inks[level]}
      >
        {code}
      </text>
    </>
  )
  if (!isFocusable)
    return (
      <g aria-hidden="true" onPointerEnter={onPoint}>
        {square}
      </g>
    )
  const props = {
    'data-state': code,
    // The visible code is part of the name so that speech input finds the tile.
    'aria-label': [`${stateName(code)} (${code})`, textOf?.(code)].filter(Boolean).join(', '),
    tabIndex: isStop ? 0 : -1,
    onFocus,
    onPointerEnter: onPoint,
    className: tileClass,
  }
  if (hrefOf)
    return (
      <Link {...props} href={hrefOf(code)} onClick={() => onChoose?.(code)}>
        {square}
      </Link>
    )
  return (
    <g
      {...props}
      role="button"
      aria-pressed={code === chosen}
      onClick={() => onChoose?.(code)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return
        event.preventDefault()
        onChoose?.(code)
      }}
    >
      {square}
    </g>
  )
}

const tileClass =
  'cursor-pointer outline-none hover:[&>rect]:stroke-foreground hover:[&>rect]:stroke-[1.5] ' +
  'focus-visible:[&>rect]:stroke-ring focus-visible:[&>rect]:stroke-3'

/** The test in `styles.test.ts` checks that each text color in `inks` is readable on its fill. */
const fills = [
  'fill-track',
  'fill-[color-mix(in_oklab,var(--binding)_22%,var(--track))]',
  'fill-[color-mix(in_oklab,var(--binding)_45%,var(--track))]',
  'fill-[color-mix(in_oklab,var(--binding)_75%,var(--track))]',
  'fill-binding',
]
const inks = [
  'fill-muted-foreground',
  'fill-foreground',
  'fill-foreground',
  'fill-primary-foreground',
  'fill-primary-foreground',
]

export const StateScale = ({ largest }: { largest: string }) => (
  <span aria-hidden="true" className="inline-flex items-center gap-1.5">
    0%
    <svg viewBox="0 0 58 10" className="h-2.5 forced-color-adjust-none">
      {fills.map((fill, place) => (
        <rect key={fill} x={place * 12} width={10} height={10} rx={2} className={fill} />
      ))}
    </svg>
    {largest}
  </span>
)
