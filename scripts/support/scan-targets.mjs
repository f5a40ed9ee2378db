/** What there is to scan: every call of the product's own OpenAPI document, filled in. */

/** The cookie of a sign-in. */
export async function signIn(address, { email, password }) {
  const answer = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  if (!answer.ok) throw new Error(`Signing in answered ${answer.status}`)
  return (answer.headers.get('set-cookie') ?? '').split(';')[0]
}

/** These take nothing and end the sign-in they come with. */
const left = new Set(['logout', 'signOutEverywhere'])

/** Each: a call with something to put into it, in whose name, and a value for each field. */
export async function readTargets(address, { admin, sampleLender }) {
  const asAdmin = { headers: { cookie: await signIn(address, admin) } }
  const get = async (path) => (await fetch(address + path, asAdmin)).json()
  const document = await get('/api/openapi.json')
  const values = await readValues(get, sampleLender)
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) => {
      if (left.has(operation.operationId)) return []
      return [target({ address, values, document }, path, method.toUpperCase(), operation)]
    }),
  )
}

/** Values of what is there, so that a call gets as far as its queries. */
async function readValues(get, sampleLender) {
  const [loan] = await get('/api/loans')
  const users = await get('/api/admin/users')
  // Another than the one who signs in: what is done to this one takes nobody's sign-in away.
  const lender = users.find(
    ({ isAdmin, email }) => isAdmin === 'false' && email !== sampleLender.email,
  )
  const [document] = await get(`/api/documents/loan/${loan.id}`)
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
    ...{ reason: 'It ended', message: 'When?', filename: 'A.pdf', fileType: 'application/pdf' },
    ...{ fileUrl: 'documents/none', from: '2025-01-01', to: '2027-01-01', w: '480', cursor: '' },
  }
}

function target({ address, values, document }, path, method, operation) {
  const inPath = path.replace(/\{(\w+)\}/g, (_all, name) => idFor(path, name, values))
  const query = (operation.parameters ?? [])
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, schema }) => [name, valueOf(name, schema, values, document)])
  const schema = operation.requestBody?.content['application/json']?.schema
  const body = schema && objectOf(schema, values, document)
  return {
    name: operation.operationId,
    method,
    url: address + inPath,
    query: query.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&'),
    body: body && JSON.stringify(body),
    hasId: path.includes('{'),
    as: signers[operation['x-access']],
    isFile: Boolean(operation.requestBody?.content['*/*']),
  }
}

/** Whose name a call is made in. A sign-in that comes along to a visitor's call would be ended by it. */
const signers = {
  anyone: null,
  reader: 'sampleLender',
  signedIn: 'sampleLender',
  approved: 'sampleLender',
  admin: 'admin',
}

function idFor(path, name, values) {
  if (name === 'path') return values.path
  if (path.includes('/users/')) return values.lenderId
  return values.loanId
}

function resolve(schema, document) {
  if (schema?.$ref)
    return resolve(document.components.schemas[schema.$ref.split('/').at(-1)], document)
  const choice = (schema?.anyOf ?? schema?.oneOf)?.find(({ type }) => type !== 'null')
  return choice ? resolve(choice, document) : (schema ?? {})
}

function objectOf(schema, values, document) {
  const { properties = {} } = resolve(schema, document)
  return Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [
      name,
      valueOf(name, field, values, document),
    ]),
  )
}

function valueOf(name, field, values, document) {
  const { enum: words, type, format } = resolve(field, document)
  if (name in values) return values[name]
  if (words) return words[0]
  if (format === 'uuid') return values.loanId
  if (type === 'integer' || type === 'number') return 1
  return type === 'boolean' ? true : '1'
}
