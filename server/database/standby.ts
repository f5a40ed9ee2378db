/**
 * Detects commits that wait for a missing synchronous standby, possibly forever. Until the standby returns, changes
 * aren't sent. Waiting connections count as used so that the pool keeps connections for reads.
 */

/** If a change takes longer than this, it might be waiting for a standby, so PostgreSQL is queried. */
const askAfterMs = 500
/** If a commit waits this long, the standby is missing, not just slow. */
const goneAfterMs = 2_000

// A role can't see the waits of other roles' connections.
const waitingCommits = `
  from pg_stat_activity
  where wait_event = 'SyncRep' and datname = current_database() and usename = current_user`

export interface WaitingCommit {
  pid: number
  since: string
}

/** True if a commit from any of the app's processes is waiting for a standby. */
export const isStandbyAwaited = `select exists (
  select 1 ${waitingCommits} and clock_timestamp() - query_start > interval '${goneAfterMs} ms'
) as "isAwaited"`

/** Thrown before a change is sent, because other commits are already waiting for the standby. */
export class StandbyAwayError extends Error {
  override name = 'StandbyAwayError'
  readonly code = 'STANDBY_AWAY'
  constructor() {
    super('Commits wait for the standby')
  }
}

/**
 * Thrown if an administrator canceled a commit's wait for the standby. The change is committed, but might be missing on
 * the standby.
 */
export class UnconfirmedCommitError extends Error {
  override name = 'UnconfirmedCommitError'
  readonly code = 'COMMIT_UNCONFIRMED'
  constructor(notice: string | undefined) {
    super(notice ?? 'The wait for the standby was canceled')
  }
}

export interface ServerNotice {
  code?: string | undefined
  routine?: string | undefined
  message?: string | undefined
}

/** Detects the warning about a canceled wait for the standby. Its wording depends on the server's language. */
export const isCanceledWait = ({ code, routine }: ServerNotice) =>
  code === '01000' && (routine === undefined || routine === 'SyncRepWaitForLSN')

export class StandbyWatch {
  #isAway = false
  readonly #onChange: (isAway: boolean) => void
  readonly #sent = new Set<{ at: number }>()
  #seen = new Map<string, number>()
  #waitingPids = new Set<number>()
  /** By process id, functions that release abandoned connections. Each runs once its server backend no longer waits. */
  readonly #held = new Map<number, () => void>()

  constructor(onChange: (isAway: boolean) => void) {
    this.#onChange = onChange
  }

  get isAway(): boolean {
    return this.#isAway
  }

  /** Records that a change is being sent. Call the returned function when the response arrives. */
  begin(): () => void {
    const change = { at: performance.now() }
    this.#sent.add(change)
    return () => void this.#sent.delete(change)
  }

  /** Keeps an abandoned connection from being replaced while its server backend still waits. */
  holdWhileWaiting(pid: number, release: () => void): void {
    if (this.#waitingPids.has(pid)) this.#held.set(pid, release)
    else release()
  }

  /** Returns the query to send to the database, or null if no change can be waiting. */
  question(): string | null {
    const longAgo = performance.now() - askAfterMs
    const isAsked =
      this.#isAway || this.#held.size > 0 || [...this.#sent].some(({ at }) => at < longAgo)
    if (!isAsked) this.#seen.clear()
    return isAsked ? `select pid, query_start::text as since ${waitingCommits}` : null
  }

  answer(waiting: readonly WaitingCommit[]): void {
    const now = performance.now()
    this.#seen = new Map(
      waiting
        .map(({ pid, since }) => `${pid} ${since}`)
        .map((commit) => [commit, this.#seen.get(commit) ?? now]),
    )
    this.#waitingPids = new Set(waiting.map(({ pid }) => pid))
    for (const [pid, release] of this.#held)
      if (!this.#waitingPids.has(pid) && this.#held.delete(pid)) release()
    // Once a standby is missing, it counts as available again only when no commit waits for it.
    const isAway = this.#isAway
      ? waiting.length > 0
      : [...this.#seen.values()].some((at) => now - at >= goneAfterMs)
    if (isAway === this.#isAway) return
    this.#isAway = isAway
    this.#onChange(isAway)
  }

  end(): void {
    for (const release of this.#held.values()) release()
    this.#held.clear()
  }
}
