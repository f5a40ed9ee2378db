/**
 * Reads what this and other processes have written to the table of changes, soon after each commit. It
 * asks by primary key, a few times a second, and only while somebody listens.
 */
import type { Topic } from '#contract/live/topics.ts'
import type { Database } from '#server/database/client.ts'
import { apartFromCalls } from './named-topics.ts'
import { missingForMs, SeenIds, type Moment, type Position } from './position.ts'

/** A row of the table. */
export interface WrittenChange {
  topic: Topic
  subject: string | null
  audience: string | null
}

interface Row extends WrittenChange {
  /** The driver gives a bigint as text. */
  id: string
}

/** A row with the snapshot that it was read in; all other columns are null if none was read. */
type Found = (Row | Nulls<Row>) & { endedBelow: string; begunBelow: string }
type Nulls<Of> = { [Column in keyof Of]: null }

const pollEveryMs = 300
/** After a failure, the database may need longer. */
const retryAfterMs = 1_000
/**
 * A row carries the time at which its transaction began: it was written, and is committed, within this time.
 * Only a commit that waits for a standby takes longer.
 */
const commitWithinMs = 5_000
/** Who is behind by more rows than these had better read everything anew. */
const mostMissed = 1_000

const columns = 'id, topic, subject, audience'
/** One row, with the numbers of a `Moment`; as text, because they may exceed a number. */
const snapshot = `(select pg_snapshot_xmin(now)::text as "endedBelow", pg_snapshot_xmax(now)::text as "begunBelow"
  from pg_current_snapshot() as now) as snapshot`

export interface ChangeReader {
  /** Starts to read; resolves once everything that is committed from now on will be reported. */
  start: () => Promise<void>
  stop: () => Promise<void>
  /** Where somebody who was told everything up to now reads on. */
  position: () => Position
  /** What was seen in the last `ms` milliseconds; null when that is longer than is known. */
  seenWithin: (ms: number) => WrittenChange[] | null
  /** What has appeared since a position; null when it is unknown, or too much. */
  since: (position: Position) => Promise<WrittenChange[] | null>
}

interface Options {
  db: Database
  onChanges: (changes: WrittenChange[]) => void
  /** Called when reading fails, but not again before it has succeeded. */
  onTrouble: (error: unknown) => void
  /** How far back a start reads, unless a transaction has been under way for longer. */
  readsBackMs?: number
}

export function readChanges({
  db,
  onChanges,
  onTrouble,
  readsBackMs = missingForMs + commitWithinMs,
}: Options): ChangeReader {
  let seen = new SeenIds(0)
  /** What was seen lately, and when, by `performance.now()`. */
  let recent: { change: WrittenChange; seenAt: number }[] = []
  /** Since when it is known what was seen, by the same clock. */
  let knownFrom = 0
  let timer: NodeJS.Timeout | undefined
  let underWay: Promise<void> = Promise.resolve()
  let started: Promise<void> | null = null
  /** Counts starts and stops: whatever began before the last one goes no further. */
  let runs = 0
  let isInTrouble = false

  async function begin() {
    const { from, mayHaveWaited } = await findStart(db, readsBackMs)
    const { rows } = await db.$client.query<Found & { ageMs: number; isBefore: boolean }>(
      `select * from ${snapshot} left join (
         select ${columns}, created_at <= $1 as "isBefore",
           (extract(epoch from clock_timestamp() - created_at) * 1000)::float8 as "ageMs"
         from changes
         where created_at > $1 or id = (select max(id) from changes where created_at <= $1)
       ) as found on true order by id`,
      [from],
    )
    const now = momentOf(rows)
    const found = rows.filter((row) => row.id !== null)
    const ids = found.map(({ id }) => Number(id))
    // The newest row is never deleted: if none is from before, the first id of all may be missing.
    seen = new SeenIds(found.some((row) => row.isBefore) ? (ids[0] ?? 1) - 1 : 0)
    seen.take(ids, now)
    // A row's age tells when it appeared, unless its commit waited.
    knownFrom = mayHaveWaited ? now.ms : now.ms - missingForMs
    recent = found.map((row) => ({
      change: toChange(row),
      seenAt: Math.min(now.ms, now.ms - row.ageMs + commitWithinMs),
    }))
  }

  async function poll() {
    const { last, missing } = seen.position
    const { rows } = await db.$client.query<Found>(
      `select * from ${snapshot} left join (
         select ${columns} from changes where id > $1
         union all select ${columns} from changes where id = any($2::bigint[])
       ) as found on true order by id`,
      [last, missing],
    )
    const now = momentOf(rows)
    const found = rows.filter((row) => row.id !== null)
    const ids = found.map(({ id }) => Number(id))
    const fresh = new Set(seen.take(ids, now))
    seen.giveUp(now)
    const changes = found.filter(({ id }) => fresh.has(Number(id))).map(toChange)
    recent = recent.filter(({ seenAt }) => now.ms - seenAt < missingForMs)
    recent.push(...changes.map((change) => ({ change, seenAt: now.ms })))
    if (changes.length > 0) onChanges(changes)
  }

  /** Polls once, and again after a while, until `stop`. */
  async function goOn(own: number) {
    let waitMs = pollEveryMs
    try {
      await poll()
      isInTrouble = false
    } catch (error) {
      if (!isInTrouble) onTrouble(error)
      isInTrouble = true
      waitMs = retryAfterMs
    }
    if (own === runs) schedule(own, waitMs)
  }

  function schedule(own: number, waitMs: number) {
    timer = setTimeout(() => {
      underWay = goOn(own)
    }, waitMs)
    timer.unref()
  }

  async function run() {
    const own = (runs += 1)
    try {
      await begin()
    } catch (error) {
      if (own === runs) started = null
      throw error
    }
    if (own === runs) schedule(own, pollEveryMs)
  }

  return {
    start: () => (started ??= apartFromCalls(run)),
    async stop() {
      runs += 1
      started = null
      clearTimeout(timer)
      await underWay
    },
    position: () => seen.position,
    seenWithin(ms) {
      const from = performance.now() - ms
      if (ms > missingForMs || from < knownFrom) return null
      return recent.filter(({ seenAt }) => seenAt >= from).map(({ change }) => change)
    },
    async since({ last, missing }) {
      const { rows } = await db.$client.query<Row & { oldest: string; newest: string }>(
        `select ${columns}, kept.* from (select min(id) as oldest, max(id) as newest from changes) as kept
           left join lateral (
             select * from changes where id > $1
             union all select * from changes where id = any($2::bigint[]) limit $3
           ) as missed on true`,
        [last, missing, mostMissed + 1],
      )
      const [{ oldest, newest } = { oldest: null, newest: null }] = rows
      const isKnown =
        oldest !== null &&
        Number(oldest) <= Math.min(last + 1, ...missing) &&
        last <= Number(newest)
      if (!isKnown || rows.length > mostMissed) return null
      return rows.filter(({ topic }) => topic !== null).map(toChange)
    },
  }
}

/**
 * From when on to read, and whether commits may have waited for a standby, with which or until lately. It is
 * asked before the rows are read, so that a transaction that ends in between counts as under way.
 */
async function findStart(db: Database, readsBackMs: number) {
  const { rows } = await db.$client.query<{ from: string; mayHaveWaited: boolean }>(
    `select least(now() - $1::interval, (
         select min(xact_start) - $2::interval from pg_stat_activity
         where datname = current_database() and backend_xid is not null
       ))::text as "from",
       coalesce(current_setting('synchronous_standby_names', true), '') <> ''
         or pg_conf_load_time() > greatest(
           now() - $1::interval, pg_postmaster_start_time() + interval '1 second') as "mayHaveWaited"`,
    [`${readsBackMs} milliseconds`, `${commitWithinMs} milliseconds`],
  )
  const [start] = rows
  if (!start) throw new Error('The database gave no time')
  return start
}

/** The moment of a statement that joined `snapshot`; without a row, there is nothing to compare. */
const momentOf = ([row]: Found[]): Moment => ({
  ms: performance.now(),
  endedBelow: BigInt(row?.endedBelow ?? 0),
  begunBelow: BigInt(row?.begunBelow ?? 0),
})

const toChange = ({ topic, subject, audience }: Row): WrittenChange => ({
  topic,
  subject,
  audience,
})
