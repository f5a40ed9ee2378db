import { cx } from '#web/ui/cx.ts'

export type SegmentLook = 'solid' | 'hold' | 'hatch' | 'beyond'

export type SegmentedBarProps = {
  label: string
  /** The segments from left to right. If their sum exceeds the bar's end, the excess isn't drawn. */
  segments: readonly { look: SegmentLook; percent: number }[]
  /** The percentage at the bar's end. If it exceeds 100, a mark shows where 100 is. */
  end?: number | undefined
  /** The bar's value, from 0 to 100. The default is the first segment's value. */
  value?: number | undefined
  valueText: string
  className?: string | undefined
}

export function SegmentedBar({
  label,
  segments,
  end = 100,
  value,
  valueText,
  className,
}: SegmentedBarProps) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={clamp(value ?? segments[0]?.percent ?? 0, 100)}
      aria-valuetext={valueText}
      className="relative"
    >
      <div className={cx('flex h-2 gap-0.5 overflow-hidden rounded-full bg-track', className)}>
        {drawn(segments, end).map(({ look, width }, index) => (
          <span key={index} className={looks[look]} style={{ width: `${width}%` }} />
        ))}
      </div>
      {end > 100 && (
        <span
          className="absolute -inset-y-1 w-0.5 -translate-x-1/2 bg-foreground outline outline-card forced-color-adjust-none"
          style={{ left: `${10_000 / end}%` }}
        />
      )}
    </div>
  )
}

export function SegmentSwatch({ look }: { look: SegmentLook }) {
  return (
    <span
      aria-hidden="true"
      className={cx('inline-block size-2.25 shrink-0 rounded-xs', looks[look], rims[look])}
    />
  )
}

const looks: Record<SegmentLook, string> = {
  solid: 'bg-binding forced-color-adjust-none',
  // A lighter part of what is binding.
  hold: 'bg-binding/50 forced-color-adjust-none [print-color-adjust:exact]',
  hatch: 'bg-hatch',
  // In print, where the color is lost, a pattern is used.
  beyond: 'bg-warning forced-color-adjust-none print:bg-hatch',
}

const rims: Record<SegmentLook, string> = {
  solid: '',
  hold: 'outline outline-binding',
  hatch: 'outline outline-soft',
  beyond: '',
}

function drawn(segments: SegmentedBarProps['segments'], end: number) {
  let room = end
  return segments
    .map(({ look, percent }) => {
      const length = clamp(percent, room)
      room -= length
      return { look, width: (length * 100) / end }
    })
    .filter(({ width }) => width > 0)
}

function clamp(percent: number, most: number) {
  return Math.min(Math.max(percent, 0), most)
}
