/** Reads the table of changes: what this and other processes have committed. */
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
  /** Null if they are unknown: anything may have changed. */
  changes: RecordedChange[] | null
  /** Where to read on. It means the same to every process. */
  next: bigint
}

interface Row {
  next: string
  isKept: boolean
  /** Null in the one row that is returned when there are no changes. */
  topic: Topic | null
  subject: string | null
  audience: string | null
}

/** With more changes than this, fetching everything again costs less. */
const maxChanges = 1_000
const pollEveryMs = 300
/** After a failure, the database may need longer. */
const retryAfterMs = 1_000

/**
 * Reads the changes committed from `since` on, the `next` of an earlier read. All transactions below
 * `pg_snapshot_xmin` have ended, so no row below `next` appears later. `isKept`: none was deleted since.
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
  // Numbers are smaller after a failover or a restore from a backup.
  const isUnknown = since === null || since > next || changes.length > maxChanges
  return { changes: isUnknown ? null : changes, next, isKept: first.isKept }
}

/** A page is shown without its position rather than later. */
const positionTimeoutMs = 300

/** Where to begin to read now; empty if the database doesn't answer soon. */
export async function findPosition(db: Database): Promise<string> {
  const read = db.$client
    .query<Pick<Row, 'next'>>(`select pg_snapshot_xmin(pg_current_snapshot())::text as next`)
    .then(({ rows }) => rows[0]?.next ?? '')
    .catch(() => '')
  return Promise.race([read, sleep(positionTimeoutMs, '', { ref: false })])
}

export interface ChangePoller {
  /** Resolves once all changes that are committed from now on will be reported. */
  ready: Promise<void>
  stop: () => void
}

interface Options {
  db: Database
  /** Called when `next` has moved, which other transactions do too. */
  onRead: (read: ChangesRead) => void
  /** Called when polling fails, but not again before it has succeeded. */
  onFailure: (error: unknown) => void
}

/** Reads a few times a second, until it is stopped. */
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
      // Another server may have taken over, whose numbers differ: the next read reports unknown changes.
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
