/**
 * Sends many generated hostile requests to a separate process. To repeat a run, use `npm run hostile -- --requests
 * 100000 --seed 1`.
 */
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readArguments } from '#scripts/support/arguments.mjs'
import { readConfig } from '#server/config/config.ts'
import { connect, noTimeouts } from '#server/database/client.ts'
import { startEmbeddedPostgres } from '#server/database/embedded/postgres.ts'
import { openStore } from '#server/storage/open.ts'
import { buildersFor } from '#test/support/builders.ts'
import { Caller } from '#test/support/caller.ts'
import { toDatabaseUrl } from '#test/support/database-url.ts'
import { startProgram } from '#test/support/program.ts'
import { attack, type Finding, type Report } from './attack.ts'
import type { Bench } from './world.ts'

const slowestAllowedMs = 5_000

interface Figures {
  secondsTaken: number
  memoryMiB: { before: number; after: number } | null
  errors: string[]
}

const usage = `npm run hostile -- [--requests N] [--seed S] [--senders N]

  --requests N   how many requests, 100000 unless said otherwise
  --seed S       repeats what chance chose with that seed
  --senders N    how many requests are under way at once, 8 unless said otherwise`

interface Options {
  requests: number
  seed: number
  senders: number
}

function readOptions(): Options {
  return readArguments(usage, {
    // Exit code 1 means that there are findings.
    refusedWith: 2,
    options: {
      requests: { type: 'string', default: '100000' },
      seed: { type: 'string', default: String(1 + Math.trunc(Math.random() * 1_000_000)) },
      senders: { type: 'string', default: '8' },
    },
    read(values) {
      const whole = (name: 'requests' | 'seed' | 'senders') => {
        const value = Number(values[name])
        if (Number.isSafeInteger(value) && value >= 1) return value
        throw new Error(`--${name} takes a whole number from 1, not ${values[name]}`)
      }
      return { requests: whole('requests'), seed: whole('seed'), senders: whole('senders') }
    },
  })
}

async function run({ requests, seed, senders }: Options): Promise<boolean> {
  const folder = await mkdtemp(path.join(tmpdir(), 'paripassu-hostile-'))
  const postgres = await startEmbeddedPostgres({
    dir: path.join(folder, 'postgres'),
    log: () => {},
    // These settings make PostgreSQL faster. The data doesn't have to survive a power failure.
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
  })
  const settings = {
    DATA_DIR: folder,
    DATABASE_URL: toDatabaseUrl(postgres.connection),
    ...{
      SAMPLE_DATA: 'off',
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'error',
      ADMIN_PASSWORD: 'a long password',
    },
  }
  const program = await startProgram(settings)
  const db = connect(postgres.connection, () => {}, noTimeouts)
  const store = await openStore(readConfig(settings, folder))
  const agent = new Agent({ keepAlive: true })
  try {
    const { address } = program
    const visitor = () => new Caller(address, agent)
    const bench: Bench = {
      address,
      visitor,
      // This cast is unchecked: the caller declares the columns and their types.
      rows: async <Row>(text: string, given: unknown[] = []) =>
        (await db.$client.query(text, given)).rows as Row[],
      ...buildersFor({ db, store, visitor }),
    }
    console.log(`${requests} hostile requests, ${senders} at once, seed ${seed}`)
    const before = memoryOf(program.pid)
    const started = performance.now()
    const report = await attack(bench, {
      requests,
      seed,
      senders,
      onProgress: progress(requests, seed),
    })
    const after = memoryOf(program.pid)
    const errors = program
      .output()
      .split('\n')
      .filter((line) => line.includes('"level":'))
    if (program.hasEnded()) errors.push('The program has ended')
    return tell(report, seed, {
      secondsTaken: (performance.now() - started) / 1000,
      memoryMiB: before && after ? { before, after } : null,
      errors,
    })
  } catch (error) {
    console.error(`The program wrote last:\n${program.output().split('\n').slice(-20).join('\n')}`)
    throw error
  } finally {
    agent.destroy()
    await db.$client.end()
    await program.end('SIGTERM')
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Prints findings immediately, because a user can stop a run early. */
function progress(requests: number, seed: number) {
  let next = 0
  let told = 0
  return ({ sent, findings }: Report) => {
    for (const finding of findings.slice(told, told + 20)) printFinding(finding, seed)
    told = findings.length
    if (sent < next) return
    console.log(`${sent} of ${requests}, ${findings.length} findings`)
    next = sent + Math.max(requests / 20, 1)
  }
}

function printFinding({ what, role, call, number, sent }: Finding, seed: number) {
  console.log(
    `FOUND: ${what}\n  seed ${seed}, ${role}, ${call}, request ${number}\n  printf '${sent}'`,
  )
}

/** Returns null if the system doesn't report memory usage. */
function memoryOf(pid: number): number | null {
  try {
    const [, kibibytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return kibibytes ? Math.round(Number(kibibytes) / 1024) : null
  } catch {
    return null
  }
}

function tell(report: Report, seed: number, figures: Figures): boolean {
  const { findings, statuses, slowest, sent } = report
  const all = [...new Set([...statuses.values()].flatMap((each) => [...each.keys()]))].sort()
  const cells = (values: (string | number)[]) =>
    values.map((value) => String(value).padStart(7)).join('')
  console.log(`\n${'answered'.padEnd(28)}${cells(all)}`)
  for (const [call, counts] of [...statuses].sort(([one], [other]) => one.localeCompare(other)))
    console.log(call.padEnd(28) + cells(all.map((status) => counts.get(status) ?? '')))
  const sums = all.map((status) =>
    [...statuses.values()].reduce((sum, counts) => sum + (counts.get(status) ?? 0), 0),
  )
  console.log('all'.padEnd(28) + cells(sums))
  console.log('\nslowest')
  for (const { tookMs, role, call, status } of slowest)
    console.log(`${Math.round(tookMs).toString().padStart(7)} ms  ${status}  ${call} as ${role}`)
  const { memoryMiB, secondsTaken, errors } = figures
  console.log(`\n${sent} requests in ${Math.round(secondsTaken)} s`)
  if (memoryMiB) console.log(`memory: ${memoryMiB.before} MiB before, ${memoryMiB.after} MiB after`)
  for (const line of errors.slice(0, 20)) console.log(`logged: ${line}`)
  if (findings.length > 0) console.log('\nonce more, the first few of each kind')
  for (const finding of someOfEach(findings)) printFinding(finding, seed)
  const late = slowest.filter(({ tookMs }) => tookMs > slowestAllowedMs)
  if (late.length > 0) console.log(`\nFOUND: ${late.length} or more took longer than 5 s`)
  const isWell = findings.length + errors.length + late.length === 0
  console.log(
    isWell ? '\nNothing found' : `\n${findings.length} findings, ${errors.length} errors logged`,
  )
  return isWell
}

/** Prints only the first findings of each type, because the same bug is found repeatedly. */
function someOfEach(findings: Finding[]): Finding[] {
  const seen = new Map<string, number>()
  return findings.filter(({ what }) => {
    const kind = what.slice(0, 30)
    seen.set(kind, (seen.get(kind) ?? 0) + 1)
    return (seen.get(kind) ?? 0) <= 3
  })
}

process.exitCode = (await run(readOptions())) ? 0 : 1
