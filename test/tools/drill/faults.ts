import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { signalProcess } from '#server/database/embedded/processes.ts'
import { whyNoSmallDisk } from '#test/support/small-disk.ts'
import type { Tally } from './ask.ts'
import type { Chance } from './chance.ts'
import type { ProductCopy, Settings } from './copy.ts'
import type { LoanRecord } from './ledger.ts'
import { childrenOf, freezeFamily, signalAll, whyNoProcessList, workersOf } from './processes.ts'

export interface Strike {
  copy: ProductCopy
  tally: Tally
  chance: Chance
  loans: readonly LoanRecord[]
}

export interface Fault {
  words: string
  settings?: Settings
  /** True if the fault needs a separate copy on a disk small enough to fill. */
  onSmallDisk?: true
  hindrance?: () => string | null
  /** Causes the fault and returns the time after which the server should respond to requests again. */
  strike: (strike: Strike) => Promise<number>
}

export const faults = {
  node: {
    words: 'kill -9 of the program, which the drill starts again',
    async strike({ copy }) {
      await copy.kill()
      return copy.start()
    },
  },
  postgres: {
    words: "kill -9 of the database's main process",
    async strike({ copy }) {
      return copy.endDatabase('SIGKILL')
    },
  },
  backend: {
    words: 'kill -9 of the database process of one connection',
    hindrance: whyNoProcessList,
    async strike({ copy, chance }) {
      const backends = childrenOf(await copy.postmaster()).filter(({ command }) =>
        / paripassu /.test(command),
      )
      signalAll([chance.one(backends)?.pid ?? 0].filter(Boolean), 'SIGKILL')
      return performance.now()
    },
  },
  both: {
    words: 'kill -9 of the program and the database at the same time',
    async strike({ copy }) {
      signalProcess(await copy.postmaster(), 'SIGKILL')
      await copy.kill()
      return copy.start()
    },
  },
  frozen: {
    words: 'all processes of the database are paused (SIGSTOP) for 1 to 5 s',
    hindrance: whyNoProcessList,
    async strike({ copy, chance }) {
      return frozenFor(freezeFamily(await copy.postmaster()), chance.whole(1000, 5000))
    },
  },
  stopped: {
    words: 'the database is shut down cleanly; the program starts it again',
    async strike({ copy }) {
      return copy.endDatabase('SIGINT')
    },
  },
  sigterm: {
    words: 'the program gets SIGTERM while commitments are in flight, all of which it must answer',
    strike: stopUnderLoad,
  },
  disk: {
    words: 'the disk is full for about a second',
    onSmallDisk: true,
    hindrance: whyNoSmallDisk,
    async strike({ copy, chance }) {
      copy.disk?.fill()
      await sleep(chance.whole(700, 1500))
      copy.disk?.makeRoom()
      return performance.now()
    },
  },
  clock: {
    words:
      'a restart with a clock that is hours fast or slow, then a restart with the correct clock',
    async strike({ copy, chance }) {
      const hours = chance.whole(1, 30) * (chance.isTrue(0.5) ? 1 : -1)
      await copy.stop()
      await copy.start(wrongClock(copy, hours))
      await sleep(chance.whole(400, 900))
      await copy.stop()
      return copy.start()
    },
  },
  frozenNode: {
    words: 'the program is paused (SIGSTOP) for 2 s',
    async strike({ copy }) {
      signalProcess(copy.program.pid, 'SIGSTOP')
      return frozenFor([copy.program.pid], 2000)
    },
  },
  worker: {
    words: 'kill -9 of one of two processes that share the port (WORKERS=2)',
    settings: { WORKERS: '2' },
    hindrance: whyNoProcessList,
    async strike({ copy, chance }) {
      signalAll([chance.one(workersOf(copy.program.pid)) ?? 0].filter(Boolean), 'SIGKILL')
      return performance.now()
    },
  },
} as const satisfies Record<string, Fault>

export type FaultName = keyof typeof faults
export const faultNames = Object.keys(faults) as FaultName[]

async function frozenFor(pids: readonly number[], forMs: number): Promise<number> {
  try {
    await sleep(forMs)
  } finally {
    signalAll(pids, 'SIGCONT')
  }
  return performance.now()
}

/** Shifts only the app's clock, not the database's clock. */
function wrongClock({ folder }: ProductCopy, hours: number): Settings {
  const file = path.join(folder, 'clock-shift')
  writeFileSync(file, String(hours * 3_600_000))
  const clock = new URL('../../support/shifted-clock.mjs', import.meta.url)
  return { NODE_OPTIONS: `--import ${clock.href}`, CLOCK_FILE: file }
}

/**
 * The drill holds a lock that delays commitments so that they are in progress when the signal arrives. The server must
 * still respond to them.
 */
async function stopUnderLoad({ copy, tally, loans }: Strike): Promise<number> {
  await copy.withDatabase(async (db) => {
    const client = await db.$client.connect()
    await client.query('begin')
    await client.query('select id from loans where id = any($1) for update', [
      loans.map((loan) => loan.id),
    ])
    await sleep(250)
    if (tally.holdToRequestsUnderWay(50) === 0)
      tally.broken.push('no request was in flight at SIGTERM')
    const stopped = copy.stop()
    await sleep(250)
    await client.query('commit')
    client.release()
    await stopped
  })
  return copy.start()
}

/**
 * A control experiment: the database acknowledges commits before they are on disk, and then loses them. The drill must
 * detect the loss.
 */
export const control: Fault = {
  words: 'synchronous_commit=off and kill -9 of the database: must lose acknowledged commits',
  async strike({ copy }) {
    await copy.withDatabase(async (db) => {
      // Commits don't wait for the disk, and the WAL writer runs only once every ten seconds.
      await db.$client.query(`alter system set synchronous_commit = 'off'`)
      await db.$client.query(`alter system set wal_writer_delay = '10s'`)
      await db.$client.query(`alter system set wal_writer_flush_after = '1GB'`)
      await db.$client.query('select pg_reload_conf()')
    }, 'adminConnection')
    await sleep(1500)
    return copy.endDatabase('SIGKILL')
  },
}
