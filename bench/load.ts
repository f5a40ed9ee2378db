/** Sends requests either concurrently (with autocannon) or one at a time. */
import autocannon, { type Request, type Result } from 'autocannon'

export const callersAtOnce = 32

export const getWith = (path: string, cookie: string): Request => ({
  ...{ method: 'GET', path, headers: { cookie } },
})

export const sendJson = (method: string, path: string, cookie: string, body: object): Request => ({
  ...{ method: method as Request['method'], path, body: JSON.stringify(body) },
  headers: { cookie, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
})

/** Sends each request once. Returns the elapsed seconds and any responses with a status other than 200 or 201. */
export async function sendAll(
  address: string,
  requests: readonly Request[],
  connections = callersAtOnce,
) {
  const refusals: string[] = []
  let [clients, startedAt, endedAt] = [0, 0, 0]
  const onResponse = (status: number, body: string) => {
    endedAt = performance.now()
    if (status !== 200 && status !== 201) refusals.push(`${status} ${body}`)
  }
  const options: autocannon.Options = {
    ...{ url: address, connections, amount: requests.length, timeout: 60 },
    // Milliseconds between checks for the end of the run. The default is one second.
    sampleInt: 20,
    setupClient(client) {
      const number = clients++
      const own = requests.filter((_, index) => index % connections === number)
      client.setRequests(own.map((request) => ({ ...request, onResponse })))
    },
  }
  const { errors } = await new Promise<Result>((resolve, reject) => {
    const run = autocannon(options, (error: unknown, result: Result) =>
      error ? reject(error) : resolve(result),
    )
    run.on('start', () => (startedAt = performance.now()))
  })
  if (errors > 0) throw new Error(`${errors} requests had no answer`)
  return { seconds: (endedAt - startedAt) / 1000, refusals }
}

/** Sends each request once, 32 at a time. Returns the number of responses per second. */
export async function rateOf(address: string, requests: readonly Request[]): Promise<number> {
  const { seconds, refusals } = await sendAll(address, requests)
  if (refusals.length > 0) throw new Error(`${refusals.length} times: ${refusals[0]}`)
  return requests.length / seconds
}

/** Returns the time in milliseconds until the full response has arrived. */
export async function sendOne(address: string, request: Request): Promise<number> {
  const startedAt = performance.now()
  const answer = await fetch(`${address}${request.path}`, request as RequestInit)
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${request.path} answered ${answer.status}: ${text}`)
  return performance.now() - startedAt
}
