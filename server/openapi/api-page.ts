/** The API reference as a single HTML page without scripts. Its style contains placeholders. */
import type { Endpoint } from '#contract/endpoint.ts'
import { refusals } from '#contract/refusals.ts'
import { escapeHtml } from '#server/pages/html.ts'
import { answerShape, inputShape, namedShapes, type JsonShape } from './json-shapes.ts'
import {
  idempotencyKey,
  nounOf,
  nouns,
  parameterShape,
  pathParameters,
  successStatus,
} from './openapi.ts'
import { apiPageStyle } from './api-page-style.ts'
import {
  accessLabels,
  describeLimit,
  particularRefusals,
  shapeDescriber,
} from './describe-calls.ts'

/** Returns the API page. Replace `%CSP_NONCE%` with the response's nonce, and `%FONT_FACE%` with the font's rule. */
export function apiDocsPage(endpoints: Record<string, Endpoint>): string {
  const chapters = new Map<string, [string, Endpoint][]>(nouns.map((noun) => [noun, []]))
  for (const row of Object.entries(endpoints)) {
    chapters.get(nounOf(row[1]))?.push(row)
  }
  const filled = [...chapters].filter(([, rows]) => rows.length > 0)
  const shapes = Object.entries(namedShapes())
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Paripassu API</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style nonce="%CSP_NONCE%">%FONT_FACE%${apiPageStyle}</style>
</head>
<body>
<a class="skip" href="#calls">Skip to the calls</a>
<header>
<p><a href="/">← Back to Paripassu</a></p>
<h1>Paripassu API</h1>
<p>${Object.keys(endpoints).length} calls, the same ones the app uses.
For programs: <a href="/api/openapi.json">OpenAPI 3.1</a>.</p>
${callerFilter}
</header>
<nav aria-label="Contents">
${filled.map(([noun, rows]) => contents(noun, rows)).join('\n')}
<h2><a href="#refusals">Errors</a></h2>
<h2><a href="#shapes">Shapes</a></h2>
<ul>${shapes.map(([name]) => `<li><a href="#shape-${name}">${name}</a></li>`).join('\n')}</ul>
</nav>
<main id="calls">
${introduction}
${filled.map(([noun, rows]) => chapter(noun, rows)).join('\n')}
${refusalChapter()}
<section aria-labelledby="shapes">
<h2 id="shapes">Shapes</h2>
${shapes.map(([name, shape]) => namedShape(name, shape)).join('\n')}
</section>
</main>
</body>
</html>
`
}

/** A filter without scripts: the style hides the calls that the selected caller may not use. */
const callerFilter = `<fieldset>
<legend>Show the calls of</legend>
<label><input type="radio" name="caller" value="admin" checked> Administrators (all)</label>
<label><input type="radio" name="caller" value="manager"> Managers</label>
<label><input type="radio" name="caller" value="lender"> Committers</label>
<label><input type="radio" name="caller" value="viewer"> Viewers</label>
<label><input type="radio" name="caller" value="pending"> Pending users</label>
<label><input type="radio" name="caller" value="visitor"> Visitors</label>
</fieldset>`

const introduction = `<section aria-labelledby="start">
<h2 id="start">Get started</h2>
<p>Sign in, keep the cookie, and send it with every call:</p>
<pre tabindex="0"><code>curl -c cookies -H 'Content-Type: application/json' \\
  -d '{"email":"you@example.com","password":"…"}' https://desk.example.com/api/auth/login
curl -b cookies https://desk.example.com/api/loans</code></pre>
<ul>
<li>Send bodies as JSON, except uploads. Amounts, rates and percentages are decimals as text
(<code>"2500000.00"</code>, <code>"7.25"</code>), flags are <code>"true"</code> or
<code>"false"</code> as text, and times are ISO 8601 in UTC.</li>
<li>From a browser, only pages of the same site can make changes.</li>
<li>Responses may gain fields. Ignore fields you don't know.</li>
</ul>
</section>`

const contents = (noun: string, rows: [string, Endpoint][]) =>
  `<h2><a href="#${chapterId(noun)}">${escapeHtml(noun)}</a></h2>
<ul>${rows.map(([name, row]) => `<li data-access="${row.access}"><a href="#${name}">${address(row)}</a></li>`).join('\n')}</ul>`

const chapterId = (noun: string) => `noun-${noun.toLowerCase().replaceAll(/\W+/g, '-')}`

const chapter = (noun: string, rows: [string, Endpoint][]) => {
  const id = chapterId(noun)
  return `<section aria-labelledby="${id}">
<h2 id="${id}">${escapeHtml(noun)}</h2>
${rows.map(([name, row]) => call(name, row)).join('\n')}
</section>`
}

const address = ({ method, path }: Endpoint) =>
  `<code><b>${method}</b> ${escapeHtml(path).replaceAll('/', '/<wbr>')}</code>`

const call = (
  name: string,
  endpoint: Endpoint,
) => `<article aria-labelledby="${name}" data-access="${endpoint.access}">
<h3 id="${name}">${address(endpoint)}</h3>
<p>${prose(endpoint.summary)}</p>
<p class="access"><span>Access</span> ${accessLabels[endpoint.access]}</p>
${limitOf(endpoint)}
${repeatsOf(endpoint)}
${inputTable('Path and headers', name, addressFields(endpoint))}
${endpoint.query ? inputTable('Query', name, inputShape(endpoint.query)) : ''}
${endpoint.body ? inputTable('Body', name, inputShape(endpoint.body)) : ''}
${endpoint.takesBytes === undefined ? '' : '<h4>Body</h4>\n<p>The bytes of the file, of any type.</p>'}
${exampleOf(name, endpoint)}
<h4>Response</h4>
<p><strong>${successStatus(endpoint)}</strong> ${answer(endpoint)}</p>
<p>Errors: ${refusalsIn(endpoint)}</p>
</article>`

const refusalsIn = (endpoint: Endpoint): string =>
  particularRefusals(endpoint)
    .map(({ status, codes }) => {
      const links = codes.map((code) => `<a href="#${refusalId(status, code)}">${codeOf(code)}</a>`)
      return `${status} ${links.join(', ')}`
    })
    .join('; ') || 'no further ones'

const refusalId = (status: number | string, code: string) => `refusal-${status}-${code}`

const limitOf = ({ limit }: Endpoint): string =>
  limit
    ? `<p class="access"><span>Limit</span> ${describeLimit(limit)},
shared by all calls marked <code>${limit}</code></p>`
    : ''

const repeatsOf = ({ idempotent }: Endpoint): string =>
  idempotent
    ? '<p class="access"><span>Idempotent</span> With an <code>Idempotency-Key</code></p>'
    : ''

function addressFields({ path, idempotent }: Endpoint): JsonShape {
  const names = pathParameters(path)
  const properties: Record<string, JsonShape> = Object.fromEntries(
    names.map((name) => [name, parameterShape(name)]),
  )
  const { name, description, schema } = idempotencyKey
  if (idempotent) properties[name] = { ...schema, ...(description && { description }) }
  return { properties, required: names }
}

function inputTable(title: string, of: string, shape: JsonShape): string {
  const fields = Object.entries(shape.properties ?? {})
  if (fields.length === 0) return ''
  const rows = fields.map(([name, field]) => {
    const isRequired = shape.required?.includes(name) ?? false
    return `<tr><th scope="row"><code>${name}</code></th><td>${describeType(field)}</td>
<td>${isRequired ? 'required' : 'optional'}</td><td>${describeRules(field)}</td></tr>`
  })
  return `<h4>${title}</h4>
${table(`${title} of ${of}`, ['Field', 'Type', 'Required', 'Rules'], rows)}`
}

function exampleOf(name: string, { method, path, example }: Endpoint): string {
  if (!example) return ''
  const { params = {}, query, body } = example
  const filledIn = path.replaceAll(/:(\w+)|\*/g, (all, param) => params[param ?? all] ?? '')
  const search = query ? `?${new URLSearchParams(query)}` : ''
  const lines = [`${method} ${filledIn}${search}`, ...(body ? [JSON.stringify(body, null, 2)] : [])]
  return `<h4>Example</h4>
<pre tabindex="0"><code>${escapeHtml(lines.join('\n\n'))}</code></pre>`
}

function answer({ response }: Endpoint): string {
  if (response === null) return 'Nothing.'
  if (response === 'bytes') return 'The file or page itself.'
  if (response === 'events') return 'A stream of events.'
  return `${describeType(answerShape(response))}.`
}

function namedShape(name: string, shape: JsonShape): string {
  const rows = Object.entries(shape.properties ?? {}).map(
    ([field, its]) => `<tr><th scope="row"><code>${field}</code></th><td>${describeType(its)}</td>
<td>${shape.required?.includes(field) ? '' : 'optional'} ${describeMeaning(its)}</td></tr>`,
  )
  return `<article aria-labelledby="shape-${name}">
<h3 id="shape-${name}">${name}</h3>
${table(name, ['Field', 'Type', 'Meaning'], rows)}
</article>`
}

/** A table that scrolls horizontally on a narrow screen, including by keyboard. */
const table = (label: string, heads: string[], rows: string[]) =>
  `<div class="table" role="region" aria-label="${label}" tabindex="0"><table>
<thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead>
<tbody>${rows.join('\n')}</tbody></table></div>`

function refusalChapter(): string {
  const rows = Object.entries(refusals).flatMap(([status, codes]) =>
    Object.entries(codes).map(
      ([code, meaning]) =>
        `<tr><th scope="row" id="${refusalId(status, code)}">${status}</th><td>${codeOf(code)}</td>
<td>${prose(meaning)}</td></tr>`,
    ),
  )
  return `<section aria-labelledby="refusals">
<h2 id="refusals">Errors</h2>
<p>Every error is a ${reference('Refusal')}: a message for people, a code for programs, and for a
form the fields that were wrong. An unknown address returns 404, a wrong method 405 with
<code>Allow</code>. Any call can return 500 and 503, so a call lists these only if it has codes of
its own.</p>
${table('Errors by status and code', ['Status', 'Code', 'Meaning'], rows)}
</section>`
}

const reference = (name: string) => `<a href="#shape-${name}">${name}</a>`
const codeOf = (text: string) => `<code>${escapeHtml(text)}</code>`
const { describeType, describeMeaning, describeRules } = shapeDescriber({
  plain: escapeHtml,
  code: codeOf,
  shape: reference,
})

const prose = (text: string) => escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')
