import * as fc from 'fast-check'
import { hostileHeaderValue } from './values.ts'

const known: Record<string, string[]> = {
  'idempotency-key': ['x', 'x'.repeat(200), 'x'.repeat(201), 'a b', '', '\u00ff', '__proto__'],
  cookie: [
    ...['sid=', 'sid=x', `sid=${'A'.repeat(43)}`, 'sid=%00', 'sid="', 'sid=a; sid=b', ';;;=;'],
    ...['__proto__=1; sid=x', `sid=${'A'.repeat(3_000)}`, '=', 'sid=%ff%fe'],
  ],
  range: ['bytes=0-0', 'bytes=-1', 'bytes=5-1', 'bytes=0-0,1-1,2-2', 'bytes=9e9-', 'lines=1'],
  'if-none-match': ['*', '"x"', 'W/"x"', '""', '"'.repeat(100)],
  'if-modified-since': ['Thu, 01 Jan 1970 00:00:00 GMT', 'tomorrow', '-1'],
  'if-range': ['"x"', 'Thu, 01 Jan 1970 00:00:00 GMT'],
  origin: [
    ...[
      'null',
      'https://elsewhere.example',
      'http://127.0.0.1',
      'http://127.0.0.1.elsewhere.example',
    ],
    ...['file://', 'javascript:1', 'http://[', '', '*', 'http://localhost:1, http://127.0.0.1'],
  ],
  referer: ['https://elsewhere.example/', 'javascript:1', 'http://~canary~/'],
  'sec-fetch-site': ['cross-site', 'same-site', 'same-origin', 'none', 'x'],
  host: [
    ...[
      'elsewhere.example',
      '~canary~',
      '127.0.0.1:1',
      'a b',
      '',
      '[::1',
      'x'.repeat(300),
      '127.0.0.1/..',
    ],
    ...["'or 1=1", '..', '@elsewhere.example', '127.0.0.1\t'],
  ],
  accept: ['text/html', '*/*;q=0', 'application/xml', 'text/html,'.repeat(200)],
  'accept-encoding': ['br', 'gzip;q=0, br;q=1e9', '*', 'identity;q=0', 'x'.repeat(2_000)],
  'accept-language': ['de', '*', '-', 'x'.repeat(500)],
  authorization: ['Basic YWRtaW46YWRtaW4=', 'Bearer null', 'Bearer eyJhbGciOiJub25lIn0.e30.'],
  'x-forwarded-for': ['127.0.0.1', '::1', 'unknown', '1.2.3.4, 5.6.7.8', "'; --", '999.1.1.1'],
  'x-forwarded-host': ['elsewhere.example', '~canary~', 'a b', ''],
  'x-forwarded-proto': ['https', 'javascript', 'https,http'],
  forwarded: ['for=127.0.0.1;host=elsewhere.example;proto=https', 'for="'],
  'x-real-ip': ['127.0.0.1'],
  'x-http-method-override': ['DELETE', 'GET'],
  'x-original-url': ['/api/admin/users', 'http://~canary~/'],
  'x-rewrite-url': ['/api/admin/users'],
  'x-request-id': ['1', 'x'.repeat(1_000), '__proto__'],
  'user-agent': ['', 'x'.repeat(5_000), '<svg/onload=hostile()>'],
  'content-type': ['text/plain', 'application/json', 'application/json; charset=x'],
  'content-encoding': ['gzip', 'br', 'identity', 'x'],
  'content-length': ['0', '5', '-1', '1e3', '99999999999999999999', '5, 5', 'x', ''],
  'transfer-encoding': ['chunked', 'gzip, chunked', 'identity', ' chunked', 'xchunked'],
  expect: ['100-continue', '200-ok', 'x'],
  upgrade: ['websocket', 'h2c'],
  connection: ['upgrade', 'keep-alive', 'x-forwarded-for', 'close, te'],
  te: ['trailers'],
  'max-forwards': ['0'],
}
const names = Object.keys(known)

const one: fc.Arbitrary<[string, string]> = fc
  .constantFrom(...names)
  .chain((name) =>
    fc.tuple(
      fc.constant(name),
      fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom('', ...(known[name] ?? [])) },
        { weight: 1, arbitrary: hostileHeaderValue },
      ),
    ),
  )

const odd: fc.Arbitrary<[string, string]> = fc.tuple(
  fc.constantFrom('', ' x', 'a b', '__proto__', 'x'.repeat(2_000), 'x:y', '\u00ff', 'x\u0001'),
  hostileHeaderValue,
)

/** Usually returns no header or one header, sometimes several, and sometimes more than the server accepts. */
export const hostileHeaders: fc.Arbitrary<[string, string][]> = fc.oneof(
  { weight: 6, arbitrary: fc.constant<[string, string][]>([]) },
  { weight: 5, arbitrary: one.map((header) => [header]) },
  { weight: 2, arbitrary: fc.array(one, { minLength: 2, maxLength: 5 }) },
  { weight: 1, arbitrary: odd.map((header) => [header]) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(30, 300, 2_100), fc.constantFrom('x-a', 'cookie', 'x-forwarded-for'))
      .map(([count, name]) => Array.from({ length: count }, (): [string, string] => [name, 'a=b'])),
  },
)
