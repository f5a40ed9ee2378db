import { describeHoldings } from '#web/book/components/holdings/describe-holdings.ts'
import { holdingsFailed, type OwnHoldings } from '#web/book/components/holdings/use-own-holdings.ts'

/** What the lender already holds of a loan, in one sentence; a lender may commit more than once. */
export const HeldAlready = ({ own: { held, hasFailed } }: { own: OwnHoldings }) => (
  <p className="text-muted-foreground">
    {/* The line is there from the start, so that nothing moves under the pointer when data arrives. */}
    {hasFailed ? holdingsFailed : held ? describeHoldings(null, held) : 'Loading...'}
  </p>
)
