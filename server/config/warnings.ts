import { readConfig, readEnvFile, type Config } from './config.ts'

export function settingWarnings(
  root: string,
  config: Pick<Config, 'isHttps' | 'trustProxy'>,
  env: NodeJS.ProcessEnv = process.env,
): string[] {
  const file = readEnvFile(root)
  return [
    ...describeUnknown(file, '.env', () => true),
    ...describeUnknown(env, 'the environment', isMeantForUs),
    ...describeProxy(config, { ...file, ...env }),
  ]
}

export function settingNames(): Set<string> {
  const names = new Set<string>()
  const get = (_: object, name: string | symbol) => void names.add(String(name))
  readConfig(new Proxy<NodeJS.ProcessEnv>({}, { get }), '/')
  return names
}

/**
 * Prefixes of the app's own variables. The environment also contains variables for other programs, which are unlikely
 * to have these prefixes.
 */
const prefixes = [
  'BRAND_',
  'REQUIRE_ADMIN_',
  'S3_',
  'SESSION_IDLE_',
  'SESSION_MAX_',
  'SMTP_',
  'TRUST_PROX',
]
const isMeantForUs = (name: string, similar: string | undefined) =>
  (similar !== undefined && name.includes('_')) ||
  prefixes.some((prefix) => name.startsWith(prefix))

function describeUnknown(
  given: NodeJS.Dict<string>,
  place: string,
  isMeant: (name: string, similar: string | undefined) => boolean,
): string[] {
  const known = settingNames()
  const lines = Object.entries(given).flatMap(([name, value]) => {
    if (known.has(name) || !value?.trim()) return []
    const similar = findSimilar(name, known)
    if (!isMeant(name, similar)) return []
    // A continuation line of a multiline value can look like a name, and might contain a secret.
    if (!similar && !/^[A-Z][A-Z\d_]*$/.test(name))
      return `A name in ${place} isn't a setting. It may be part of a value, and isn't shown.`
    return `${name} in ${place} isn't a setting.${similar ? ` Did you mean ${similar}?` : ''}`
  })
  return [...new Set(lines)]
}

const findSimilar = (name: string, known: ReadonlySet<string>): string | undefined =>
  [...known].find((each) => each === name.toUpperCase()) ??
  [...known].find((each) => {
    const max = each.length < 8 ? 1 : 2
    return Math.abs(each.length - name.length) <= max && isWithin(max, name, each)
  })

function isWithin(max: number, one: string, other: string): boolean {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [above, letter] of one.split('').entries()) {
    const next = [above + 1]
    for (const [left, each] of other.split('').entries()) {
      const replaced = (row[left] ?? 0) + (letter === each ? 0 : 1)
      next.push(Math.min(replaced, (row[left + 1] ?? 0) + 1, (next[left] ?? 0) + 1))
    }
    // Names that differ too much are rejected early, because no later row of the distance table can contain a number
    // below this row's minimum.
    if (Math.min(...next) > max) return false
    row = next
  }
  return (row.at(-1) ?? 0) <= max
}

/** The server itself supports only HTTP. HTTPS requires a proxy or a tunnel. For a tunnel, `off` can be set. */
const describeProxy = (
  { isHttps, trustProxy }: Pick<Config, 'isHttps' | 'trustProxy'>,
  env: NodeJS.Dict<string>,
): string[] =>
  isHttps && trustProxy === false && !env['TRUST_PROXY']?.trim()
    ? [
        "PUBLIC_URL is https, but TRUST_PROXY doesn't name the proxy in front: everyone shares its address, in limits and in the audit trail. Set TRUST_PROXY to that address.",
      ]
    : []
