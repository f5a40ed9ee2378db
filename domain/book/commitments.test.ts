import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  clampShare,
  commitmentCan,
  refusalOfCommitmentAction,
  commitmentStatuses,
  softLimitReason,
  type CommitmentAction,
} from './commitments.ts'
import { loanStatuses } from '#domain/loans/statuses.ts'
import { wholePercent } from '#domain/money.ts'
import { spec } from '#test/support/requirements.ts'

describe("a lender's soft interest in a loan", () => {
  const reason = (held: number, added: number, name: string | null = null) =>
    softLimitReason(name, wholePercent(held), wholePercent(added))

  it('allows soft interest of up to 100% and always allows a reduction', () => {
    for (const [held, added] of [
      [0, 100],
      [95, 5],
      [100, 0],
      [140, 0],
      [140, -1],
    ] as const)
      expect(reason(held, added)).toBeNull()
  })

  it('states how much soft interest the lender already holds and how much can be added', () => {
    expect(reason(95, 6)).toBe(
      'You already hold soft interest in 95% of this loan. You can add up to 5% more.',
    )
    expect(reason(80, 21, 'Rita Cole')).toBe(
      'Rita Cole already holds soft interest in 80% of this loan. You can add up to 20% more.',
    )
    for (const held of [100, 140])
      expect(reason(held, 1)).toBe(
        `You already hold soft interest in ${held}% of this loan, the most one lender can hold. Reduce or withdraw some of it before adding more.`,
      )
  })
})

describe('the share that was entered', () => {
  it('parses the entered share as a whole number between 0 and the available share', () => {
    spec('5.3.1', '9.8')
    fc.assert(
      fc.property(fc.double(), fc.integer({ min: -10, max: 100 }), (input, available) => {
        const share = clampShare(input, available)
        expect(Number.isInteger(share)).toBe(true)
        expect(share).toBeGreaterThanOrEqual(0)
        expect(share).toBeLessThanOrEqual(Math.max(available, 0))
      }),
    )
  })

  it('leaves an entered share unchanged if the share is available', () => {
    for (let share = 0; share <= 40; share += 1) expect(clampShare(share, 40)).toBe(share)
  })

  it('reduces an entered share to the available share if it is too large', () => {
    expect(clampShare(41, 40)).toBe(40)
    expect(clampShare(-3, 40)).toBe(0)
    expect(clampShare(12.9, 40)).toBe(12)
    expect(clampShare(Number.NaN, 40)).toBe(0)
    expect(clampShare(Number.POSITIVE_INFINITY, 40)).toBe(0)
    expect(clampShare(10, 0)).toBe(0)
  })
})

describe('the actions allowed on a commitment', () => {
  const softActs: CommitmentAction[] = ['change', 'withdraw', 'makeBinding']
  const acts: CommitmentAction[] = [...softActs, 'release']

  it("allows the actions for an active commitment's type until the loan is funded", () => {
    for (const loanStatus of ['Processing', 'Underwriting', 'open', 'Closing'] as const)
      for (const act of acts) {
        const isForSoft = softActs.includes(act)
        expect(commitmentCan(act, { status: 'active', isSoft: true, loanStatus })).toBe(isForSoft)
        expect(commitmentCan(act, { status: 'active', isSoft: false, loanStatus })).toBe(!isForSoft)
      }
  })

  it('allows no actions on a commitment that has ended or whose loan is funded', () => {
    for (const act of acts)
      for (const isSoft of [true, false]) {
        expect(commitmentCan(act, { status: 'active', isSoft, loanStatus: 'funded' })).toBe(false)
        for (const status of commitmentStatuses.filter((each) => each !== 'active'))
          for (const loanStatus of loanStatuses)
            expect(commitmentCan(act, { status, isSoft, loanStatus })).toBe(false)
      }
  })
})

it("explains why a commitment doesn't allow an action", () => {
  const soft = { status: 'active', isSoft: true, loanStatus: 'open' } as const
  const binding = { ...soft, isSoft: false }
  const refusals = {
    ended: refusalOfCommitmentAction('change', { ...soft, status: 'withdrawn' }),
    funded: refusalOfCommitmentAction('withdraw', { ...soft, loanStatus: 'funded' }),
    bound: refusalOfCommitmentAction('makeBinding', binding),
    unbound: refusalOfCommitmentAction('release', soft),
    none: refusalOfCommitmentAction('release', binding),
  }
  expect(refusals).toEqual({
    ended: 'This commitment was withdrawn already',
    funded: 'This loan is fully funded',
    bound: 'A binding commitment can only be released by an administrator',
    unbound: 'A soft commitment has nothing to release',
    none: null,
  })
})
