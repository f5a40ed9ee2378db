import { Card } from './Card.tsx'
import { cx } from '#web/ui/cx.ts'
import { Skeleton } from './Skeleton.tsx'

export interface Figure {
  name: string
  value: string | undefined
  subtitle: string
  addition?: string | undefined
}

export function Figures({
  label,
  figures,
  className,
}: {
  label: string
  figures: Figure[]
  className: string
}) {
  return (
    <Card
      as="section"
      aria-label={label}
      aria-busy={figures.some(({ value }) => value === undefined)}
      className={cx('grid overflow-hidden', className)}
    >
      {figures.map(({ name, value, subtitle, addition }) => (
        // Each cell draws its top and left borders. The card hides the outer borders.
        <div key={name} className="-mt-px -ml-px border-t border-l px-4.5 py-4">
          <h2 className="text-[0.8125rem] text-muted-foreground">{name}</h2>
          {value === undefined ? (
            <Skeleton className="my-1 h-6.5 w-20" />
          ) : (
            <p
              className={cx(
                'text-figure font-semibold tracking-tight whitespace-nowrap',
                // The font is smaller on phones, because "$1,561.0M" is wider than half of a phone's screen.
                value.length > 8 && 'max-sm:text-xl/[2.125rem]',
              )}
            >
              {value}
            </p>
          )}
          <p className="text-[0.8125rem] text-muted-foreground">
            <span>{subtitle}</span>
            {addition && (
              <span className="max-sm:block">
                <span className="max-sm:hidden"> · </span>
                {addition}
              </span>
            )}
          </p>
        </div>
      ))}
    </Card>
  )
}
