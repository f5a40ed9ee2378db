/** Prints what Lighthouse found of the screens. */
import { toTable } from '#bench/report.ts'
import type { Look, Musts } from './look.ts'
import type { WebScreen } from './screens.ts'

export interface Result extends WebScreen {
  /** The medians of `looks`. */
  look: Look
  looks: Look[]
  /** Audits of accessibility and best practices that failed, by name. */
  failed: string[]
  musts: Musts
  /** What falls short, in words. */
  short: string[]
  /** The share of the machine that other programs used; with too much of it, times aren't judged. */
  othersShare: number
  isBusy: boolean
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`

const mustOf = ({ musts: { performance, largestPaintMs, scripts } }: Result) =>
  [`≥ ${performance}`, `≤ ${largestPaintMs / 1000} s`, `≤ ${scripts}`, '100', '100'].join(' · ')

const measuredOf = ({ look }: Result) =>
  [
    ...[look.performance, seconds(look.largestPaintMs), look.scripts],
    ...[look.accessibility, look.bestPractices],
  ].join(' · ')

function verdictOf({ short, isBusy }: Result) {
  if (short.length > 0) return `missed: ${short.join(', ')}`
  return isBusy ? 'times not judged' : 'met'
}

/** One row for each screen. */
export const screensTable = (results: readonly Result[]) =>
  [
    'Performance · largest paint · scripts before it · accessibility · best practices:',
    toTable([
      ['screen', 'must', 'measured', 'verdict'],
      ...results.map((each) => [
        `${each.name} (${each.who})`,
        mustOf(each),
        measuredOf(each),
        verdictOf(each),
      ]),
    ]),
  ].join('\n\n')

/** What else was measured, and why some times aren't judged. */
export const detailLines = (results: readonly Result[]) =>
  results
    .map(({ name, who, look, looks, othersShare, isBusy, short }) => {
      const parts = [
        short.length > 0 ? `missed: ${short.join(', ')}` : '',
        isBusy ? `not judged: other programs used ${Math.round(othersShare * 100)} %` : '',
        `performance ${looks.map(({ performance }) => performance).join(', ')}`,
        `largest paint ${looks.map(({ largestPaintMs }) => seconds(largestPaintMs)).join(', ')}`,
        `blocked ${Math.round(look.blockingMs)} ms`,
        `layout shift ${look.layoutShift.toFixed(3)}`,
        `requests ${look.requests}`,
      ]
      return `- ${name} (${who}): ${parts.filter(Boolean).join('; ')}`
    })
    .join('\n')

/** The screens whose times weren't judged; null for none. */
export function notJudgedLine(results: readonly Result[]): string | null {
  const names = results.filter(({ isBusy }) => isBusy).map(({ name }) => name)
  return names.length > 0
    ? `Times not judged, so neither met nor missed: ${names.join(', ')}`
    : null
}
