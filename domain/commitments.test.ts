import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  clampShare,
  commitmentCan,
  commitmentStatuses,
  type CommitmentAction,
} from './commitments.ts'
import { loanStatuses } from './loans.ts'

describe('the share that an input means', () => {
  it('is a whole number between 0 and what is available, whatever was typed', () => {
    fc.assert(
      fc.property(fc.double(), fc.integer({ min: -10, max: 100 }), (input, available) => {
        const share = clampShare(input, available)
        expect(Number.isInteger(share)).toBe(true)
        expect(share).toBeGreaterThanOrEqual(0)
        expect(share).toBeLessThanOrEqual(Math.max(available, 0))
      }),
    )
  })

  it('leaves alone what fits', () => {
    for (let share = 0; share <= 40; share += 1) expect(clampShare(share, 40)).toBe(share)
  })

  it('cuts off what does not', () => {
    expect(clampShare(41, 40)).toBe(40)
    expect(clampShare(-3, 40)).toBe(0)
    expect(clampShare(12.9, 40)).toBe(12)
    expect(clampShare(Number.NaN, 40)).toBe(0)
    expect(clampShare(Number.POSITIVE_INFINITY, 40)).toBe(0)
    expect(clampShare(10, 0)).toBe(0)
  })
})

describe('what may be done with a position', () => {
  const softActs: CommitmentAction[] = ['change', 'withdraw', 'makeBinding']
  const acts: CommitmentAction[] = [...softActs, 'release']

  it('is decided by its kind while it is active and the loan is not funded', () => {
    for (const loanStatus of ['Processing', 'Underwriting', 'open', 'Closing'] as const)
      for (const act of acts) {
        const isForSoft = softActs.includes(act)
        expect(commitmentCan(act, { status: 'active', isSoft: true, loanStatus })).toBe(isForSoft)
        expect(commitmentCan(act, { status: 'active', isSoft: false, loanStatus })).toBe(!isForSoft)
      }
  })

  it('is nothing once it has ended or the loan is funded', () => {
    for (const act of acts)
      for (const isSoft of [true, false]) {
        expect(commitmentCan(act, { status: 'active', isSoft, loanStatus: 'funded' })).toBe(false)
        for (const status of commitmentStatuses.filter((each) => each !== 'active'))
          for (const loanStatus of loanStatuses)
            expect(commitmentCan(act, { status, isSoft, loanStatus })).toBe(false)
      }
  })
})
