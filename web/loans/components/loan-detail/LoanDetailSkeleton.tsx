import { Card } from '#web/ui/display/Card.tsx'
import { Skeleton } from '#web/ui/display/Skeleton.tsx'
import { aroundColumns, loanColumns } from './columns.ts'

/** As tall as the screen, so that the footer doesn't shift when the loan arrives. */
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
