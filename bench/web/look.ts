/** What is read from a report of Lighthouse, and what a screen has to be like. */
import { median } from '#bench/statistics.ts'

/** What Lighthouse found of a screen. */
export interface Look {
  /** Scores, 0 to 100. */
  performance: number
  accessibility: number
  bestPractices: number
  /** Milliseconds until the largest part is painted, and how long tasks block input, on a slow phone. */
  largestPaintMs: number
  blockingMs: number
  /** How far parts move while the screen is built; 0.1 is still good. */
  layoutShift: number
  /** Scripts requested before the largest paint. */
  scripts: number
  requests: number
}

interface Audit {
  score: number | null
  numericValue?: number
  details?: unknown
}

/** The part of a report that is read here. */
export interface Report {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, Audit>
  runtimeError?: { message: string }
}

interface RequestItem {
  resourceType?: string
  /** Milliseconds after the navigation. */
  networkRequestTime?: number
}

const itemsOf = <Item>(audit: Audit | undefined): Item[] =>
  (audit?.details as { items?: Item[] } | undefined)?.items ?? []

/** Reads one report. */
export function lookOf({ categories, audits }: Report): Look {
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100)
  const number = (name: string) => audits[name]?.numericValue ?? Number.NaN
  const requests = itemsOf<RequestItem>(audits['network-requests'])
  const [observed] = itemsOf<{ observedLargestContentfulPaint?: number }>(audits['metrics'])
  const paintedAt = observed?.observedLargestContentfulPaint ?? Infinity
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    largestPaintMs: number('largest-contentful-paint'),
    blockingMs: number('total-blocking-time'),
    layoutShift: number('cumulative-layout-shift'),
    scripts: requests.filter(
      ({ resourceType, networkRequestTime = 0 }) =>
        resourceType === 'Script' && networkRequestTime <= paintedAt,
    ).length,
    requests: requests.length,
  }
}

/** The audits of accessibility and best practices that a report fails, by name. */
export const failedAudits = ({ categories, audits }: Report): string[] =>
  ['accessibility', 'best-practices']
    .flatMap((name) => categories[name]?.auditRefs ?? [])
    .filter(({ weight }) => weight > 0)
    .map(({ id }) => id)
    .filter((id) => audits[id]?.score === 0 && !(id === consoleAudit && isOnly401(audits[id])))

const consoleAudit = 'errors-in-console'

/** A visitor's screens ask who is signed in; the specification has that answered with 401, which is logged. */
const isOnly401 = (audit: Audit) =>
  itemsOf<{ description?: string; sourceLocation?: { url?: string } }>(audit).every(
    ({ description = '', sourceLocation }) =>
      description.includes('status of 401') && sourceLocation?.url?.endsWith('/api/auth/user'),
  )

/** The median of each figure. */
export function middleOf(looks: readonly Look[]): Look {
  const of = (name: keyof Look) => median(looks.map((look) => look[name]))
  return {
    performance: of('performance'),
    accessibility: of('accessibility'),
    bestPractices: of('bestPractices'),
    largestPaintMs: of('largestPaintMs'),
    blockingMs: of('blockingMs'),
    layoutShift: of('layoutShift'),
    scripts: of('scripts'),
    requests: of('requests'),
  }
}

export interface Musts {
  performance: number
  largestPaintMs: number
  scripts: number
}

/** What every screen has to be like; the landing page has no script but the theme's, which is inline. */
export const mustsOf = (screen: string): Musts =>
  screen === 'home'
    ? { performance: 100, largestPaintMs: 2_500, scripts: 0 }
    : { performance: 95, largestPaintMs: 2_500, scripts: 15 }

/** What of a look falls short, in words. Times that were measured on a busy machine aren't judged. */
export function shortcomings(
  { look, failed }: { look: Look; failed: readonly string[] },
  musts: Musts,
  isBusy: boolean,
): string[] {
  return [
    ...(!isBusy && look.performance < musts.performance ? ['performance'] : []),
    ...(!isBusy && look.largestPaintMs > musts.largestPaintMs ? ['largest paint'] : []),
    ...(look.scripts > musts.scripts ? ['scripts'] : []),
    ...failed,
  ]
}
