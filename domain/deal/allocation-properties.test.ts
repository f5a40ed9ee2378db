/** The rules that hold in every allocation, and the comparison with a second program. */
import { deals } from '#test/support/generated-deals.ts'
import { allocateSlowly } from '#test/support/slow-allocation.ts'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  allocate,
  type AllocatedLender,
  type Allocation,
  type AllocationInput,
} from './allocation.ts'

const hundredths = (text: string | null) => BigInt((text ?? '0.00').replace('.', ''))
const total = (texts: readonly string[]) => texts.reduce((sum, text) => sum + hundredths(text), 0n)

/** Checks each generated book that isn't refused. */
const always = (check: (allocation: Allocation, deal: AllocationInput) => void) =>
  fc.assert(
    fc.property(deals, (deal) => {
      const { allocation } = allocate(deal)
      if (allocation) check(allocation, deal)
    }),
    { numRuns: 150 },
  )

const eachLender = (check: (lender: AllocatedLender, deal: AllocationInput) => void) =>
  always(({ lenders }, deal) => {
    for (const lender of lenders) check(lender, deal)
  })

describe('an allocation', () => {
  it('allocates exactly the loan, in shares and in cents', () => {
    always(({ lenders, lines, hold }, { loanAmount }) => {
      expect(total([...lenders.map(({ share }) => share), hold.share])).toBe(10_000n)
      const amounts = lenders.map(({ amount }) => amount)
      expect(total([...amounts, hold.amount])).toBe(hundredths(loanAmount))
      expect(total(lines.map(({ amount }) => amount))).toBe(total(amounts))
    })
  })

  it('gives each lender at least its bound share and at most what it asks', () => {
    eachLender(({ bound, share, added, asks }) => {
      expect(hundredths(share)).toBe(hundredths(bound) + hundredths(added))
      expect(hundredths(share) >= hundredths(bound)).toBe(true)
      expect(hundredths(share) <= hundredths(asks)).toBe(true)
    })
  })

  it('keeps at least the wanted hold', () => {
    always(({ hold }, deal) => {
      expect(hundredths(hold.share) >= hundredths(deal.hold)).toBe(true)
    })
  })

  it('gives no lender less than the minimum, except by hand, for a smaller request, or with nothing added', () => {
    eachLender(({ share, added, asks, how }, { minShare, maxShare, shareStep }) => {
      if (how === 'byHand' || added === '0.00' || minShare === null) return
      const least = hundredths(minShare)
      const most = maxShare === null ? 10_000n : hundredths(maxShare)
      const countsUpTo = hundredths(asks) < most ? hundredths(asks) : most
      const isBelow = hundredths(share) < least
      // A request that isn't a whole number of steps counts for less than a step below it.
      if (isBelow) expect(countsUpTo - hundredths(share) < hundredths(shareStep)).toBe(true)
      if (isBelow) expect(countsUpTo < least + hundredths(shareStep)).toBe(true)
    })
  })

  it('raises a lender to the minimum or the pinned share by less than a step beyond it', () => {
    eachLender(({ firmId, share, asks, how }, { minShare, choices, shareStep }) => {
      if (how !== 'minimum' && how !== 'pinned') return
      const target = how === 'minimum' ? minShare : (choices.get(firmId)?.pinned ?? null)
      expect(hundredths(share) >= hundredths(target)).toBe(true)
      expect(hundredths(share) - hundredths(target) < hundredths(shareStep)).toBe(true)
      expect(hundredths(share) < hundredths(asks)).toBe(true)
    })
  })

  it('gives no lender more than the maximum, except by hand, or because it is bound beyond it', () => {
    eachLender(({ share, added, how }, { maxShare }) => {
      if (how === 'byHand' || maxShare === null || added === '0.00') return
      expect(hundredths(share) <= hundredths(maxShare)).toBe(true)
    })
  })

  it('adds whole steps, except to shares set by hand', () => {
    eachLender(({ added, how }, { shareStep }) => {
      if (how !== 'byHand') expect(hundredths(added) % hundredths(shareStep)).toBe(0n)
    })
  })

  it('gives shares set by hand exactly', () => {
    eachLender(({ firmId, share, how }, { choices }) => {
      const fixed = choices.get(firmId)?.fixed
      if (fixed === undefined) expect(how).not.toBe('byHand')
      else expect([how, share]).toEqual(['byHand', fixed])
    })
  })

  it('gives a pinned lender the pinned share, or all whole steps of a request that ends before the next one', () => {
    eachLender(({ firmId, share, asks }, { choices, maxShare, shareStep }) => {
      const pinned = choices.get(firmId)?.pinned
      if (pinned === undefined || hundredths(share) >= hundredths(pinned)) return
      const most = maxShare === null ? 10_000n : hundredths(maxShare)
      const countsUpTo = hundredths(asks) < most ? hundredths(asks) : most
      expect(countsUpTo - hundredths(share) < hundredths(shareStep)).toBe(true)
    })
  })

  it('gives everyone what counts of the request in any order if requests fit', () => {
    always(({ lenders, room, requests }) => {
      if (hundredths(requests) > hundredths(room)) return
      for (const { how, added, bound, asks } of lenders)
        if (how === 'none') expect(added).toBe('0.00')
        else if (how === 'full' || how === 'bound')
          expect(hundredths(bound) <= hundredths(asks)).toBe(true)
        else expect(['maximum', 'byHand']).toContain(how)
    })
  })

  it('gives nothing to a later tier while an earlier one wants more, without limits and pinned shares', () => {
    always(({ lenders }, { minShare, maxShare, choices, shareStep }) => {
      const isPinned = [...choices.values()].some(({ pinned }) => pinned !== undefined)
      if (minShare !== null || maxShare !== null || isPinned) return
      const inTiers = lenders.flatMap((lender) =>
        lender.tier === null ? [] : [{ ...lender, tier: lender.tier }],
      )
      const step = hundredths(shareStep)
      const short = inTiers.filter(
        ({ share, asks }) => hundredths(asks) - hundredths(share) >= step,
      )
      const first = Math.min(...short.map(({ tier }) => tier))
      for (const { tier, added } of inTiers) if (tier > first) expect(added).toBe('0.00')
    })
  })

  it('makes the soft lines of a lender binding oldest first, each at most to its share', () => {
    always(({ lines }, deal) => {
      const shares = new Map(deal.lines.map(({ id, percentage }) => [id, percentage]))
      const isSoft = new Map(deal.lines.map((line) => [line.id, line.isSoft]))
      const partial = new Set<string>()
      for (const { id, firmId, binding, soft } of lines) {
        expect(total([binding, soft])).toBe(hundredths(shares.get(id) ?? null))
        if (!isSoft.get(id)) continue
        if (partial.has(firmId)) expect(binding).toBe('0.00')
        if (soft !== '0.00') partial.add(firmId)
      }
    })
  })

  it('allocates the same shares whatever the order of the lines', () => {
    always((allocation, deal) => {
      const sharesOf = (each: Allocation | null) =>
        each?.lenders.map(({ firmId, share, how }) => [firmId, share, how])
      const reversed = allocate({ ...deal, lines: deal.lines.toReversed() }).allocation
      expect(sharesOf(reversed)).toEqual(sharesOf(allocation))
    })
  })
})

it('agrees with a second program that computes with fractions, in shares, cents and refusals', () => {
  const seen = { allocated: 0, refused: 0 }
  fc.assert(
    fc.property(deals, (deal) => {
      const { allocation, refusals } = allocate(deal)
      seen[allocation ? 'allocated' : 'refused'] += 1
      expect(
        allocation
          ? {
              shares: allocation.lenders.map(({ firmId, share, amount }) => [
                firmId,
                share,
                amount,
              ]),
              hold: [allocation.hold.share, allocation.hold.amount],
              lines: allocation.lines.map(({ id, binding, amount }) => [id, binding, amount]),
            }
          : { refused: refusals.map(({ code, firmId }) => `${code} ${firmId}`) },
      ).toEqual(allocateSlowly(deal))
    }),
    { numRuns: 2000 },
  )
  expect(seen.allocated).toBeGreaterThan(1200)
  expect(seen.refused).toBeGreaterThan(40)
}, 120_000)
