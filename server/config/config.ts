/** The app's settings, read from the environment and validated once at startup. */
import { companyOf, type Company, type ShownCompany } from '#contract/company.ts'
import { defaultTimeZone } from '#domain/time-zone.ts'
import { passwordMinimum, textLimits } from '#domain/texts.ts'
import type { KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isIPv6 } from 'node:net'
import path from 'node:path'
import { parseEnv } from 'node:util'
import {
  ConfigError,
  directory,
  email,
  host,
  line,
  onOff,
  oneOf,
  origin,
  picture,
  postgresUrl,
  proxies,
  readSetting,
  secret,
  secretKey,
  sender,
  service,
  timeZone,
  webAddress,
  wholeNumber,
} from './settings.ts'

export { ConfigError } from './settings.ts'

export interface Config {
  port: number
  host: string
  dataDir: string
  databaseUrl: string | null
  /** The total number of connections for all processes. If null, the app chooses a number. */
  databaseConnections: number | null
  s3: S3Config | null
  smtpUrl: string | null
  /** The sender of emails. If null, emails are sent from the company's mailbox. */
  mailFrom: string | null
  adminEmail: string
  adminPassword: string | null
  publicLoans: boolean
  sampleData: boolean
  /** The time zone in which deadlines are entered and shown. */
  timeZone: string
  /** The public origin, without a trailing slash. */
  publicUrl: string
  isHttps: boolean
  workers: number
  /** The number of seconds for which /readyz announces a shutdown before connections are refused. */
  drainSeconds: number
  sessionIdleMinutes: number
  sessionMaxHours: number
  trustProxy: string[] | false
  rateLimit: boolean
  requireAdmin2fa: boolean
  /** True if another administrator than the one who saved an allocation must approve it. */
  twoAdministrators: boolean
  /** The key that encrypts secrets in the database. If null, secrets are stored in plain text. */
  secretsKey: KeyObject | null
  /** Company details from the settings. They override those that administrators enter. */
  brand: Partial<Company>
  company: ShownCompany
  logLevel: LogLevel
}

export interface S3Config {
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/**
 * Reads the configuration from an environment.
 * @param root The base for relative directories.
 * @throws {ConfigError} with one line: the setting, its value, and the accepted values.
 */
export function readConfig(env: NodeJS.ProcessEnv, root: string): Config {
  const port = readSetting(env, 'PORT', wholeNumber(0, 65_535), 3000)
  const listensOn = readSetting(env, 'HOST', host, '127.0.0.1')
  const publicUrl = readSetting(env, 'PUBLIC_URL', origin, localUrl(listensOn, port))
  const databaseUrl = readSetting(env, 'DATABASE_URL', postgresUrl, null)
  const brand = readBrand(env)
  return {
    port,
    host: listensOn,
    dataDir: path.resolve(root, readSetting(env, 'DATA_DIR', directory, 'data')),
    databaseUrl,
    databaseConnections: readSetting(env, 'DATABASE_CONNECTIONS', wholeNumber(4, 100_000), null),
    s3: readS3(env),
    smtpUrl: readSetting(env, 'SMTP_URL', smtpUrl, null),
    mailFrom: readSetting(env, 'MAIL_FROM', sender, null),
    adminEmail: readSetting(env, 'ADMIN_EMAIL', email, 'admin@example.com'),
    adminPassword: readSetting(env, 'ADMIN_PASSWORD', adminPassword, null),
    publicLoans: readSetting(env, 'PUBLIC_LOANS', onOff, true),
    sampleData: readSetting(
      env,
      'SAMPLE_DATA',
      onOff,
      databaseUrl === null && env['NODE_ENV'] !== 'production',
    ),
    timeZone: readSetting(env, 'TIME_ZONE', timeZone, defaultTimeZone),
    publicUrl,
    isHttps: publicUrl.startsWith('https:'),
    workers: readSetting(env, 'WORKERS', wholeNumber(1, 256), 1),
    drainSeconds: readSetting(env, 'DRAIN_SECONDS', wholeNumber(0, 3600), 0),
    sessionIdleMinutes: readSetting(env, 'SESSION_IDLE_MINUTES', wholeNumber(1, 525_600), 720),
    sessionMaxHours: readSetting(env, 'SESSION_MAX_HOURS', wholeNumber(1, 8760), 168),
    trustProxy: readSetting(env, 'TRUST_PROXY', proxies, false),
    rateLimit: readSetting(env, 'RATE_LIMIT', onOff, true),
    requireAdmin2fa: readSetting(env, 'REQUIRE_ADMIN_2FA', onOff, false),
    twoAdministrators: readSetting(env, 'TWO_ADMINISTRATORS', onOff, false),
    secretsKey: readSetting(env, 'SECRETS_KEY', secretKey(32), null),
    brand,
    company: companyOf(brand, {}),
    logLevel: readSetting(env, 'LOG_LEVEL', oneOf(logLevels), 'info'),
  }
}

/** The environment combined with the `.env` file in `root`. The environment takes precedence. */
export function loadEnvironment(
  root: string,
  env: NodeJS.ProcessEnv = process.env,
): NodeJS.ProcessEnv {
  return { ...readEnvFile(root), ...env }
}

export function readEnvFile(root: string): NodeJS.Dict<string> {
  const file = path.join(root, '.env')
  try {
    return parseEnv(readFileSync(file, 'utf8'))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code === 'ENOENT') return {}
    throw new ConfigError(`${file} can't be read: ${String(code ?? error)}`)
  }
}

/** The URL of a server on this machine. A browser can't open a wildcard address, so it is shown as localhost. */
export function localUrl(listensOn: string, port: number) {
  const everywhere = listensOn === '0.0.0.0' || listensOn === '::'
  const name = everywhere ? 'localhost' : isIPv6(listensOn) ? `[${listensOn}]` : listensOn
  return new URL(`http://${name}:${port}`).origin
}

const smtpUrl = service(['smtp:', 'smtps:'], 'smtp://user:password@host:587')
/** Checks only the length. The operator is responsible for choosing a password that is hard to guess. */
const adminPassword = secret(passwordMinimum, textLimits.password)

function readS3(env: NodeJS.ProcessEnv): S3Config | null {
  const given = {
    S3_ENDPOINT: readSetting(env, 'S3_ENDPOINT', webAddress, null),
    S3_REGION: readSetting(env, 'S3_REGION', line(100), null),
    S3_BUCKET: readSetting(env, 'S3_BUCKET', line(255), null),
    S3_ACCESS_KEY_ID: readSetting(env, 'S3_ACCESS_KEY_ID', secret(1, 256), null),
    S3_SECRET_ACCESS_KEY: readSetting(env, 'S3_SECRET_ACCESS_KEY', secret(1, 256), null),
  }
  const names = Object.entries(given)
  if (names.every(([, value]) => value === null)) return null
  const required = <T>(name: string, value: T | null): T => {
    if (value !== null) return value
    const all = names.map(([each]) => each).join(', ')
    throw new ConfigError(`${name} isn't set. An S3 store needs all of ${all}.`)
  }
  return {
    endpoint: required('S3_ENDPOINT', given.S3_ENDPOINT),
    region: required('S3_REGION', given.S3_REGION),
    bucket: required('S3_BUCKET', given.S3_BUCKET),
    accessKeyId: required('S3_ACCESS_KEY_ID', given.S3_ACCESS_KEY_ID),
    secretAccessKey: required('S3_SECRET_ACCESS_KEY', given.S3_SECRET_ACCESS_KEY),
  }
}

function readBrand(env: NodeJS.ProcessEnv): Partial<Company> {
  const read = {
    name: readSetting(env, 'BRAND_NAME', line(textLimits.name), undefined),
    email: readSetting(env, 'BRAND_EMAIL', email, undefined),
    phone: readSetting(env, 'BRAND_PHONE', line(textLimits.phone), undefined),
    address: readSetting(env, 'BRAND_ADDRESS', line(textLimits.address), undefined),
    website: readSetting(env, 'BRAND_WEBSITE', webAddress, undefined),
    networkUrl: readSetting(env, 'BRAND_NETWORK_URL', webAddress, undefined),
    logoUrl: readSetting(env, 'BRAND_LOGO_URL', picture, undefined),
    approvalTime: readSetting(env, 'BRAND_APPROVAL_TIME', line(textLimits.name), undefined),
  }
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined))
}
