import type { Loan } from '#contract/loans/shapes.ts'
import { Card, CardContent, CardHeader, CardTitle } from '#web/ui/display/Card.tsx'
import { cx } from '#web/ui/cx.ts'
import { structureOf } from './structure-rows.ts'

export function StructureCard({ loan }: { loan: Loan }) {
  const rows = structureOf(loan)
  if (rows.length === 0) return null
  return (
    <Card
      as="section"
      aria-labelledby="loan-structure"
      className="@container print:break-inside-avoid"
    >
      <CardHeader>
        <CardTitle id="loan-structure">Structure</CardTitle>
      </CardHeader>
      <CardContent>
        <dl className="grid content-start gap-x-8 gap-y-2 @lg:grid-cols-2">
          {rows.map(({ name, value, note, isLong }) => (
            <div key={name} className={cx('min-w-0', !isLong && 'flex justify-between gap-4')}>
              <dt className="shrink-0 text-muted-foreground">{name}</dt>
              <dd className={cx('min-w-0 font-medium wrap-anywhere', !isLong && 'text-right')}>
                {value}
                {note && (
                  <span className="block text-xs font-normal text-muted-foreground">{note}</span>
                )}
              </dd>
            </div>
          ))}
        </dl>
      </CardContent>
    </Card>
  )
}
