import { cx } from '#web/ui/cx.ts'
import { useId, type ReactNode } from 'react'

export interface FilterChipProps {
  label: ReactNode
  isSet: boolean
  className?: string | undefined
  children: (id: string) => ReactNode
}

export function FilterChip({ label, isSet, className, children }: FilterChipProps) {
  const id = useId()
  return (
    <div
      className={cx(
        'flex h-9 min-w-0 items-center gap-1.5 rounded-full border bg-card pl-3.5 md:pl-2.5 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-ring max-md:h-11',
        isSet ? 'border-primary' : 'border-input',
        className,
      )}
    >
      <label htmlFor={id} className="shrink-0 text-muted-foreground">
        {label}
      </label>
      {children(id)}
    </div>
  )
}

/** The parent draws the border and the focus ring. Phones zoom in on controls whose text is smaller than 16 px. */
export const chipControl =
  'h-full min-w-0 flex-1 rounded-r-full bg-transparent pr-3 md:pr-2.5 outline-none! max-md:text-base'
