/** `npm run bench:web`: opens every screen three times with Lighthouse, and prints the medians. */
import { execFile, execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { median } from '#bench/measure.ts'
import { chooseNames, toTable } from '#bench/report.ts'
import { pages, pageTable, type Page } from '#contract/pages.ts'
import { readArguments } from '#scripts/support/arguments.mjs'
import { findBrowser } from '#scripts/support/find-browser.ts'
import { startSampleProduct, type SignIn } from '#test/support/product.ts'
import { projectRoot } from '#server/project-root.ts'

const names = Object.keys(pages) as Page[]

const usage = `npm run bench:web -- [--check] [--only a,b]

  --check     exits with 1 when a must is missed
  --only a,b  only these screens: ${names.join(', ')}`

const { check, chosen } = readArguments(usage, {
  options: {
    check: { type: 'boolean', default: false },
    only: { type: 'string', default: names.join(',') },
  },
  read: (values) => ({ ...values, chosen: chooseNames(values.only, names) }),
})

/** Scores range from 0 to 100. `scripts` is the number of scripts requested before the largest contentful paint. */
const figures = ['performance', 'paint, s', 'shift', 'scripts', 'accessibility', 'best practices']

const version = '12.8.2'
const folder = path.join(projectRoot, '.cache', `lighthouse-${version}`)
const lighthouse = path.join(folder, 'node_modules/lighthouse/cli/index.js')

// Lighthouse isn't a project dependency, because downloading its 185 MB would slow down every new installation.
if (!existsSync(lighthouse)) {
  const quietly = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  console.log('Installing Lighthouse …')
  execFileSync('npm', ['install', '--prefix', folder, ...quietly, `lighthouse@${version}`])
}

const product = await startSampleProduct()
try {
  const addressOf = await findAddresses()
  const cookies = {
    visitor: null,
    lender: await signIn(product.sampleLender),
    admin: await signIn(product.admin),
  }
  const rows: string[][] = []
  for (const name of chosen) {
    const open = () => openScreen(addressOf(name), cookies[viewerOf(name)])
    rows.push(judge(name, [await open(), await open(), await open()]))
    console.log(rows.at(-1)?.join('  '))
  }
  console.log(`\n${toTable([['screen', ...figures, 'verdict'], ...rows])}`)
  if (check && rows.some((row) => row.at(-1) !== 'met')) process.exitCode = 1
} finally {
  await product.stop()
}

function viewerOf(page: Page): 'visitor' | 'lender' | 'admin' {
  const { access } = pageTable[page]
  if (page === 'home' || access === 'anyone') return 'visitor'
  return access === 'admin' ? 'admin' : 'lender'
}

async function signIn({ email, password }: SignIn): Promise<string> {
  const answer = await fetch(`${product.address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0]
  if (!cookie) throw new Error(`The sign-in was answered ${answer.status}`)
  return cookie
}

async function findAddresses(): Promise<(name: Page) => string> {
  const headers = { cookie: await signIn(product.sampleLender) }
  const read = async <Answer>(from: string) =>
    (await (await fetch(`${product.address}${from}`, { headers })).json()) as Answer
  const loans = (await read<{ id: string }[]>('/api/loans?limit=4')).map(({ id }) => id)
  const { id: adminLender } = await read<{ id: string }>('/api/auth/user')
  const [last] = await read<{ entryId: string }[]>('/api/commitments/me/history?limit=1')
  const ids: Partial<Record<Page, string>> = { receipt: last?.entryId ?? '', adminLender }
  return (name) => {
    const query = name === 'compare' ? `?ids=${loans.join()}` : ''
    return `${product.address}${pages[name].replace(':id', ids[name] ?? loans[0] ?? '')}${query}`
  }
}

interface Report {
  categories: Record<string, { score: number }>
  audits: Record<string, { numericValue?: number; details?: { items?: unknown[] } }>
}

async function openScreen(address: string, cookie: string | null): Promise<number[]> {
  const args = [
    ...[address, '--quiet', '--output=json'],
    `--chrome-flags=--headless=new${process.getuid?.() === 0 ? ' --no-sandbox' : ''}`,
    `--extra-headers=${JSON.stringify(cookie ? { cookie } : {})}`,
    '--only-categories=performance,accessibility,best-practices',
    // For a visitor, the session check returns 401, and the browser logs an error.
    ...(cookie ? [] : ['--skip-audits=errors-in-console']),
  ]
  const env = { ...process.env, CHROME_PATH: (await findBrowser()).executablePath }
  const limits = { env, timeout: 120_000, maxBuffer: 64 * 1024 ** 2 }
  const run = () => promisify(execFile)(process.execPath, [lighthouse, ...args], limits)
  // Sometimes the browser records no navigation, which makes Lighthouse fail, so a failed run is repeated once.
  const { stdout } = await run().catch(run)
  const { categories, audits } = JSON.parse(stdout) as Report
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100)
  const items = <Item>(name: string) => (audits[name]?.details?.items ?? []) as Item[]
  const [metrics] = items<{ observedLargestContentfulPaint: number }>('metrics')
  const requests = items<{ resourceType: string; networkRequestTime: number }>('network-requests')
  const paintedAt = metrics?.observedLargestContentfulPaint ?? Infinity
  const scripts = requests.filter(
    (each) => each.resourceType === 'Script' && each.networkRequestTime <= paintedAt,
  ).length
  const paint = (audits['largest-contentful-paint']?.numericValue ?? Number.NaN) / 1000
  const shift = audits['cumulative-layout-shift']?.numericValue ?? Number.NaN
  const scores = [score('accessibility'), score('best-practices')]
  return [score('performance'), paint, shift, scripts, ...scores]
}

/** The landing page loads no scripts. Its theme script is inline. */
function judge(name: Page, looks: readonly number[][]): string[] {
  const leastPerformance = viewerOf(name) === 'visitor' ? 98 : 90
  const mostScripts = name === 'home' ? 0 : 15
  const middle = figures.map((_, index) => median(looks.map((look) => look[index] ?? Number.NaN)))
  const [performance = 0, paint = Infinity, shift = Infinity, scripts = Infinity, ...scores] =
    middle
  const isQuick = performance >= leastPerformance && paint <= 2.9
  const isMet = isQuick && shift < 0.05 && scripts <= mostScripts
  const verdict = isMet && scores.every((score) => score === 100) ? 'met' : 'MISSED'
  return [`${name} (${viewerOf(name)})`, ...middle.map((each) => `${+each.toFixed(2)}`), verdict]
}
