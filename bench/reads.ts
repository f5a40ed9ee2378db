/** Compares loan reads with the baseline, then times the screens' GET requests one at a time. */
import { getWith, rateOf, sendOne } from './load.ts'
import { alternate, median } from './measure.ts'
import { compare, short, type Group } from './report.ts'
import { screenCalls } from './screen-calls.ts'
import { cookieOf, seedId, size } from './seed.ts'

export const loanOf = (turn: number) => seedId('loan', 1 + (turn % size.loans))
const lenderOf = (turn: number) => cookieOf(1 + (turn % size.lenders))

/** Returns the number of reads per second. Each read comes from a different lender. */
export const readsOf = (address: string, pathOf: (turn: number) => string, count: number) =>
  rateOf(
    address,
    Array.from({ length: count }, (_, turn) => getWith(pathOf(turn), lenderOf(turn))),
  )

export const reads: Group = async ({ ours, bound }) => {
  const { address } = ours.program
  const loans = await alternate(
    (count) => readsOf(address, (turn) => `/api/loans/${loanOf(turn)}`, count),
    (count) => readsOf(bound.address, (turn) => `/loan/${loanOf(turn)}`, count),
  )
  const pages = await alternate(
    (count) => readsOf(address, () => '/api/loans?limit=50', count),
    (count) => readsOf(bound.address, () => '/page', count),
  )
  const bare = { unit: '/s', name: 'bare node:http' }
  return [
    ...compare('one loan, signed in, 32 at once', { atLeast: 0.6 }, loans, bare),
    ...compare('a page of 50 loans, signed in, 32 at once', { atLeast: 0.6 }, pages, bare),
  ]
}

export const screens: Group = async ({ ours }) => {
  const { address } = ours.program
  const loan = getWith(`/api/loans/${loanOf(6)}`, lenderOf(0))
  const ofLoan: number[] = []
  const calls: { name: string; ms: number }[] = []
  for (const { name, query, request } of screenCalls()) {
    const found: number[] = []
    for (let time = 0; time < 9; time += 1) {
      found.push(await sendOne(address, request))
      ofLoan.push(await sendOne(address, loan))
    }
    calls.push({ name: `${name} ${query}`.trim(), ms: median(found) })
  }
  const base = median(ofLoan)
  const slowest = calls.toSorted((one, other) => other.ms - one.ms)
  for (const { name, ms } of slowest.slice(0, 5))
    console.log(`        ${short(ms)} ms, ${short(ms / base)} times a loan: ${name}`)
  const [most, least] = [slowest.at(0)?.ms ?? Number.NaN, slowest.at(-1)?.ms ?? Number.NaN]
  return [
    {
      promise: `the slowest of ${calls.length} calls of screens, one at a time`,
      measured: `${short(most)} ms: ${slowest[0]?.name}`,
      beside: `${short(base)} ms one loan`,
      ...{ judged: { median: most / base, low: least / base, high: most / base } },
      must: { atMost: 50 },
    },
  ]
}
