import { security } from '#test/support/requirements.ts'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inspect } from 'node:util'
import { afterEach, describe, expect, it } from 'vitest'
import { ConfigError, loadEnvironment, localUrl, readConfig } from './config.ts'

const root = '/srv/desk'
const read = (env: Record<string, string> = {}) => readConfig(env, root)
const refusalOf = (env: Record<string, string>) => {
  try {
    read(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return 'accepted'
}

describe('the configuration', () => {
  it("uses a default for every setting that isn't set", () => {
    security('13.1.1')
    expect(read()).toEqual({
      port: 3000,
      host: '127.0.0.1',
      dataDir: '/srv/desk/data',
      databaseUrl: null,
      s3: null,
      smtpUrl: null,
      mailFrom: null,
      adminEmail: 'admin@example.com',
      adminPassword: null,
      publicLoans: true,
      sampleData: true,
      timeZone: 'America/New_York',
      publicUrl: 'http://127.0.0.1:3000',
      isHttps: false,
      workers: 1,
      drainSeconds: 0,
      databaseConnections: null,
      sessionIdleMinutes: 720,
      sessionMaxHours: 168,
      trustProxy: false,
      rateLimit: true,
      requireAdmin2fa: false,
      twoAdministrators: false,
      secretsKey: null,
      brand: {},
      company: {
        name: 'Paripassu',
        email: 'desk@example.com',
        phone: '(555) 555-0100',
        address: '100 Example Street, Suite 100, New York, NY 10001',
        website: 'https://www.example.com',
        networkUrl: 'https://network.example.com/company',
        logoUrl: null,
        approvalTime: 'within a business day',
        isExample: true,
      },
      logLevel: 'info',
    })
  })

  it('reads settings from the environment', () => {
    const config = read({
      PORT: '0',
      HOST: 'desk.internal',
      DATA_DIR: '/var/lib/desk',
      DATABASE_URL: 'postgres://desk:pw@db:5432/desk',
      SMTP_URL: 'smtps://mailer:pw@mail.example.com:465',
      MAIL_FROM: 'Loan Desk <desk@example.com>',
      ADMIN_EMAIL: 'ada@example.com',
      ADMIN_PASSWORD: ' eight or more ',
      PUBLIC_LOANS: 'OFF',
      SAMPLE_DATA: 'True',
      TIME_ZONE: 'America/Chicago',
      PUBLIC_URL: 'https://Desk.Example.com/',
      WORKERS: '4',
      DRAIN_SECONDS: '5',
      DATABASE_CONNECTIONS: '60',
      SESSION_IDLE_MINUTES: '30',
      SESSION_MAX_HOURS: '12',
      TRUST_PROXY: '10.0.0.5, 192.168.0.0/16 ::1',
      RATE_LIMIT: '0',
      REQUIRE_ADMIN_2FA: 'on',
      TWO_ADMINISTRATORS: 'on',
      BRAND_NAME: 'Cole, Reyes & Co',
      BRAND_EMAIL: 'hello@example.com',
      BRAND_LOGO_URL: '/logo.svg',
      BRAND_APPROVAL_TIME: 'by the next morning',
      LOG_LEVEL: 'Debug',
    })
    expect(config).toMatchObject({
      port: 0,
      host: 'desk.internal',
      dataDir: '/var/lib/desk',
      databaseUrl: 'postgres://desk:pw@db:5432/desk',
      smtpUrl: 'smtps://mailer:pw@mail.example.com:465',
      mailFrom: 'Loan Desk <desk@example.com>',
      adminEmail: 'ada@example.com',
      adminPassword: ' eight or more ',
      publicLoans: false,
      sampleData: true,
      timeZone: 'America/Chicago',
      publicUrl: 'https://desk.example.com',
      isHttps: true,
      workers: 4,
      drainSeconds: 5,
      databaseConnections: 60,
      sessionIdleMinutes: 30,
      sessionMaxHours: 12,
      trustProxy: ['10.0.0.5', '192.168.0.0/16', '::1'],
      rateLimit: false,
      requireAdmin2fa: true,
      twoAdministrators: true,
      company: {
        name: 'Cole, Reyes & Co',
        email: 'hello@example.com',
        logoUrl: '/logo.svg',
        approvalTime: 'by the next morning',
      },
      logLevel: 'debug',
    })
  })

  it('accepts a base64 key and hides the key when settings are printed', () => {
    const bytes = Buffer.alloc(32, 'k\xff\xfe')
    for (const text of [bytes.toString('base64'), bytes.toString('base64url')]) {
      const config = read({ SECRETS_KEY: text })
      expect(config.secretsKey?.export()).toEqual(bytes)
      expect(JSON.stringify(config) + inspect(config)).not.toContain(text)
    }
  })

  it("resolves a relative data directory against the project's root", () => {
    expect(read({ DATA_DIR: './elsewhere/' }).dataDir).toBe('/srv/desk/elsewhere')
  })

  it('treats a blank setting like a missing one', () => {
    expect(read({ PORT: '', WORKERS: ' ', DATABASE_URL: '' })).toEqual(read())
  })

  it('adds the sample portfolio by default only outside production and with the embedded database', () => {
    security('6.3.2', '15.2.3')
    expect(read({ NODE_ENV: 'development' }).sampleData).toBe(true)
    expect(read({ NODE_ENV: 'production' }).sampleData).toBe(false)
    expect(read({ DATABASE_URL: 'postgres://db/desk' }).sampleData).toBe(false)
    expect(read({ DATABASE_URL: 'postgres://db/desk', SAMPLE_DATA: 'on' }).sampleData).toBe(true)
  })

  it.each([
    ['127.0.0.1', 3000, 'http://127.0.0.1:3000'],
    ['0.0.0.0', 8080, 'http://localhost:8080'],
    ['::', 8080, 'http://localhost:8080'],
    ['::1', 3000, 'http://[::1]:3000'],
    ['desk.internal', 80, 'http://desk.internal'],
  ])('formats the URL of a server on host %s and port %i as %s', (listensOn, port, url) => {
    expect(localUrl(listensOn, port)).toBe(url)
  })
})

describe('invalid settings', () => {
  const wholePort = 'it takes a whole number from 0 to 65535'
  const onOrOff = 'it takes on or off'
  const webAddress = 'it takes a web address, like https://www.example.com'
  it.each([
    ['PORT', 'abc', wholePort],
    ['PORT', '65536', wholePort],
    ['PORT', '-1', wholePort],
    ['PORT', '80.5', wholePort],
    ['PORT', '1e3', wholePort],
    ['HOST', 'no host', 'it takes an IP address or a host name, without a port'],
    ['HOST', 'localhost:3000', 'it takes an IP address or a host name, without a port'],
    ['HOST', '1.2.3.400', 'it takes an IP address or a host name, without a port'],
    ['DATA_DIR', 'two\nlines', 'it takes the path of a directory'],
    ['DATABASE_URL', 'mysql://db/desk', 'it takes an address like postgres://'],
    ['DATABASE_URL', 'postgres://', 'it takes an address like postgres://'],
    ['DATABASE_URL', 'postgres://db1,,db2/desk', 'several hosts are separated by commas'],
    ['DATABASE_URL', 'postgres://db1,db2/desk?target_session_attrs=standby', 'read-write'],
    ['SMTP_URL', 'mail.example.com', 'it takes an address like smtp://'],
    ['SMTP_URL', 'http://mail.example.com', 'it takes an address like smtp://'],
    ['MAIL_FROM', 'The Desk', 'it takes an email address, or a name with one'],
    ['MAIL_FROM', 'a@example.com, b@example.com', 'it takes an email address, or a name with'],
    ['ADMIN_EMAIL', 'admin', 'it takes an email address'],
    ['PUBLIC_LOANS', 'yes', onOrOff],
    ['SAMPLE_DATA', '2', onOrOff],
    ['TIME_ZONE', 'New York', 'it takes the name of a time zone, like America/New_York or UTC'],
    ['TIME_ZONE', '-05:00', 'it takes the name of a time zone'],
    ['PUBLIC_URL', 'desk.example.com', 'it takes a web address without a path'],
    ['PUBLIC_URL', 'ftp://desk.example.com', 'it takes a web address without a path'],
    ['PUBLIC_URL', 'https://desk.example.com/app', 'it takes a web address without a path'],
    ['PUBLIC_URL', 'https://desk.example.com/?a=1', 'it takes a web address without a path'],
    ['WORKERS', '0', 'it takes a whole number from 1 to 256'],
    ['DRAIN_SECONDS', '-1', 'it takes a whole number from 0 to 3600'],
    ['DATABASE_CONNECTIONS', '3', 'it takes a whole number from 4 to 100000'],
    ['SESSION_IDLE_MINUTES', '0', 'it takes a whole number from 1 to 525600'],
    ['SESSION_MAX_HOURS', 'a week', 'it takes a whole number from 1 to 8760'],
    ['TRUST_PROXY', 'on', 'it takes off, or IP addresses and ranges'],
    ['TRUST_PROXY', '10.0.0.0/33', 'it takes off, or IP addresses and ranges'],
    ['TRUST_PROXY', '10.0.0.1, proxy', 'it takes off, or IP addresses and ranges'],
    ['RATE_LIMIT', 'no', onOrOff],
    ['REQUIRE_ADMIN_2FA', 'maybe', onOrOff],
    ['TWO_ADMINISTRATORS', 'two', onOrOff],
    ['SECRETS_KEY', 'c2hvcnQ=', 'it takes 32 bytes in base64'],
    ['BRAND_NAME', 'x'.repeat(101), 'it takes one line of at most 100 characters'],
    ['BRAND_EMAIL', 'desk at example', 'it takes an email address'],
    ['BRAND_PHONE', 'two\nlines', 'it takes one line of at most 50 characters'],
    ['BRAND_ADDRESS', 'x'.repeat(301), 'it takes one line of at most 300 characters'],
    ['BRAND_APPROVAL_TIME', 'x'.repeat(101), 'it takes one line of at most 100 characters'],
    ['BRAND_WEBSITE', 'javascript:alert(1)', webAddress],
    ['BRAND_NETWORK_URL', 'example.com/us', webAddress],
    ['BRAND_LOGO_URL', 'http://example.com/logo.png', 'it takes an https address or a path'],
    ['BRAND_LOGO_URL', '//example.com/logo.png', 'it takes an https address or a path'],
    ['S3_ENDPOINT', 's3.example.com', webAddress],
    ['S3_REGION', 'x'.repeat(101), 'it takes one line of at most 100 characters'],
    ['S3_BUCKET', 'two\nlines', 'it takes one line of at most 255 characters'],
    ['LOG_LEVEL', 'loud', 'it takes one of fatal, error, warn, info, debug, trace, silent'],
  ])('throws a one-line error if the setting %s has the value %j', (name, value, takes) => {
    const refusal = refusalOf({ [name]: value })
    expect(refusal.startsWith(`${name} is "`) || refusal.includes('(hidden')).toBe(true)
    expect(refusal).toContain(takes)
    expect(refusal).not.toContain('\n')
    expect(refusal.length).toBeLessThan(300)
  })

  it('shows the invalid value in an error about a setting', () => {
    expect(refusalOf({ PORT: 'abc' })).toBe(
      'PORT is "abc"; it takes a whole number from 0 to 65535',
    )
  })

  it.each([
    ['c2hvcnQ=', '(hidden, 5 bytes)'],
    [Buffer.alloc(33).toString('base64'), '(hidden, 33 bytes)'],
    ['a'.repeat(64), '(hidden, 48 bytes)'],
    ['not base64!', "(hidden, 11 characters that aren't base64)"],
    ['====', "(hidden, 4 characters that aren't base64)"],
  ])('reports the length of an invalid SECRETS_KEY: %s', (value, shown) => {
    expect(refusalOf({ SECRETS_KEY: value })).toBe(
      `SECRETS_KEY is ${shown}; it takes 32 bytes in base64, as "openssl rand -base64 32" writes them`,
    )
  })

  it.each([
    ['ADMIN_PASSWORD', 'hunter2'],
    ['SECRETS_KEY', 'hunter2'],
    ['SECRETS_KEY', 'hunter2!'],
    ['ADMIN_PASSWORD', 'hunter2'.repeat(20)],
    ['DATABASE_URL', 'mysql://desk:hunter2@db/desk'],
    ['DATABASE_URL', 'postgres//desk:hunter2@db/desk'],
    ['SMTP_URL', 'http://desk:hunter2@mail/?password=hunter2'],
    ['PUBLIC_URL', 'https://desk:hunter2@desk.example.com'],
    ['S3_ACCESS_KEY_ID', 'hunter2\n'],
    ['S3_SECRET_ACCESS_KEY', `hunter2${'x'.repeat(260)}`],
  ])('hides a secret in an invalid %s', (name, value) => {
    security('13.3.1')
    const refusal = refusalOf({ [name]: value })
    expect(refusal).toMatch(new RegExp(`^${name} is .+; it takes `))
    expect(refusal).not.toContain('hunter2')
  })
})

describe('the settings of an S3 store', () => {
  const store = {
    S3_ENDPOINT: 'https://s3.example.com',
    S3_REGION: 'us-east-1',
    S3_BUCKET: 'desk',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
  }

  it('reads all S3 store settings', () => {
    expect(readConfig(store, '/').s3).toEqual({
      endpoint: 'https://s3.example.com',
      region: 'us-east-1',
      bucket: 'desk',
      accessKeyId: 'key',
      secretAccessKey: 'secret',
    })
  })

  it.each(Object.keys(store))('rejects an S3 store without %s', (missing) => {
    expect(refusalOf({ ...store, [missing]: '' })).toContain(
      `${missing} isn't set. An S3 store needs all of S3_ENDPOINT, S3_REGION, S3_BUCKET`,
    )
  })
})

describe('the .env file', () => {
  const folders: string[] = []
  const folder = () => {
    const made = mkdtempSync(path.join(tmpdir(), 'desk-config-'))
    folders.push(made)
    return made
  }
  afterEach(() => folders.splice(0).forEach((each) => rmSync(each, { recursive: true })))

  it('reads .env but gives precedence to environment variables', () => {
    const at = folder()
    writeFileSync(path.join(at, '.env'), '# ours\nPORT=4000\nBRAND_NAME="Cole & Co"\n')
    expect(loadEnvironment(at, { PORT: '5000', HOME: '/root' })).toEqual({
      PORT: '5000',
      HOME: '/root',
      BRAND_NAME: 'Cole & Co',
    })
  })

  it('accepts a missing .env file', () => {
    expect(loadEnvironment(folder(), { PORT: '5000' })).toEqual({ PORT: '5000' })
  })

  it("throws an error if the .env file can't be read", () => {
    const at = folder()
    expect(() => loadEnvironment(path.join(at, '\0'), {})).toThrow(ConfigError)
  })
})
