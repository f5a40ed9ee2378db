/** pgbench, where it is installed: the database alone, with prepared statements. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const debianFolder = '/usr/lib/postgresql'

/** The newest one here; null when there is none. The package of the embedded server lacks it. */
export function findPgbench(): string | null {
  const onPath = (process.env['PATH'] ?? '').split(path.delimiter)
  const versions = existsSync(debianFolder) ? readdirSync(debianFolder) : []
  const newestFirst = versions.toSorted((a, b) => Number(b) - Number(a))
  const folders = [...onPath, ...newestFirst.map((name) => path.join(debianFolder, name, 'bin'))]
  return (
    folders.map((folder) => path.join(folder, 'pgbench')).find((file) => existsSync(file)) ?? null
  )
}

export interface PgbenchRun {
  program: string
  url: string
  /** A file for the script. */
  file: string
  script: string
  clients: number
  seconds: number
}

export interface PgbenchResult {
  transactions: number
  seconds: number
}

/**
 * Runs a script, and counts its transactions after the first second, in which the new connections
 * load the catalogs and plan the statements; `onWarm` is called then.
 * @throws when a transaction failed.
 */
export async function runPgbench(run: PgbenchRun, onWarm: () => void): Promise<PgbenchResult> {
  writeFileSync(run.file, run.script)
  const child = spawn(
    run.program,
    [
      ...['--no-vacuum', '--protocol=prepared', `--client=${run.clients}`, '--jobs=1'],
      ...['--progress=1', `--time=${run.seconds + 1}`, `--file=${run.file}`, run.url],
    ],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      // Otherwise the first five executions on each connection would be planned anew.
      env: { ...process.env, PGOPTIONS: '-c plan_cache_mode=force_generic_plan' },
    },
  )
  let [stdout, stderr, isWarm] = ['', '', false]
  child.stdout.setEncoding('utf8').on('data', (part: string) => (stdout += part))
  child.stderr.setEncoding('utf8').on('data', (part: string) => {
    stderr += part
    if (isWarm || !stderr.includes('progress:')) return
    isWarm = true
    onWarm()
  })
  await once(child, 'close')
  return parsePgbench(stdout, stderr)
}

/** What pgbench printed: its lines of progress, one for each second, and its summary. */
export function parsePgbench(stdout: string, stderr: string): PgbenchResult {
  const lines = [...stderr.matchAll(/progress: ([\d.]+) s, ([\d.]+) tps/g)]
  const failed = Number(/failed transactions: (\d+)/.exec(stdout)?.[1] ?? 0)
  if (lines.length < 2 || failed > 0 || /aborted|error/i.test(stderr))
    throw new Error(`pgbench failed: ${stderr.trim().slice(0, 500) || stdout.slice(-300)}`)
  let [transactions, at, warmAt] = [0, 0, 0]
  for (const [index, [, until, tps]] of lines.entries()) {
    if (index === 0) warmAt = Number(until)
    else transactions += Number(tps) * (Number(until) - at)
    at = Number(until)
  }
  return { transactions, seconds: at - warmAt }
}
