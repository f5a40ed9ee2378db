import type { ExposureWeek } from '#contract/desk/exposure.ts'
import { compareFigures, isAboveZero, sumMoney, zeroMoney, type Money } from '#domain/money.ts'

interface Part {
  amount: Money
  /** The distance from the top of the chart, as a percentage of the chart's height. */
  top: number
  height: number
}

export interface WeekBar {
  week: ExposureWeek
  binding: Part
  soft: Part
}

export interface WeekShape {
  bars: WeekBar[]
  /** The largest weekly increase, or 0 if there is none. `lowest` is the largest decrease, a negative amount or 0. */
  highest: Money
  lowest: Money
  /** The distance of the zero line from the top, as a percentage of the chart's height. */
  zero: number
}

/** Stacks increases above the zero line and decreases below the line, with the soft part outside the binding part. */
export function weekShape(weeks: readonly ExposureWeek[]): WeekShape {
  const side = (week: ExposureWeek, isUp: boolean) =>
    sumMoney([week.bindingAmount, week.softAmount].filter((part) => isUp === isAboveZero(part)))
  const most = (sums: Money[], sign: 1 | -1) =>
    sums.reduce((far, sum) => (compareFigures(sum, far) * sign > 0 ? sum : far), zeroMoney)
  const highest = most(
    weeks.map((week) => side(week, true)),
    1,
  )
  const lowest = most(
    weeks.map((week) => side(week, false)),
    -1,
  )
  // Heights are only for drawing, so floating-point numbers are precise enough.
  const range = Number(highest) - Number(lowest) || 1
  const scaled = (amount: number) => Number(((amount * 100) / range).toFixed(3))
  const zero = scaled(Number(highest))
  const bars = weeks.map((week) => {
    const [binding, soft] = [Number(week.bindingAmount), Number(week.softAmount)]
    // The soft part is stacked on the binding part only if both have the same sign.
    const base = Math.sign(binding) === Math.sign(soft) ? binding : 0
    const part = (amount: Money, from: number, to: number): Part => ({
      amount,
      top: scaled(Number(highest) - Math.max(from, to)),
      height: scaled(Math.abs(to - from)),
    })
    return {
      week,
      binding: part(week.bindingAmount, 0, binding),
      soft: part(week.softAmount, base, base + soft),
    }
  })
  return { bars, highest, lowest, zero }
}
