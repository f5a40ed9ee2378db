/** Times the allocation of a loan among as many lenders as a large syndicate has. */
import { allocate, type AllocationInput } from '#domain/deal/allocation.ts'
import type { DealLine } from '#domain/deal/lenders.ts'
import { sumPercent, type Money, type Percent } from '#domain/money.ts'
import { spreadOf } from './measure.ts'
import { short, type Group } from './report.ts'

const [lenders, linesOfEach, rounds, warmUps] = [150, 4, 100, 60]

const percent = (units: number) =>
  `${Math.floor(units / 100)}.${String(units % 100).padStart(2, '0')}` as Percent

const lines: DealLine[] = Array.from({ length: lenders * linesOfEach }, (_, index) => ({
  id: `line-${index}`,
  firmId: `firm-${index % lenders}`,
  isSoft: index % 5 > 0,
  isHold: false,
  percentage: percent(10 + ((index * 37) % 90)),
  standingSince: new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString().replace('Z', '000Z'),
}))

const deal: AllocationInput = {
  ...{ loanAmount: '123456789.01' as Money, lines, hold: percent(1000), shareStep: percent(5) },
  ...{ minShare: percent(50), maxShare: percent(1000), order: { kind: 'proRata' } },
  choices: new Map([['firm-7', { pinned: percent(60) }]]),
}

const thousandShares = Array.from({ length: 1000 }, (_, index) => percent(index))

function msOf(run: () => unknown): number {
  const startedAt = performance.now()
  run()
  return performance.now() - startedAt
}

export const allocation: Group = () => {
  if (!allocate(deal).allocation) throw new Error('The allocation was refused')
  const [own, additions]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    own.push(msOf(() => allocate(deal)))
    additions.push(msOf(() => sumPercent(thousandShares)))
  }
  const judged = spreadOf(own.slice(warmUps))
  return Promise.resolve([
    {
      promise: `an allocation among ${lenders} lenders with ${linesOfEach} lines each`,
      measured: `${short(judged.median)} ms`,
      beside: `${short(spreadOf(additions.slice(warmUps)).median)} ms 1,000 additions`,
      ...{ judged, must: { atMost: 2 } },
    },
  ])
}
