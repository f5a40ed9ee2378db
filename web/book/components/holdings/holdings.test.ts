import type { Commitment } from '#contract/book/commitments.ts'
import { parseMoney, wholePercent, zeroMoney } from '#domain/money.ts'
import { expect, test } from 'vitest'
import { holdingsIn } from './holdings.ts'

const own = (
  share: number,
  amount: string,
  change: Partial<Pick<Commitment, 'loanId' | 'status' | 'isSoftCommit'>> = {},
) => ({
  loanId: 'tower',
  status: 'active' as const,
  isSoftCommit: 'false' as const,
  percentage: wholePercent(share),
  amount: parseMoney(amount) ?? zeroMoney,
  ...change,
})

test("totals the shares and amounts of a lender's binding and soft commitments separately", () => {
  const holdings = holdingsIn('tower', [
    own(10, '100000.10'),
    own(5, '50000.05'),
    own(20, '200000.20', { isSoftCommit: 'true' }),
  ])
  expect(holdings).toEqual({
    binding: { share: '15.00', amount: '150000.15' },
    soft: { share: '20.00', amount: '200000.20' },
  })
})

test("ignores commitments to other loans and ended commitments in a lender's holdings", () => {
  const holdings = holdingsIn('tower', [
    own(10, '100000.00', { loanId: 'hall' }),
    own(10, '100000.00', { status: 'released' }),
    own(10, '100000.00', { status: 'withdrawn', isSoftCommit: 'true' }),
  ])
  expect(holdings).toEqual({ binding: null, soft: null })
})
