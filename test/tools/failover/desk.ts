/** Two app servers that use the same database behind the proxies configured in `deploy/`. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { Agent } from 'node:http'
import path from 'node:path'
import { projectRoot } from '#server/project-root.ts'
import { Caller } from '#test/support/caller.ts'
import { freePort } from '#test/support/free-port.ts'
import { launchProgram, type Program } from '#test/support/program.ts'
import { until } from './pair.ts'
import { start, type Programs } from './programs.ts'

/** The delay in seconds before a shutdown. It is long enough for the proxies to detect the shutdown. */
const drainSeconds = 5
const adminPassword = 'correct horse battery'

export class Instance {
  readonly address: string
  readonly #settings: Record<string, string>
  #program: Program | null = null

  constructor(port: number, settings: Record<string, string>) {
    this.address = `http://127.0.0.1:${port}`
    this.#settings = { ...settings, PORT: String(port), PUBLIC_URL: this.address }
  }

  async launch() {
    const program = await launchProgram(this.#settings)
    this.#program = program
    await until(`${this.address} is ready`, async () => {
      return program.hasEnded() || (await fetch(`${this.address}/readyz`)).status === 200
    })
    if (program.hasEnded()) throw new Error(`A program did not start: ${program.output()}`)
  }

  async readiness(): Promise<string> {
    return (await fetch(`${this.address}/readyz`)).text()
  }

  async end(signal: NodeJS.Signals): Promise<number | null> {
    return (await this.#program?.end(signal)) ?? null
  }
}

export interface Desk {
  instances: Instance[]
  proxies: Record<'haproxy' | 'nginx', string>
  settings: Record<string, string>
}

export const visitor = (address: string) => new Caller(address, new Agent({ keepAlive: true }))

export async function openDesk(programs: Programs, folder: string, url: string): Promise<Desk> {
  const dataDir = path.join(folder, 'data')
  mkdirSync(dataDir, { recursive: true })
  const settings = {
    ...{ DATABASE_URL: url, DATA_DIR: dataDir, SAMPLE_DATA: 'off', RATE_LIMIT: 'off' },
    ...{ ADMIN_PASSWORD: adminPassword, LOG_LEVEL: 'error', TRUST_PROXY: '127.0.0.1' },
    DRAIN_SECONDS: String(drainSeconds),
  }
  const ports = [await freePort(), await freePort()]
  const instances = ports.map((port) => new Instance(port, settings))
  for (const instance of instances) await instance.launch()
  const proxies = {
    haproxy: await startHaproxy(programs.haproxy, folder, ports),
    nginx: await startNginx(programs.nginx, folder, ports),
  }
  for (const address of Object.values(proxies))
    await until(`${address} answers`, async () => (await fetch(`${address}/readyz`)).status === 200)
  return { instances, proxies, settings }
}

function example(name: string, ports: number[], changes: [string | RegExp, string][]): string {
  const text = readFileSync(path.join(projectRoot, 'deploy', name), 'utf8')
  const addresses: [string, string][] = ports.map((port, index) => [
    `10.0.0.1${index + 1}:3000`,
    `127.0.0.1:${port}`,
  ])
  return [...addresses, ...changes].reduce((changed, [from, to]) => {
    const next = changed.replaceAll(from, to)
    if (next === changed) throw new Error(`deploy/${name} lacks ${String(from)}`)
    return next
  }, text)
}

async function startHaproxy(program: string, folder: string, ports: number[]) {
  const port = await freePort()
  const file = path.join(folder, 'haproxy.cfg')
  writeFileSync(
    file,
    example('haproxy.cfg', ports, [
      [/bind :443 .*/g, `bind 127.0.0.1:${port}`],
      [/^.*X-Forwarded-Proto.*$/gm, ''],
    ]),
  )
  start(program, ['-db', '-q', '-f', file], { cwd: folder })
  return `http://127.0.0.1:${port}`
}

async function startNginx(program: string, folder: string, ports: number[]) {
  const port = await freePort()
  const site = example('nginx.conf', ports, [
    [/listen 443 ssl http2/g, `listen 127.0.0.1:${port}`],
    [/^ *ssl_.*$/gm, ''],
    [/^.*X-Forwarded-Proto.*$/gm, ''],
    ['proxy_set_header Host $host', 'proxy_set_header Host $http_host'],
  ])
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${path.join(folder, `nginx-${name}`)};`,
  )
  const file = path.join(folder, 'nginx.conf')
  writeFileSync(
    file,
    [
      ...['daemon off;', 'master_process off;', `pid ${path.join(folder, 'nginx.pid')};`],
      ...['error_log /dev/null;', 'events {}', 'http {', 'access_log off;', ...paths, site, '}'],
    ].join('\n'),
  )
  start(program, ['-c', file, '-p', folder], { cwd: folder })
  return `http://127.0.0.1:${port}`
}
