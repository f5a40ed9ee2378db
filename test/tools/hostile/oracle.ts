/** Finds problems in a response: errors, malformed error messages, and data that the sender isn't allowed to see. */
import { isRefusal } from '#test/support/caller.ts'
import { markup, smuggledHeader, templateProduct } from './values.ts'
import type { Outcome, RawAnswer } from './wire.ts'

export interface Secret {
  text: string
  what: string
}

/** Internal strings that must not occur in any response. The hostile values don't contain them either. */
const insides: [RegExp, string][] = [
  [/\$argon2/, 'the hash of a password'],
  [/(\n|\\n)\s+at .+:\d+:\d+/, 'a stack'],
  [/node_modules|dist\/server|file:\/\/\/(?!etc)/, 'a path of the program'],
  [/\bselect\b.{1,200}\bfrom\b|\binsert into\b|\bupdate \w+ set\b/i, 'SQL'],
  [/syntax error at or near|violates|duplicate key|invalid input syntax/, 'words of PostgreSQL'],
  [/token_hash|code_hash|request_hash|is_soft_commit|deactivated_at/, 'the name of a column'],
  [/PostgresError|DatabaseError|ZodError|TypeError|ECONNREFUSED/, 'the name of an error'],
  [/root:x:0:0/, 'a file of the system'],
  [new RegExp(templateProduct), 'the outcome of a template'],
]

export function complaintsAbout(outcome: Outcome, pathname: string, secrets: Secret[]): string[] {
  const { trouble, answers } = outcome
  return [
    ...(trouble === null ? [] : [trouble]),
    ...answers.flatMap((answer) => [
      ...wrongWithStatus(answer),
      ...leadsElsewhere(answer),
      ...wrongWithShape(answer, pathname),
      ...wrongWithHeaders(answer),
      ...leaks(answer, secrets),
    ]),
  ]
}

const header = ({ headers }: RawAnswer, name: string) =>
  headers.find(([each]) => each === name)?.[1] ?? ''

const isUnbuiltPage = ({ status, text }: RawAnswer) =>
  status === 503 && text.startsWith("The pages aren't built")

function wrongWithStatus(answer: RawAnswer) {
  if (answer.status < 500 || isUnbuiltPage(answer)) return []
  return [`answered ${answer.status}`]
}

/** An arbitrary host for resolving relative URLs. Only URLs that resolve to this host are accepted. */
const here = 'http://here.invalid'

/** The server never redirects. The only 3xx status is 304, which says that the client's copy is current. */
function leadsElsewhere(answer: RawAnswer) {
  const found: string[] = []
  if (answer.status >= 300 && answer.status < 400 && answer.status !== 304)
    found.push(`redirects with ${answer.status}`)
  for (const [name, value] of answer.headers)
    if ((name === 'location' || name === 'refresh') && !staysHere(value))
      found.push(`leads elsewhere, to ${value}`)
  return found
}

/** Parses the URL as a browser does. To a browser, `//x` and `\\\\x` name another host. */
function staysHere(address: string) {
  try {
    return new URL(address, here).origin === here
  } catch {
    return false
  }
}

function wrongWithShape(answer: RawAnswer, pathname: string) {
  const { status, text, bytes } = answer
  const type = header(answer, 'content-type')
  const found: string[] = []
  if (bytes.length > 0 && !type) found.push('a body of no type')
  if (/^(text\/|application\/json)/.test(type) && !/charset=utf-8/i.test(type))
    found.push(`a text without its charset: ${type}`)
  const isRefused = status >= 400 && bytes.length > 0
  const isCall = /^\/(api|objects)\//.test(pathname)
  if (
    isRefused &&
    isCall &&
    !isJson(text) &&
    !(isMailLink(pathname) && type.startsWith('text/html'))
  )
    found.push(`a refusal of another shape: ${text.slice(0, 200)}`)
  if (type.startsWith('text/html') && text.includes(markup)) found.push('markup of the caller')
  if (type.startsWith('text/html') && pathname.startsWith('/api/') && !isPage(pathname))
    found.push('HTML in answer to a call')
  return found
}

/** A browser that opens the link in an email gets a page, even if the link is refused. */
const isMailLink = (pathname: string) => pathname === '/api/mail-switch'

/** The paths that return HTML: the API page, the contents of emails, and the link in an email. */
const isPage = (pathname: string) =>
  pathname === '/api/docs' ||
  isMailLink(pathname) ||
  /^\/api\/admin\/(mails\/[^/]+\/html|loans\/[^/]+\/mail)$/.test(pathname)

function isJson(text: string) {
  try {
    return isRefusal(JSON.parse(text))
  } catch {
    return false
  }
}

function wrongWithHeaders(answer: RawAnswer) {
  const found: string[] = []
  if (!/(default|object)-src 'none'|sandbox/.test(header(answer, 'content-security-policy')))
    found.push('no Content-Security-Policy')
  if (header(answer, 'x-content-type-options') !== 'nosniff') found.push('no nosniff')
  if (answer.headers.some(([name]) => name === smuggledHeader)) found.push('a smuggled header')
  if (answer.headers.some(([name]) => name === 'x-powered-by' || name === 'server'))
    found.push('the name of the software')
  return found
}

function leaks(answer: RawAnswer, secrets: Secret[]) {
  const head = answer.headers.map((pair) => pair.join(': ')).join('\n')
  const all = `${head}\n${answer.text}`
  return [
    ...insides.filter(([sign]) => sign.test(all)).map(([, what]) => `shows ${what}`),
    ...secrets.filter(({ text }) => all.includes(text)).map(({ what }) => `shows ${what}`),
  ]
}
