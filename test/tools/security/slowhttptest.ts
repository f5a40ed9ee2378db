/**
 * Runs slowhttptest, which opens hundreds of slow connections. In the meantime, another client checks that the server
 * responds.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { Bench, Row } from './bench.ts'
import { missing, runTool } from './tool.ts'

const connections = 300
/** The longest acceptable response time in milliseconds. A slower response is a failure. */
const patienceMs = 5_000

const kinds = ({ address, script }: { address: string; script: string }) => ({
  'slow heads': ['-H', '-u', `${address}/`, '-i', '5'],
  'slow bodies': ['-B', '-u', `${address}/api/auth/login`, '-f', 'application/json', '-i', '5'],
  'slow reading': [
    ...['-X', '-u', address + script],
    ...['-w', '1', '-y', '64', '-n', '5', '-z', '32', '-k', '3'],
  ],
})

export async function runSlowhttptest({ address, folder, budget }: Bench): Promise<Row[]> {
  const absent = missing('slowhttptest')
  if (absent) return [absent]
  const script = await largestScript(address)
  const rows: Row[] = []
  for (const [what, given] of Object.entries(kinds({ address, script }))) {
    const prober = probe(address)
    const { output } = await runTool(
      'slowhttptest',
      [
        ...given,
        ...['-c', String(connections), '-r', '100', '-l', String(budget.slowhttptest), '-p', '5'],
      ],
      { seconds: budget.slowhttptest + 30, cwd: folder },
    )
    const { asked, failed, longestMs } = await prober.end()
    const saysNo = /service available:\s*(?:\S*\[[\d;]*m)*\s*NO/i.test(output)
    const hasRun = /connections|connected/i.test(output)
    if (failed > 0 || saysNo || !hasRun)
      console.log(`slowhttptest, ${what}:\n${output.slice(-1500)}`)
    rows.push({
      tool: 'slowhttptest',
      what: `${what}, ${connections} connections`,
      seen: `${asked} probes, longest ${longestMs} ms`,
      explained: 0,
      found: failed + (saysNo ? 1 : 0) + (hasRun ? 0 : 1),
    })
  }
  return rows
}

/** Finds a response that is too large for the buffers. */
async function largestScript(address: string): Promise<string> {
  const page = await (await fetch(`${address}/login`)).text()
  const scripts = [...page.matchAll(/"(\/assets\/[^"]+\.js)"/g)].map(([, each = '']) => each)
  const sizes = await Promise.all(
    scripts.map(async (each) => (await (await fetch(address + each)).arrayBuffer()).byteLength),
  )
  const largest = scripts[sizes.indexOf(Math.max(...sizes))]
  if (!largest) throw new Error('The login page names no script')
  return largest
}

function probe(address: string) {
  const count = { asked: 0, failed: 0, longestMs: 0 }
  const over = new AbortController()
  const ask = async (path: string) => {
    const startedAt = Date.now()
    count.asked += 1
    const answer = await fetch(address + path, {
      headers: { connection: 'close' },
      signal: AbortSignal.timeout(patienceMs),
    }).catch(() => null)
    if (!answer?.ok) count.failed += 1
    count.longestMs = Math.max(count.longestMs, Date.now() - startedAt)
  }
  const asking = (async () => {
    while (!over.signal.aborted) {
      await Promise.all([ask('/healthz'), ask('/api/stats'), wait(250)])
    }
  })()
  return {
    async end() {
      over.abort()
      await asking
      return count
    },
  }
}
