import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { controlClass, controlHeight } from './Input.tsx'
import { cx } from '#web/ui/cx.ts'

/** Renders a native select so that phones show their own picker. `className` applies to the wrapper. */
export function NativeSelect({ className, children, ...rest }: ComponentProps<'select'>) {
  return (
    <div className={cx('relative', className)}>
      <select
        {...rest}
        className={cx(controlClass, controlHeight, 'appearance-none truncate pr-9')}
      >
        {children}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-muted-foreground"
      />
    </div>
  )
}
