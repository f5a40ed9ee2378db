/**
 * Finds the primary among the hosts in a DATABASE_URL. All hosts are queried at startup and whenever a connection to
 * the primary is lost.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type ClientConfig } from 'pg'
import { hostOf } from './hosts.ts'

const answerMs = 2_000
/**
 * The time to wait for the other hosts after one host accepts changes, because that host might be an old primary that
 * has restarted.
 */
const othersMs = 250

class NoPrimaryError extends Error {
  override name = 'NoPrimaryError'
  readonly code = 'DATABASE_AWAY'
}

// A promotion starts a new timeline, whose number is at the start of WAL file names.
const role = `select pg_is_in_recovery() or current_setting('default_transaction_read_only')::boolean
  as "isReadOnly"`
const timeline = `select left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline`

type ClientClass = new (settings?: ClientConfig) => Client

interface Candidate {
  url: string
  timeline: string
}

export class PrimaryFinder {
  readonly #hosts: readonly string[]
  readonly #urls = new WeakMap<Client, string>()
  readonly #settings: ClientConfig
  #url: string
  #isKnown = false
  #search: Promise<void> | null = null

  constructor(hosts: readonly string[], settings: ClientConfig) {
    this.#hosts = hosts
    this.#settings = settings
    this.#url = hosts[0] ?? ''
  }

  locate(): ClientConfig {
    return { ...this.#settings, connectionString: this.#url }
  }

  clientOf(Base: ClientClass): ClientClass {
    const locate = () => this.locate()
    const connected = (client: Client) => void this.#urls.set(client, this.#url)
    return class extends Base {
      constructor(settings?: ClientConfig) {
        super({ ...settings, ...locate() })
        connected(this)
      }
    }
  }

  isPrimary(client: Client): boolean {
    return this.#urls.get(client) === this.#url
  }

  /** Called after a lost connection or a rejected change, because the primary might have moved. */
  lost(): void {
    this.#isKnown = false
  }

  /**
   * Waits until the primary is known.
   * @throws {NoPrimaryError} with each host's response.
   */
  async find(): Promise<void> {
    if (this.#isKnown) return
    this.#search ??= this.#ask().finally(() => (this.#search = null))
    await this.#search
  }

  async #ask() {
    const candidates: Candidate[] = []
    const answers = new Map<string, string>()
    let resolveFirst = () => {}
    const first = new Promise<void>((resolve) => (resolveFirst = resolve))
    const all = Promise.all(
      this.#hosts.map(async (url) => {
        try {
          const found = await askTimeline({ ...this.#settings, connectionString: url })
          if (found === null) answers.set(url, 'takes no changes')
          else candidates.push({ url, timeline: found })
          if (found !== null) resolveFirst()
        } catch (error) {
          answers.set(url, error instanceof Error ? error.message : String(error))
        }
      }),
    )
    await Promise.race([all, first.then(() => Promise.race([all, sleep(othersMs)]))])
    const [newest] = candidates.toSorted((one, other) => other.timeline.localeCompare(one.timeline))
    if (!newest)
      throw new NoPrimaryError(
        `no host takes changes: ${this.#hosts.map((url) => `${hostOf(url)} ${answers.get(url)}`).join('; ')}`,
      )
    this.#url = newest.url
    this.#isKnown = true
  }
}

/** Returns the server's timeline, or null for a server that doesn't accept changes, such as a standby. */
async function askTimeline(settings: ClientConfig): Promise<string | null> {
  const client = new Client({
    ...settings,
    connectionTimeoutMillis: answerMs,
    query_timeout: answerMs,
  })
  // The query rejects when the connection breaks. Without a listener, the `error` event would crash the process.
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ isReadOnly: boolean }>(role)
    if (rows[0]?.isReadOnly) return null
    // Servers that only implement PostgreSQL's protocol have no timelines.
    const found = await client.query<{ timeline: string }>(timeline).catch(() => null)
    return found?.rows[0]?.timeline ?? ''
  } finally {
    void client.end().catch(() => {})
  }
}
