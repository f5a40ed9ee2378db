/**
 * Measures several sides in short alternating slices, so that whatever else the machine does meets all
 * of them alike. Each round starts with another side.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { cpuMsOf } from './processes.ts'
import { spreadOf, type Spread } from './statistics.ts'

/** What one side did in one slice. */
export interface Slice {
  requests: number
  seconds: number
  /** CPU milliseconds in a request, of the side's own process and of PostgreSQL; null where unknown. */
  cpuMs: number | null
  bytes: number
  latencies: readonly number[]
  /** The share of one core that the load generator used. */
  generatorShare: number
  /** The share of all cores that other programs used; null where unknown. */
  othersShare: number | null
}

/** A side: what runs for about that long. It throws when an answer isn't the expected one. */
export interface Side {
  name: string
  run: (ms: number) => Promise<Slice>
}

export interface Plan {
  rounds: number
  sliceMs: number
  /** Returns once the machine has finished the work that the last slice left behind. */
  settle: () => Promise<void>
}

/** The sides' slices, by round. */
export type Slices = Record<string, Slice[]>

/** The order of a round: each starts one side later. */
export const rotated = <Item>(items: readonly Item[], round: number): Item[] => {
  const first = items.length === 0 ? 0 : round % items.length
  return [...items.slice(first), ...items.slice(0, first)]
}

/** Warms each side, then runs the rounds. */
export async function alternate(sides: readonly Side[], plan: Plan): Promise<Slices> {
  const slices: Slices = Object.fromEntries(sides.map(({ name }) => [name, []]))
  for (const side of sides) {
    await side.run(plan.sliceMs)
    await plan.settle()
  }
  for (let round = 0; round < plan.rounds; round += 1)
    for (const side of rotated(sides, round)) {
      slices[side.name]?.push(await side.run(plan.sliceMs))
      await plan.settle()
    }
  return slices
}

/** What of a slice is compared. */
export const perSecond = ({ requests, seconds }: Slice) => requests / seconds
export const cpuPerRequest = ({ cpuMs }: Slice) => cpuMs ?? Number.NaN

/** One side over another, round by round. */
export function ratio(
  slices: Slices,
  side: string,
  bound: string,
  of: (slice: Slice) => number,
): Spread {
  const values = (slices[side] ?? []).map((slice, round) => {
    const other = slices[bound]?.[round]
    return other ? of(slice) / of(other) : Number.NaN
  })
  return spreadOf(values)
}

/** One side's own median. */
export const medianOf = (slices: Slices, side: string, of: (slice: Slice) => number) =>
  spreadOf((slices[side] ?? []).map(of)).median

/**
 * Waits until these processes have used hardly any CPU for a moment, but no longer than `mostMs`: jobs
 * that follow a change, such as sealing and email, must not run in the next side's slice.
 */
export async function settleProcesses(pids: readonly number[], mostMs = 4_000): Promise<void> {
  const stepMs = 150
  const usedMs = () => pids.reduce((sum, pid) => sum + (cpuMsOf(pid) ?? 0), 0)
  let before = usedMs()
  for (let waitedMs = 0; waitedMs < mostMs; waitedMs += stepMs) {
    await sleep(stepMs)
    const now = usedMs()
    if (now - before <= stepMs * quietShare) return
    before = now
  }
}
const quietShare = 0.1
