import { hostileJson, hostileTexts } from '#test/support/hostile-values.ts'
import * as fc from 'fast-check'

/**
 * The product of two numbers in the payloads. A response that contains it shows that the server evaluated a template.
 */
export const templateProduct = '9801547'
/** A response header with this name shows that the server failed to escape a line break. */
export const smuggledHeader = 'x-smuggled'
/** HTML that contains exactly this string shows that the server failed to escape it. */
export const markup = '<svg/onload=hostile()>'

const payloads = [
  "'; drop table loans; --",
  "' or '1'='1",
  "') or 1=1 --",
  "' union all values (null, null) --",
  "'||pg_sleep(6)||'",
  '"; delete from users; --',
  "%' escape '%",
  '\\',
  '%%%___',
  markup,
  `"><script>hostile()</script>`,
  `'"--></style></script>${markup}`,
  'javascript:hostile()',
  'data:text/html,<script>hostile()</script>',
  '${1337*7331}',
  '{{1337*7331}}',
  '#{1337*7331}',
  '<%= 1337*7331 %>',
  '=1337*7331',
  '@SUM(1337*7331)',
  '../../../../etc/passwd',
  '..\\..\\..\\windows\\win.ini',
  '/etc/passwd\0.pdf',
  'file:///etc/passwd',
  'http://127.0.0.1:1/',
  'http://169.254.169.254/latest/meta-data/',
  `x\r\n${smuggledHeader}: yes`,
  `x\n${smuggledHeader}: yes`,
  `x%0d%0a${smuggledHeader}:%20yes`,
  `x\u560d\u560a${smuggledHeader}: yes`,
  // If this file exists, the server has run a command.
  '$(touch ~marker~)',
  '`touch ~marker~`',
  '| touch ~marker~',
  "'; touch ~marker~ #",
  'x\ntouch ~marker~\n',
  "'; copy (select 1) to program 'touch ~marker~'; --",
  // A request for this URL shows that an attacker can make the server send requests.
  'http://~canary~/',
  'https://~canary~/picture.png',
  '//~canary~/picture.png',
  'file://~canary~/picture.png',
  '\\\\~canary~\\picture.png',
  'http://elsewhere.example@~canary~/',
  '<img src="http://~canary~/picture.png">',
  '<!DOCTYPE x [<!ENTITY e SYSTEM "http://~canary~/">]><x>&e;</x>',
  '__proto__',
  'constructor.prototype',
  '%s%s%s%n',
  '\ufeff',
  '\u202e\u2066',
  'İstanbul ı ß ŉ',
  'ﷺ'.repeat(50),
]

/** Numbers and sizes just below and above each of the server's limits. */
const borders = [
  ...[0, 1, 2, 49, 50, 51, 99, 100, 101, 128, 129, 199, 200, 201, 254, 255, 300, 999, 1000, 1001],
  ...[1200, 1201, 4000, 4001, 5000, 5001, 10_485_760, 10_485_761, 52_428_800, 52_428_801],
  ...[2 ** 31 - 1, 2 ** 31, 2 ** 32, Number.MAX_SAFE_INTEGER, 2 ** 53, 2 ** 63, 2 ** 64],
]
const borderTexts = [
  ...borders.flatMap((border) => [String(border), String(-border), `${border}.00`, `${border}.5`]),
  ...['999.99', '1000.00', '9999999999999.99', '10000000000000.00', '0.01', '0.001', '100.000'],
  ...['-0', '-0.00', '.5', '5.', '00012', '1e3', '1E-3', '+1', ' 1 ', '1_0', '0x1F', '１'],
]

const letters = (maxLength: number) =>
  fc.oneof(
    fc.string({ unit: 'binary', maxLength }),
    fc.string({ unit: 'grapheme', maxLength }),
    fc.string({ unit: 'grapheme-ascii', maxLength }),
    fc
      .array(fc.integer({ min: 0, max: 0xffff }), { maxLength })
      .map((codes) => String.fromCharCode(...codes)),
  )
const longTexts = fc
  .tuple(fc.constantFrom('x', 'é', '🏗', ' ', '\u0301', "'", '\\', '"'), fc.constantFrom(...borders))
  .map(([letter, length]) => letter.repeat(Math.min(length, 6_000)))

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...payloads) },
  { weight: 4, arbitrary: letters(60) },
  { weight: 2, arbitrary: fc.constantFrom(...borderTexts) },
  { weight: 1, arbitrary: longTexts },
  { weight: 1, arbitrary: fc.constantFrom(...Object.values(hostileTexts)) },
)

const depth = fc.constantFrom(2, 20, 500, 3_000, 20_000)
const nested = fc
  .tuple(depth, fc.constantFrom(['[', ']'], ['{"a":', '}'], ['[{"a":', '}]']))
  .map(([levels, [open = '', close = '']]) => `${open.repeat(levels)}1${close.repeat(levels)}`)
const prototypes = [
  '{"__proto__":{"isAdmin":"true","isApproved":"true"}}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  '{"toString":null,"valueOf":null,"length":-1}',
  '{"then":"x","toJSON":"y"}',
  '{"$ne":null}',
  '[{"__proto__":[]}]',
]
const numbers = fc.oneof(
  fc.double().map((value) => (Number.isFinite(value) ? String(value) : '1e999')),
  fc.maxSafeInteger().map(String),
  fc.constantFrom(...borders).map(String),
  fc.constantFrom('-0', '1e309', '-1e309', '1e-400', '0.1e1', '9'.repeat(400)),
)

/** These are JSON strings, because JSON.stringify can't produce some of the values. */
export const hostileJsonText: fc.Arbitrary<string> = fc.oneof(
  { weight: 5, arbitrary: hostileText.map((text) => JSON.stringify(text)) },
  { weight: 2, arbitrary: numbers },
  { weight: 2, arbitrary: fc.json() },
  { weight: 1, arbitrary: fc.constantFrom('null', 'true', 'false', '""', '[]', '{}') },
  { weight: 1, arbitrary: fc.constantFrom(...prototypes) },
  { weight: 1, arbitrary: nested },
  { weight: 1, arbitrary: fc.constantFrom(...Object.values(hostileJson)) },
)

export const hostileAddressPart: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 4,
    arbitrary: hostileText.map((text) => encodeURIComponent(text.slice(0, 3_000).toWellFormed())),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      ...['%', '%0', '%zz', '%00', '%ff%fe', '%c0%ae%c0%ae', '%252e%252e%252f', '%2e%2e%2f'],
      ...['..', '.', '..;', ';a=b', '%2f', '%5c', '//', '%0d%0aset-cookie:%20sid=1', '%u0041'],
      ...['*', ':id', '~', '%E2%80%AE', '%F4%90%80%80', 'null', 'undefined', '0', '-1'],
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .uint8Array({ minLength: 1, maxLength: 40 })
      .map((bytes) =>
        Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
      ),
  },
)

/** Bytes that a header can contain: all except line breaks. */
export const hostileHeaderValue: fc.Arbitrary<string> = fc.oneof(
  { weight: 2, arbitrary: hostileText.map(inOneLine) },
  {
    weight: 2,
    arbitrary: fc
      .array(fc.integer({ min: 0x20, max: 0xff }), { maxLength: 100 })
      .map((codes) => String.fromCharCode(...codes)),
  },
  { weight: 1, arbitrary: fc.constantFrom('', ' ', ',', ';', '*', '-1', '0', '1e9', '\t', '=') },
)

function inOneLine(text: string) {
  return text.replaceAll(/[\r\n\0]/g, ' ').slice(0, 3_000)
}
