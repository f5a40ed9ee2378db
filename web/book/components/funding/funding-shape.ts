import type { FundingDay } from '#contract/book/shapes.ts'
import {
  compareFigures,
  percentNumber,
  sumPercent,
  wholePercent,
  type Percent,
} from '#domain/money.ts'

export interface FundingShape {
  /** SVG paths in a box of 100 by 100: the binding shares, and binding and soft ones together. */
  binding: string
  all: string
  /** The share at the top of the box. */
  top: Percent
}

/** The steps of a loan's shares from its first day to the end of today, as areas. */
export function funding(days: readonly FundingDay[], today: Date): FundingShape {
  const totals = days.map(({ day, committedPercentage, softPercentage }) => ({
    at: Date.parse(day),
    binding: committedPercentage,
    all: sumPercent([committedPercentage, softPercentage]),
  }))
  const start = totals[0]?.at ?? 0
  const end = Math.max(today.getTime(), (totals.at(-1)?.at ?? 0) + dayMs)
  // Soft shares have no common limit.
  const top = totals.reduce(
    (highest, { all }) => (compareFigures(all, highest) > 0 ? all : highest),
    wholePercent(100),
  )
  const area = (shareOf: (total: (typeof totals)[number]) => Percent) => {
    const steps = totals.map((total) => {
      const x = ((total.at - start) * 100) / (end - start)
      const y = 100 - (percentNumber(shareOf(total)) * 100) / percentNumber(top)
      return `H${short(x)}V${short(y)}`
    })
    return `M0 100${steps.join('')}H100V100Z`
  }
  return { binding: area(({ binding }) => binding), all: area(({ all }) => all), top }
}

const dayMs = 86_400_000
const short = (value: number) => Number(value.toFixed(2))
