/** What 100,000 loans and a million commitments change: pages, searches, and every call of a screen. */
import { portOf, type Bench, type Group, type Load } from '#bench/bench.ts'
import { rawAnswer } from '#bench/bounds/raw-answer.ts'
import type { Figure, Measured } from '#bench/figure.ts'
import { judgedBeside, limitOf, measuredNumber } from '#bench/measured.ts'
import type { Desk } from '#bench/place.ts'
import { watchOthers } from '#bench/processes.ts'
import { cookieOf } from '#bench/seed/sign-ins.ts'
import { alternate, medianOf, ratio, type Slice } from '#bench/slices.ts'
import { median, spreadOf, type Spread } from '#bench/statistics.ts'
import { cursorsOf } from './cursors.ts'
import { headersOf, screenCalls, typedWords, type ScreenCall } from './screen-calls.ts'

const growth: Figure = {
  name: 'page-growth',
  title: 'a page of 50 loans at 100,000 / at 1,000',
  sense: 'at most',
  must: 1.3,
  aim: 1.1,
}
const deepest: Figure = {
  name: 'page-deepest',
  title: 'the deepest page / the first',
  sense: 'at most',
  must: 1.1,
  aim: 1,
}
const rare: Figure = {
  name: 'search-rare',
  title: 'a rare search / a page',
  sense: 'at most',
  must: 1.5,
  aim: 1,
}
const slowest: Figure = {
  name: 'screens-slowest',
  title: 'every call of a screen at 100,000 loans: median / a page of 50',
  sense: 'at most',
  must: 5,
  aim: 2,
}
const largest: Figure = {
  name: 'screens-bytes',
  title: 'every call of a screen at 100,000 loans: bytes on the wire',
  sense: 'at most',
  must: 102_400,
  aim: null,
  unit: ' bytes',
}
const refused: Figure = {
  name: 'screens-refused',
  title: 'every call of a screen at 100,000 loans, four at once: answers of 503',
  sense: 'at most',
  must: 0,
  aim: 0,
}

const latency = ({ latencies }: Slice) => median(latencies)

/**
 * Pages after different loans, or words that few loans have: an answer that the product keeps for the
 * next caller would say nothing of the database.
 */
function pageLoad({ signIns }: Desk, query: string, lists: Record<string, string[]>): Load {
  const path = `/api/loans?limit=50&${query}`
  return {
    requests: [{ method: 'GET', path, headers: { cookie: '{cookie}' } }],
    lists: { cookie: signIns.lenders.slice(0, 4).map(cookieOf), ...lists },
    connections: 1,
  }
}

async function measurePages(bench: Bench): Promise<Measured[]> {
  const [small, big] = [await bench.small(), await bench.big()]
  const firstPages = async (desk: Desk) =>
    pageLoad(desk, 'cursor={cursor}', { cursor: await cursorsOf(desk, 0, 900) })
  const deep = { cursor: await cursorsOf(big, big.size.loans - 951, 900) }
  const sides = [
    bench.httpSide('page at 1,000', portOf(small), await firstPages(small)),
    bench.httpSide('page at 100,000', portOf(big), await firstPages(big)),
    bench.httpSide('deepest page', portOf(big), pageLoad(big, 'cursor={cursor}', deep)),
    bench.httpSide('rare search', portOf(big), pageLoad(big, 'search={rareWord}', typedWords)),
  ]
  const slices = await alternate(sides, bench.plan({ sliceMs: 1_000 }))
  const compare = (figure: Figure, side: string, bound: string): Measured => ({
    figure,
    value: ratio(slices, side, bound, latency),
    ...limitOf(
      slices,
      Object.fromEntries(
        [side, bound].map((name) => [`${name}, ms`, medianOf(slices, name, latency)]),
      ),
    ),
  })
  return [
    compare(growth, 'page at 100,000', 'page at 1,000'),
    compare(deepest, 'deepest page', 'page at 100,000'),
    compare(rare, 'rare search', 'page at 100,000'),
  ]
}

interface ScreenResult {
  name: string
  ms: number
  /** Over a page of 50, measured next to it. */
  ratio: Spread
  bytes: number
  refused: number
}

async function measureScreens(bench: Bench): Promise<Measured[]> {
  const desk = await bench.big()
  const page = pageLoad(desk, 'cursor={cursor}', { cursor: await cursorsOf(desk, 0, 900) })
  await bench.runHttp(portOf(desk), { ...page, count: 30 }, 0)
  const othersShare = watchOthers()
  const calls = screenCalls(desk)
  const results: ScreenResult[] = []
  const measureOne = async (call: ScreenCall, rounds: number) => {
    const result = await measureCall(bench, desk, { call, page, rounds })
    const { name, ms, bytes, refused: count } = result
    bench.say(
      `  ${name}: ${ms.toFixed(1)} ms, ${result.ratio.median.toFixed(2)} pages, ${bytes} bytes, ${count} refused`,
    )
    return result
  }
  for (const call of calls) results.push(await measureOne(call, 3))
  const sorted = (of: (result: ScreenResult) => number, among = results) =>
    among.toSorted((a, b) => of(b) - of(a)).slice(0, 5)
  const detailsBy = (of: (result: ScreenResult) => number, among = results) =>
    Object.fromEntries(sorted(of, among).map((result) => [result.name, of(result)]))
  const byRatio = ({ ratio: { median: pages } }: ScreenResult) => pages
  // The slowest of many that were measured shortly looks slower than it is.
  const seemSlowest = sorted(byRatio).map(({ name }) => name)
  const slowestCalls = calls.filter(({ name }) => seemSlowest.includes(name))
  const again: ScreenResult[] = []
  for (const call of slowestCalls) again.push(await measureOne(call, 15))
  const byBytes = ({ bytes }: ScreenResult) => bytes
  const byRefused = ({ refused: count }: ScreenResult) => count
  const count = results.reduce((sum, result) => sum + result.refused, 0)
  return [
    {
      figure: slowest,
      value: sorted(byRatio, again)[0]?.ratio ?? null,
      ...judgedBeside(othersShare(), detailsBy(byRatio, again)),
    },
    measuredNumber(largest, Math.max(...results.map(byBytes)), detailsBy(byBytes)),
    measuredNumber(refused, count, detailsBy(byRefused)),
  ]
}

/** For how long a call runs before it is measured, as the sides of other figures do. */
const warmMs = 500
/** What is enough to be warm. */
const mostWarm = 100

/** A call next to pages of 50, so many times in turn; then four of it at once. */
async function measureCall(
  bench: Bench,
  desk: Desk,
  { call, page, rounds }: { call: ScreenCall; page: Load; rounds: number },
) {
  const headers = headersOf(call)
  const load: Load = {
    requests: [{ method: 'GET', path: call.path, headers }],
    lists: typedWords,
    connections: 1,
  }
  const latencies = async (asked: Load, count: number) =>
    (await bench.runHttp(portOf(desk), { ...asked, count }, 0)).slice.latencies
  const pageMs = async () => median(await latencies(page, 6))
  const callMs = async (count: number) => median(await latencies(load, count))
  const times: number[] = []
  const ratios: number[] = []
  const coldMs = await callMs(2)
  await callMs(Math.min(mostWarm, Math.ceil(warmMs / coldMs)))
  // A slow call needs no more answers to be known as slow.
  const count = coldMs > 200 ? 2 : 6
  for (let round = 0; round < rounds; round += 1) {
    const besideMs = await pageMs()
    const ms = await callMs(count)
    times.push(ms)
    ratios.push(ms / besideMs)
  }
  const together = await bench.runHttp(
    portOf(desk),
    { ...load, connections: 4, count: 8, expected: [200, 503] },
    0,
  )
  const packed = { ...headers, 'accept-encoding': 'gzip, deflate, br' }
  const { body } = await rawAnswer(`${desk.product.address}${somePath(call.path)}`, packed)
  return {
    name: call.name,
    ms: median(times),
    ratio: spreadOf(ratios),
    bytes: body.length,
    refused: together.streams[0]?.statuses['503'] ?? 0,
  }
}

/** A path with the first of each list in place of its name. */
const somePath = (path: string) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => typedWords[name]?.[0] ?? '')

export const sizes: Group[] = [
  { name: 'pages', isBig: true, measure: measurePages },
  { name: 'screens', isBig: true, measure: measureScreens },
]
