import { Range, Root, Thumb, Track } from 'radix-ui/slider'
import { cx } from '#web/ui/cx.ts'

export type SliderProps = {
  value: number
  onValueChange: (value: number) => void
  min?: number | undefined
  max: number
  step?: number | undefined
  disabled?: boolean | undefined
  'aria-label': string
  valueText?: string | undefined
  /** `hatch` marks a share that isn't binding. */
  look?: 'solid' | 'hatch' | undefined
  className?: string | undefined
}

/** A slider with one thumb. Arrow keys move it by one step, and Page Up and Page Down by ten. */
export function Slider({
  value,
  onValueChange,
  min = 0,
  max,
  step = 1,
  disabled = false,
  'aria-label': label,
  valueText,
  look = 'solid',
  className,
}: SliderProps) {
  return (
    <Root
      value={[value]}
      onValueChange={([next]) => next !== undefined && onValueChange(next)}
      min={min}
      max={max}
      step={step}
      disabled={disabled}
      className={cx(
        'relative flex h-6 w-full touch-none items-center select-none data-disabled:opacity-50 max-md:h-11',
        className,
      )}
    >
      <Track className="relative h-2 grow overflow-hidden rounded-full bg-track">
        <Range className={cx('absolute h-full', look === 'hatch' ? 'bg-hatch' : 'bg-primary')} />
      </Track>
      <Thumb
        aria-label={label}
        aria-valuetext={valueText}
        className="block size-5 rounded-full border-2 border-primary bg-card max-md:size-6"
      />
    </Root>
  )
}
