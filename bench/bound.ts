/**
 * The baseline: hand-written SQL that writes the same rows as the app. It runs in a separate process that uses only
 * `node:http` and the PostgreSQL driver.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Pool, type QueryConfig } from 'pg'
import type { Target } from './acts.ts'
import { callersAtOnce } from './load.ts'
import { cookieOf, seedId, sessionHash } from './seed.ts'

const loans = `
  select l.*, p.id as cover from loans l left join photos p on p.loan_id = l.id and p.is_cover`

const statements = {
  session: `
    select u.*, s.sess ->> 'id' as session, s.sess ->> 'role' as role, f.user_id is not null as has_two_factor,
      (s.sess ->> 'seenAt')::timestamptz < now() - interval '1 minute' as is_stale
    from sessions s join users u on u.id = (s.sess ->> 'userId')::uuid
      left join two_factors f on f.user_id = u.id and f.confirmed_at is not null
    where s.sid = $1 and s.expire > now() and u.deactivated_at is null
      and (s.sess ->> 'startedAt')::timestamptz + interval '168 hours' > now()`,
  loan: `${loans} where l.id = $1`,
  page: `${loans} where not l.is_draft order by l.created_at desc, l.id desc limit 51`,
  lock: `
    select l.*, u.first_name, u.last_name from loans l, users u
    where l.id = $1 and u.id = $2 and u.is_approved and u.deactivated_at is null
    for no key update of l for share of u`,
  write: `
    with lender as (
      select id, first_name || ' ' || last_name as name from users where id = $2::uuid
    ), l as (
      update loans set committed_percentage = committed_percentage + 1,
        committed_amount = committed_amount + round(amount / 100, 2)
      where id = $1::uuid and status <> 'funded' and committed_percentage + 1 <= 100
      returning *, round(amount / 100, 2) as share
    ), made as (
      insert into commitments (id, loan_id, lender_id, percentage, amount, is_soft_commit, loan_amount, interest_rate, term)
      select gen_random_uuid(), l.id, lender.id, 1, share, false, amount, interest_rate, term from l, lender
      returning *
    ), keyed as (
      insert into idempotency_keys (user_id, key, call, request_hash, result)
      select lender_id, $3::text, 'createCommitment', md5($3), json_build_object('id', id) from made
    ), entry as (
      insert into audit (id, kind, actor_id, actor_name, person_id, person_name, loan_id, loan_title, object_id,
        after, address, request_id)
      select gen_random_uuid(), 'commitmentMade', lender.id, name, lender.id, name, l.id, title, made.id,
        json_build_object('kind', 'binding', 'percentage', '1', 'amount', share::text, 'loanAmount',
        l.amount::text, 'interestRate', l.interest_rate::text, 'term', l.term), '127.0.0.1', gen_random_uuid()
      from made, l, lender
      returning id
    ), queued as (insert into audit_unsealed (entry_id) select id from entry), notified as (
      insert into notifications (id, user_id, type, related_loan_id, receipt_id, message)
      select gen_random_uuid(), to_id, type, l.id, receipt,
        name || ' committed 1% (' || share || ') of ' || title || ', binding'
      from l, lender, (
        select id as to_id, 'commitmentMade' as type, null::uuid as receipt from users
        where is_admin and deactivated_at is null
        union all select lender_id, 'receipt', entry.id from made, entry
      ) addressed
      returning user_id
    ), changed as (
      insert into changes (topic, subject, audience)
      select 'book', id, null from l
      union all select 'book', id, id::text from lender
      union all select 'audit', null, 'admins'
      union all select 'notifications', null, user_id::text from notified
    )
    select * from made`,
}

const prepared = (name: keyof typeof statements, ...values: string[]): QueryConfig => ({
  ...{ name, text: statements[name], values },
})

type Commit = Pick<Target, 'loanId' | 'lender'>

export const guardedCommit = ({ loanId, lender }: Commit): QueryConfig =>
  prepared('write', loanId, seedId('lender', lender), crypto.randomUUID())

function serveBound(connectionString: string): void {
  const pool = new Pool({ connectionString, max: callersAtOnce })

  async function read(request: IncomingMessage, response: ServerResponse) {
    const [, kind, ...values] = (request.url ?? '').split('/')
    const caller = await pool.query(prepared('session', sessionHash(request.headers.cookie ?? '')))
    const { rows } = await pool.query(prepared(kind === 'loan' ? 'loan' : 'page', ...values))
    response.writeHead(caller.rowCount === 1 ? 200 : 401, { 'content-type': 'application/json' })
    response.end(JSON.stringify(kind === 'loan' ? rows[0] : rows.slice(0, 50)))
  }

  async function commitAll(commits: Commit[]) {
    const client = await pool.connect()
    for (let commit = commits.pop(); commit; commit = commits.pop()) {
      await client.query(prepared('session', sessionHash(cookieOf(commit.lender))))
      await client.query('begin')
      await client.query(prepared('lock', commit.loanId, seedId('lender', commit.lender)))
      const { rowCount } = await client.query(guardedCommit(commit))
      await client.query('commit')
      if (rowCount !== 1) throw new Error('The bound made no commitment')
    }
    client.release()
  }

  const server = createServer((request, response) => void read(request, response))
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
  const commitAllAtOnce = async (commits: Commit[]) => {
    const startedAt = performance.now()
    await Promise.all(Array.from({ length: callersAtOnce }, () => commitAll(commits)))
    process.send?.((performance.now() - startedAt) / 1000)
  }
  process.on('message', (commits: Commit[]) => void commitAllAtOnce(commits))
  process.on('disconnect', () => process.exit(0))
}

const databaseVariable = 'BENCH_BOUND_DATABASE'
const database = process.env[databaseVariable]
if (database) serveBound(database)

export interface Bound {
  address: string
  /** Creates the commitments, 32 at a time, and returns the elapsed seconds. */
  commit: (commits: Commit[]) => Promise<number>
  end: () => void
}

export async function startBound(url: string): Promise<Bound> {
  const env = { ...process.env, NODE_ENV: 'production', [databaseVariable]: url }
  const child = fork(new URL(import.meta.url), { execArgv: ['--import', 'tsx'], env })
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('The bound has ended')))
  ended.catch(() => {})
  // The child process sends its port first and the elapsed seconds later.
  const answer = async () => (await Promise.race([once(child, 'message'), ended]))[0] as number
  const address = `http://127.0.0.1:${await answer()}`
  return {
    address,
    commit: (commits) => {
      child.send(commits)
      return answer()
    },
    end: () => child.disconnect(),
  }
}
