import { Card } from '#web/ui/display/Card.tsx'
import { Skeleton } from '#web/ui/display/Skeleton.tsx'

/** The placeholder is as tall as the screen, so that the footer doesn't move when the loan arrives. */
export function LoanDetailSkeleton() {
  return (
    <div className={aroundColumns}>
      <div className={loanColumns}>
        <Card className="grid content-start gap-3 p-4.5">
          <Skeleton className="h-5 w-32" />
          <Skeleton className="h-52" />
          <Skeleton className="h-14" />
        </Card>
        <Card className="grid content-start gap-3 p-4.5">
          <Skeleton className="h-5 w-40" />
          <Skeleton className="h-9 w-24" />
          <Skeleton className="h-2" />
          <Skeleton className="h-36" />
        </Card>
        <Skeleton className="h-96 rounded-xl" />
        <Skeleton className="h-96 rounded-xl" />
      </div>
    </div>
  )
}

/** A CSS container, because the number of columns depends on the width that an open document panel leaves. */
export const aroundColumns = '@container'

/** Either one column, or a wide and a narrow column whose first cards have the same height. */
export const loanColumns =
  'grid gap-4 @3xl:grid-cols-[minmax(0,1fr)_19rem] @min-[58rem]:grid-cols-[minmax(0,1fr)_21rem]'

/**
 * Without a picture, the figures are shorter than the funding card, and later cards move up in each column. A grid
 * can't do that, so two-column layouts use floats.
 */
export const withoutPicture = {
  columns: '@3xl:-mb-4 @3xl:flow-root',
  wide: '@3xl:float-left @3xl:clear-left @3xl:mb-4 @3xl:w-[calc(100%-20rem)] @min-[58rem]:w-[calc(100%-22rem)]',
  narrow: '@3xl:float-right @3xl:clear-right @3xl:mb-4 @3xl:w-76 @min-[58rem]:w-84',
}
