import type { ExposureWeek } from '#contract/desk/exposure.ts'
import { compareFigures, isAboveZero, sumMoney, zeroMoney, type Money } from '#domain/money.ts'

interface Part {
  amount: Money
  /** From the top of the chart, in percent of its height. */
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
  /** The largest and the smallest sum of a week, at least and at most 0. */
  highest: Money
  lowest: Money
  /** The height of the zero line, from the top. */
  zero: number
}

/** Increases are stacked above the zero line, decreases below it: binding first, then soft. */
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
  // Heights are for drawing only, so that a float is precise enough.
  const range = Number(highest) - Number(lowest) || 1
  const scaled = (amount: number) => Number(((amount * 100) / range).toFixed(3))
  const zero = scaled(Number(highest))
  const bars = weeks.map((week) => {
    const [binding, soft] = [Number(week.bindingAmount), Number(week.softAmount)]
    // Soft is stacked on binding only if both are on the same side.
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
