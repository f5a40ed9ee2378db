import { spec } from '#test/support/requirements.ts'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  availablePercent,
  compareFigures,
  formatCents,
  formatChange,
  formatDollars,
  formatMillions,
  formatRate,
  formatPart,
  formatShare,
  formatShortly,
  isAboveZero,
  parseMoney,
  parsePercent,
  percentNumber,
  percentOf,
  shareAmount,
  subtractMoney,
  sumMoney,
  sumPercent,
  weightedPercent,
  wholePercent,
  withinOneCent,
  monthlyInterest,
  yearlyInterest,
  type Money,
  type Percent,
} from './money.ts'

const maxCents = 999_999_999_999_999n
const cents = fc.bigInt({ min: 0n, max: maxCents })
const signedCents = fc.bigInt({ min: -maxCents, max: maxCents })
const basisPoints = fc.bigInt({ min: 0n, max: 99_999n })
const basisPointsOfWhole = fc.bigInt({ min: 0n, max: 10_000n })

function print(value: bigint): string {
  const sign = value < 0n ? '-' : ''
  const size = value < 0n ? -value : value
  return `${sign}${size / 100n}.${String(size % 100n).padStart(2, '0')}`
}
const money = (value: bigint) => print(value) as Money
const percent = (value: bigint) => print(value) as Percent

/** Rounds halves up by a different method than the tested code, which adds one half before dividing. */
function divideHalfUp(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor
  return (dividend % divisor) * 2n >= divisor ? quotient + 1n : quotient
}

describe('parsing numbers', () => {
  it('parses every formatted amount with 15 digits', () => {
    fc.assert(fc.property(signedCents, (value) => parseMoney(print(value)) === print(value)))
  })

  it('parses every formatted percentage with 5 digits', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -99_999n, max: 99_999n }),
        (value) => parsePercent(print(value)) === print(value),
      ),
    )
  })

  it('accepts numbers with up to two decimal places and surrounding spaces', () => {
    expect(parseMoney('7')).toBe('7.00')
    expect(parseMoney('7.2')).toBe('7.20')
    expect(parseMoney(' 007.25\n')).toBe('7.25')
    expect(parseMoney('0')).toBe('0.00')
    expect(parseMoney('-0.5')).toBe('-0.50')
    expect(parsePercent('100')).toBe('100.00')
  })

  it('accepts exactly the numbers that fit decimal(15,2) and decimal(5,2)', () => {
    spec('9.18')
    expect(parseMoney('9999999999999.99')).toBe('9999999999999.99')
    expect(parseMoney('10000000000000')).toBeNull()
    expect(parseMoney('-9999999999999.99')).toBe('-9999999999999.99')
    expect(parseMoney('-10000000000000.00')).toBeNull()
    expect(parsePercent('999.99')).toBe('999.99')
    expect(parsePercent('1000')).toBeNull()
  })

  it.each([
    '',
    '.',
    '.5',
    '5.',
    '1.005',
    '1e2',
    '1e400',
    'NaN',
    'Infinity',
    '0x10',
    '1,000',
    '1 000',
    '+1',
    '--1',
    '$5',
    '١٢',
    '1\0',
    '9'.repeat(400),
  ])('rejects %j as a number', (text) => {
    expect(parseMoney(text)).toBeNull()
    expect(parsePercent(text)).toBeNull()
  })

  it("rejects strings that aren't numbers with at most two decimal places", () => {
    const shape = /^-?\d+(\.\d{1,2})?$/
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 20 }), (text) => {
        if (parseMoney(text) !== null) expect(text.trim()).toMatch(shape)
      }),
    )
  })
})

describe("a share's amount", () => {
  it("computes a share's amount to the cent, with halves rounded up", () => {
    spec('5.3.2')
    fc.assert(
      fc.property(cents, basisPoints, (amount, share) => {
        expect(shareAmount(money(amount), percent(share))).toBe(
          print(divideHalfUp(amount * share, 10_000n)),
        )
      }),
    )
  })

  it('rounds half a cent up even where floating-point arithmetic would be wrong', () => {
    expect(shareAmount('150.05' as Money, '50.00' as Percent)).toBe('75.03')
    expect(shareAmount('1.15' as Money, '50.00' as Percent)).toBe('0.58')
    expect(shareAmount('3001.50' as Money, '5.00' as Percent)).toBe('150.08')
    expect(shareAmount('1000000.01' as Money, '33.00' as Percent)).toBe('330000.00')
    expect(shareAmount('9999999999999.99' as Money, '100.00' as Percent)).toBe('9999999999999.99')
  })

  it("computes a share's amount to within half a cent of the exact amount", () => {
    fc.assert(
      fc.property(cents, basisPointsOfWhole, (amount, share) => {
        const given = BigInt(shareAmount(money(amount), percent(share)).replace('.', ''))
        const twiceOff = 2n * (given * 10_000n - amount * share)
        expect(twiceOff).toBeGreaterThan(-10_000n)
        expect(twiceOff).toBeLessThanOrEqual(10_000n)
      }),
    )
  })
})

describe('weighted rates, interest, and percentages', () => {
  const lent = fc.array(fc.record({ amount: cents, rate: basisPoints }))
  const printed = (parts: { amount: bigint; rate: bigint }[]) =>
    parts.map(({ amount, rate }) => ({ amount: money(amount), rate: percent(rate) }))
  const totals = (parts: { amount: bigint; rate: bigint }[]) => ({
    products: parts.reduce((sum, { amount, rate }) => sum + amount * rate, 0n),
    amounts: parts.reduce((sum, { amount }) => sum + amount, 0n),
  })

  it('averages rates weighted by amount, rounds halves up, and returns no average without amounts', () => {
    fc.assert(
      fc.property(lent, (parts) => {
        const { products, amounts } = totals(parts)
        expect(weightedPercent(printed(parts))).toBe(
          amounts === 0n ? null : print(divideHalfUp(products, amounts)),
        )
      }),
    )
    const even = printed([
      { amount: 1n, rate: 700n },
      { amount: 1n, rate: 701n },
    ])
    expect(weightedPercent(even)).toBe('7.01')
  })

  it('rounds total interest only once, with halves rounded up', () => {
    fc.assert(
      fc.property(lent, (parts) => {
        expect(yearlyInterest(printed(parts))).toBe(
          print(divideHalfUp(totals(parts).products, 10_000n)),
        )
      }),
    )
    // The interest on each amount is half a cent, so the total is one cent. Rounding each amount would give two cents.
    const halves = printed([
      { amount: 10n, rate: 500n },
      { amount: 10n, rate: 500n },
    ])
    expect(yearlyInterest(halves)).toBe('0.01')
    expect(monthlyInterest(printed([{ amount: 150_000_000n, rate: 1077n }]))).toBe('13462.50')
  })

  it('rounds percentages half up and returns 0.00 if the total is zero', () => {
    fc.assert(
      fc.property(cents, cents, (part, rest) => {
        const all = part + rest
        expect(percentOf(money(part), money(all))).toBe(
          all === 0n ? '0.00' : print(divideHalfUp(part * 10_000n, all)),
        )
      }),
    )
  })
})

describe('negative numbers', () => {
  const negated = (text: string) => (/^-?0\.00$/.test(text) ? '0.00' : print(-hundredths(text)))
  const hundredths = (text: string) => BigInt(text.replace('.', ''))
  const signedBasisPoints = fc.bigInt({ min: -99_999n, max: 99_999n })
  const lent = fc.array(fc.record({ amount: signedCents, rate: basisPoints }))
  const printed = (parts: { amount: bigint; rate: bigint }[], sign: bigint) =>
    parts.map(({ amount, rate }) => ({ amount: money(sign * amount), rate: percent(rate) }))

  it('rounds halves in negative numbers away from zero', () => {
    expect(shareAmount('-100.00' as Money, '33.33' as Percent)).toBe('-33.33')
    expect(shareAmount('-150.05' as Money, '50.00' as Percent)).toBe('-75.03')
    expect(yearlyInterest(printed([{ amount: 100n, rate: 725n }], -1n))).toBe('-0.07')
    expect(percentOf('-1.00' as Money, '3.00' as Money)).toBe('-33.33')
    expect(percentOf('1.00' as Money, '-3.00' as Money)).toBe('-33.33')
    expect(percentOf('-1.00' as Money, '-3.00' as Money)).toBe('33.33')
    fc.assert(
      fc.property(signedCents, signedBasisPoints, (amount, share) => {
        const positive = shareAmount(money(amount), percent(share))
        expect(shareAmount(money(-amount), percent(share))).toBe(negated(positive))
        expect(shareAmount(money(amount), percent(-share))).toBe(negated(positive))
        expect(formatDollars(money(-amount)).replace('−', '')).toBe(
          formatDollars(money(amount)).replace('−', ''),
        )
      }),
    )
  })

  it('negates the interest on negative amounts but keeps their weighted rate', () => {
    fc.assert(
      fc.property(lent, (parts) => {
        const [positive, negative] = [printed(parts, 1n), printed(parts, -1n)]
        expect(yearlyInterest(negative)).toBe(negated(yearlyInterest(positive)))
        expect(weightedPercent(negative)).toBe(weightedPercent(positive))
      }),
    )
  })

  it('negates a percentage if one of its two amounts is negated', () => {
    fc.assert(
      fc.property(signedCents, signedCents, (part, all) => {
        const positive = percentOf(money(part), money(all))
        expect(percentOf(money(-part), money(all))).toBe(negated(positive))
        expect(percentOf(money(part), money(-all))).toBe(negated(positive))
      }),
    )
  })
})

describe('sums, averages, and differences', () => {
  it('returns a negative difference if the subtracted amount is larger', () => {
    fc.assert(
      fc.property(signedCents, signedCents, (amount, taken) => {
        expect(subtractMoney(money(amount), money(taken))).toBe(print(amount - taken))
        expect(sumMoney([subtractMoney(money(amount), money(taken)), money(taken)])).toBe(
          print(amount),
        )
      }),
    )
  })

  it('adds any number of amounts exactly', () => {
    const small = fc.array(fc.bigInt({ min: -10_000_000_000n, max: 10_000_000_000n }))
    fc.assert(
      fc.property(small, (values) => {
        const total = values.reduce((sum, value) => sum + value, 0n)
        expect(sumMoney(values.map(money))).toBe(print(total))
        expect(sumPercent(values.map(percent))).toBe(print(total))
      }),
    )
  })

  it('compares amounts as numbers, not as strings', () => {
    fc.assert(
      fc.property(signedCents, signedCents, (a, b) => {
        expect(compareFigures(money(a), money(b))).toBe(a < b ? -1 : a > b ? 1 : 0)
      }),
    )
    expect(compareFigures('9.00' as Money, '10.00' as Money)).toBe(-1)
    expect(['-0.01', '0.00', '0.01'].map((text) => isAboveZero(text as Money))).toEqual([
      false,
      false,
      true,
    ])
  })

  it('treats amounts as equal if they differ by at most one cent', () => {
    fc.assert(
      fc.property(cents, fc.bigInt({ min: -5n, max: 5n }), (value, off) => {
        expect(withinOneCent(money(value), money(value + off))).toBe(off >= -1n && off <= 1n)
      }),
    )
  })

  it('returns the uncommitted share, which is never less than zero', () => {
    spec('9.8')
    fc.assert(
      fc.property(basisPoints, (committed) => {
        const left = committed > 10_000n ? 0n : 10_000n - committed
        expect(availablePercent(percent(committed))).toBe(print(left))
      }),
    )
  })

  it('converts whole percentages to shares and shares to whole percentages, rounding down', () => {
    for (let share = 0; share <= 100; share += 1) {
      expect(wholePercent(share)).toBe(`${share}.00`)
      expect(percentNumber(wholePercent(share))).toBe(share)
    }
    expect(percentNumber('12.99' as Percent)).toBe(12)
  })

  it("throws an error for an amount that isn't a number", () => {
    expect(() => shareAmount('NaN' as Money, '10.00' as Percent)).toThrow(RangeError)
    expect(() => sumMoney(['1e2' as Money])).toThrow(RangeError)
  })
})

describe('formatting numbers', () => {
  it('formats amounts with US thousands separators, with or without cents', () => {
    spec('9.14', '9.16')
    const whole = new Intl.NumberFormat('en-US')
    fc.assert(
      fc.property(cents, (value) => {
        const fraction = String(value % 100n).padStart(2, '0')
        expect(formatCents(money(value))).toBe(`$${whole.format(value / 100n)}.${fraction}`)
        expect(formatDollars(money(value))).toBe(`$${whole.format(divideHalfUp(value, 100n))}`)
      }),
    )
  })

  it('formats amounts of at least one million in millions with one decimal place', () => {
    spec('2.5.2', '9.13')
    expect(formatMillions('999999.99' as Money)).toBe('$1,000,000')
    expect(formatMillions('1000000.00' as Money)).toBe('$1.0M')
    expect(formatMillions('48250000.00' as Money)).toBe('$48.3M')
    expect(formatMillions('48249999.99' as Money)).toBe('$48.2M')
    expect(formatMillions('1234567890.00' as Money)).toBe('$1,234.6M')
    expect(formatMillions('12500.00' as Money)).toBe('$12,500')
  })

  it('abbreviates amounts of at least one million with up to two decimal places', () => {
    expect(formatShortly('999999.99' as Money)).toBe('$1,000,000')
    expect(formatShortly('15750000.00' as Money)).toBe('$15.75M')
    expect(formatShortly('2500000.00' as Money)).toBe('$2.5M')
    expect(formatShortly('2004999.99' as Money)).toBe('$2M')
    expect(formatShortly('2005000.00' as Money)).toBe('$2.01M')
    expect(formatShortly('9999999999999.99' as Money)).toBe('$10,000,000M')
    expect(formatShortly('0.49' as Money)).toBe('$0')
  })

  it('puts the minus sign before the dollar sign in a negative amount', () => {
    expect(formatCents('-1234.50' as Money)).toBe('−$1,234.50')
    expect(formatDollars('-1234.50' as Money)).toBe('−$1,235')
    expect(formatDollars('-0.30' as Money)).toBe('$0')
    expect(formatMillions('-36600000.00' as Money)).toBe('−$36.6M')
    expect(formatShortly('-1250000.00' as Money)).toBe('−$1.25M')
  })

  it('formats negative figures with a minus sign instead of a hyphen', () => {
    expect(formatRate('-0.25' as Percent)).toBe('−0.25%')
    expect(formatShare('-12.50' as Percent)).toBe('−12.5%')
    fc.assert(
      fc.property(cents, (value) => {
        const [gain, loss] = [money(value + 1n), money(-value - 1n)]
        for (const format of [formatCents, formatMillions, formatShortly])
          expect([loss, format(loss).replace(/^−/, '')]).toEqual([loss, format(gain)])
        expect(formatCents(loss)).toMatch(/^−\$[\d,]+\.\d\d$/)
      }),
    )
  })

  it('formats a change in an amount with a plus or minus sign', () => {
    expect(formatChange('100.00' as Money)).toBe('+$100.00')
    expect(formatChange('-100.00' as Money)).toBe('−$100.00')
    expect(formatChange('0.00' as Money)).toBe('$0.00')
  })

  it('formats rates with two decimal places and omits trailing zeros from shares', () => {
    spec('9.15')
    expect(formatRate('7.25' as Percent)).toBe('7.25%')
    expect(formatRate('10.00' as Percent)).toBe('10.00%')
    expect(formatShare('25.00' as Percent)).toBe('25%')
    expect(formatShare('12.50' as Percent)).toBe('12.5%')
    expect(formatShare('100.00' as Percent)).toBe('100%')
    expect(formatShare('0.00' as Percent)).toBe('0%')
    expect(formatPart('12.50' as Percent, '312500.00' as Money)).toBe('12.5% ($312,500.00)')
  })
})
