/**
 * Round trips and plans, counted by `pg_stat_statements`. With `track_planning` it counts for each
 * statement how often it ran and how often it was planned: a prepared statement with a kept plan is
 * planned at most once for a connection. A statement belongs to a request if it ran about once for each;
 * those of background jobs run far less often.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { portOf, type Bench, type Group, type Load } from '#bench/bench.ts'
import type { Figure, Measured } from '#bench/figure.ts'
import { measuredNumber } from '#bench/measured.ts'
import { countStatements, type Desk } from '#bench/place.ts'
import { commitLoad } from './commitments.ts'
import { screenCalls, typedWords } from './screen-calls.ts'

const roundTrips: Figure = {
  name: 'commit-round-trips',
  title: 'round trips of `POST /api/commitments` after the session',
  sense: 'at most',
  must: 2,
  aim: 1,
}
const plannedAnew: Figure = {
  name: 'planned-anew',
  title: 'statements that PostgreSQL plans anew at each call, over all calls',
  sense: 'at most',
  must: 0,
  aim: 0,
}

interface Counted {
  query: string
  calls: number
  plans: number
}

/** How often each statement ran and was planned while these requests were answered, after so many others. */
async function statementsAfter(
  bench: Bench,
  desk: Desk,
  { load, warm, count }: { load: Load; warm: number; count: number },
) {
  const { connections = 1 } = load
  const send = (times: number) =>
    bench.runHttp(portOf(desk), { ...load, connections, count: times }, 0)
  await send(warm * connections)
  await desk.client.query('select pg_stat_statements_reset()')
  await send(count)
  const { rows } = await desk.client.query<Counted>(
    `select query, calls::int, plans::int from pg_stat_statements s
     where dbid = (select oid from pg_database where datname = current_database())
       and userid <> (select oid from pg_roles where rolname = current_user) and toplevel`,
  )
  return rows.filter(({ calls }) => calls >= count * 0.8)
}

const isPlannedAnew = ({ plans }: Counted, times: number) => plans >= times * 0.5

/**
 * PostgreSQL plans a prepared statement anew five times before it considers keeping a plan, and each
 * connection prepares it for itself. A call that sends many statements at once meets new connections for
 * long, so what seems to be planned anew is looked at again after ten times as many requests.
 */
async function statementsOf(bench: Bench, desk: Desk, load: Load, count: number) {
  const early = await statementsAfter(bench, desk, { load, warm: 16, count })
  if (!early.some((each) => isPlannedAnew(each, count) && !isOnPurpose(each))) return early
  return statementsAfter(bench, desk, { load, warm: 160, count })
}

/** Of the job that sends email, which each commitment wakes. */
const isOfMail = ({ query }: Counted) => /\bmail|^(begin|commit|select \$1)\b/i.test(query)
const isOfSession = ({ query }: Counted) => /\bsessions s\b/i.test(query)
/** Planned for its values on purpose, as the product says in the statement (decision 20). */
const isOnPurpose = ({ query }: Counted) => query.includes('planned anew')

async function measure(bench: Bench): Promise<Measured[]> {
  const desk = await bench.small()
  await countStatements(desk.client, 'on')
  await sleep(500)
  try {
    const requests = 320
    // One at a time, since those that come at once share statements; and to few loans, since a process
    // reads a loan before its first commitment to it.
    const commits = commitLoad(desk)
    const lists = { ...commits.lists, loan: commits.lists.loan.slice(0, 8) }
    const ofAll = await statementsOf(bench, desk, { ...commits, lists }, requests)
    const ofCommit = ofAll.filter((each) => !isOfMail(each))
    if (ofCommit.length === 0) throw new Error('pg_stat_statements counted nothing')
    const trips = ofCommit
      .filter((each) => !isOfSession(each))
      .reduce((sum, { calls }) => sum + Math.round(calls / requests), 0)
    const calls = screenCalls(desk).map(({ name, path, cookie }) => ({
      name,
      load: {
        requests: [{ method: 'GET' as const, path, headers: cookie ? { cookie } : {} }],
        lists: typedWords,
      },
    }))
    const anew = new Map<string, string>()
    const onPurpose = new Set<string>()
    let statements = 0
    const look = (name: string, counted: readonly Counted[], times: number) => {
      statements += counted.length
      for (const each of counted.filter((one) => isPlannedAnew(one, times)))
        if (isOnPurpose(each)) onPurpose.add(each.query)
        else anew.set(each.query, `${name} ${beginningOf(each.query)}`)
    }
    look('commit', ofCommit, requests)
    for (const { name, load } of calls) look(name, await statementsOf(bench, desk, load, 20), 20)
    return [
      measuredNumber(roundTrips, trips, {
        statements: ofCommit.map(({ query }) => beginningOf(query)).join(', '),
      }),
      measuredNumber(plannedAnew, anew.size, {
        'statements of all calls': statements,
        ...(onPurpose.size > 0 ? { 'besides, on purpose': onPurpose.size } : {}),
        ...(anew.size > 0 ? { of: [...new Set(anew.values())].join(', ') } : {}),
      }),
    ]
  } finally {
    await countStatements(desk.client, 'off')
  }
}

const beginningOf = (query: string) => `"${query.replaceAll(/\s+/g, ' ').trim().slice(0, 50)}…"`

export const plans: Group[] = [{ name: 'plans', measure }]
