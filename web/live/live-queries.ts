/** Reads anew what others changed: together what comes together, and only while somebody may look. */
import { ApiError, ConnectionError } from '#web/api/client.ts'
import { askForNewest } from '#web/api/newest.ts'
import { isTouched, type Part } from '#web/live/refetch.ts'
import type { Query, QueryClient } from '@tanstack/react-query'

/** What changes within this time of the first change is read at once. Browsers don't ask all together. */
const gatherMs = () => 50 + Math.random() * 150
/** The shortest time between two readings; after a long one, it is twice as long as that took. */
const restMs = 500
const retryAfterMs = { first: 5_000, most: 60_000 }

/** What changed; `all` may be anything. */
type Changed = 'all' | Part[]

export class LiveQueries {
  readonly #client: QueryClient
  #changed: Changed = []
  #timer: ReturnType<typeof setTimeout> | undefined
  #underWay: Promise<void> | null = null
  #retryMs = retryAfterMs.first
  /** By `performance.now()`. */
  #restsUntil = 0

  constructor(client: QueryClient) {
    this.#client = client
  }

  /** Has it read soon; in a tab that nobody sees, once it is seen. */
  add(changed: Changed): void {
    this.#changed = join(this.#changed, changed)
    this.#plan(gatherMs())
  }

  /** Reads at once what waits: the tab is seen again, or the server is back. */
  hurry(): void {
    this.#retryMs = retryAfterMs.first
    this.#restsUntil = 0
    if (this.#mayStart()) this.#start()
  }

  /** Resolves once everything that was added has been read, or could not be. */
  async whenRead(): Promise<void> {
    this.hurry()
    await this.#underWay
    // What was added during the first reading.
    this.hurry()
    await this.#underWay
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#changed = []
  }

  #plan(afterMs: number) {
    if (this.#timer !== undefined || !this.#mayStart()) return
    const waitMs = Math.max(afterMs, this.#restsUntil - performance.now())
    this.#timer = setTimeout(() => this.#mayStart() && this.#start(), waitMs)
  }

  #mayStart() {
    const isEmpty = this.#changed !== 'all' && this.#changed.length === 0
    return !isEmpty && !this.#underWay && !document.hidden
  }

  #start() {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#underWay = this.#read()
  }

  async #read() {
    const startedAt = performance.now()
    const changed = this.#changed
    this.#changed = []
    const queries = this.#touched(changed)
    // Not an answer that the server has kept from before the change, perhaps in another process.
    const end = askForNewest()
    await this.#readAnew(queries)
    end()
    const isFailed = queries.some((query) => query.isActive() && mayComeBack(query.state.error))
    this.#underWay = null
    const now = performance.now()
    this.#restsUntil = now + Math.max(restMs, 2 * (now - startedAt))
    if (!isFailed) {
      this.#retryMs = retryAfterMs.first
      this.#plan(gatherMs())
      return
    }
    this.#changed = join(changed, this.#changed)
    this.#plan(this.#retryMs)
    this.#retryMs = Math.min(this.#retryMs * 2, retryAfterMs.most)
  }

  /** The end of a change under way reads anew what it shows beforehand. */
  #touched(changed: Changed): Query[] {
    return this.#client.getQueryCache().findAll({
      predicate: ({ queryKey }) =>
        (changed === 'all' || isTouched(queryKey, changed)) &&
        this.#client.isMutating({ mutationKey: queryKey }) === 0,
    })
  }

  /**
   * A query that is being read is read again after that: its answer may be from before the change, and
   * somebody may wait for it.
   */
  async #readAnew(queries: readonly Query[]) {
    await Promise.all(
      queries.map(async (query) => {
        await query.promise?.catch(() => {})
        await this.#client.invalidateQueries({ predicate: (each) => each === query })
      }),
    )
  }
}

/** The server was away, or busy; anything else stays as it is. */
const mayComeBack = (error: unknown) =>
  error instanceof ConnectionError || (error instanceof ApiError && error.status >= 500)

const join = (one: Changed, other: Changed): Changed =>
  one === 'all' || other === 'all' ? 'all' : [...one, ...other]
