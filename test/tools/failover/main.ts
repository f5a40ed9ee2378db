/**
 * The failover drill (`npm run drill:failover`) kills the primary, removes the standby, and restarts the app servers
 * under load, behind the proxies configured in `deploy/`. A control round must lose data.
 */
import { mkdtempSync, rmSync, chmodSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readArguments } from '#scripts/support/arguments.mjs'
import { openDesk } from './desk.ts'
import { Pair } from './pair.ts'
import { endAll, findOwner, findPrograms, MissingError } from './programs.ts'
import {
  control,
  failover,
  rollingRestart,
  standbyGone,
  workerKilled,
  type Result,
  type Scene,
} from './rounds.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

const usage = `npm run drill:failover -- [--rounds N] [--standby-seconds S] [--restarts N] [--workers N]

  --rounds N            how often the primary is killed (2)
  --standby-seconds S   how long the standby is gone (15); 0 leaves this out
  --restarts N          rolling restarts behind each proxy (1)
  --workers N           how often one of two processes on a port is killed (1)`

interface Options {
  rounds: number
  standbySeconds: number
  restarts: number
  workers: number
}

function readOptions(): Options {
  return readArguments(usage, {
    options: {
      rounds: { type: 'string', default: '2' },
      'standby-seconds': { type: 'string', default: '15' },
      restarts: { type: 'string', default: '1' },
      workers: { type: 'string', default: '1' },
    },
    read(values) {
      const count = (name: 'rounds' | 'standby-seconds' | 'restarts' | 'workers') => {
        const value = Number(values[name])
        if (Number.isInteger(value) && value >= 0) return value
        throw new Error(`--${name} takes a whole number, not ${values[name]}`)
      }
      return {
        rounds: count('rounds'),
        standbySeconds: count('standby-seconds'),
        restarts: count('restarts'),
        workers: count('workers'),
      }
    },
  })
}

/** The control loses only the last second's commits. A round that happens to lose none is repeated. */
const mostControls = 3
const mostLines = 10

function tell(name: string, { figures, lost, twice, broken }: Result) {
  say(`${name}: ${figures}; ${lost.length} lost, ${twice.length} twice, ${broken.length} broken`)
  const told = [
    ...lost.map((words) => `lost: ${words}`),
    ...twice.map((words) => `twice: ${words}`),
    ...broken.map((words) => `broken: ${words}`),
  ]
  for (const words of told.slice(0, mostLines)) say(`    ${words}`)
  if (told.length > mostLines) say(`    and ${told.length - mostLines} more`)
}

/** Returns true if nothing was lost, duplicated, or broken, and the control round lost something. */
async function drill(scene: Scene, { rounds, standbySeconds, restarts, workers }: Options) {
  const results: Result[] = []
  const runRound = async (name: string, round: Promise<Result>) => {
    const result = await round
    tell(name, result)
    results.push(result)
  }
  for (let round = 1; round <= rounds; round += 1)
    await runRound(`primary killed ${round}/${rounds}`, failover(scene))
  if (standbySeconds > 0)
    await runRound(`standby gone for ${standbySeconds} s`, standbyGone(scene, standbySeconds))
  for (let round = 1; round <= restarts; round += 1)
    for (const proxy of ['haproxy', 'nginx'] as const)
      await runRound(
        `rolling restart behind ${proxy} ${round}/${restarts}`,
        rollingRestart(scene, proxy),
      )
  for (let round = 1; round <= workers; round += 1)
    await runRound(`worker killed ${round}/${workers}`, workerKilled(scene))
  const sum = (name: 'lost' | 'twice' | 'broken') =>
    results.reduce((total, result) => total + result[name].length, 0)
  say(
    `${results.length} rounds: ${sum('lost')} lost, ${sum('twice')} twice, ${sum('broken')} broken`,
  )
  const isCaught = await runControl(scene)
  return isCaught && sum('lost') + sum('twice') + sum('broken') === 0
}

async function runControl(scene: Scene): Promise<boolean> {
  for (let tries = 1; tries <= mostControls; tries += 1) {
    const { figures, lost } = await control(scene)
    say(`control, an asynchronous standby: ${figures}; ${lost.length} lost`)
    if (lost.length > 0) return true
    await scene.pair.copyStandby()
  }
  say(`control: not caught in ${mostControls} rounds, so the results of this drill prove nothing`)
  return false
}

async function main(): Promise<number> {
  const options = readOptions()
  const programs = findPrograms()
  const folder = mkdtempSync(path.join(tmpdir(), 'paripassu-failover-'))
  chmodSync(folder, 0o755)
  let pair: Pair | null = null
  let scene: Scene | null = null
  const clear = async () => {
    for (const instance of scene?.desk.instances ?? []) await instance.end('SIGKILL')
    pair?.remove()
    endAll()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => void clear().finally(() => process.exit(130)))
  try {
    const place = {
      bin: programs.postgres,
      folder: path.join(folder, 'pair'),
      owner: await findOwner(),
    }
    pair = await Pair.open(place)
    scene = { pair, desk: await openDesk(programs, folder, pair.url), folder, ledger: [] }
    return (await drill(scene, options)) ? 0 : 1
  } finally {
    await clear()
  }
}

let code = 1
try {
  code = await main()
} catch (error) {
  const isWorded = error instanceof MissingError
  const words = error instanceof Error ? (isWorded ? error.message : error.stack) : String(error)
  process.stderr.write(`${words}\n`)
  code = isWorded ? 2 : 1
}
// The load from a failed round may still be running.
process.exit(code)
