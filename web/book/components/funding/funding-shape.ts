import type { FundingDay } from '#contract/book/shapes.ts'
import {
  compareFigures,
  percentNumber,
  sumPercent,
  wholePercent,
  type Percent,
} from '#domain/money.ts'

export interface FundingShape {
  /** SVG paths in a 100 × 100 box: one for binding shares, and one for binding and soft shares combined. */
  binding: string
  all: string
  top: Percent
  /** The left edge of each day, from 0 to 100. */
  lefts: number[]
}

export function funding(days: readonly FundingDay[], today: Date): FundingShape {
  const totals = days.map(({ day, committedPercentage, softPercentage }) => ({
    at: Date.parse(day),
    binding: committedPercentage,
    all: sumPercent([committedPercentage, softPercentage]),
  }))
  const start = totals[0]?.at ?? 0
  const end = Math.max(today.getTime(), (totals.at(-1)?.at ?? 0) + dayMs)
  // Soft shares can add up to more than 100%, so the maximum is computed.
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
  const lefts = totals.map(({ at }) => short(((at - start) * 100) / (end - start)))
  return { binding: area(({ binding }) => binding), all: area(({ all }) => all), top, lefts }
}

const dayMs = 86_400_000
const short = (value: number) => Number(value.toFixed(2))
