import type { Loan } from '#contract/loans/shapes.ts'
import { exactRate } from '#domain/loans/credit/note-rate.ts'
import {
  formatCents,
  formatShare,
  subtractPercent,
  sumMoney,
  sumPercent,
  yearlyInterest,
  zeroMoney,
  zeroPercent,
  type Money,
} from '#domain/money.ts'
import { concentrationAfter } from '#domain/position/concentration-after.ts'
import { endpointQuery } from '#web/api/client.ts'
import { holdingsFailed, useOwnHoldings } from '#web/book/components/holdings/use-own-holdings.ts'
import type { Holding } from '#web/book/components/holdings/holdings.ts'
import { BeforeAfter, type Compared } from '#web/ui/display/BeforeAfter.tsx'
import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'

interface PositionAfterProps {
  loan: Pick<Loan, 'id' | 'interestRate' | 'noteRate' | 'propertyType' | 'propertyAddress'>
  /** The soft share that becomes binding. */
  firmed: Holding
  /** True while the request is pending, when new data might already include its effect. */
  isPending: boolean
}

/** The user's position in a loan, its yearly interest and their concentration, before and after a share is bound. */
export function PositionAfter({ loan, firmed, isPending }: PositionAfterProps) {
  const { held, hasFailed } = useOwnHoldings(loan.id)
  const { data: book } = useQuery(endpointQuery('getConcentration'))
  if (hasFailed) return <p className="mt-3 text-muted-foreground">{holdingsFailed}</p>
  const bound = held?.binding ?? { share: zeroPercent, amount: zeroMoney }
  const soft = held?.soft?.share ?? zeroPercent
  const binding = {
    share: sumPercent([bound.share, firmed.share]),
    amount: sumMoney([bound.amount, firmed.amount]),
  }
  const interest = (amount: Money) =>
    formatCents(yearlyInterest([{ amount, rate: exactRate(loan) }]))
  const position = [
    {
      name: 'Binding share',
      before: formatShare(bound.share),
      after: formatShare(binding.share),
    },
    {
      name: 'Binding amount',
      before: formatCents(bound.amount),
      after: formatCents(binding.amount),
    },
    {
      name: 'Interest a year, gross',
      before: interest(bound.amount),
      after: interest(binding.amount),
    },
    {
      name: 'Soft share',
      before: formatShare(soft),
      after: formatShare(subtractPercent(soft, firmed.share)),
    },
  ]
  const slices = concentrationAfter(book ?? emptyBook, { ...loan, amount: firmed.amount })
  const concentration = slices.map(({ name, before, after }) => ({
    name: `${name} in your book`,
    before: formatShare(before),
    after: formatShare(after),
  }))
  return (
    <FrozenWhilePending
      isPending={isPending}
      rows={[
        ...(held ? position : position.map(asLoading)),
        ...(book ? concentration : concentration.map(asLoading)),
      ]}
    />
  )
}

const emptyBook = { bindingAmount: zeroMoney, byState: [], byPropertyType: [] }
const asLoading = ({ name }: Compared): Compared => ({ name, before: '…', after: '…' })

const FrozenWhilePending = memo(
  ({ rows }: { rows: readonly Compared[]; isPending: boolean }) => (
    <div className="mt-3">
      <BeforeAfter caption="Your position now and after this" heading="After This" rows={rows} />
    </div>
  ),
  (_, { isPending }) => isPending,
)
