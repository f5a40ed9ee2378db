/**
 * The drill (`npm run drill`) causes faults in a temporary copy of the app, and checks after each fault that no
 * acknowledged data is lost. The last round is a control, which must lose data.
 */
import { Chance } from './chance.ts'
import { ProductCopy, removeCopies } from './copy.ts'
import { control, faults, type Fault, type FaultName } from './faults.ts'
import { readOptions, type Options } from './options.ts'
import {
  brokenIn,
  headOfRounds,
  lineOfRound,
  listDealActs,
  lostIn,
  tableOf,
  type Named,
} from './report.ts'
import { runRound } from './round.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

/**
 * The maximum number of rounds per copy. Each check verifies the whole audit trail, so more rounds would slow the
 * checks.
 */
const roundsOfACopy = 20
/** The control loses only the most recent commits. A round that happens to lose none is repeated. */
const mostControls = 5
const mostLines = 10

async function main(options: Options): Promise<number> {
  const able = options.faults.filter((name) => isAble(name))
  if (able.length === 0) throw new Error('None of the faults can be injected on this machine')
  say(
    `The seed of this drill is ${options.seed}; --seed ${options.seed} repeats its random choices.`,
  )
  say(headOfRounds())
  const results = await runRounds(options, able)
  const isCaught = await runControl(options.seed)
  say(`\n${tableOf(results)}\n`)
  say(`Acknowledged on the deal desk: ${listDealActs(results)}`)
  const [lost, broken] = [lostIn(results), brokenIn(results)]
  say(`${results.length} rounds: ${lost} acknowledged writes lost, ${broken} invariants broken`)
  say(isCaught.words)
  return lost === 0 && broken === 0 && isCaught.lost > 0 ? 0 : 1
}

function isAble(name: FaultName): boolean {
  const { hindrance }: Fault = faults[name]
  const reason = hindrance?.() ?? null
  if (reason) say(`Skipped ${name}: ${reason}`)
  return reason === null
}

async function runRounds(options: Options, names: readonly FaultName[]): Promise<Named[]> {
  const until = performance.now() + options.minutes * 60_000
  const results: Named[] = []
  const place = new Place()
  let order: FaultName[] = []
  for (let round = 1; round <= options.rounds && performance.now() < until; round += 1) {
    // The first round uses the drill's own seed so that any round can be repeated with its seed.
    const seed = round === 1 ? options.seed : new Chance(options.seed).fork(`round ${round}`).seed
    if (order.length === 0) order = new Chance(seed).fork('order').shuffled(names)
    const name = order.shift()
    if (!name) break
    const fault: Fault = faults[name]
    const copy = await place.copyFor(fault)
    const result = { fault: name, ...(await runRound({ copy, fault, seed, round })) }
    results.push(result)
    const total = Number.isFinite(options.rounds) ? `/${options.rounds}` : ''
    say(lineOfRound(`${round}${total}`, seed, result))
    const isBad = result.lost.length + result.broken.length > 0
    if (isBad) printFinding(result, seed)
    await place.leave(copy, isBad, options.keep)
  }
  await place.close()
  return results
}

class Place {
  #copy: ProductCopy | null = null
  #rounds = 0

  async copyFor(fault: Fault): Promise<ProductCopy> {
    if (fault.onSmallDisk) return ProductCopy.open(true)
    if (this.#rounds >= roundsOfACopy) await this.close()
    this.#rounds += 1
    return (this.#copy ??= await ProductCopy.open())
  }

  async leave(copy: ProductCopy, isBad: boolean, keep: boolean) {
    if (copy === this.#copy && !isBad) return
    if (isBad && keep) say(`    Kept: ${copy.dataDir}`)
    await copy.remove({ keep: isBad && keep })
    if (copy === this.#copy) this.#forget()
  }

  async close() {
    await this.#copy?.remove()
    this.#forget()
  }

  #forget() {
    this.#copy = null
    this.#rounds = 0
  }
}

function printFinding({ fault, lost, broken }: Named, seed: number) {
  const told = [
    ...lost.map((words) => `lost: ${words}`),
    ...broken.map((words) => `broken: ${words}`),
  ]
  for (const words of told.slice(0, mostLines)) say(`    ${words}`)
  if (told.length > mostLines) say(`    and ${told.length - mostLines} more`)
  say(`    Repeat: npm run drill -- --rounds 1 --faults ${fault} --seed ${seed}`)
}

async function runControl(seed: number): Promise<{ lost: number; words: string }> {
  for (let tries = 1; tries <= mostControls; tries += 1) {
    const chosen = new Chance(seed).fork(`control ${tries}`).seed
    const copy = await ProductCopy.open()
    try {
      const result = await runRound({ copy, fault: control, seed: chosen, round: tries })
      say(lineOfRound('control', chosen, { fault: 'control', ...result }))
      const lost = result.lost.length
      if (lost > 0) return { lost, words: `control: caught, ${lost} lost` }
    } finally {
      await copy.remove()
    }
  }
  const words = `control: not caught in ${mostControls} rounds, so the results of this drill prove nothing`
  return { lost: 0, words }
}

let isInterrupted = false

/** Stops everything that the drill has started. Resulting failures in the current round aren't reported. */
async function interrupt() {
  isInterrupted = true
  say('Interrupted; stopping the processes of the drill and removing its folders')
  await removeCopies().catch((error: unknown) => say(`Not all was removed: ${String(error)}`))
  process.exit(130)
}

async function drill(): Promise<void> {
  const options = readOptions()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => void interrupt())
  try {
    process.exitCode = await main(options)
  } catch (error) {
    if (isInterrupted) return
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
    process.exitCode = 1
    await removeCopies()
  }
}

await drill()
