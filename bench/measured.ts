/** Makes measured figures from slices. */
import type { Figure, Measured } from './figure.ts'
import { canReadCpu, mostOthersShare } from './processes.ts'
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
    ...limitOf(slices, { ...detailsOf(slices, side), ...detailsOf(slices, bound) }),
  } satisfies Measured
}

/** CPU of a request of one side over another's. */
export function cpuRatio(figure: Figure, slices: Slices, side: string, bound: string): Measured {
  if (!canReadCpu) return notMeasured(figure, 'CPU time is read from /proc, which only Linux has')
  const details = Object.fromEntries(
    [side, bound].map((name) => [`${name}, CPU ms`, medianOf(slices, name, cpuPerRequest)]),
  )
  // It says the same when the load generator is the limit.
  return {
    figure,
    value: ratio(slices, side, bound, cpuPerRequest),
    ...judgedBeside(othersShareOf(slices), details),
  }
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

/** The median share of the machine that other programs used; null where it is unknown. */
function othersShareOf(slices: Slices): number | null {
  const shares = Object.values(slices).flatMap((each) =>
    each.flatMap(({ othersShare }) => othersShare ?? []),
  )
  return shares.length > 0 ? median(shares) : null
}

/** Why a throughput or a time says nothing here; null when it does. */
export function whyLimited(slices: Slices): string | null {
  const busy = Object.entries(slices).filter(([, each]) =>
    each.some(({ generatorShare }) => generatorShare > mostGeneratorShare),
  )
  if (busy.length > 0)
    return `the load generator was the limit for ${busy.map(([name]) => name).join(', ')}`
  return whyBusy(othersShareOf(slices))
}

const whyBusy = (othersShare: number | null): string | null =>
  othersShare !== null && othersShare > mostOthersShare
    ? `other programs used ${Math.round(othersShare * 100)} % of the machine`
    : null

/** Why a figure of slices isn't judged, and what it was computed from. */
export function limitOf(
  slices: Slices,
  details: Measured['details'],
): Pick<Measured, 'notJudged' | 'details'> {
  const reason = whyLimited(slices)
  return { ...judgedBeside(othersShareOf(slices), details), ...(reason && { notJudged: reason }) }
}

/** The same of a figure that isn't one of slices, by the share that other programs used meanwhile. */
export function judgedBeside(
  othersShare: number | null,
  details: Measured['details'],
): Pick<Measured, 'notJudged' | 'details'> {
  const reason = whyBusy(othersShare)
  return {
    ...(reason && { notJudged: reason }),
    details: {
      ...details,
      ...(othersShare !== null && { "other programs' share": othersShare }),
    },
  }
}

/** Of one core: the generator has one thread. */
const mostGeneratorShare = 0.95
