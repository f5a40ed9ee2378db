/** Runs wapiti on the pages and on GET calls with an administrator's session. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Bench, Row } from './bench.ts'
import { signIn } from './targets.ts'
import { missing, runTool } from './tool.ts'

/** Modules that contact only the server under test. The other modules contact their authors' servers. */
const modules =
  'backup,blindsql,cookieflags,crlf,csp,exec,file,htaccess,http_headers,methods,permanentxss,redirect,shellshock,sql,xss'

interface Finding {
  method: string
  path: string
  parameter: string | null
  info: string
}
interface Report {
  vulnerabilities: Record<string, Finding[]>
  anomalies: Record<string, Finding[]>
}

const explained = [
  { category: /HTTP Secure Headers/, info: /^Strict-Transport-Security/ },
  { category: /HTTP Secure Headers/, info: /^X-XSS-Protection/ },
]
const isExplained = (name: string, { info }: Finding) =>
  explained.some((each) => each.category.test(name) && each.info.test(info))

export async function runWapiti({
  address,
  people,
  targets,
  folder,
  budget,
}: Bench): Promise<Row[]> {
  const absent = missing('wapiti')
  if (absent) return [absent]
  const report = path.join(folder, 'wapiti.json')
  const read = targets.filter(({ method }) => method === 'GET')
  const starts = [
    ...['/', '/login', '/register', '/loans', '/dashboard', '/admin', '/api/docs'].map(
      (page) => address + page,
    ),
    ...read.map(({ url, query }) => (query ? `${url}?${query}` : url)),
  ]
  const attackSeconds = Math.max(Math.floor(budget.wapiti / modules.split(',').length), 3)
  const { output } = await runTool(
    'wapiti',
    [
      ...['-u', `${address}/`, '--scope', 'domain', '-m', modules, '--flush-session'],
      ...starts.flatMap((start) => ['-s', start]),
      ...['-H', `Cookie: ${await signIn(address, people.admin)}`],
      ...['--max-scan-time', String(Math.ceil(budget.wapiti / 4))],
      ...['--max-attack-time', String(attackSeconds), '-t', '10', '-S', 'normal'],
      ...['--store-session', folder, '--store-config', folder, '--no-bugreport'],
      ...['-f', 'json', '-o', report],
    ],
    { seconds: budget.wapiti * 2, cwd: folder },
  )
  return [summary(report, output, starts.length)]
}

function summary(file: string, output: string, starts: number): Row {
  const row = {
    tool: 'wapiti',
    what: `${modules.split(',').length} modules`,
    seen: `${starts} addresses`,
  }
  let report: Report
  try {
    report = JSON.parse(readFileSync(file, 'utf8')) as Report
  } catch {
    console.log(`wapiti wrote no report:\n${output.slice(-2000)}`)
    return { ...row, explained: 0, found: 1 }
  }
  const all = Object.entries({ ...report.vulnerabilities, ...report.anomalies }).flatMap(
    ([name, list]) => list.map((each) => ({ name, each })),
  )
  const open = all.filter(({ name, each }) => !isExplained(name, each))
  for (const { name, each } of open)
    console.log(
      `wapiti: ${name}: ${each.method} ${each.path} ${each.parameter ?? ''}: ${each.info}`,
    )
  return { ...row, explained: all.length - open.length, found: open.length }
}
