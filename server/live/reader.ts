/** Reads the table of changes, which all processes write to. */
import type { Topic } from '#contract/live/topics.ts'
import type { Database } from '#server/database/client.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { apartFromCalls } from './named-topics.ts'

export interface RecordedChange {
  topic: Topic
  subject: string | null
  audience: string | null
}

export interface ChangesRead {
  /** Null if the changes are unknown, which means that any data might have changed. */
  changes: RecordedChange[] | null
  /** The position for the next read. It is valid in every process. */
  next: bigint
}

interface Row {
  next: string
  isKept: boolean
  /** Null in the single row that is returned if nothing has changed. */
  topic: Topic | null
  subject: string | null
  audience: string | null
}

/** If there are more changes than this, reloading everything is cheaper. */
const maxChanges = 1_000
const pollEveryMs = 300
const retryAfterMs = 1_000

/**
 * Reads changes starting at `since`, the `next` of an earlier read. Transactions below `pg_snapshot_xmin` have ended,
 * so no row below `next` can appear later. `isKept` means that no later change was deleted.
 */
export async function readChanges(
  db: Database,
  since: bigint | null,
): Promise<ChangesRead & { isKept: boolean }> {
  const { rows } = await db.$client.query<Row>(
    `select now.xmin::text as next, exists (select from changes where xid <= $1::xid8) as "isKept",
       topic, subject, audience
     from (select pg_snapshot_xmin(pg_current_snapshot()) as xmin) as now
       left join changes on xid >= $1::xid8 and xid < now.xmin
     limit $2`,
    [since, maxChanges + 1],
  )
  const [first] = rows
  if (!first) throw new Error('The database returned no snapshot')
  const next = BigInt(first.next)
  const changes = rows.flatMap(({ topic, subject, audience }) =>
    topic === null ? [] : [{ topic, subject, audience }],
  )
  // Transaction numbers can be lower after a failover or a restore from a backup.
  const isUnknown = since === null || since > next || changes.length > maxChanges
  return { changes: isUnknown ? null : changes, next, isKept: first.isKept }
}

/** The time limit for finding the position. If it is exceeded, the page is sent without a position. */
const positionTimeoutMs = 300

/** The position to read from, or an empty string if the database doesn't respond in time. */
export async function findPosition(db: Database): Promise<string> {
  const read = db.$client
    .query<Pick<Row, 'next'>>(`select pg_snapshot_xmin(pg_current_snapshot())::text as next`)
    .then(({ rows }) => rows[0]?.next ?? '')
    .catch(() => '')
  return Promise.race([read, sleep(positionTimeoutMs, '', { ref: false })])
}

export interface ChangePoller {
  /** Resolves when polling has begun. Every change committed after that is certain to be reported. */
  ready: Promise<void>
  stop: () => void
}

interface Options {
  db: Database
  /** Called when `next` has advanced. Unrelated transactions can also advance it. */
  onRead: (read: ChangesRead) => void
  /** Called when polling fails. It isn't called again until polling has succeeded. */
  onFailure: (error: unknown) => void
}

export function pollChanges({ db, onRead, onFailure }: Options): ChangePoller {
  let position: bigint | null = null
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  async function poll() {
    try {
      const read = await readChanges(db, position)
      if (read.next !== position) onRead(read)
      position = read.next
      schedule(pollEveryMs)
    } catch (error) {
      if (position !== null && !isStopped) onFailure(error)
      // Another server with different transaction numbers might have taken over, so the next read reports that
      // anything might have changed.
      position = null
      schedule(retryAfterMs)
    }
  }

  function schedule(afterMs: number) {
    if (!isStopped) timer = setTimeout(() => void poll(), afterMs).unref()
  }

  async function begin() {
    position = (await readChanges(db, null)).next
    schedule(pollEveryMs)
  }

  return {
    ready: apartFromCalls(begin),
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
