/** The targets for the scans: every call in the server's OpenAPI document, with values filled in. */
import type { SignIn } from '#test/support/product.ts'
import type { Bench, Signer } from './bench.ts'

export interface Target {
  name: string
  method: string
  url: string
  query: string
  body: string | undefined
  hasId: boolean
  as: Signer | null
  isFile: boolean
}

interface Schema {
  $ref?: string
  anyOf?: Schema[]
  oneOf?: Schema[]
  type?: string
  format?: string
  enum?: string[]
  properties?: Record<string, Schema>
}
interface Operation {
  operationId: string
  'x-access': keyof typeof signers
  parameters?: { name: string; in: string; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}
interface OpenApi {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

type Value = string | number | boolean
interface Filling {
  address: string
  values: Record<string, Value> & { loanId: string; lenderId: string; path: string }
  document: OpenApi
}

export async function signIn(address: string, { email, password }: SignIn): Promise<string> {
  const answer = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  if (!answer.ok) throw new Error(`Signing in answered ${answer.status}`)
  return (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
}

/** These calls accept no input and end the caller's session. */
const left = new Set(['logout', 'signOutEverywhere'])

export async function readTargets(
  address: string,
  { admin, sampleLender }: Bench['people'],
): Promise<Target[]> {
  const asAdmin = { headers: { cookie: await signIn(address, admin) } }
  const get: Get = async (path) => (await fetch(address + path, asAdmin)).json()
  const document = (await get('/api/openapi.json')) as OpenApi
  const values = await readValues(get, sampleLender)
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) => {
      if (left.has(operation.operationId)) return []
      return [target({ address, values, document }, path, method.toUpperCase(), operation)]
    }),
  )
}

interface UserRow {
  id: string
  email: string
  isAdmin: string
}

type Get = (path: string) => Promise<unknown>

/** Values from existing data. With these values, the calls actually run their queries. */
async function readValues(get: Get, sampleLender: SignIn): Promise<Filling['values']> {
  const [loan] = (await get('/api/loans')) as { id: string }[]
  const users = (await get('/api/admin/users')) as UserRow[]
  // Another user's account is used, because changing the caller's account would end the caller's session.
  const lender = users.find(
    ({ isAdmin, email }) => isAdmin === 'false' && email !== sampleLender.email,
  )
  if (!loan || !lender) throw new Error('The sample portfolio has no loan or no other lender')
  const [document] = (await get(`/api/documents/loan/${loan.id}`)) as { fileUrl: string }[]
  return {
    loanId: loan.id,
    lenderId: lender.id,
    path: document?.fileUrl ?? 'documents/none',
    ...{ email: 'ada@example.com', password: 'long enough 1', currentPassword: 'wrong' },
    ...{ newPassword: 'long enough 2', firstName: 'Ada', lastName: 'Cole', token: 'none' },
    ...{ status: 'open', propertyType: 'Retail', purpose: 'Acquisition', ltv: '65.00' },
    ...{ originationFee: '1.50', interestReserve: '500.00', asIsValue: '1000.00' },
    ...{ asCompleteValue: '1000.00', imageUrl: 'https://example.com/pier.png' },
    ...{ title: 'Pier 4', borrowerName: 'Pier LLC', amount: '1000.00', percentage: '1' },
    ...{ interestRate: '7.25', term: 24, limit: '5', search: 'pier', person: 'Ada', loan: 'Pier' },
    ...{ fundedOn: '2026-03-31' },
    ...{ reason: 'It ended', message: 'When?', filename: 'A.pdf', fileType: 'application/pdf' },
    ...{ fileUrl: 'documents/none', from: '2025-01-01', to: '2027-01-01', w: '480', cursor: '' },
  }
}

function target(filling: Filling, path: string, method: string, operation: Operation): Target {
  const { address, values } = filling
  const inPath = path.replace(/\{(\w+)\}/g, (_all, name: string) => idFor(path, name, values))
  const query = (operation.parameters ?? [])
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, schema }) => `${name}=${encodeURIComponent(valueOf(name, schema, filling))}`)
  const schema = operation.requestBody?.content['application/json']?.schema
  const body = schema && objectOf(schema, filling)
  return {
    name: operation.operationId,
    method,
    url: address + inPath,
    query: query.join('&'),
    body: body && JSON.stringify(body),
    hasId: path.includes('{'),
    as: signers[operation['x-access']],
    isFile: Boolean(operation.requestBody?.content['*/*']),
  }
}

/** Visitors' calls are sent without a session, because some of these calls would end the session. */
const signers = {
  anyone: null,
  reader: 'sampleLender',
  signedIn: 'sampleLender',
  approved: 'sampleLender',
  admin: 'admin',
} as const

function idFor(path: string, name: string, values: Filling['values']): string {
  if (name === 'path') return values.path
  if (path.includes('/users/')) return values.lenderId
  return values.loanId
}

/**
 * Resolves a reference in the OpenAPI document. If there are alternatives, uses the first alternative that isn't null.
 */
function resolve(schema: Schema | undefined, document: OpenApi): Schema {
  if (schema?.$ref)
    return resolve(document.components.schemas[schema.$ref.split('/').at(-1) ?? ''], document)
  const choice = (schema?.anyOf ?? schema?.oneOf)?.find(({ type }) => type !== 'null')
  return choice ? resolve(choice, document) : (schema ?? {})
}

function objectOf(schema: Schema, filling: Filling): Record<string, Value> {
  const { properties = {} } = resolve(schema, filling.document)
  return Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [name, valueOf(name, field, filling)]),
  )
}

function valueOf(name: string, field: Schema, { values, document }: Filling): Value {
  const { enum: words, type, format } = resolve(field, document)
  const known = values[name] ?? words?.[0]
  if (known !== undefined) return known
  if (format === 'uuid') return values.loanId
  if (type === 'integer' || type === 'number') return 1
  return type === 'boolean' ? true : '1'
}
