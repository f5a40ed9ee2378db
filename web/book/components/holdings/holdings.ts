import type { Commitment } from '#contract/book/commitments.ts'
import { sumMoney, sumPercent, type Money, type Percent } from '#domain/money.ts'

export interface Holding {
  share: Percent
  amount: Money
}

export interface Holdings {
  binding: Holding | null
  soft: Holding | null
}

export function holdingsIn(
  loanId: string,
  commitments: readonly Pick<
    Commitment,
    'loanId' | 'status' | 'isSoftCommit' | 'percentage' | 'amount'
  >[],
): Holdings {
  const active = commitments.filter((own) => own.loanId === loanId && own.status === 'active')
  const sumOf = (isSoft: 'true' | 'false'): Holding | null => {
    const held = active.filter(({ isSoftCommit }) => isSoftCommit === isSoft)
    if (held.length === 0) return null
    return {
      share: sumPercent(held.map(({ percentage }) => percentage)),
      amount: sumMoney(held.map(({ amount }) => amount)),
    }
  }
  return { binding: sumOf('false'), soft: sumOf('true') }
}
