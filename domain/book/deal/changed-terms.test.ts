import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isActive, isBinding, type Line } from '#domain/book/lines.ts'
import { parseMoney, parsePercent, zeroMoney, zeroPercent, type Money } from '#domain/money.ts'
import type { FullTerms } from '#domain/loans/credit/terms.ts'
import { sumsOf } from '#domain/book/settle.ts'
import { amountsOfBinding } from '#domain/book/sums.ts'
import { applyTerms, stakesIn } from './changed-terms.ts'
import { refusalOfRespondBy } from './respond-by.ts'

const at = '2027-05-09T21:00:00.000000Z'
const money = (text: string) => parseMoney(text) ?? zeroMoney
const percent = (text: string) => parsePercent(text) ?? zeroPercent

const termsOf = (amount: string, rate: string, term = 12): FullTerms => ({
  ...{ amount: money(amount), interestRate: percent(rate), noteRate: null, term },
})

interface Holder {
  firmId: string
  percentage: string
  kind: 'binding' | 'soft' | 'hold'
}

/** A book on these terms, whose cents are placed. */
function bookOf(terms: FullTerms, holders: readonly Holder[]) {
  const lines = holders.map(({ firmId, percentage, kind }, index): Line => ({
    ...{ id: `line-${index}`, loanId: 'loan', lenderId: `person of ${firmId}`, firmId },
    ...{ isSoft: kind === 'soft', isHold: kind === 'hold' },
    ...{ percentage: percent(percentage), amount: zeroMoney, status: 'active' },
    ...{ loanAmount: terms.amount, interestRate: terms.interestRate, term: terms.term },
    ...{ createdAt: at, standingSince: null, recordedBy: null, endedAt: null, endReason: null },
    ...{ releasedBy: null, releaseReason: null },
    ...{ actedBy: null, instructedBy: null, instructedOn: null },
  }))
  const binding = lines.filter(isBinding)
  const amounts = amountsOfBinding(
    terms.amount,
    binding.map(({ percentage }) => percentage),
  )
  const placed = lines.map((line) => {
    const index = binding.indexOf(line)
    return index < 0 ? line : { ...line, amount: amounts[index] ?? line.amount }
  })
  const loan = {
    ...({ id: 'loan', title: 'Pier 4', status: 'open', bookStage: 'open' } as const),
    ...{ commitmentDeadline: null, minShare: null, maxShare: null, ...terms },
    ...sumsOf(placed),
  }
  return { loan, lines: placed }
}

const amountsBy = (lines: readonly Line[]) =>
  Object.fromEntries(lines.filter(isActive).map(({ firmId, amount }) => [firmId, amount]))

const binding = (firmId: string, percentage: string): Holder => ({
  firmId,
  percentage,
  kind: 'binding',
})
const hold = (percentage: string): Holder => ({ firmId: 'originator', percentage, kind: 'hold' })

describe('a smaller amount', () => {
  const book = bookOf(termsOf('10000000.00', '9.50'), [
    ...[binding('A', '40'), binding('B', '35'), hold('25')],
  ])
  const proposed = termsOf('9000000.00', '9.50')

  it('is asked of lenders with their amounts, and not of the hold', () => {
    const stakes = stakesIn(book.lines, proposed)
    expect([...stakes.keys()]).toEqual(['A', 'B'])
    expect(stakes.get('A')).toMatchObject({ amount: '4000000.00', newAmount: '3600000.00' })
  })

  it('gives each its share of it if all confirm', () => {
    const { stored, loan, lapsed } = applyTerms(book, proposed, new Set(['A', 'B']), at)
    expect(amountsBy(stored)).toEqual({
      ...{ A: '3600000.00', B: '3150000.00', originator: '2250000.00' },
    })
    expect(loan).toMatchObject({ committedPercentage: '100.00', committedAmount: '9000000.00' })
    expect(lapsed).toEqual([])
  })

  it('ends what is not confirmed, and frees its share', () => {
    const { stored, loan } = applyTerms(book, proposed, new Set(['A']), at)
    expect(amountsBy(stored)).toEqual({ A: '3600000.00', originator: '2250000.00' })
    expect(loan).toMatchObject({
      ...{ committedPercentage: '65.00', committedAmount: '5850000.00', holdPercentage: '25.00' },
      ...{ amount: '9000000.00' },
    })
    expect(stored.find(({ firmId }) => firmId === 'B')).toMatchObject({
      ...{ status: 'lapsed', endReason: 'notConfirmed', endedAt: at },
      ...{ amount: '3500000.00', loanAmount: '10000000.00' },
    })
  })
})

describe('another rate', () => {
  it('leaves the amounts to the cent if all confirm', () => {
    const book = bookOf(termsOf('1000.50', '9.50'), [
      ...[binding('A', '15'), binding('B', '35'), binding('C', '50')],
    ])
    const before = { A: '150.07', B: '350.18', C: '500.25' }
    expect(amountsBy(book.lines)).toEqual(before)
    const applied = applyTerms(book, termsOf('1000.50', '10.00'), new Set(['A', 'B', 'C']), at)
    expect(amountsBy(applied.stored)).toEqual(before)
    expect(applied.bindingChanges.size).toBe(0)
    expect(applied.stored.map(({ interestRate }) => interestRate)).toEqual(Array(3).fill('10.00'))
  })
})

describe('the time to answer', () => {
  it.each([
    ['2027-05-09T21:59:59.999Z', 'Lenders need at least an hour to answer'],
    ['2027-05-09T22:00:00.000Z', null],
    ['2027-07-08T21:00:00.000Z', null],
    ['2027-07-08T21:00:00.001Z', 'Lenders can have at most 60 days to answer'],
  ])('until %s is refused with: %s', (respondBy, message) => {
    expect(refusalOfRespondBy(respondBy, at)).toBe(message)
  })
})

describe('applied terms on generated books', () => {
  const cents = fc.bigInt({ min: 1n, max: 999_999_999_999_999n })
  const amount = cents.map((value): Money => {
    const text = value.toString().padStart(3, '0')
    return money(`${text.slice(0, -2)}.${text.slice(-2)}`)
  })
  const kind = fc.constantFrom('binding', 'binding', 'soft', 'hold')
  const holders = fc.array(
    fc.record({
      firm: fc.integer({ min: 1, max: 8 }),
      units: fc.integer({ min: 1, max: 3000 }),
      kind,
    }),
    { minLength: 1, maxLength: 40 },
  )
  const shareText = (units: number) => (units / 100).toFixed(2)

  /** Cuts binding shares so that they never exceed the loan, and fills it up if `isWhole`. */
  function fitting(drawn: { firm: number; units: number; kind: string }[], isWhole: boolean) {
    let left = 10_000
    const fit = drawn.flatMap(({ firm, units, kind: drawnKind }): Holder[] => {
      const own = drawnKind === 'soft' ? units : Math.min(units, left)
      if (own === 0) return []
      if (drawnKind !== 'soft') left -= own
      const firmId = drawnKind === 'hold' ? 'originator' : `firm ${firm}`
      return [{ firmId, percentage: shareText(own), kind: drawnKind as Holder['kind'] }]
    })
    return isWhole && left > 0 ? [...fit, binding('firm 1', shareText(left))] : fit
  }

  it('bind only whom confirmed, on the new terms, with sums that agree', () => {
    fc.assert(
      fc.property(
        ...([
          amount,
          amount,
          holders,
          fc.boolean(),
          fc.subarray([1, 2, 3, 4, 5, 6, 7, 8]),
        ] as const),
        (oldAmount, newAmount, drawn, isWhole, confirming) => {
          const book = bookOf(termsOf(oldAmount, '9.50'), fitting(drawn, isWhole))
          const confirmed = new Set(confirming.map((number) => `firm ${number}`))
          const proposed = termsOf(newAmount, '9.75', 18)
          const applied = applyTerms(book, proposed, confirmed, at)
          const now = book.lines.map(
            (line) => applied.stored.find(({ id }) => id === line.id) ?? line,
          )
          for (const [index, line] of now.entries()) {
            const before = book.lines[index]
            expect(line.percentage).toBe(before?.percentage)
            if (!isActive(line)) {
              expect(line.isSoft || line.isHold || confirmed.has(line.firmId)).toBe(false)
              expect(line).toEqual({
                ...before,
                ...{ status: 'lapsed', endedAt: at, endReason: 'notConfirmed' },
              })
            } else {
              expect(line).toMatchObject({
                ...{ loanAmount: newAmount, interestRate: '9.75', term: 18 },
              })
              if (!line.isSoft && !line.isHold) expect(confirmed).toContain(line.firmId)
            }
          }
          const { committedPercentage, committedAmount, softPercentage, holdPercentage } =
            applied.loan
          expect({ committedPercentage, committedAmount, softPercentage, holdPercentage }).toEqual(
            sumsOf(now.filter(isActive)),
          )
          if (committedPercentage === '100.00') expect(committedAmount).toBe(newAmount)
          const stakes = stakesIn(now, proposed)
          for (const stake of stakes.values()) expect(stake.amount).toBe(stake.newAmount)
        },
      ),
    )
  })
})
