/** What the benchmark and its load generator, a process of its own, tell each other. */

/**
 * One request to send again and again. In its texts, `{uuid}` stands for a new UUID, and `{name}` for a
 * random value of the list of that name.
 */
export interface RequestTemplate {
  method: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  body?: string
}

/** Requests sent over their own connections, at the same time as those of other streams. */
export interface Stream {
  host: string
  port: number
  /** Sent in turn. */
  requests: RequestTemplate[]
  /** The values of placeholders. */
  lists?: Record<string, string[]>
  connections: number
  /** Requests in a second, whether or not answers keep up; without it, each answer allows the next one. */
  perSecond?: number
  /** Ends the stream after this many; without it, the time does. */
  count?: number
}

export interface Run {
  id: number
  streams: Stream[]
  ms: number
}

export interface StreamResult {
  requests: number
  seconds: number
  /** Head and body of all answers. */
  bytes: number
  statuses: Record<string, number>
  /** Milliseconds, in the order of the answers. */
  latencies: number[]
  /** The body of one answer whose status isn't 2xx, to show what went wrong. */
  refusal: string | null
  /** How many answers refused something, by the code that they gave. */
  refusals: Record<string, number>
}

export interface RunResult {
  id: number
  streams: StreamResult[]
  /** The CPU milliseconds that the generator itself used. */
  cpuMs: number
  error?: string
}
