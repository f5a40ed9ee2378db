import { describeHoldings } from '#web/book/components/holdings/describe-holdings.ts'
import { holdingsFailed, type OwnHoldings } from '#web/book/components/holdings/use-own-holdings.ts'

export const HeldAlready = ({ own: { held, hasFailed } }: { own: OwnHoldings }) => (
  <p className="text-muted-foreground">
    {/* Reserve the line, to avoid layout shift when the data arrives. */}
    {hasFailed ? holdingsFailed : held ? describeHoldings(null, held) : 'Loading...'}
  </p>
)
