/** A temporary copy of the app: the built server in a separate process, with a separate folder. */
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, noTimeouts, type Database } from '#server/database/client.ts'
import { attachToEmbeddedPostgres } from '#server/database/embedded/postgres.ts'
import { layoutOf } from '#server/database/embedded/layout.ts'
import { findServer } from '#server/database/embedded/lock.ts'
import { lookUpProcess, signalProcess } from '#server/database/embedded/processes.ts'
import { Caller } from '#test/support/caller.ts'
import { launchProgram, type Program } from '#test/support/program.ts'
import { mountSmallDisk, type SmallDisk } from '#test/support/small-disk.ts'
import { Ledger } from './ledger.ts'
import { childrenOf, signalAll, whyNoProcessList } from './processes.ts'

/** A user with a session. The session remains valid when the server restarts. */
export interface Person {
  id: string
  cookie: string | null
}

export type Settings = Record<string, string>

const smallDiskMegabytes = 256
const password = 'correct horse battery'
const startLimitMs = 90_000

const copies = new Set<ProductCopy>()

export class ProductCopy {
  readonly folder: string
  readonly disk: SmallDisk | null
  readonly ledger = new Ledger()
  readonly admins: Person[] = []
  readonly lenders: Person[] = []
  readonly complaints: string[] = []
  readonly #agent = new Agent({ keepAlive: true })
  #program: Program | null = null
  #settings: Settings = {}

  private constructor(disk: SmallDisk | null) {
    this.disk = disk
    this.folder = disk?.folder ?? mkdtempSync(path.join(tmpdir(), 'paripassu-drill-'))
    copies.add(this)
  }

  static async open(onSmallDisk = false): Promise<ProductCopy> {
    const copy = new ProductCopy(onSmallDisk ? mountSmallDisk(smallDiskMegabytes) : null)
    try {
      await copy.start()
      await copy.#admitPeople()
      return copy
    } catch (error) {
      await copy.remove()
      throw error
    }
  }

  get program(): Program {
    if (!this.#program) throw new Error('The copy was never started')
    return this.#program
  }

  get dataDir() {
    return path.join(this.folder, 'data')
  }

  callerOf({ cookie }: Person): Caller {
    return Object.assign(new Caller(this.program.address, this.#agent), { cookie })
  }

  async start(settings: Settings = {}): Promise<number> {
    this.#settings = settings
    const startedAt = performance.now()
    this.#program = await launchProgram({
      DATA_DIR: this.dataDir,
      ADMIN_PASSWORD: password,
      SAMPLE_DATA: 'off',
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'error',
      ...settings,
    })
    // The server is ready only when all its processes are listening. A response proves only that one of them is.
    const isReady = async () =>
      this.program.output().includes('is ready at') &&
      (await fetch(`${this.program.address}/readyz`).catch(() => null))?.status === 200
    while (!(await isReady())) {
      if (this.program.hasEnded() || performance.now() - startedAt > startLimitMs)
        throw new Error(`The program did not become ready:\n${this.program.output()}`)
      await sleep(25)
    }
    return startedAt
  }

  /** Sends SIGTERM and expects exit code 0. */
  async stop(): Promise<void> {
    this.#lookAtProgram()
    const code = await this.program.end('SIGTERM')
    if (code !== 0) this.complaints.push(`the program exited with ${code} on SIGTERM`)
    this.#lookAtLog()
  }

  async kill(): Promise<void> {
    this.#lookAtProgram()
    await this.program.end('SIGKILL')
    this.#lookAtLog()
  }

  async runWith(settings: Settings): Promise<void> {
    if (JSON.stringify(settings) === JSON.stringify(this.#settings)) return
    await this.stop()
    await this.start(settings)
  }

  async postmaster(): Promise<number> {
    return (await this.#untilServed(() => findServer(layoutOf(this.#postgres)))).pid
  }

  get #postgres() {
    return path.join(this.dataDir, 'postgres')
  }

  async #untilServed<Found>(find: () => Found | null): Promise<Found> {
    for (let waitedMs = 0; waitedMs < 60_000; waitedMs += 20) {
      const found = find()
      if (found) return found
      await sleep(20)
    }
    throw new Error(`No database server runs in ${this.#postgres}`)
  }

  async endDatabase(signal: NodeJS.Signals): Promise<number> {
    const pid = await this.postmaster()
    signalProcess(pid, signal)
    for (let waitedMs = 0; lookUpProcess(pid); waitedMs += 2) {
      if (waitedMs > 60_000) throw new Error(`The database server ${pid} does not exit`)
      await sleep(2)
    }
    return performance.now()
  }

  async withDatabase<Result>(
    act: (db: Database) => Promise<Result>,
    as: 'connection' | 'adminConnection' = 'connection',
  ): Promise<Result> {
    const found = await this.#untilServed(() => attachToEmbeddedPostgres(this.#postgres))
    const db = connect(found[as], () => {}, noTimeouts)
    try {
      return await act(db)
    } finally {
      await db.$client.end()
    }
  }

  takeComplaints(): string[] {
    this.#lookAtProgram()
    this.#lookAtLog()
    return this.complaints.splice(0)
  }

  #lookAtProgram() {
    if (this.program.hasEnded())
      this.complaints.push(`the program exited by itself: ${lastLineOf(this.program.output())}`)
  }

  #lookAtLog() {
    const line = this.program
      .output()
      .split('\n')
      .find((each) => /error that nobody expected/i.test(each))
    if (line) this.complaints.push(`in the log: ${line.slice(0, 300)}`)
  }

  async #admitPeople() {
    const first: Person = { id: '', cookie: null }
    const admin = this.callerOf(first)
    first.id = (await admin.call('login', { body: { email: 'admin@example.com', password } })).id
    first.cookie = admin.cookie
    this.admins.push(first, await this.#admit(admin, 'Ada', 'ada@example.com'))
    for (const [index, name] of ['Lena', 'Luis', 'Lars', 'Lucy', 'Liam'].entries())
      this.lenders.push(await this.#admit(admin, name, `lender${index + 1}@example.com`))
    await admin.call('updateUser', {
      params: { id: this.admins[1]?.id ?? '' },
      body: { isAdmin: 'true' },
    })
    // The user signs in again, because a session's role is set at sign-in.
    const second = this.callerOf({ id: '', cookie: null })
    await second.call('login', { body: { email: 'ada@example.com', password } })
    if (this.admins[1]) this.admins[1].cookie = second.cookie
  }

  async #admit(admin: Caller, firstName: string, email: string): Promise<Person> {
    const caller = this.callerOf({ id: '', cookie: null })
    const body = { firstName, lastName: 'Brook', email, password }
    const { id } = await caller.call('register', { body })
    await admin.call('approveUser', { params: { id } })
    // The first request with a new role gets a new session id. A fault during that request could lose the id.
    await caller.call('getCurrentUser')
    return { id, cookie: caller.cookie }
  }

  async remove({ keep = false } = {}): Promise<void> {
    copies.delete(this)
    this.#agent.destroy()
    const server = findServer(layoutOf(this.#postgres))
    const pids = [this.#program?.pid ?? 0, server?.pid ?? 0].filter((pid) => pid > 0)
    const children = whyNoProcessList() ? [] : pids.flatMap((pid) => childrenOf(pid))
    signalAll([...pids, ...children.map((child) => child.pid)], 'SIGCONT')
    // The server is stopped cleanly first so that its folder can be used again if the folder is kept.
    if (this.#program) {
      const ended = this.#program.end('SIGTERM')
      await Promise.race([ended, sleep(5_000)])
      await this.#program.end('SIGKILL')
    }
    if (server) await endAtOnce(server.pid)
    if (keep) return
    if (this.disk) this.disk.unmount()
    // A process that was just killed may still have a file open.
    else rmSync(this.folder, { recursive: true, force: true, maxRetries: 10 })
  }
}

async function endAtOnce(pid: number) {
  while (lookUpProcess(pid)) {
    signalProcess(pid, 'SIGQUIT')
    await sleep(20)
  }
}

const lastLineOf = (output: string) => output.trimEnd().split('\n').at(-1)?.slice(0, 300) ?? ''

export const removeCopies = () => Promise.all([...copies].map((copy) => copy.remove()))
