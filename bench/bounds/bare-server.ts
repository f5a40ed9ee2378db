/**
 * The bound of HTTP: bare `node:http` with the driver's prepared statements and nothing else. A process
 * of its own; the benchmark gives it the database's address and the bytes to send, over IPC.
 */
import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Pool, type QueryResultRow } from 'pg'
import { commitSql, loanSql, pageSql, sessionSql } from './statements.ts'

/** What it is told: fixed bytes, sent at /bytes/<name>. */
export interface FixedAnswer {
  name: string
  headers: Record<string, string>
  body: Buffer
}

// As many connections as the product has.
const pool = new Pool({ connectionString: process.env['BENCH_DATABASE_URL'], max: 16 })
const answers = new Map<string, FixedAnswer>()

const ask = (name: string, text: string, values: unknown[] = []) =>
  pool.query<QueryResultRow>({ name, text, values })

async function findPerson(request: IncomingMessage): Promise<QueryResultRow | null> {
  const token = /(?:^|; )sid=([^;]+)/.exec(request.headers.cookie ?? '')?.[1] ?? ''
  const sid = createHash('sha256').update(token).digest('hex')
  return (await ask('session', sessionSql, [sid])).rows[0] ?? null
}

function sendJson(response: ServerResponse, status: number, value: unknown) {
  const body = JSON.stringify(value)
  const type = 'application/json; charset=utf-8'
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) })
  response.end(body)
}

async function readBody(request: IncomingMessage): Promise<{ loanId: string }> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return JSON.parse(text) as { loanId: string }
}

/** The time and the id of the loan that a cursor of the product stands for. */
const placeOf = (cursor: string) => Buffer.from(cursor, 'base64url').toString().split('|')

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [, route = '', value = ''] = (request.url ?? '').split('/')
  if (route === 'bytes') return sendBytes(response, value)
  const body = request.method === 'POST' ? await readBody(request) : null
  const person = await findPerson(request)
  if (!person) return sendJson(response, 401, { message: 'Not signed in' })
  if (route === 'signed-in-bytes') return sendBytes(response, value)
  if (route === 'loan')
    return sendJson(response, 200, (await ask('loan', loanSql, [value])).rows[0])
  if (route === 'page')
    return sendJson(response, 200, (await ask('page', pageSql, placeOf(value))).rows)
  if (route === 'commit' && body) {
    const made = await ask('commit', commitSql, [body.loanId, person['id'], randomUUID()])
    return sendJson(response, made.rows.length > 0 ? 201 : 409, made.rows[0] ?? {})
  }
  return sendJson(response, 404, {})
}

function sendBytes(response: ServerResponse, name: string) {
  const answer = answers.get(name)
  if (!answer) return sendJson(response, 404, {})
  response.writeHead(200, { ...answer.headers, 'content-length': answer.body.length })
  response.end(answer.body)
}

const server = createServer((request, response) => {
  serve(request, response).catch((error: unknown) => sendJson(response, 500, String(error)))
})
server.keepAliveTimeout = 72_000
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.({ port: typeof address === 'object' ? address?.port : 0 })
})
process.on('message', (answer: FixedAnswer) => {
  answers.set(answer.name, answer)
  process.send?.({ known: answer.name })
})
process.on('disconnect', () => process.exit(0))
