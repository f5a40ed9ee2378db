/** Reading one loan, and the list of 1,000, next to bare `node:http`. */
import { portOf, type Bench, type Group, type Load } from '#bench/bench.ts'
import { rawAnswer } from '#bench/bounds/raw-answer.ts'
import type { Figure, Measured } from '#bench/figure.ts'
import { cpuRatio, measuredNumber, throughputRatio } from '#bench/measured.ts'
import type { Desk } from '#bench/place.ts'
import { seedId } from '#bench/seed/ids.ts'
import { cookieOf } from '#bench/seed/sign-ins.ts'
import { alternate } from '#bench/slices.ts'
import { cursorsOf } from './cursors.ts'

const oneLoan: Figure = {
  name: 'loan',
  title: '`GET /api/loans/{id}` signed in / bare `node:http` doing the same two statements',
  sense: 'at least',
  must: 0.5,
  aim: 0.8,
}
const readCpu: Figure = {
  name: 'read-cpu',
  title: 'CPU a request of calls that ask the database / bare `node:http` doing the same',
  sense: 'at most',
  must: 2,
  aim: 1.5,
}
const anonymousList: Figure = {
  name: 'list-anonymous',
  title: 'list of 1,000 anonymous, kept and compressed / bare `node:http` sending the same bytes',
  sense: 'at least',
  must: 0.3,
  aim: 0.6,
}
const signedInList: Figure = {
  name: 'list-signed-in',
  title: 'the same signed in / bare `node:http` asking the session and sending the same bytes',
  sense: 'at least',
  must: 0.3,
  aim: 0.65,
}
const unchanged: Figure = {
  name: 'unchanged',
  title: 'unchanged list or loan asked again with its ETag: answers other than 304',
  sense: 'at most',
  must: 0,
  aim: 0,
}

/** Signed-in reads by several lenders, and of several ids or pages. */
function signedInLoad(
  desk: Desk,
  path: string,
  { headers = {}, lists = {} }: LoadParts = {},
): Load {
  return {
    requests: [{ method: 'GET', path, headers: { cookie: '{cookie}', ...headers } }],
    lists: {
      cookie: desk.signIns.lenders.slice(0, 32).map(cookieOf),
      loan: Array.from({ length: 500 }, (_, index) => seedId('loan', index + 1)),
      ...lists,
    },
  }
}

interface LoadParts {
  headers?: Record<string, string>
  lists?: Record<string, string[]>
}

async function measureDatabaseReads(bench: Bench): Promise<Measured[]> {
  const desk = await bench.small()
  const bare = await bench.bare(desk)
  // Pages after random loans, asked for as by someone who was told of a change: none is a kept answer.
  const parts = {
    headers: { 'cache-control': 'no-cache' },
    lists: { cursor: await cursorsOf(desk, 0, 900) },
  }
  const calls = [
    { name: 'loan', path: '/api/loans/{loan}', barePath: '/loan/{loan}' },
    { name: 'page', path: '/api/loans?limit=50&cursor={cursor}', barePath: '/page/{cursor}' },
  ]
  const sides = calls.flatMap(({ name, path, barePath }) => [
    bench.httpSide(`${name}, product`, portOf(desk), signedInLoad(desk, path, parts)),
    bench.httpSide(`${name}, bare`, bare, signedInLoad(desk, barePath, parts)),
  ])
  const slices = await alternate(sides, bench.plan())
  const cpus = calls.map(({ name }) =>
    cpuRatio(readCpu, slices, `${name}, product`, `${name}, bare`),
  )
  return [throughputRatio(oneLoan, slices, 'loan, product', 'loan, bare'), worstOf(cpus)]
}

/** The one of which a request needs most, with what all were computed from. */
function worstOf(cpus: readonly Measured[]): Measured {
  const [worst] = cpus.toSorted((a, b) => (b.value?.median ?? 0) - (a.value?.median ?? 0))
  if (!worst) throw new Error('No call was measured')
  // Their names differ, but for that of what they share.
  return { ...worst, details: Object.assign({}, ...cpus.map(({ details }) => details)) as Details }
}
type Details = Measured['details']

const listPath = '/api/loans'
const packed = { 'accept-encoding': 'br, gzip' }

async function measureLists(bench: Bench): Promise<Measured[]> {
  const desk = await bench.small()
  const bare = await bench.bare(desk)
  await bare.teach({
    name: 'list',
    ...(await rawAnswer(`${desk.product.address}${listPath}`, packed)),
  })
  const withHeaders = (load: Load): Load => ({
    ...load,
    requests: load.requests.map((each) => ({ ...each, headers: { ...each.headers, ...packed } })),
  })
  const anonymous = (path: string) => withHeaders({ requests: [{ method: 'GET', path }] })
  const signedIn = (path: string) => withHeaders(signedInLoad(desk, path))
  const sides = [
    bench.httpSide('anonymous, product', portOf(desk), anonymous(listPath)),
    bench.httpSide('anonymous, bare', bare, anonymous('/bytes/list')),
    bench.httpSide('signed in, product', portOf(desk), signedIn(listPath)),
    bench.httpSide('signed in, bare', bare, signedIn('/signed-in-bytes/list')),
  ]
  const slices = await alternate(sides, bench.plan())
  return [
    throughputRatio(anonymousList, slices, 'anonymous, product', 'anonymous, bare'),
    throughputRatio(signedInList, slices, 'signed in, product', 'signed in, bare'),
    await measureUnchanged(desk),
  ]
}

/** How many answers that were asked for before are sent again. */
async function measureUnchanged({ product, signIns }: Desk): Promise<Measured> {
  const cookies = [null, ...signIns.lenders.slice(0, 1).map(cookieOf)]
  const details: Record<string, string> = {}
  let sentAgain = 0
  for (const cookie of cookies)
    for (const path of [listPath, '/api/loans?limit=50', `/api/loans/${seedId('loan', 7)}`]) {
      const headers = { ...packed, ...(cookie ? { cookie } : {}) }
      const first = await fetch(`${product.address}${path}`, { headers })
      await first.arrayBuffer()
      const etag = first.headers.get('etag')
      const again = await fetch(`${product.address}${path}`, {
        headers: { ...headers, ...(etag ? { 'if-none-match': etag } : {}) },
      })
      await again.arrayBuffer()
      if (again.status !== 304) sentAgain += 1
      details[`${cookie ? 'signed in' : 'anonymous'} ${path.slice(0, 20)}`] =
        `${again.status}${etag ? '' : ' (no ETag)'}`
    }
  return measuredNumber(unchanged, sentAgain, details)
}

export const reads: Group[] = [
  { name: 'loan', measure: measureDatabaseReads },
  { name: 'lists', measure: measureLists },
]
