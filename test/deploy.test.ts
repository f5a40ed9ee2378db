/**
 * The examples in `deploy/` name only existing files and settings, agree with each other, and pass the installed
 * linters.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { projectRoot } from '#server/project-root.ts'
import { wholeStopMs } from '#server/stop-limits.ts'
import { neutralSettings } from '#test/support/neutral-settings.ts'
import { afterAll, describe, expect, it } from 'vitest'

const folder = mkdtempSync(path.join(tmpdir(), 'paripassu-deploy-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const read = (name: string) => readFileSync(path.join(projectRoot, 'deploy', name), 'utf8')
const [haproxy, nginx, unit, dockerfile, compose] = [
  ...['haproxy.cfg', 'nginx.conf', 'paripassu.service', 'Dockerfile', 'compose.yaml'],
].map(read) as [string, string, string, string, string]

const ignored = readFileSync(path.join(projectRoot, '.dockerignore'), 'utf8').split('\n')

const numberIn = (text: string, pattern: RegExp) => Number(pattern.exec(text)?.[1])

describe('the deployment examples', () => {
  it('uses only existing settings in the deployment examples', () => {
    const settings = new Set(Object.keys(neutralSettings))
    const named = [
      ...unit.matchAll(/^Environment=([A-Z_\d]+)=/gm),
      ...dockerfile.matchAll(/\b([A-Z_\d]+)=/g),
      ...(
        /environment: &settings\n(.*?)\n {2}stop_grace_period:/s.exec(compose)?.[1] ?? ''
      ).matchAll(/^ *([A-Z_\d]+):/gm),
      ...[haproxy, nginx].flatMap((text) => [...text.matchAll(/\b([A-Z]+_[A-Z_]+)\b/g)]),
    ].map(([, name]) => name)
    expect(named.length).toBeGreaterThan(15)
    expect(named.filter((name) => !settings.has(name ?? ''))).toEqual([])
  })

  it('runs the server in the container as a non-root user, without a wrapper that would intercept signals', () => {
    expect(dockerfile).toContain('CMD ["node", "scripts/run.mjs", "start"]')
    expect(compose).not.toMatch(/^ *init:/m)
    expect(dockerfile).toMatch(/^USER node$/m)
    expect(dockerfile).toMatch(/^HEALTHCHECK .*\n.*\/healthz/m)
    expect(unit).toMatch(/^ExecStart=\/usr\/bin\/node scripts\/run\.mjs start$/m)
    expect(unit).toMatch(/^KillMode=mixed$/m)
    expect(unit).toMatch(/^User=paripassu$/m)
  })

  it('excludes tests and tools from the image but keeps the sources that the build check needs', () => {
    expect(ignored).toEqual(
      expect.arrayContaining(['bench', 'test', 'docs', 'vitest.config.ts', 'playwright.config.ts']),
    )
    const built = readFileSync(path.join(projectRoot, 'scripts/support/built.mjs'), 'utf8')
    const [, compared = ''] = /^const sources = (.*?)^const hashOf/ms.exec(built) ?? []
    const names = [...compared.matchAll(/'([^']+)'/g)].map(([, name = '']) => name)
    expect(names).toEqual(expect.arrayContaining(['server', 'web', 'package.json']))
    expect(names.filter((name) => ignored.includes(name.split('/')[0] ?? ''))).toEqual([])
  })

  it('excludes secrets from the image and connects to the database without superuser rights', () => {
    expect(ignored).toContain('**/.env')
    expect(compose).toContain('postgres://desk:')
    expect(compose).not.toMatch(/POSTGRES_USER/)
    expect(read('compose-postgres.sh')).toMatch(/^create role desk login password :'password';$/m)
  })

  it('stores backups and saved emails in volumes prepared by the image', () => {
    const prepared = /^RUN install -d -o node -g node -m 0700 (.*)$/m.exec(dockerfile)?.[1]
    const volumes = /^ {2}volumes: \['data:(.*)', 'backups:(.*)'\]$/m.exec(compose)?.slice(1)
    expect(prepared?.split(' ')).toEqual(volumes)
    expect(dockerfile).toContain(`DATA_DIR=${volumes?.[0]}\n`)
    const backup = readFileSync(path.join(projectRoot, 'docs/backup.md'), 'utf8')
    expect(backup).toContain(`desk1 node scripts/run.mjs backup ${volumes?.[1]}/desk-`)
  })

  it("keeps the example environment file's variables in sync with the compose file", () => {
    const given = [...read('example.env').matchAll(/^([A-Z_\d]+)=/gm)].map(([, name]) => name)
    const used = [...compose.matchAll(/\$\{([A-Z_\d]+):?[?-]/g)].map(([, name]) => name)
    expect(new Set(given)).toEqual(new Set(used))
  })

  it('sets sufficiently long shutdown timeouts in the deployment examples', () => {
    const drainSeconds = numberIn(compose, /DRAIN_SECONDS: '(\d+)'/)
    const seconds = wholeStopMs / 1000
    expect(numberIn(compose, /stop_grace_period: (\d+)s/)).toBeGreaterThan(drainSeconds + seconds)
    expect(numberIn(unit, /^TimeoutStopSec=(\d+)$/m)).toBeGreaterThan(seconds)
    const operating = readFileSync(path.join(projectRoot, 'docs/operating.md'), 'utf8')
    expect(numberIn(operating, /--stop-timeout (\d+)`/)).toBeGreaterThan(seconds)
    for (const text of [unit, operating]) expect(text).toContain(` ${seconds} s at most`)
    // The proxies must detect a shutdown before the server refuses connections, and nginx must not mark the server as
    // available again before then.
    expect(haproxy).toContain(`DRAIN_SECONDS=${drainSeconds},`)
    const noticesAfter = numberIn(haproxy, /inter (\d+)s/) * (numberIn(haproxy, /fall (\d+)/) + 1)
    expect(noticesAfter).toBeLessThan(drainSeconds)
    expect(nginx).toContain(`DRAIN_SECONDS=${drainSeconds}.`)
    expect(numberIn(nginx, /fail_timeout=(\d+)s/)).toBeGreaterThan(drainSeconds)
  })

  it('keeps restarting the service while the database is down', () => {
    // By default, systemd allows five starts in 10 s. Other limits are read only from the [Unit] section.
    expect(unit).toMatch(/^\[Unit\]\n(?:.+\n)*StartLimitIntervalSec=0\n/m)
    expect(unit).toMatch(/^Restart=on-failure\nRestartSec=\d+$/m)
  })

  it("runs backups with the service's user, settings, and limits", () => {
    const backup = read('paripassu-backup.service')
    const settingsOf = (text: string) =>
      [...(/^\[Service\]\n(.*?)(\n\[|$(?![^]))/ms.exec(text)?.[1] ?? '').matchAll(/^\w+=.*$/gm)]
        .map(([line]) => line)
        .filter(
          (line) =>
            !/^(Type|ExecStart|ExecStartPost|Restart|RestartSec|ReadWritePaths)=/.test(line),
        )
    expect(settingsOf(unit).length).toBeGreaterThan(20)
    expect(settingsOf(backup)).toEqual(settingsOf(unit))
    // The backup writes and deletes files in this folder, so the folder must be writable.
    const backups = /^ReadWritePaths=(.*)$/m.exec(backup)?.[1]
    expect(backup).toContain(`scripts/run.mjs backup "${backups}/desk-`)
    expect(backup).toContain(`find ${backups} -name 'desk-*.tar.gz' -mtime +30 -delete`)
  })

  it('documents the same service settings as the deployment example', () => {
    const operating = readFileSync(path.join(projectRoot, 'docs/operating.md'), 'utf8')
    const [, command = ''] = /^systemd-run (.*\.mjs) /ms.exec(operating) ?? []
    const given = [...command.matchAll(/-p (\S+)/g)].map(([, line]) => line)
    const ofUnit = [
      ...unit.matchAll(/^(?:User|WorkingDirectory|Environment|EnvironmentFile)=.*$/gm),
    ]
    expect(given).toEqual(ofUnit.map(([line]) => line))
  })

  it('never lets a proxy retry a request that changes data', () => {
    for (const text of [haproxy, read('compose-haproxy.cfg')]) {
      const [changes = '', reads = ''] = text.split(/^backend reads$/m)
      expect(changes).toMatch(/^ *retries 0$/m)
      expect(changes.match(/retries [1-9]|retry-on/g)).toBeNull()
      expect(changes).toMatch(/^ *use_backend reads if \{ method GET HEAD \}$/m)
      expect(reads).toMatch(/^ *retry-on conn-failure empty-response$/m)
    }
    // nginx.test.ts tests nginx's behavior with this setting.
    expect(nginx).toMatch(/^ {4}proxy_next_upstream error;$/m)
    // Only the check for a stopping server may resend requests with non-idempotent methods.
    expect(nginx.split('non_idempotent')).toHaveLength(2)
  })

  it('makes the proxies accept the largest upload and close idle connections before the server does', () => {
    expect(numberIn(haproxy, /timeout http-keep-alive (\d+)s/)).toBeLessThan(72)
    expect(numberIn(nginx, /client_max_body_size (\d+)m/)).toBeGreaterThanOrEqual(50)
  })
})

const passes = (program: string, ...args: string[]) => {
  execFileSync(program, args, { stdio: 'pipe', env: { ...process.env, ...exampleValues } })
}
const find = (name: string) =>
  ['/usr/sbin', '/usr/bin', '/usr/local/sbin', '/usr/local/bin']
    .map((place) => path.join(place, name))
    .find(existsSync)
const write = (name: string, text: string) => {
  const file = path.join(folder, name)
  writeFileSync(file, text)
  return file
}
const example = (name: string) => path.join(projectRoot, 'deploy', name)

const exampleValues = Object.fromEntries(
  [...read('example.env').matchAll(/^([A-Z_\d]+)=/gm)].map(([, name]) => [name, 'value']),
)

/** Docker can be installed without its compose plugin. */
function hasCompose(): boolean {
  try {
    execFileSync('docker', ['compose', 'version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const missing = (name: string) => (find(name) ? null : `${name} isn't installed`)
const whyNot = {
  haproxy: missing('haproxy'),
  nginx: missing('nginx'),
  systemd: missing('systemd-analyze') ?? (existsSync('/usr/bin/node') ? null : 'no /usr/bin/node'),
  compose: hasCompose() ? null : "docker compose isn't installed",
  hadolint: missing('hadolint'),
  shellcheck: missing('shellcheck'),
}

function check(linter: keyof typeof whyNot, title: string, act: () => void) {
  const why = whyNot[linter]
  if (why) console.warn(`Not checked by ${linter}: ${why}`)
  it.skipIf(why !== null)(why ? `${title} (skipped: ${why})` : title, act)
}

describe('linters of the deployment examples, if installed', () => {
  check('haproxy', 'validates the HAProxy examples with haproxy', () => {
    const text = haproxy.replace(/ ssl crt .*/, '')
    for (const file of [write('haproxy.cfg', text), example('compose-haproxy.cfg')])
      passes(find('haproxy') ?? '', '-c', '-q', '-f', file)
  })

  check('nginx', 'validates the nginx example with nginx', () => {
    const site = nginx.replace(' ssl http2;', ';').replaceAll(/^ *ssl_.*$/gm, '')
    const file = write(
      'nginx.conf',
      `pid ${folder}/nginx.pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${site}\n}`,
    )
    passes(find('nginx') ?? '', '-t', '-q', '-c', file, '-p', folder)
  })

  check('systemd', 'validates the systemd units with systemd-analyze', () => {
    const units = ['paripassu.service', 'paripassu-backup.service', 'paripassu-backup.timer']
    passes(find('systemd-analyze') ?? '', 'verify', ...units.map(example))
  })

  check('compose', 'validates the compose file with Docker', () => {
    passes('docker', 'compose', '-f', example('compose.yaml'), 'config', '--quiet')
  })

  check('hadolint', 'lints the Dockerfile with hadolint', () => {
    passes(find('hadolint') ?? '', example('Dockerfile'))
  })

  check('shellcheck', 'lints the PostgreSQL script with shellcheck', () => {
    passes(find('shellcheck') ?? '', example('compose-postgres.sh'))
  })
})
