import { endpoints } from '#contract/endpoints.ts'
import { refusalsOf, type Endpoint } from '#contract/endpoint.ts'
import { readConfig } from '#server/config/config.ts'
import { security } from '#test/support/requirements.ts'
import { describe, expect, it } from 'vitest'
import { apiDocsPage } from './api-page.ts'
import { openApiDocument, type OpenApiDocument } from './openapi.ts'

const config = readConfig({ PUBLIC_URL: 'https://desk.example.com' }, '/')
const given = openApiDocument(endpoints, config)
const document: OpenApiDocument = JSON.parse(JSON.stringify(given))
const rows = Object.entries<Endpoint>(endpoints)
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
)
const operationOf = (name: string) => {
  const found = operations.find(({ operation }) => operation.operationId === name)
  if (!found) throw new Error(`${name} is not in the document`)
  return found
}
const bodyOf = (name: string) =>
  operationOf(name).operation.requestBody?.content['application/json']?.schema

function valuesUnder(key: string, json: unknown): unknown[] {
  if (typeof json !== 'object' || json === null) return []
  return Object.entries(json).flatMap(([name, value]) => [
    ...(name === key ? [value] : []),
    ...valuesUnder(key, value),
  ])
}

describe('the OpenAPI document', () => {
  it('writes the OpenAPI document as JSON', () => {
    expect(document).toEqual(given)
    expect(document.openapi).toBe('3.1.0')
    expect(document.info.version).toMatch(/^\d+\.\d+\.\d+/)
    expect(document.servers).toEqual([{ url: 'https://desk.example.com' }])
  })

  it.each(rows)(
    'lists the endpoint %s in the OpenAPI document',
    (name, { method, access, body, takesBytes, response }) => {
      security('8.1.2')
      const found = operationOf(name)
      expect(found.method).toBe(method.toLowerCase())
      expect(found.path).not.toMatch(/[:*]/)
      expect(found.operation['x-access']).toBe(access)
      expect(found.operation.security.some((one) => 'session' in one)).toBe(access !== 'anyone')
      expect('requestBody' in found.operation).toBe((body ?? takesBytes) !== undefined)
      expect('204' in found.operation.responses).toBe(response === null)
      const inPath =
        found.operation.parameters?.filter((parameter) => parameter.in === 'path') ?? []
      expect(inPath.map(({ name: parameter }) => `{${parameter}}`)).toEqual(
        found.path.match(/\{\w+\}/g) ?? [],
      )
    },
  )

  it('lists only endpoints from the endpoint table in the OpenAPI document', () => {
    expect(operations).toHaveLength(rows.length)
  })

  it('defines every schema that the OpenAPI document references', () => {
    const references = valuesUnder('$ref', document).map(String)
    expect(references.length).toBeGreaterThan(rows.length)
    for (const reference of new Set(references)) {
      let target: unknown = document
      for (const step of reference.replace('#/', '').split('/'))
        target = Object.entries(target ?? {}).find(([key]) => key === step)?.[1]
      expect(target, reference).toBeTypeOf('object')
    }
  })

  it("lists an endpoint's required fields, including those checked by a transform", () => {
    expect(bodyOf('createLoan')?.required).toEqual([
      'title',
      'borrowerName',
      'amount',
      'interestRate',
      'term',
    ])
  })

  it('describes the validation rules of fields together with their error messages', () => {
    security('2.1.1')
    const loan = bodyOf('createLoan')?.properties ?? {}
    expect(loan['amount']?.description).toContain('Amount must be a positive number')
    expect(loan['amount']?.description).toContain('up to 9999999999999.99')
    expect(loan['ltv']?.description).toContain('up to 999.99')
    expect(loan['term']?.description).toContain('at most 1200 months')
    expect(loan['status']?.description).toContain('Underwriting')
    expect(bodyOf('register')?.properties?.['password']).toMatchObject({
      minLength: 8,
      maxLength: 128,
    })
  })

  it('describes numbers in the OpenAPI document as decimal strings', () => {
    expect(document.components.schemas['Loan']?.properties?.['amount']).toMatchObject({
      type: 'string',
      description: 'US dollars, a decimal with two places as text',
    })
  })

  it("documents an endpoint's rate limit only as a possible 429 response", () => {
    const limited = rows.filter(([, { limit }]) => limit !== undefined)
    expect(limited.length).toBeGreaterThan(0)
    for (const [name] of limited)
      expect(operationOf(name).operation.responses, name).toHaveProperty('429')
    expect(operationOf('listLoans').operation.responses).not.toHaveProperty('429')
  })

  it.each(rows)('lists exactly the errors that %s can return', (name, row) => {
    const { responses } = operationOf(name).operation
    const listed = Object.entries(responses)
      .filter(([status]) => Number(status) >= 400)
      .map(([status, { content }]) => ({
        status: Number(status),
        codes: content?.['application/json']?.schema?.properties?.['code']?.enum,
      }))
    expect(listed).toEqual(refusalsOf(row))
  })

  it.each(rows)('includes an example for %s', (name, { example = {} }) => {
    const { parameters = [], requestBody } = operationOf(name).operation
    const shown = parameters.flatMap(({ name: field, in: place, example: value }) =>
      value === undefined ? [] : [[`${place} ${field.replace(/^path$/, '*')}`, value]],
    )
    const expected = [
      ...Object.entries(example.params ?? {}).map(([field, value]) => [`path ${field}`, value]),
      ...Object.entries(example.query ?? {}).map(([field, value]) => [`query ${field}`, value]),
    ]
    expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(expected))
    expect(requestBody?.content['application/json']?.example).toEqual(example.body)
  })

  it('describes the Idempotency-Key on endpoints that accept it', () => {
    const headers = ({ operation }: (typeof operations)[number]) =>
      operation.parameters?.filter((parameter) => parameter.in === 'header') ?? []
    const accepting = operations.filter((one) => headers(one).length > 0)
    expect(accepting.map(({ operation }) => operation.operationId)).toEqual([
      'createLoan',
      'recordCommitment',
      'releaseCommitment',
      'makeCommitmentBindingOnBehalf',
      'createCommitment',
      'makeCommitmentBinding',
      'createMessage',
      'createPrivateMessages',
      'importLoans',
      'importLenders',
    ])
  })
})

describe('the API page', () => {
  const page = apiDocsPage(endpoints)

  it.each(rows)('lists and describes %s on the API page', (name, { method, path }) => {
    const address = `<b>${method}</b> ${path.replaceAll('/', '/<wbr>')}</code>`
    expect(page).toContain(`<a href="#${name}"><code>${address}</a>`)
    expect(page).toContain(`<h3 id="${name}"><code>${address}</h3>`)
  })

  it('shows an example on the API page for each endpoint that takes input', () => {
    const examples = page.match(/<h4>Example<\/h4>/g)
    expect(examples).toHaveLength(rows.filter(([, { example }]) => example).length)
    expect(page).toContain('GET /api/loans/5b1f0c9a-2e47-4d83-b6a5-91c03d7e8f24</code>')
  })

  it("shows each endpoint's rate limit on the API page", () => {
    const limits = page.match(/<span>Limit<\/span> \d+ calls in \d+ minutes per account/g)
    expect(limits).toHaveLength(rows.filter(([, { limit }]) => limit !== undefined).length)
  })

  it('uses each id on the API page only once and has a target for every link', () => {
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const links = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)
    expect(links.filter((id) => !ids.includes(id))).toEqual([])
  })

  it('allows no scripts on the API page, and allows styles only with a nonce', () => {
    expect(page).not.toContain('<script')
    expect(page).not.toContain(' style=')
    expect(page.match(/<style nonce="%CSP_NONCE%">/g)).toHaveLength(1)
    expect(page).not.toContain('undefined')
    expect(page).not.toContain('[object')
  })
})
