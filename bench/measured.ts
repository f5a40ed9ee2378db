/** Makes measured figures from slices. */
import type { Figure, Measured } from './figure.ts'
import { canReadCpu } from './processes.ts'
import { cpuPerRequest, medianOf, perSecond, ratio, type Slice, type Slices } from './slices.ts'
import { median, percentile, spreadOf } from './statistics.ts'

/** A figure that is one number. */
export const measuredNumber = (
  figure: Figure,
  value: number,
  details: Measured['details'] = {},
): Measured => ({ figure, value: spreadOf([value]), details })

/** A figure that could not be measured, and why. */
export const notMeasured = (figure: Figure, notJudged: string): Measured => ({
  figure,
  value: null,
  notJudged,
  details: {},
})

/** Requests in a second of one side over another's. */
export function throughputRatio(figure: Figure, slices: Slices, side: string, bound: string) {
  return {
    figure,
    value: ratio(slices, side, bound, perSecond),
    ...limitOf(slices),
    details: { ...detailsOf(slices, side), ...detailsOf(slices, bound) },
  } satisfies Measured
}

/** CPU of a request of one side over another's. */
export function cpuRatio(figure: Figure, slices: Slices, side: string, bound: string): Measured {
  if (!canReadCpu) return notMeasured(figure, 'CPU time is read from /proc, which only Linux has')
  const details = Object.fromEntries(
    [side, bound].map((name) => [`${name}, CPU ms`, medianOf(slices, name, cpuPerRequest)]),
  )
  return { figure, value: ratio(slices, side, bound, cpuPerRequest), details }
}

/** What a reader wants to know of a side. */
function detailsOf(slices: Slices, side: string): Measured['details'] {
  return {
    [`${side}, requests/s`]: medianOf(slices, side, perSecond),
    [`${side}, CPU ms`]: medianOf(slices, side, cpuPerRequest),
    [`${side}, bytes`]: medianOf(slices, side, ({ bytes }) => bytes),
    [`${side}, p99 ms`]: medianOf(slices, side, p99),
    [`${side}, generator's core`]: medianOf(slices, side, ({ generatorShare }) => generatorShare),
  }
}

export const p99 = ({ latencies }: Slice) => percentile(latencies, 99)

/** Why a throughput or a time says nothing here; null when it does. */
export function whyLimited(slices: Slices): string | null {
  const all = Object.entries(slices)
  const busy = all.filter(([, each]) =>
    each.some(({ generatorShare }) => generatorShare > mostGeneratorShare),
  )
  if (busy.length > 0)
    return `the load generator was the limit for ${busy.map(([name]) => name).join(', ')}`
  const others = median(all.flatMap(([, each]) => each.flatMap((slice) => slice.othersShare ?? [])))
  if (others > mostOthersShare)
    return `other programs used ${Math.round(others * 100)} % of the machine`
  return null
}
/** The same as a part of a measured figure. */
export function limitOf(slices: Slices): Pick<Measured, 'notJudged'> {
  const reason = whyLimited(slices)
  return reason ? { notJudged: reason } : {}
}

/** Of one core: the generator has one thread. */
const mostGeneratorShare = 0.95
/** Of all cores. */
const mostOthersShare = 0.35
