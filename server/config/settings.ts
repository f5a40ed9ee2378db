import { textLimits } from '#domain/texts.ts'
import { isTimeZone } from '#domain/time-zone.ts'
import { isPictureAddress, isWebAddress, webUrl } from '#domain/web-addresses.ts'
import { createSecretKey, type KeyObject } from 'node:crypto'
import { isIP } from 'node:net'
import { asksForPrimary, splitHosts } from '#server/database/hosts.ts'
import * as z from 'zod/mini'

/** Thrown at startup, with a one-line message for the operator. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

export interface Kind<T> {
  takes: string
  parse: (text: string) => T | undefined
  show?: (text: string) => string
  isVerbatim?: true
}

/**
 * Returns a setting's value. A missing or blank value counts as not set so that a compose file can pass on an empty
 * variable.
 * @throws {ConfigError} names the setting, its value, and the accepted values.
 */
export function readSetting<T, Default>(
  env: NodeJS.ProcessEnv,
  name: string,
  kind: Kind<T>,
  whenNotSet: Default,
): T | Default {
  const given = env[name] ?? ''
  if (!given.trim()) return whenNotSet
  const text = kind.isVerbatim ? given : given.trim()
  const value = kind.parse(text)
  if (value !== undefined) return value
  throw new ConfigError(`${name} is ${(kind.show ?? quoted)(text)}; it takes ${kind.takes}`)
}

/** Quotes the value on one line, escapes control characters, and truncates long values. */
function quoted(text: string) {
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text)
}

/** The URL with its password hidden. In a malformed URL, any part could contain the password. */
function withoutPassword(text: string) {
  if (!URL.canParse(text)) return hidden(text)
  const url = new URL(text)
  const account = url.username || url.password ? '***@' : ''
  return quoted(`${url.protocol}//${account}${url.host}${url.pathname}`)
}

const hidden = (text: string) => `(hidden, ${text.length} characters)`

export const wholeNumber = (min: number, max: number): Kind<number> => ({
  takes: `a whole number from ${min} to ${max}`,
  parse: (text) => {
    if (!/^\d{1,9}$/.test(text)) return undefined
    const value = Number(text)
    return value >= min && value <= max ? value : undefined
  },
})

const switchTexts: Record<string, boolean> = {
  on: true,
  true: true,
  '1': true,
  off: false,
  false: false,
  '0': false,
}
export const onOff: Kind<boolean> = {
  takes: 'on or off',
  parse: (text) => switchTexts[text.toLowerCase()],
}

export const oneOf = <const Word extends string>(words: readonly Word[]): Kind<Word> => ({
  takes: `one of ${words.join(', ')}`,
  parse: (text) => words.find((word) => word === text.toLowerCase()),
})

export const timeZone: Kind<string> = {
  takes: 'the name of a time zone, like America/New_York or UTC',
  parse: (text) => (isTimeZone(text) ? text : undefined),
}

const hasControlCharacter = (text: string) => /\p{Cc}/u.test(text)

export const line = (max: number): Kind<string> => ({
  takes: `one line of at most ${max} characters`,
  parse: (text) => (text.length > max || hasControlCharacter(text) ? undefined : text),
})

export const secret = (min: number, max: number): Kind<string> => ({
  takes: `${min} to ${max} characters`,
  parse: (text) =>
    text.length < min || text.length > max || hasControlCharacter(text) ? undefined : text,
  show: hidden,
  isVerbatim: true,
})

/** A secret key with this number of bytes. For an invalid key, the error shows only the key's length. */
export const secretKey = (bytes: number): Kind<KeyObject> => ({
  takes: `${bytes} bytes in base64, as "openssl rand -base64 ${bytes}" writes them`,
  parse: (text) => {
    const key = decodeBase64(text)
    return key?.length === bytes ? createSecretKey(key) : undefined
  },
  show: (text) => {
    const length = decodeBase64(text)?.length
    return length === undefined
      ? `(hidden, ${text.length} characters that aren't base64)`
      : `(hidden, ${length} bytes)`
  },
})

const decodeBase64 = (text: string): Buffer | null =>
  /^[\w+/-]+={0,2}$/.test(text) ? Buffer.from(text, 'base64') : null

export const directory: Kind<string> = {
  takes: 'the path of a directory',
  parse: (text) => (hasControlCharacter(text) ? undefined : text),
}

const isHostName = (text: string) =>
  text.length <= 253 &&
  text.split('.').every((label) => /^[a-z\d]([a-z\d-]{0,61}[a-z\d])?$/i.test(label)) &&
  !/^[\d.]+$/.test(text)

export const host: Kind<string> = {
  takes: 'an IP address or a host name, without a port',
  parse: (text) => (isIP(text) || isHostName(text) ? text : undefined),
}

const isEmail = (text: string) =>
  text.length <= textLimits.email && z.safeParse(z.email(), text).success

export const email: Kind<string> = {
  takes: 'an email address',
  parse: (text) => (isEmail(text) ? text : undefined),
}

export const sender: Kind<string> = {
  takes: 'an email address, or a name with one: Name <name@example.com>',
  parse: (text) => {
    if (hasControlCharacter(text) || text.length > 400) return undefined
    if (isEmail(text)) return text
    const parts = /^(?<name>"[^"<>]*"|[^"<>,;:]+?)\s*<(?<address>[^<>]+)>$/.exec(text)?.groups
    return parts?.address && isEmail(parts.address) ? text : undefined
  },
}

/** A URL with one of these schemes, such as `smtp:`. Its password is hidden in messages. */
export const service = (schemes: readonly string[], example: string): Kind<string> => ({
  takes: `an address like ${example}`,
  parse: (text) => {
    if (!URL.canParse(text) || /\s/.test(text)) return undefined
    const url = new URL(text)
    // A PostgreSQL URL can omit the host and specify a socket in its query.
    const hasHost = url.hostname !== '' || url.searchParams.has('host')
    return schemes.includes(url.protocol) && hasHost ? text : undefined
  },
  show: withoutPassword,
})

/** A PostgreSQL URL. For multiple hosts, it uses libpq's syntax. */
export const postgresUrl: Kind<string> = {
  takes:
    'an address like postgres://user:password@host:5432/database; several hosts are separated by commas, with target_session_attrs=read-write',
  parse: (text) => {
    const one = service(['postgres:', 'postgresql:'], '')
    const urls = splitHosts(text)
    const areFitting = urls.every((url) => one.parse(url) !== undefined && asksForPrimary(url))
    return areFitting ? text : undefined
  },
  show: (text) => withoutPassword(text),
}

/** An origin. It can be compared with Origin headers, and paths can be appended to it. */
export const origin: Kind<string> = {
  takes: 'a web address without a path, like https://desk.example.com',
  parse: (text) => {
    const url = webUrl(text)
    return url && url.pathname === '/' && !url.search && !url.hash ? url.origin : undefined
  },
  show: withoutPassword,
}

export const webAddress: Kind<string> = {
  takes: 'a web address, like https://www.example.com',
  parse: (text) => (isWebAddress(text) ? text : undefined),
  show: withoutPassword,
}

export const picture: Kind<string> = {
  takes: 'an https address or a path on this site, like /logo.svg',
  parse: (text) => (isPictureAddress(text) ? text : undefined),
  show: withoutPassword,
}

function isAddressRange(text: string) {
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  if (!version || rest.length) return false
  if (bits === undefined) return true
  return /^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)
}

/** There is no "on" value, because trusting every forwarded header would let any client spoof its IP address. */
export const proxies: Kind<string[] | false> = {
  takes: 'off, or IP addresses and ranges, separated by commas: 10.0.0.5, 192.168.0.0/16',
  parse: (text) => {
    if (switchTexts[text.toLowerCase()] === false) return false
    const addresses = text.split(/[\s,]+/).filter(Boolean)
    return addresses.length && addresses.every(isAddressRange) ? addresses : undefined
  },
}
