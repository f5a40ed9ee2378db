import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  amountChanges,
  amountsOfBinding,
  availableAfterRelease,
  excessOf,
  isWhole,
  leftAfterSoft,
  sumBook,
  sumByFirm,
  sumLines,
  type BookLine,
} from './sums.ts'
import {
  allocateWhole,
  shareAmount,
  sumMoney,
  sumPercent,
  type Money,
  type Percent,
} from '#domain/money.ts'

const print = (value: bigint) => `${value / 100n}.${String(value % 100n).padStart(2, '0')}`
const hundredths = (text: string) => BigInt(text.replace('.', ''))
const amounts = fc
  .bigInt({ min: 1n, max: 999_999_999_999_999n })
  .map((value) => print(value) as Money)
const shares = fc.bigInt({ min: 1n, max: 100n }).map((value) => print(value * 100n) as Percent)
const lenders = fc.constantFrom('ada', 'ben', 'cleo', 'dan')

type Line = BookLine & { firmId: string }
const books = amounts.chain((loanAmount) =>
  fc
    .array(fc.record({ firmId: lenders, isSoft: fc.boolean(), percentage: shares }), {
      maxLength: 40,
    })
    .map((drawn) => {
      let left = 10_000n
      // Binding shares total at most 100%, but soft shares can total more.
      const fitting = drawn.filter((line) => {
        const share = hundredths(line.percentage)
        if (line.isSoft || share > left) return line.isSoft
        left -= share
        return true
      })
      const lines = fitting.map((line): Line => ({
        ...line,
        amount: shareAmount(loanAmount, line.percentage),
      }))
      return { loanAmount, lines }
    }),
)

describe("a book's totals", () => {
  it('returns committed and available amounts that total exactly the loan amount', () => {
    fc.assert(
      fc.property(books, ({ loanAmount, lines }) => {
        const totals = sumBook(loanAmount, lines)
        expect(sumMoney([totals.bindingAmount, totals.availableAmount])).toBe(loanAmount)
        expect(sumPercent([totals.bindingPercentage, totals.availablePercentage])).toBe('100.00')
        expect(sumPercent([totals.bindingPercentage, totals.softPercentage])).toBe(
          totals.coveragePercentage,
        )
      }),
    )
  })

  it('reports oversubscription if and only if the binding and soft shares total more than 100%', () => {
    fc.assert(
      fc.property(books, ({ loanAmount, lines }) => {
        const totals = sumBook(loanAmount, lines)
        const excess = excessOf(totals)
        const isOver = hundredths(totals.coveragePercentage) > 10_000n
        expect(excess !== null).toBe(isOver)
        if (!excess) return
        expect(sumPercent([excess.percentage, '100.00' as Percent])).toBe(totals.coveragePercentage)
        expect(sumMoney([excess.amount, totals.availableAmount])).toBe(totals.softAmount)
      }),
    )
  })

  it('leaves after soft interest what the other lines leave of the loan, which is negative above 100%, and nothing at 100%', () => {
    fc.assert(
      fc.property(books, ({ loanAmount, lines }) => {
        const totals = sumBook(loanAmount, lines)
        const { share, amount } = leftAfterSoft(totals)
        const isFull = totals.coveragePercentage === '100.00'
        expect(sumPercent([totals.coveragePercentage, share])).toBe('100.00')
        const interest = sumMoney(lines.map((line) => line.amount))
        expect(isFull ? amount : sumMoney([interest, amount])).toBe(isFull ? '0.00' : loanAmount)
      }),
    )
  })

  it('reports oversubscription in percent and dollars', () => {
    const loanAmount = '5940000.00' as Money
    const line = (percentage: string, isSoft: boolean) => ({
      isSoft,
      percentage: percentage as Percent,
      amount: shareAmount(loanAmount, percentage as Percent),
    })
    expect(excessOf(sumBook(loanAmount, [line('75.00', false), line('30.00', true)]))).toEqual({
      percentage: '5.00',
      amount: '297000.00',
    })
    expect(excessOf(sumBook(loanAmount, [line('75.00', false), line('25.00', true)]))).toBeNull()
  })

  it('leaves no amount available in a fully committed loan', () => {
    const loanAmount = '1000000.01' as Money
    const parts = ['33.00', '33.00', '34.00'] as Percent[]
    const placed = allocateWhole(loanAmount, parts)
    const lines = parts.map((percentage, index) => ({
      isSoft: false,
      percentage,
      amount: placed[index] ?? loanAmount,
    }))
    expect(sumBook(loanAmount, lines)).toEqual({
      bindingPercentage: '100.00',
      bindingAmount: '1000000.01',
      softPercentage: '0.00',
      softAmount: '0.00',
      coveragePercentage: '100.00',
      availablePercentage: '0.00',
      availableAmount: '0.00',
    })
  })

  it('returns zero totals for an empty book', () => {
    expect(sumBook('5.00' as Money, [])).toMatchObject({
      coveragePercentage: '0.00',
      availablePercentage: '100.00',
      availableAmount: '5.00',
    })
    expect(sumByFirm([])).toEqual([])
  })
})

describe("firms' holdings", () => {
  it('lists each firm once, with holdings that add up to the totals of the book', () => {
    fc.assert(
      fc.property(books, ({ lines }) => {
        const holders = sumByFirm(lines)
        const total = sumLines(lines)
        const sums = holders.map((holder) => holder.sums)
        expect({
          bindingPercentage: sumPercent(sums.map((each) => each.bindingPercentage)),
          bindingAmount: sumMoney(sums.map((each) => each.bindingAmount)),
          softPercentage: sumPercent(sums.map((each) => each.softPercentage)),
          softAmount: sumMoney(sums.map((each) => each.softAmount)),
        }).toEqual(total)
        const names = holders.map((holder) => holder.lines[0].firmId)
        expect(names.toSorted()).toEqual([...new Set(lines.map((line) => line.firmId))].toSorted())
      }),
    )
  })

  it('sorts firms by binding share and then by soft share, largest first', () => {
    fc.assert(
      fc.property(books, ({ lines }) => {
        const sizes = sumByFirm(lines).map(
          ({ sums }) =>
            hundredths(sums.bindingPercentage) * 1_000_000n + hundredths(sums.softPercentage),
        )
        expect(sizes).toEqual(sizes.toSorted((a, b) => (a < b ? 1 : a > b ? -1 : 0)))
      }),
    )
  })
})

describe('the amounts for binding shares', () => {
  it('returns amounts that total exactly the loan amount once binding shares reach 100%', () => {
    fc.assert(
      fc.property(books, ({ loanAmount, lines }) => {
        const bound = lines.filter((line) => !line.isSoft).map((line) => line.percentage)
        const placed = amountsOfBinding(loanAmount, bound)
        if (isWhole(bound)) expect(sumMoney(placed)).toBe(loanAmount)
        else expect(placed).toEqual(bound.map((share) => shareAmount(loanAmount, share)))
        const last = `${100n - hundredths(sumPercent(bound)) / 100n}.00` as Percent
        if (!isWhole(bound))
          expect(sumMoney(amountsOfBinding(loanAmount, [...bound, last]))).toBe(loanAmount)
      }),
    )
  })

  it('computes the amount available after a release as the loan amount minus the other rounded amounts', () => {
    fc.assert(
      fc.property(books, fc.nat(), ({ loanAmount, lines }, pick) => {
        const given = lines.filter((line) => !line.isSoft).map((line) => line.percentage)
        const left = `${100n - hundredths(sumPercent(given)) / 100n}.00` as Percent
        for (const bound of [given, isWhole(given) ? given : [...given, left]]) {
          if (bound.length === 0) continue
          const at = pick % bound.length
          const binding = bound.map((percentage, index) => ({ id: `${index}`, percentage }))
          const after = availableAfterRelease(loanAmount, binding, `${at}`)
          const staying = bound.toSpliced(at, 1)
          expect(sumPercent([after.percentage, ...staying])).toBe('100.00')
          const rounded = staying.map((share) => shareAmount(loanAmount, share))
          expect(sumMoney([after.amount, ...rounded])).toBe(loanAmount)
        }
      }),
    )
  })

  it('undoes the redistribution of cents when a share in a fully committed loan is released', () => {
    const binding = ['33.00', '33.00', '34.00'].map((percentage, index) => ({
      id: `${index}`,
      percentage: percentage as Percent,
    }))
    // With separate rounding, the amounts would be 330000.00, 330000.00, and 340000.00.
    expect(availableAfterRelease('1000000.01' as Money, binding, '2')).toEqual({
      percentage: '34.00',
      amount: '340000.01',
    })
    expect(availableAfterRelease('1000000.01' as Money, binding, 'ended')).toEqual({
      percentage: '0.00',
      amount: '0.00',
    })
  })

  it('lists only the amounts that changed, each with its previous value', () => {
    const held = [
      { id: 'a', amount: '1.00' as Money },
      { id: 'b', amount: '2.00' as Money },
    ]
    expect(amountChanges(held, ['1.00', '2.01'] as Money[])).toEqual(
      new Map([['b', { before: '2.00', after: '2.01' }]]),
    )
    expect(amountChanges(held, ['1.00', '2.00'] as Money[])).toEqual(new Map())
  })
})
