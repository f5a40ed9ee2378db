/** Requests generated from the endpoint table. Each has valid input except for one or more faults. */
import type { Role } from '#domain/access.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { EndpointName } from '#contract/endpoints.ts'
import { fieldsOf, sampleInput } from '#test/support/rows-of-the-table.ts'
import * as fc from 'fast-check'
import { hostileHeaders } from './headers.ts'
import { hostileAddressPart, hostileJsonText, hostileText } from './values.ts'
import { tokens } from './tokens.ts'

export type Framing = 'length' | 'tooLong' | 'tooShort' | 'chunked'

export interface HostileRequest {
  name: EndpointName
  role: Role
  method: string
  address: string
  headers: [string, string][]
  body: Buffer | null
  framing: Framing
  isSignedIn: boolean
}

const sampleOf = (name: EndpointName) =>
  sampleInput(name, { loanId: '~loan~', id: '~item~', userId: '~person~', fileUrl: '~file~' })

const isId = (field: string) => /(^id|Id|fileUrl)$/.test(field)
const someId: fc.Arbitrary<string> = fc.constantFrom(...tokens)
const oddId = fc.oneof(
  { weight: 6, arbitrary: someId },
  {
    weight: 1,
    arbitrary: fc.constantFrom<string>(
      ...['00000000-0000-0000-0000-000000000000', '{~loan~}', '~loan~0', 'x', ''],
    ),
  },
)

/** Columns and other names that a call must not accept as fields. */
const otherFields = [
  ...['id', 'userId', 'lenderId', 'isAdmin', 'isApproved', 'password', 'role', 'status', 'code'],
  ...['committedPercentage', 'softPercentage', 'createdAt', 'deactivatedAt', 'recordedBy'],
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '', '*', '0'],
]

/** The body's fields. They are pairs of JSON strings so that a field can occur twice. */
function bodyText(name: EndpointName, row: Endpoint): fc.Arbitrary<string> {
  const sample = (sampleOf(name).body ?? {}) as Record<string, unknown>
  const fields = fieldsOf(row.body).map((field) => {
    const hostile = isId(field)
      ? fc.oneof(
          oddId.map((id) => JSON.stringify(id)),
          hostileJsonText,
        )
      : hostileJsonText
    const given = sample[field] === undefined ? hostile : fc.constant(JSON.stringify(sample[field]))
    return fc
      .oneof(
        { weight: 12, arbitrary: given },
        { weight: 4, arbitrary: hostile },
        { weight: 1, arbitrary: fc.constant(null) },
      )
      .map((value) => (value === null ? [] : [`${JSON.stringify(field)}:${value}`]))
  })
  const more = fc.array(
    fc
      .tuple(fc.constantFrom(...otherFields, ...fieldsOf(row.body)), hostileJsonText)
      .map(([field, value]) => `${JSON.stringify(field)}:${value}`),
    { maxLength: 2 },
  )
  return fc
    .tuple(
      fc.tuple(...fields),
      fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: more }),
    )
    .map(([own, others]) => `{${[...own.flat(), ...others].join(',')}}`)
}

function damaged(text: string): fc.Arbitrary<Buffer> {
  const bytes = Buffer.from(text)
  const place = fc.nat(Math.max(bytes.length - 1, 0))
  const put = (at: number, what: Buffer) =>
    Buffer.concat([bytes.subarray(0, at), what, bytes.subarray(at)])
  return fc.oneof(
    place.map((at) => bytes.subarray(0, at)),
    fc
      .tuple(place, fc.uint8Array({ minLength: 1, maxLength: 8 }))
      .map(([at, what]) => put(at, Buffer.from(what))),
    fc
      .tuple(place, fc.constantFrom('fffe', 'c080', 'eda0bd', 'f4908080', '00', '1f8b08'))
      .map(([at, hex]) => put(at, Buffer.from(hex, 'hex'))),
    fc.constant(Buffer.concat([Buffer.from('efbbbf', 'hex'), bytes])),
    fc.constant(Buffer.from(text, 'utf16le')),
    fc.constant(Buffer.concat([bytes, bytes])),
    hostileJsonText.map((other) => Buffer.from(other)),
    fc.constant(Buffer.alloc(0)),
  )
}

function body(name: EndpointName, row: Endpoint): fc.Arbitrary<Buffer | null> {
  if (row.takesBytes !== undefined)
    return fc.uint8Array({ maxLength: 2_000 }).map((bytes) => Buffer.from(bytes))
  const none = fc.constant(null)
  if (!row.body)
    return fc.oneof(
      { weight: 9, arbitrary: none },
      { weight: 1, arbitrary: hostileJsonText.map((text) => Buffer.from(text)) },
    )
  const text = bodyText(name, row)
  return fc.oneof(
    { weight: 12, arbitrary: text.map((whole) => Buffer.from(whole)) },
    { weight: 2, arbitrary: text.chain(damaged) },
    { weight: 1, arbitrary: none },
  )
}

function path(name: EndpointName, row: Endpoint): fc.Arbitrary<string> {
  const sample = sampleOf(name).params ?? {}
  const parts = row.path.split('/').map((part): fc.Arbitrary<string> => {
    const field = part.startsWith(':') ? part.slice(1) : part === '*' ? '*' : null
    if (field === null) return fc.constant(part)
    const right = sample[field] ?? '~item~'
    return fc.oneof(
      { weight: 10, arbitrary: fc.constant(right) },
      { weight: 5, arbitrary: oddId },
      { weight: 4, arbitrary: hostileAddressPart },
    )
  })
  const whole = fc.tuple(...parts).map((filled) => filled.join('/'))
  return fc.oneof(
    { weight: 15, arbitrary: whole },
    { weight: 1, arbitrary: fc.tuple(whole, spelledOddly).map(([text, odd]) => odd(text)) },
  )
}

/** Spellings of a path that an access check and a handler might parse in different ways. */
const spelledOddly = fc.constantFrom<(address: string) => string>(
  (address) => `${address}/`,
  (address) => `/${address}`,
  (address) => address.toUpperCase(),
  (address) => address.replace('/api/', '/api//'),
  (address) => address.replace('/api/', '/api/./'),
  (address) => address.replace('/api/', '/api/x/../'),
  (address) => address.replace('/api/', '/%61pi/'),
  (address) => address.replace('/api/', '/api%2f'),
  (address) => address.replace('/api/', '/api\\'),
  (address) => `${address};jsessionid=1`,
  (address) => `${address}%00`,
  (address) => `${address}.json`,
  (address) => `http://127.0.0.1${address}`,
  (address) => `http://elsewhere.example${address}`,
  (address) => address.slice(1),
  (address) => `${address}#fragment`,
  (address) => address.slice(0, -1),
)

function query(name: EndpointName, row: Endpoint): fc.Arbitrary<string> {
  const sample = sampleOf(name).query ?? {}
  const known = fieldsOf(row.query)
  const pair = (field: string) =>
    fc
      .oneof(
        { weight: 2, arbitrary: fc.constant(encodeURIComponent(sample[field] ?? '')) },
        { weight: 3, arbitrary: hostileAddressPart },
        {
          weight: 1,
          arbitrary: isId(field) || /person|loan/.test(field) ? someId : hostileAddressPart,
        },
      )
      .map((value) => `${field}=${value}`)
  const odd = fc
    .tuple(
      fc.constantFrom('__proto__', 'constructor', 'a[b][c]', '', 'id', 'userId', 'isAdmin', '%'),
      hostileAddressPart,
    )
    .map(([field, value]) => `${field}=${value}`)
  const pairs = known.length
    ? fc.array(
        fc.oneof(
          { weight: 6, arbitrary: fc.constantFrom(...known).chain(pair) },
          { weight: 1, arbitrary: odd },
        ),
        { maxLength: 5 },
      )
    : fc.oneof(
        { weight: 9, arbitrary: fc.constant([]) },
        { weight: 1, arbitrary: fc.array(odd, { maxLength: 3 }) },
      )
  return pairs.map((all) => (all.length ? `?${all.join('&')}` : ''))
}

const framing = fc.oneof(
  { weight: 30, arbitrary: fc.constant<Framing>('length') },
  { weight: 1, arbitrary: fc.constantFrom<Framing>('tooLong', 'tooShort', 'chunked') },
)
const otherMethods = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'QUERY']

export function requestTo(
  name: EndpointName,
  row: Endpoint,
  role: Role,
): fc.Arbitrary<HostileRequest> {
  const method = fc.oneof(
    { weight: 30, arbitrary: fc.constant<string>(row.method) },
    { weight: 1, arbitrary: fc.constantFrom(...otherMethods, 'BREW', 'get', 'PO ST') },
  )
  const type = fc.oneof(
    { weight: 20, arbitrary: fc.constant('application/json') },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        ...['text/plain', 'text/html', 'application/x-www-form-urlencoded', 'multipart/form-data'],
        ...['application/json; charset=utf-16', 'application/json; charset="', 'json', '', '*/*'],
      ),
    },
    {
      weight: 1,
      arbitrary: hostileText.map((text) => text.replaceAll(/[\r\n\0]/g, '').slice(0, 500)),
    },
  )
  return fc
    .record({
      method,
      path: path(name, row),
      query: query(name, row),
      body: body(name, row),
      type,
      headers: hostileHeaders,
      framing,
      isSignedIn: fc.oneof(
        { weight: 40, arbitrary: fc.constant(true) },
        { weight: 1, arbitrary: fc.constant(false) },
      ),
    })
    .map(({ path: pathname, query: search, type: contentType, headers, ...rest }) => ({
      name,
      role,
      address: pathname + search,
      headers: rest.body === null ? headers : [['content-type', contentType], ...headers],
      ...rest,
    }))
}
