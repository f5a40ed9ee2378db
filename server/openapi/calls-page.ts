/** The API reference as Markdown, which `npm run calls` writes to docs/calls.md. */
import type { CallLimit, Endpoint } from '#contract/endpoint.ts'
import { refusals } from '#contract/refusals.ts'
import type { Access } from '#domain/access.ts'
import { callLimits } from '#server/http/limits/call-limits.ts'
import { answerShape, inputShape, namedShapes, type JsonShape } from './json-shapes.ts'
import { successStatus } from './openapi.ts'
import {
  accessLabels,
  describeLimit,
  particularRefusals,
  shapeDescriber,
} from './describe-calls.ts'

type Rows = Record<string, Endpoint>

export function callsPage(areas: Record<string, Rows>): string {
  const parts = [
    opening(Object.values(areas).flatMap(Object.keys).length),
    commonRules,
    ...Object.entries(areas).map(([area, rows]) => chapter(area, rows)),
    shapesChapter(),
  ]
  return `${parts.join('\n\n')}\n`
}

const opening = (count: number) => `# Calls

The ${count} calls between browser and server. \`npm run calls\` prints this page from the table
(\`contract/endpoints.ts\`), and a test compares the two: review the page, change the table.
The server shows the same at \`/api/docs\`, and as OpenAPI at \`/api/openapi.json\`.`

const code = (text: string) => `\`${text}\``
// Escapes special characters. For example, a vertical bar would end a table cell.
const plain = (text: string) => text.replaceAll(/[|<*]/g, String.raw`\$&`)
const { describeType, describeRules } = shapeDescriber({
  plain,
  code: (text) => (text === '""' ? 'empty' : code(text.replaceAll('"', ''))),
  shape: (name) => `[${name}](#shapes)`,
})

const row = (cells: string[]) => `| ${cells.join(' | ')} |`
const table = (heads: string[], rows: string[][]) =>
  [row(heads), row(heads.map(() => '---')), ...rows.map(row)].join('\n')

const commonRules = `## Rules for all calls

From a browser, only pages of this site can make changes. Ids in paths are UUIDs.

Access:

${table(
  ['Access', 'Who'],
  // The cast is safe, because the record contains every access level.
  (Object.keys(accessLabels) as Access[]).map((access) => [code(access), accessLabels[access]]),
)}

Limits. All calls with the same limit count together:

${table(
  ['Limit', 'At most'],
  (Object.keys(callLimits) as CallLimit[]).map((limit) => [code(limit), describeLimit(limit)]),
)}

Errors. Any call can return 500 and 503, so a call lists these only with special codes. Requests that
reach no call return 405, 408, 417 and 431.

${table(
  ['Status', 'Code', 'Meaning'],
  Object.entries(refusals).flatMap(([status, codes]) =>
    Object.entries(codes).map(([name, meaning]) => [status, code(name), plain(meaning)]),
  ),
)}`

function chapter(area: string, rows: Rows): string {
  const all = Object.entries(rows)
  const heads = ['Call', 'Method', 'Path', 'Access', 'Limit', 'Idempotent']
  const overview = all.map(([name, { method, path, access, limit, idempotent }]) => [
    `[${name}](#${name.toLowerCase()})`,
    method,
    code(path),
    code(access),
    limit ? code(limit) : '',
    idempotent ? 'with a key' : '',
  ])
  const title = area.charAt(0).toUpperCase() + area.slice(1)
  return [`## ${title}`, table(heads, overview), ...all.map(call)].join('\n\n')
}

function call([name, endpoint]: [string, Endpoint]): string {
  const { method, path, summary, query, body, takesBytes, ownPagesOnly } = endpoint
  const lines = [
    `- Response: ${successStatus(endpoint)}, ${answer(endpoint)}.`,
    endpoint.changes?.length ? `- Changes: ${endpoint.changes.map(code).join(', ')}.` : '',
    `- Errors: ${refusalsIn(endpoint)}.`,
  ]
  const parts = [
    `### ${name}`,
    `${code(`${method} ${path}`)}: ${summary}`,
    lines.filter(Boolean).join('\n'),
    ownPagesOnly ? 'Only pages of this site can call it.' : '',
    takesBytes === undefined ? '' : `The body is a file of at most ${takesBytes / 1024 ** 2} MiB.`,
    query ? fields('Query', inputShape(query)) : '',
    body ? fields('Body', inputShape(body)) : '',
  ]
  return parts.filter(Boolean).join('\n\n')
}

function answer({ response }: Endpoint): string {
  if (response === null) return 'empty'
  if (response === 'events') return 'a stream of events'
  return response === 'bytes' ? 'a file or page' : describeType(answerShape(response))
}

const refusalsIn = (endpoint: Endpoint): string =>
  particularRefusals(endpoint)
    .map(({ status, codes }) => `${status} ${codes.map(code).join(', ')}`)
    .join('; ') || 'no further ones'

const fields = (title: string, shape: JsonShape): string =>
  table(
    [title, 'Type', 'Required', 'Rules'],
    Object.entries(shape.properties ?? {}).map(([name, field]) => [
      code(name),
      describeType(field),
      shape.required?.includes(name) ? 'yes' : '',
      describeRules(field),
    ]),
  )

const shapesChapter = () => `## Shapes

Figures are decimals as text, flags \`true\` or \`false\` as text, times ISO 8601 in UTC.

${table(
  ['Shape', 'Fields'],
  Object.entries(namedShapes()).map(([name, shape]) => [
    name,
    Object.entries(shape.properties ?? {})
      .map(([field, its]) => {
        const mayBeMissing = shape.required?.includes(field) ? '' : ', optional'
        return `${code(field)} (${describeType(its)}${mayBeMissing})`
      })
      .join(', '),
  ]),
)}`
