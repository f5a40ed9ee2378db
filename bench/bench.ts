/** What the figures share: the desks, the load generator, the bounds, and how a side is run. */
import { cpus } from 'node:os'
import path from 'node:path'
import { startChildServer, type ChildServer } from './bounds/child-server.ts'
import { LoadGenerator } from './load/load.ts'
import type { RequestTemplate, Stream, StreamResult } from './load/messages.ts'
import type { Measured } from './figure.ts'
import {
  closeDesk,
  closePlace,
  openDesk,
  openPlace,
  productCommand,
  type Desk,
  type Place,
} from './place.ts'
import { cpuMsOf, machineCpuMs } from './processes.ts'
import { profileNow } from './profile.ts'
import { bigSize, roomySize, smallSize } from './seed/size.ts'
import { settleProcesses, type Plan, type Side, type Slice } from './slices.ts'

/** A group of figures that are measured together. */
export interface Group {
  name: string
  /** Whether it needs 100,000 loans. */
  isBig?: boolean
  measure: (bench: Bench) => Promise<Measured[]>
}

/** Callers at once, where many are meant. */
export const manyAtOnce = 32

/** A server that requests are sent to. */
interface Target {
  port: number
  pid: number
}

export class Bench {
  readonly isQuick: boolean
  readonly generator = new LoadGenerator()
  readonly #startedAt = performance.now()
  #place: Place | null = null
  #small: Promise<Desk> | null = null
  #roomy: Promise<Desk> | null = null
  #big: Promise<Desk> | null = null
  #changing: Promise<Desk> | null = null
  readonly #servers = new Map<string, Promise<ChildServer>>()

  /** When the last desk was opened, by the clock of profiles. */
  openedAt = 0
  /** How the product is started. */
  readonly productCommand: readonly string[]

  /** `profiles` is a folder for CPU profiles of the product. */
  constructor({ isQuick, profiles }: { isQuick: boolean; profiles: string | null }) {
    this.isQuick = isQuick
    this.productCommand = productCommand(profiles)
  }

  /** Prints a line with the time that has passed. */
  say = (words: string): void => {
    const seconds = Math.round((performance.now() - this.#startedAt) / 1000)
    console.log(`${String(seconds).padStart(4)} s  ${words}`)
  }

  async place(): Promise<Place> {
    this.#place ??= await openPlace()
    return this.#place
  }

  /** 1,000 loans. */
  small(): Promise<Desk> {
    this.#small ??= this.#open('bench_small', smallSize)
    return this.#small
  }

  /** 100,000 loans. */
  big(): Promise<Desk> {
    this.#big ??= this.#open('bench_big', bigSize)
    return this.#big
  }

  /** 4,000 loans with room for what is committed in all rounds. */
  roomy(): Promise<Desk> {
    this.#roomy ??= this.#open('bench_roomy', roomySize)
    return this.#roomy
  }

  /**
   * 1,000 loans, for calls that would change what other figures need. With few connections, each has soon prepared
   * what it sends.
   */
  changing(): Promise<Desk> {
    this.#changing ??= this.#open('bench_changing', smallSize, { DATABASE_CONNECTIONS: '5' })
    return this.#changing
  }

  async #open(
    name: string,
    size: typeof smallSize,
    settings: Record<string, string> = {},
  ): Promise<Desk> {
    this.say(`Filling a database with ${size.loans} loans`)
    const desk = await openDesk(
      {
        place: await this.place(),
        command: this.productCommand,
        settings,
        say: (words) => this.say(`  filled: ${words}`),
      },
      name,
      size,
    )
    this.openedAt = profileNow()
    return desk
  }

  /** The desks that were opened. */
  async desks(): Promise<Desk[]> {
    const opened = await Promise.allSettled([
      ...[this.#small, this.#roomy, this.#big, this.#changing],
    ])
    return opened.flatMap((each) => (each.status === 'fulfilled' && each.value ? [each.value] : []))
  }

  /** Bare `node:http` on the database of a desk. */
  bare(desk: Desk): Promise<ChildServer> {
    return this.#server('bounds/bare-server.ts', desk)
  }

  /** The plain stack on the database of a desk. */
  baseline(desk: Desk): Promise<ChildServer> {
    return this.#server('baseline/server.ts', desk)
  }

  #server(file: string, { url }: Desk): Promise<ChildServer> {
    const name = `${file} ${url}`
    const started = this.#servers.get(name) ?? startChildServer(new URL(file, import.meta.url), url)
    this.#servers.set(name, started)
    return started
  }

  plan({ sliceMs = 1_500 } = {}): Plan {
    return {
      rounds: this.isQuick ? 3 : 5,
      sliceMs: this.isQuick ? Math.round(sliceMs / 2) : sliceMs,
      settle: () => this.settle(),
    }
  }

  async settle(): Promise<void> {
    const desks = await this.desks()
    const servers = await Promise.all(this.#servers.values())
    await settleProcesses([
      (await this.place()).postgresPid,
      ...[...desks.map(({ product }) => product), ...servers].map(({ pid }) => pid),
    ])
  }

  /** CPU milliseconds that a target and PostgreSQL have used so far. */
  async cpuMs(pid: number | null): Promise<number | null> {
    const postgres = cpuMsOf((await this.place()).postgresPid)
    const own = pid === null ? 0 : cpuMsOf(pid)
    return postgres === null || own === null ? null : postgres + own
  }

  /** A side that sends requests to a server. */
  httpSide(name: string, target: Target, load: Load): Side {
    return { name, run: async (ms) => (await this.runHttp(target, load, ms)).slice }
  }

  /** Sends requests for some time; throws when an answer isn't the expected one. */
  async runHttp(target: Target, load: Load, ms: number) {
    const { expected = [200], besides = [], connections = manyAtOnce, ...rest } = load
    const stream: Stream = { host: '127.0.0.1', port: target.port, connections, ...rest }
    const [before, allBefore] = [await this.cpuMs(target.pid), machineCpuMs()]
    const { streams, cpuMs } = await this.generator.run([stream, ...besides], ms)
    const [after, allAfter] = [await this.cpuMs(target.pid), machineCpuMs()]
    const result = streams[0]
    if (!result) throw new Error('The load generator has no result')
    requireExpected(result, expected)
    const usedMs = before === null || after === null ? null : after - before
    const allMs = allBefore === null || allAfter === null ? null : allAfter - allBefore
    const machineMs = result.seconds * 1000 * cpus().length
    const slice: Slice = {
      requests: result.requests,
      seconds: result.seconds,
      cpuMs: usedMs === null ? null : usedMs / result.requests,
      bytes: result.bytes / result.requests,
      latencies: result.latencies,
      generatorShare: cpuMs / 1000 / result.seconds,
      othersShare: usedMs === null || allMs === null ? null : (allMs - usedMs - cpuMs) / machineMs,
    }
    return { slice, streams }
  }

  /** A file in the folder that is removed at the end. */
  async file(name: string): Promise<string> {
    return path.join((await this.place()).folder, name)
  }

  #closing: Promise<string[]> | null = null

  /** Ends everything, once; tells what the products complained of. */
  close(): Promise<string[]> {
    this.#closing ??= this.#end()
    return this.#closing
  }

  async #end(): Promise<string[]> {
    const servers = await Promise.allSettled(this.#servers.values())
    for (const server of servers) if (server.status === 'fulfilled') server.value.end()
    const complaints: string[] = []
    for (const desk of await this.desks()) complaints.push(...(await closeDesk(desk)))
    this.generator.end()
    if (this.#place) await closePlace(this.#place)
    return complaints
  }
}

/** What is sent to a server. */
export interface Load {
  requests: RequestTemplate[]
  lists?: Record<string, string[]>
  connections?: number
  perSecond?: number
  count?: number
  /** The statuses that are right. */
  expected?: number[]
  /** Streams that run at the same time and aren't measured. */
  besides?: Stream[]
}

function requireExpected({ statuses, refusal }: StreamResult, expected: readonly number[]) {
  const wrong = Object.keys(statuses).filter((status) => !expected.includes(Number(status)))
  if (wrong.length === 0) return
  const counts = wrong.map((status) => `${statuses[status]} times ${status}`)
  throw new Error(`Answered ${counts.join(', ')}: ${refusal ?? ''}`)
}

export const portOf = ({ product }: Desk): Target => ({
  pid: product.pid,
  port: Number(new URL(product.address).port),
})
