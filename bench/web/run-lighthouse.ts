/**
 * Runs Lighthouse, which starts a browser of its own for each screen: once to record, and once to judge the
 * record, whose tasks have been given the time that they used the processor.
 */
import { spawn } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { findBrowser } from '#scripts/support/find-browser.mjs'
import { countCpuTime, type TraceEvent } from './cpu-times.ts'
import type { Report } from './look.ts'

const limitMs = 120_000
/** Times are those of a phone with a slow connection, which Lighthouse computes from what it saw. */
const categories = 'performance,accessibility,best-practices'

interface Run {
  /** The folder that Lighthouse is installed in. */
  lighthouse: string
  /** For the headers, which must not be on a command line, and the report. */
  folder: string
  address: string
  cookie: string | null
}

/** Opens an address once. A browser that fails to start or to record is started once more. */
export async function runLighthouse(run: Run): Promise<Report> {
  try {
    return await runOnce(run)
  } catch {
    return runOnce(run)
  }
}

async function runOnce(run: Run): Promise<Report> {
  const { folder, address, cookie } = run
  const recorded = path.join(folder, 'recorded')
  const output = path.join(folder, 'report.json')
  const headers = path.join(folder, 'headers.json')
  rmSync(recorded, { recursive: true, force: true })
  writeFileSync(headers, JSON.stringify(cookie ? { cookie } : {}))
  const options = [`--only-categories=${categories}`, `--extra-headers=${headers}`]
  await startLighthouse(run, [...options, `-G=${recorded}`])
  const file = path.join(recorded, 'defaultPass.trace.json')
  // Lighthouse's own file.
  const trace = JSON.parse(readFileSync(file, 'utf8')) as { traceEvents: TraceEvent[] }
  countCpuTime(trace.traceEvents)
  writeFileSync(file, JSON.stringify(trace))
  await startLighthouse(run, [
    ...[...options, `-A=${recorded}`, '--output=json', `--output-path=${output}`],
  ])
  const report = JSON.parse(readFileSync(output, 'utf8')) as Report
  if (report.runtimeError) throw new Error(`${address}: ${report.runtimeError.message}`)
  return report
}

async function startLighthouse({ lighthouse, address }: Run, options: string[]): Promise<void> {
  const { executablePath } = await findBrowser()
  const flags = ['--headless=new', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])]
  const child = spawn(
    process.execPath,
    [
      path.join(lighthouse, 'node_modules/lighthouse/cli/index.js'),
      ...[address, '--quiet', `--chrome-flags=${flags.join(' ')}`, ...options],
    ],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: limitMs,
      env: { ...process.env, CHROME_PATH: executablePath },
    },
  )
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const code = await new Promise<unknown>((resolve) => {
    child.once('error', () => resolve('no start'))
    child.once('close', resolve)
  })
  if (code !== 0) throw new Error(`Lighthouse ended with ${String(code)} at ${address}:\n${said}`)
}
