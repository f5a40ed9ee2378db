/**
 * `npm run bench:web`: opens every screen with Lighthouse as a slow phone would, three times each, and
 * prints the medians; docs/performance.md explains it.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readNames, requireWhole } from '#bench/options.ts'
import { mostOthersShare, watchOthers } from '#bench/processes.ts'
import { fillIn, machine, measuredOn } from '#bench/report.ts'
import { readArguments } from '#scripts/support/arguments.mjs'
import { ensureLighthouse } from '#scripts/support/lighthouse.mjs'
import { startSampleProduct } from '#scripts/support/product.mjs'
import { failedAudits, lookOf, middleOf, mustsOf, shortcomings, type Look } from './look.ts'
import { runLighthouse } from './run-lighthouse.ts'
import { detailLines, notJudgedLine, screensTable, type Result } from './screens-report.ts'
import { signInToSample, webScreens, type WebScreen } from './screens.ts'

const times = 3

const screenNames = webScreens({ loans: [], receipt: '', lender: '' }).map(({ name }) => name)
const usage = `npm run bench:web -- [--check] [--only a,b] [--json FILE] [--write FILE]

  --check        exits with 1 when a must is missed
  --only a,b     only these screens: ${screenNames.join(', ')}
  --json FILE    where the results are written as JSON (test-results/bench-web.json)
  --write FILE   replaces what was measured of the screens in this document, by a whole run`

const options = readArguments(usage, {
  options: {
    check: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] },
    json: { type: 'string', default: 'test-results/bench-web.json' },
    write: { type: 'string' },
  },
  read({ only, ...values }) {
    requireWhole(values.write, only.length > 0)
    return { ...values, only: readNames(only, screenNames) }
  },
})

const lighthouse = await ensureLighthouse()
const folder = mkdtempSync(path.join(tmpdir(), 'paripassu-bench-web-'))
const product = await startSampleProduct()
const interrupted = new Promise<'interrupted'>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => resolve('interrupted'))
})
const measuring = measureAll()
// After an interruption, what is under way fails because its server ends.
measuring.catch(() => {})
let isInterrupted = true
try {
  isInterrupted = (await Promise.race([measuring, interrupted])) === 'interrupted'
} finally {
  // A terminal interrupts the product, too.
  await product.stop().catch((error: unknown) => {
    if (!isInterrupted) throw error
  })
  rmSync(folder, { recursive: true, force: true })
}
if (isInterrupted) process.exit(130)

async function measureAll() {
  const { cookies, looked } = await signInToSample(product)
  const results: Result[] = []
  for (const screen of chooseScreens(webScreens(looked))) {
    const result = await measure(screen, cookies[screen.who])
    console.log(detailLines([result]).slice(2))
    results.push(result)
  }
  print(results)
}

function chooseScreens(all: WebScreen[]) {
  return options.only.length > 0 ? all.filter(({ name }) => options.only.includes(name)) : all
}

async function measure(screen: WebScreen, cookie: string | null): Promise<Result> {
  const looks: Look[] = []
  const failed = new Set<string>()
  const othersShareNow = watchOthers()
  for (let time = 0; time < times; time += 1) {
    const address = `${product.address}${screen.address}`
    const report = await runLighthouse({ lighthouse, folder, address, cookie })
    looks.push(lookOf(report))
    for (const audit of failedAudits(report)) failed.add(audit)
  }
  const othersShare = othersShareNow() ?? 0
  const isBusy = othersShare > mostOthersShare
  const found = { look: middleOf(looks), failed: [...failed] }
  const musts = mustsOf(screen.name)
  return {
    ...screen,
    ...found,
    ...{ looks, musts, othersShare, isBusy },
    short: shortcomings(found, musts, isBusy),
  }
}

function print(results: Result[]) {
  console.log(`\n${screensTable(results)}`)
  const notJudged = notJudgedLine(results)
  if (notJudged) console.log(`\n${notJudged}`)
  mkdirSync(path.dirname(options.json), { recursive: true })
  const json = { at: new Date().toISOString(), machine: machine(), screens: results }
  writeFileSync(options.json, JSON.stringify(json, null, 2))
  if (options.write) {
    const text = [measuredOn(), screensTable(results), detailLines(results)].join('\n\n')
    writeFileSync(options.write, fillIn(readFileSync(options.write, 'utf8'), text, 'screens'))
  }
  if (options.check && results.some(({ short }) => short.length > 0)) process.exitCode = 1
}
