/** sqlmap over every value that a call takes: in its path, its query, its body, and some headers. */
import { missing, runTool } from './scan-tool.mjs'

/** What sqlmap says when it has looked, in vain, or will look once more. */
const inVain = /^(all tested|no parameter|target URL content appears to be heavily dynamic)/
/** What sqlmap says when it got something through. */
const found = /identified the following injection point|is vulnerable/

/** As many at once as leave the product a core. */
const atOnce = 2

export async function runSqlmap({ targets, cookies, address, folder, budget, isQuick }) {
  const absent = missing('sqlmap')
  if (absent) return [absent]
  const endsAt = Date.now() + budget.sqlmap * 1000
  const runs = [...headerRuns(address, cookies), ...targets.flatMap(runsOf)]
  // In another order each time, so that one that is cut short gets to all of them in the end.
  const queue = shuffled(runs)
  const seen = { whole: 0, cutShort: 0, findings: 0 }
  const work = async (folderOfOwn) => {
    for (let run = queue.pop(); run; run = queue.pop()) {
      const seconds = (endsAt - Date.now()) / 1000
      if (seconds < 5) return
      const limit = { seconds: Math.min(seconds, budget.sqlmapInput) }
      const result = await runTool('sqlmap', argumentsOf(run, folderOfOwn, isQuick), limit)
      judge(run, result, seen)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, (_, index) => work(`${folder}/sqlmap-${index}`)))
  const cut = seen.cutShort > 0 ? `, ${seen.cutShort} more in part` : ''
  return [
    {
      tool: 'sqlmap',
      what: 'paths, queries, bodies, headers',
      seen: `${seen.whole} of ${runs.length} inputs${cut}`,
      explained: 0,
      found: seen.findings,
    },
  ]
}

function judge(run, { output, ended }, seen) {
  if (ended) seen.whole += 1
  else seen.cutShort += 1
  const said = [...output.matchAll(/\[CRITICAL\] (.*)/g)].map(([, words]) => words)
  const problem = ended && said.find((words) => !inVain.test(words))
  if (found.test(output)) {
    seen.findings += 1
    console.log(`sqlmap got through ${run.name}:\n${output.slice(output.search(found))}`)
  } else if (problem) {
    seen.findings += 1
    console.log(`sqlmap could not look at ${run.name}: ${problem}`)
  }
}

/** A path's id, a query and a body are each a run of their own. */
function runsOf({ name, method, url, query, body, hasId, cookie, isFile }) {
  const runs = []
  const add = (part, given) => runs.push({ name: `${name} (${part})`, method, cookie, ...given })
  if (hasId) add('path', { url: `${url}*`, body: isFile ? '%PDF' : undefined })
  if (query) add('query', { url: `${url}?${query}`, body: isFile ? '%PDF' : undefined })
  if (body && body !== '{}') add('body', { url, body })
  return runs
}

/** Headers that get as far as the database. */
function headerRuns(address, cookies) {
  const login = JSON.stringify({ email: 'ada@example.com', password: 'wrong' })
  const stats = { method: 'GET', url: `${address}/api/auth/user` }
  return [
    { ...stats, name: 'the session cookie', cookie: `${cookies.lender}*` },
    {
      ...stats,
      name: 'the address of a proxy',
      cookie: cookies.lender,
      header: 'X-Forwarded-For: 1.2.3.4*',
    },
    {
      name: 'the browser of a sign-in',
      method: 'POST',
      url: `${address}/api/auth/login`,
      body: login,
      cookie: cookies.lender,
      header: 'User-Agent: Firefox*',
    },
    {
      name: 'an Idempotency-Key',
      method: 'POST',
      url: `${address}/api/commitments`,
      body: '{"loanId":"3f2a1c9e-5b7d-4e8a-9c0b-1d2e3f4a5b6c","percentage":"1"}',
      cookie: cookies.lender,
      header: 'Idempotency-Key: key*',
    },
  ]
}

function argumentsOf({ method, url, body, cookie, header }, folder, isQuick) {
  const isJson = body?.startsWith('{')
  const headers = [isJson && 'Content-Type: application/json', header].filter(Boolean).join('\n')
  return [
    ...['-u', url, '--method', method, '--cookie', cookie, '--output-dir', folder],
    ...(body ? ['--data', body] : []),
    ...(headers ? ['--headers', headers] : []),
    ...['--batch', '--flush-session', '--disable-coloring', '--dbms', 'PostgreSQL'],
    ...['--level', '1', '--risk', isQuick ? '1' : '2', '--technique', isQuick ? 'BE' : 'BEUST'],
    // A refusal is an answer too: what is sought is one that differs.
    ...['--ignore-code', '401,403,404', '--timeout', '10', '--retries', '1', '--time-sec', '2'],
    ...['--skip-waf', ...(isQuick ? ['--smart'] : [])],
  ]
}

const shuffled = (list) =>
  list
    .map((each) => ({ each, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ each }) => each)
