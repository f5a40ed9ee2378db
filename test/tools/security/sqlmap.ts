/** Runs sqlmap on every value that a call accepts in the path, the query, the body, or some headers. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { Client } from 'pg'
import type { Bench, Row } from './bench.ts'
import { signIn, type Target } from './targets.ts'
import { missing, runTool, type Outcome } from './tool.ts'

/** A `*` marks the value to test. If there is none, sqlmap tests every value in the query and the body. */
interface Run extends Pick<Target, 'name' | 'method' | 'url' | 'as'> {
  body?: string | undefined
  header?: string
  marksCookie?: boolean
}

interface Seen {
  whole: number
  cutShort: number
  findings: number
}

const inVain = /^(all tested|no parameter|target URL content appears to be heavily dynamic)/
const found = /identified the following injection point|is vulnerable/

/** One core remains free for the server. */
const atOnce = 2

export async function runSqlmap(bench: Bench): Promise<Row[]> {
  const absent = missing('sqlmap')
  if (absent) return [absent]
  const { targets, address, folder, budget, isWhole } = bench
  const control = await runControl(bench)
  const endsAt = Date.now() + budget.sqlmap * 1000
  const runs = [...headerRuns(address), ...targets.flatMap(runsOf)]
  const queue = inOrder(runs)
  const seen: Seen = { whole: 0, cutShort: 0, findings: 0 }
  const work = async (folderOfOwn: string) => {
    for (let run = queue.shift(); run; run = queue.shift()) {
      const seconds = (endsAt - Date.now()) / 1000
      if (seconds < 5) return
      const limit = { seconds: Math.min(seconds, budget.sqlmapInput) }
      const given = await argumentsOf(run, folderOfOwn, bench)
      judge(run, await runTool('sqlmap', given, limit), seen)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, (_, index) => work(`${folder}/sqlmap-${index}`)))
  const unseen = runs.length - seen.whole
  const row = {
    tool: 'sqlmap',
    what: 'paths, queries, bodies, headers',
    seen: `${seen.whole} of ${runs.length} inputs${describeUnfinished(seen.cutShort, unseen)}`,
    explained: 0,
    // An incomplete test is a finding, because every input must be tested.
    found: seen.findings + (isWhole && unseen > 0 ? 1 : 0),
    unseen,
  }
  return [control, row]
}

const describeUnfinished = (cutShort: number, unseen: number) =>
  [
    cutShort > 0 ? `, ${cutShort} partly` : '',
    unseen > cutShort ? `, ${unseen - cutShort} NOT AT ALL` : '',
  ].join('')

/** sqlmap must find this known vulnerability. Otherwise, its other results would prove nothing. */
async function runControl(bench: Bench): Promise<Row> {
  const hole = await openHole(bench.dataDir)
  const url = `${hole.address}/?title=Pier`
  const run: Run = { name: 'the control', method: 'GET', url, as: null }
  const given = await argumentsOf(run, `${bench.folder}/control`, bench)
  const { output } = await runTool('sqlmap', given, { seconds: 90 })
  await hole.close()
  const isCaught = found.test(output)
  if (!isCaught) console.log(`sqlmap did not find the known hole:\n${output.slice(-1500)}`)
  const what = 'a control with a hole'
  const words = isCaught ? 'caught' : 'not caught'
  return { tool: 'sqlmap', what, seen: words, explained: 0, found: isCaught ? 0 : 1 }
}

function judge(run: Run, { output, ended }: Outcome, seen: Seen): void {
  if (ended) seen.whole += 1
  else seen.cutShort += 1
  const said = [...output.matchAll(/\[CRITICAL\] (.*)/g)].map(([, words = '']) => words)
  const problem = ended && said.find((words) => !inVain.test(words))
  if (found.test(output)) {
    seen.findings += 1
    console.log(`sqlmap found an injection in ${run.name}:\n${output.slice(output.search(found))}`)
  } else if (problem) {
    seen.findings += 1
    console.log(`sqlmap could not test ${run.name}: ${problem}`)
  }
}

function runsOf({ name, method, url, query, body, hasId, as, isFile }: Target): Run[] {
  const runs: Run[] = []
  const add = (part: string, given: Pick<Run, 'url' | 'body'>) => {
    runs.push({ name: `${name} (${part})`, method, as, ...given })
  }
  if (hasId) add('path', { url: `${url}*`, body: isFile ? '%PDF' : undefined })
  if (query) add('query', { url: `${url}?${query}`, body: isFile ? '%PDF' : undefined })
  if (body && body !== '{}') add('body', { url, body })
  return runs
}

function headerRuns(address: string): Run[] {
  const user: Omit<Run, 'name'> = {
    method: 'GET',
    url: `${address}/api/auth/user`,
    as: 'sampleLender',
  }
  const login: Omit<Run, 'name'> = { method: 'POST', url: `${address}/api/auth/login`, as: null }
  const commit: Omit<Run, 'name'> = {
    method: 'POST',
    url: `${address}/api/commitments`,
    as: 'sampleLender',
  }
  const credentials = JSON.stringify({ email: 'ada@example.com', password: 'wrong' })
  const share = '{"loanId":"3f2a1c9e-5b7d-4e8a-9c0b-1d2e3f4a5b6c","percentage":"1"}'
  return [
    { ...user, name: 'the session cookie', marksCookie: true },
    { ...user, name: 'the X-Forwarded-For header', header: 'X-Forwarded-For: 1.2.3.4*' },
    {
      ...login,
      name: 'the User-Agent header of a sign-in',
      body: credentials,
      header: 'User-Agent: Firefox*',
    },
    { ...commit, name: 'the Idempotency-Key header', body: share, header: 'Idempotency-Key: key*' },
  ]
}

/** Each run has a separate session so that no run can end another run's session. */
async function argumentsOf(
  run: Run,
  folder: string,
  { address, people, isQuick }: Bench,
): Promise<string[]> {
  const { method, url, body, as, header, marksCookie } = run
  const isJson = body?.startsWith('{')
  const headers = [isJson && 'Content-Type: application/json', header].filter(Boolean).join('\n')
  const cookie = as && (await signIn(address, people[as]))
  return [
    ...['-u', url, '--method', method, '--output-dir', folder],
    ...(cookie ? ['--cookie', marksCookie ? `${cookie}*` : cookie] : []),
    ...(body ? ['--data', body] : []),
    ...(headers ? ['--headers', headers] : []),
    ...['--batch', '--flush-session', '--disable-coloring', '--dbms', 'PostgreSQL'],
    ...['--level', '1', '--risk', isQuick ? '1' : '2', '--technique', isQuick ? 'BE' : 'BEUST'],
    // Error responses are allowed, because sqlmap compares responses. Dropping new cookies keeps the current session.
    ...['--ignore-code', '401,403,404', '--drop-set-cookie'],
    ...['--timeout', '10', '--retries', '1', '--time-sec', '2'],
    '--skip-waf',
  ]
}

/** Calls that delete data are last, because the other calls need the data. All other calls are in random order. */
const inOrder = (runs: Run[]): Run[] =>
  runs
    .map((run) => ({ run, at: Math.random() + (run.method === 'DELETE' ? 1 : 0) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ run }) => run)

async function openHole(dataDir: string) {
  const cluster = path.join(dataDir, 'postgres')
  // The fifth line of this file contains the path of the folder with the server's socket.
  const host = readFileSync(path.join(cluster, '18/postmaster.pid'), 'utf8').split('\n')[4] ?? ''
  const password = readFileSync(path.join(cluster, 'password'), 'utf8').trim()
  const client = new Client({ host, port: 5432, user: 'postgres', password, database: 'postgres' })
  await client.connect()
  const server = createServer(({ url = '/' }, response) => {
    const title = new URL(url, 'http://x').searchParams.get('title') ?? ''
    client.query(`select datname from pg_database where 'Pier' = '${title}'`).then(
      ({ rows }) => response.end(`<p>${JSON.stringify(rows)}</p>`),
      (error: Error) => response.end(`<p>ERROR: ${error.message}</p>`),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await client.end()
    },
  }
}
