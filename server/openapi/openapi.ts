import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Company } from '#contract/company.ts'
import { refusalsOf, type Endpoint } from '#contract/endpoint.ts'
import { refusals, type RefusalCode, type RefusalStatus } from '#contract/refusals.ts'
import type { Access } from '#domain/access.ts'
import { projectRoot } from '#server/project-root.ts'
import { answerShape, inputShape, namedShapes, type JsonShape } from './json-shapes.ts'
import { sessionCookie } from '#server/sign-in/sessions.ts'
import { describeLimit } from './describe-calls.ts'

interface Operation {
  operationId: string
  summary: string
  tags: string[]
  'x-access': Access
  security: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: {
    required: boolean
    content: Record<string, { schema?: JsonShape; example?: object }>
  }
  responses: Record<string, Answer>
}

interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: JsonShape
  example?: string
}

interface Answer {
  description: string
  content?: Record<string, { schema?: JsonShape }>
}

export interface OpenApiDocument {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, JsonShape>
    securitySchemes: Record<string, object>
  }
}

export function openApiDocument(
  endpoints: Record<string, Endpoint>,
  { publicUrl, isHttps, company }: { publicUrl: string; isHttps: boolean; company: Company },
): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {}
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const operations = (paths[openApiPath(endpoint.path)] ??= {})
    operations[endpoint.method.toLowerCase()] = operation(name, endpoint)
  }
  const used = new Set(Object.values(endpoints).map(nounOf))
  return {
    openapi: '3.1.0',
    info: {
      title: `Paripassu at ${company.name}`,
      version: programVersion,
      description:
        'Sign in with POST /api/auth/login and send the cookie it sets with every call. ' +
        'Send bodies as JSON, except uploads. Amounts and percentages are decimals as text, times are UTC.',
    },
    servers: [{ url: publicUrl }],
    tags: nouns.filter((noun) => used.has(noun)).map((name) => ({ name })),
    paths,
    components: {
      schemas: namedShapes(),
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: sessionCookie({ isHttps }) },
      },
    },
  }
}

/** The chapters, with the beginnings of their addresses below /api/. The longest one counts. */
const chapters: Record<string, string[]> = {
  Accounts: ['auth', 'legal', 'first-steps'],
  'Firms and invitations': [
    ...['firm', 'invitations', 'admin/firms', 'admin/firm-lists', 'admin/firm-proposals'],
    ...['admin/invitations'],
  ],
  Loans: ['stats', 'loans', 'loans.csv', 'loans.xlsx', 'saved-filters'],
  Favorites: ['favorites'],
  Commitments: ['commitments', 'offers', 'receipts', 'terms-proposals'],
  Funding: ['funding', 'registers', 'register-entries'],
  'Documents and photos': ['documents', 'photos', 'objects', 'upload', 'uploads'],
  Messages: ['messages'],
  Notifications: ['notifications', 'mail-choices', 'mail-switch'],
  Calendar: ['calendar-address', 'calendar.ics'],
  'Administration: loans and books': ['admin/loans', 'admin/access-requests', 'admin/commitments'],
  'Administration: deals': [
    ...['admin/allocations', 'admin/offers', 'admin/terms-proposals', 'admin/instructions'],
    ...['admin/receipts', 'admin/registers'],
  ],
  'Administration: users and lenders': ['admin/users', 'admin/lenders', 'admin/exposure'],
  'Administration: email and audit': ['admin/mails', 'admin/messages', 'admin/audit'],
  'Administration: imports and settings': [
    ...['admin/imports', 'admin/company', 'admin/legal', 'admin/sample', 'admin/setup'],
  ],
  'Administration: the desk': ['admin'],
}
const restOfTheCalls = 'About the calls'

export const nouns = [...Object.keys(chapters), restOfTheCalls]

export function nounOf({ path: address }: Endpoint): string {
  const words = address.replace(/^\/api\//, '').split('/')
  const beginnings = [words.slice(0, 2).join('/'), words[0] ?? '']
  const found = beginnings.flatMap((each) => nouns.filter((noun) => chapters[noun]?.includes(each)))
  return found[0] ?? restOfTheCalls
}

export const pathParameters = (address: string) =>
  [...address.matchAll(/:(\w+)|\*/g)].map(([, name]) => name ?? 'path')

/** Every path parameter except "path" is an id. */
export const parameterShape = (name: string): JsonShape =>
  name === 'path' ? { type: 'string' } : { type: 'string', format: 'uuid' }

const openApiPath = (address: string) => address.replace(/:(\w+)/g, '{$1}').replace('*', '{path}')

function operation(name: string, endpoint: Endpoint): Operation {
  const { access, summary } = endpoint
  const requestBody = requestBodyOf(endpoint)
  const parameters = parametersOf(endpoint)
  const signedIn = { session: [] }
  return {
    operationId: name,
    summary,
    tags: [nounOf(endpoint)],
    'x-access': access,
    // In OpenAPI, an empty object makes authentication optional.
    security: access === 'anyone' ? [] : access === 'reader' ? [{}, signedIn] : [signedIn],
    ...(parameters.length && { parameters }),
    ...(requestBody && { requestBody }),
    responses: {
      [successStatus(endpoint)]: success(endpoint),
      ...Object.fromEntries(
        refusalsOf(endpoint).map(({ status, codes }) => [status, refused(status, codes, endpoint)]),
      ),
    },
  }
}

function requestBodyOf({ body, takesBytes, example }: Endpoint): Operation['requestBody'] {
  if (takesBytes !== undefined) return { required: true, content: { '*/*': {} } }
  if (!body) return undefined
  const schema = inputShape(body)
  const content = { schema, ...(example?.body && { example: example.body }) }
  return { required: true, content: { 'application/json': content } }
}

export const successStatus = ({ response, status }: Endpoint) =>
  response === null ? 204 : (status ?? 200)

function success({ response, summary }: Endpoint): Answer {
  if (response === null) return { description: 'Done. The response is empty.' }
  if (response === 'bytes') return { description: summary, content: { '*/*': {} } }
  if (response === 'events') return { description: summary, content: { 'text/event-stream': {} } }
  return {
    description: summary,
    content: { 'application/json': { schema: answerShape(response) } },
  }
}

function refused(status: RefusalStatus, codes: RefusalCode[], { limit }: Endpoint): Answer {
  const meanings: Partial<Record<RefusalCode, string>> = refusals[status]
  const words = codes.map((code) => `\`${code}\`: ${meanings[code]}`)
  if (status === 429 && limit)
    words.push(`At most ${describeLimit(limit)}, shared by all calls marked \`${limit}\`.`)
  const schema = { ...refusalReference, properties: { code: { enum: codes } } }
  return { description: words.join(' '), content: { 'application/json': { schema } } }
}

const refusalReference = { $ref: '#/components/schemas/Refusal' }

function parametersOf({ path: address, query, idempotent, example }: Endpoint): Parameter[] {
  const inPath = pathParameters(address).map((name): Parameter => ({
    name,
    in: 'path',
    required: true,
    schema: parameterShape(name),
    ...exampleOf(example?.params?.[name === 'path' ? '*' : name]),
  }))
  const input = query ? inputShape(query) : {}
  const inQuery = Object.entries(input.properties ?? {}).map(([name, schema]): Parameter => ({
    name,
    in: 'query',
    required: input.required?.includes(name) ?? false,
    schema,
    ...exampleOf(example?.query?.[name]),
  }))
  return [...inPath, ...inQuery, ...(idempotent ? [idempotencyKey] : [])]
}

const exampleOf = (value: string | undefined) => (value === undefined ? {} : { example: value })

export const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'The same key and body within a day return the commitment already made. Another body returns 409.',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
}

const readVersion = (): string => {
  const text = readFileSync(path.join(projectRoot, 'package.json'), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
const programVersion = readVersion()
