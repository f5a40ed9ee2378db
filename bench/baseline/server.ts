/** The plain stack's server: a process of its own, which is told the database's address. */
import { createHash, randomUUID } from 'node:crypto'
import { drizzle } from 'drizzle-orm/node-postgres'
import express, { type Request, type Response } from 'express'
import { Pool } from 'pg'
import { commit } from './commit.ts'
import {
  countUnread,
  findLoan,
  findPerson,
  listDocuments,
  listFavorites,
  listLoans,
  listMessages,
  listOwnCommitments,
  readStats,
  type Person,
} from './read.ts'

const pool = new Pool({ connectionString: process.env['BENCH_DATABASE_URL'], max: 16 })
const db = drizzle(pool)
const app = express()
app.disable('x-powered-by')
app.disable('etag')
app.use(express.json())

type Answer = (person: Person, request: Request) => Promise<unknown>

/** Answers whoever is signed in; 404 for null. */
const signedIn = (answer: Answer, status = 200) =>
  async function respond(request: Request, response: Response) {
    const token = /(?:^|; )sid=([^;]+)/.exec(request.headers.cookie ?? '')?.[1] ?? ''
    const person = await findPerson(db, createHash('sha256').update(token).digest('hex'))
    if (!person) return response.status(401).json({ message: 'Not signed in' })
    const found = await answer(person, request)
    if (found === null) return response.status(404).json({ message: 'Not found' })
    return response.status(status).json(found)
  }

const idOf = ({ params }: Request) => String(params['id'])

app.get(
  '/api/auth/user',
  signedIn(async (person) => ({ ...person, password: undefined })),
)
app.get(
  '/api/stats',
  signedIn(async () => readStats(db)),
)
app.get(
  '/api/loans',
  signedIn(async (_, { query }) => listLoans(db, Number(query['limit'] ?? 1000))),
)
app.get(
  '/api/loans/:id',
  signedIn(async (_, request) => findLoan(db, idOf(request))),
)
app.get(
  '/api/favorites',
  signedIn(async ({ id }) => listFavorites(db, id)),
)
app.get(
  '/api/commitments/me',
  signedIn(async ({ id }) => listOwnCommitments(db, id)),
)
app.get(
  '/api/documents/loan/:id',
  signedIn(async (_, request) => listDocuments(db, idOf(request))),
)
app.get(
  '/api/messages/loan/:id',
  signedIn(async ({ id }, request) => listMessages(db, idOf(request), id)),
)
app.get(
  '/api/notifications/unread',
  signedIn(async ({ id }) => countUnread(db, id)),
)
app.post(
  '/api/commitments',
  signedIn(async (person, request) => {
    const key = request.header('idempotency-key') ?? randomUUID()
    // Who sends it is the benchmark.
    return commit(db, person, request.body as { loanId: string; percentage: string }, key)
  }, 201),
)

const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.({ port: typeof address === 'object' ? address?.port : 0 })
})
server.keepAliveTimeout = 72_000
process.on('disconnect', () => process.exit(0))
