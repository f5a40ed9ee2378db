import { grouped } from './grouped.ts'
import type { Outcome } from './ledger.ts'
import type { RoundResult } from './round.ts'

export interface Named extends RoundResult {
  fault: string
}

const seconds = (ms: number | null) => (ms === null ? '-' : `${(ms / 1000).toFixed(2)} s`)

const columns = [
  ['round', 7],
  ['seed', 11],
  ['fault', -11],
  ['hit after', 10],
  ['acknowledged', 13],
  ['refused', 8],
  ['503', 5],
  ['unknown', 8],
  ['back after', 11],
  ['slowest 503', 12],
  ['lost', 5],
  ['broken', 7],
] as const

/** A negative width means left alignment. */
const cell = (text: string, width: number) =>
  width < 0 ? ` ${text.padEnd(-width - 1)}` : text.padStart(width)

export const headOfRounds = () => columns.map(([name, width]) => cell(name, width)).join('')

export function lineOfRound(number: string, seed: number, result: Named): string {
  const { fault, hitAfterMs, backAfterMs, tally, lost, broken } = result
  const texts = [
    number,
    String(seed),
    fault,
    seconds(hitAfterMs),
    ...countsOf([result]),
    seconds(backAfterMs),
    seconds(tally.slowestAwayMs),
    String(lost.length),
    String(broken.length),
  ]
  return columns.map(([, width], index) => cell(texts[index] ?? '', width)).join('')
}

const shown: Outcome[] = ['acknowledged', 'refused', 'away', 'unknown']

const countsOf = (results: readonly Named[]) =>
  shown.map((outcome) => String(sum(results.map(({ tally }) => tally.counts[outcome]))))

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

const most = (numbers: readonly (number | null)[]) => {
  const known = numbers.filter((number) => number !== null)
  return known.length > 0 ? Math.max(...known) : null
}

function median(numbers: readonly (number | null)[]): number | null {
  const sorted = numbers.filter((number) => number !== null).toSorted((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null
}

export function tableOf(results: readonly Named[]): string {
  const byFault = grouped(results, ({ fault }) => fault)
  const head = [
    ...['fault', 'rounds', 'acknowledged', 'refused', '503', 'unknown'],
    ...['back, median', 'back, slowest', 'slowest 503', 'lost', 'broken'],
  ]
  const row = (name: string, of: readonly Named[]) => [
    name,
    String(of.length),
    ...countsOf(of),
    seconds(median(of.map(({ backAfterMs }) => backAfterMs))),
    seconds(most(of.map(({ backAfterMs }) => backAfterMs))),
    seconds(most(of.map(({ tally }) => tally.slowestAwayMs))),
    String(lostIn(of)),
    String(brokenIn(of)),
  ]
  const rows = [head, ...[...byFault].map(([name, of]) => row(name, of)), row('all', results)]
  const widths = head.map((_name, place) =>
    Math.max(...rows.map((each) => each[place]?.length ?? 0)),
  )
  return rows
    .map((texts) =>
      texts.map((text, place) =>
        cell(text, (widths[place] ?? 0) * (place ? 1 : -1) - (place ? 0 : 1)),
      ),
    )
    .map((cells) => cells.join('  '))
    .join('\n')
}

const dealActs = [
  ...['publishAllocation', 'answerOfferOnBehalf', 'endRound', 'closeBook', 'reopenBook'],
  ...['createFundsReceipt', 'reverseFundsReceipt', 'takeOverShare'],
  ...['proposeTerms', 'answerTermsOnBehalf', 'applyTerms', 'cancelTerms'],
]

/** The acknowledged acts on the deal desk, by call. */
export const listDealActs = (results: readonly RoundResult[]) =>
  dealActs
    .map((name) => `${name} ${sum(results.map(({ tally }) => tally.acts.get(name) ?? 0))}`)
    .join(', ')

export const lostIn = (results: readonly RoundResult[]) =>
  sum(results.map(({ lost }) => lost.length))
export const brokenIn = (results: readonly RoundResult[]) =>
  sum(results.map(({ broken }) => broken.length))
