import { Card } from '#web/ui/display/Card.tsx'
import { cx } from '#web/ui/cx.ts'
import { Skeleton } from '#web/ui/display/Skeleton.tsx'

/** The placeholder is as tall as the screen so that the footer doesn't move when the loan arrives. */
export function LoanDetailSkeleton() {
  return (
    <div className={aroundColumns}>
      <div className={loanColumns}>
        <Card className={cx('p-4.5', wideColumn, 'gap-3')}>
          <Skeleton className="h-5 w-32" />
          <Skeleton className="h-52" />
          <Skeleton className="h-14" />
        </Card>
        <Card className={cx('p-4.5', narrowColumn, 'gap-3')}>
          <Skeleton className="h-5 w-40" />
          <Skeleton className="h-9 w-24" />
          <Skeleton className="h-2" />
          <Skeleton className="h-36" />
        </Card>
        <Skeleton className="h-96 rounded-xl @3xl:col-start-1" />
        <div className={bothColumns}>
          <Skeleton className="h-96 rounded-xl" />
          <Skeleton className="h-96 rounded-xl" />
        </div>
      </div>
    </div>
  )
}

/**
 * The element is a CSS container, because the number of columns depends on the width that remains beside an open
 * document.
 */
export const aroundColumns = '@container'

/**
 * One column, or a wide and a narrow column. The narrow column spans both rows so that no column has gaps. In print,
 * the columns are blocks, because grid rows overlap where they continue on the next page.
 */
export const loanColumns =
  'grid gap-4 print:block print:space-y-4 @3xl:grid-cols-[minmax(0,1fr)_19rem] @3xl:grid-rows-[auto_1fr] @min-[58rem]:grid-cols-[minmax(0,1fr)_21rem]'

const column = 'grid min-w-0 content-start gap-4 print:block print:space-y-4'
export const wideColumn = `${column} @3xl:col-start-1`
export const narrowColumn = `${column} @3xl:col-start-2 @3xl:row-span-2 @3xl:row-start-1`
/** Below both columns, cards are side by side. A single card takes the full width. */
export const bothColumns = `${column} @3xl:col-span-2 @3xl:[&:has(>:nth-child(2))]:grid-cols-2`
