import { cx } from '#web/ui/cx.ts'

export type SegmentLook = 'solid' | 'hatch' | 'beyond'

export type SegmentedBarProps = {
  label: string
  /** The segments from left to right. If their sum exceeds 100, the excess isn't drawn. */
  segments: readonly { look: SegmentLook; percent: number }[]
  /** The bar's value, from 0 to 100. The default is the first segment's value. */
  value?: number | undefined
  valueText: string
  className?: string | undefined
}

/** A bar whose segments differ in pattern as well as in color. */
export function SegmentedBar({ label, segments, value, valueText, className }: SegmentedBarProps) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={clamp(value ?? segments[0]?.percent ?? 0, 100)}
      aria-valuetext={valueText}
      className={cx('flex h-2 gap-0.5 overflow-hidden rounded-full bg-track', className)}
    >
      {drawn(segments).map(({ look, percent }, index) => (
        <span key={index} className={looks[look]} style={{ width: `${percent}%` }} />
      ))}
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
  hatch: 'bg-hatch',
  // A pattern is used in print, where the color is lost.
  beyond: 'bg-warning forced-color-adjust-none print:bg-hatch',
}

const rims: Record<SegmentLook, string> = { solid: '', hatch: 'outline outline-soft', beyond: '' }

function drawn(segments: SegmentedBarProps['segments']) {
  let room = 100
  return segments
    .map(({ look, percent }) => {
      const width = clamp(percent, room)
      room -= width
      return { look, percent: width }
    })
    .filter(({ percent }) => percent > 0)
}

function clamp(percent: number, most: number) {
  return Math.min(Math.max(percent, 0), most)
}
