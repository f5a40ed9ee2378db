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
import { openChangingCalls } from './changing-calls.ts'
import { headersOf, screenCalls, typedWords } from './screen-calls.ts'

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

/** Makes a call that many times. */
type Repeat = (times: number) => Promise<unknown>

/** How often each statement ran and was planned while a call was made, after it was made so many times before. */
async function statementsAfter(
  { client }: Desk,
  { repeat, warm, count }: { repeat: Repeat; warm: number; count: number },
) {
  await repeat(warm)
  await client.query('select pg_stat_statements_reset()')
  await repeat(count)
  const { rows } = await client.query<Counted>(
    `select query, calls::int, plans::int from pg_stat_statements s
     where dbid = (select oid from pg_database where datname = current_database())
       and userid <> (select oid from pg_roles where rolname = current_user) and toplevel`,
  )
  return rows.filter(({ calls }) => calls >= count * 0.8)
}

const isPlannedAnew = ({ plans, calls }: Counted) => plans >= calls * 0.5

/**
 * PostgreSQL plans a prepared statement anew five times before it considers keeping a plan, and each
 * connection prepares it for itself. A call that sends many statements at once meets new connections for
 * long, so what seems to be planned anew is looked at again after more calls, then again from the start, and
 * counts only if it seems so each time: a statement of which a plan was kept once met a connection that was
 * new, or tables that the calls themselves had made grow.
 */
async function statementsOf(desk: Desk, repeat: Repeat, times: Times, restart = async () => {}) {
  const { count, warm, warmAgain } = times
  const kept = new Set<string>()
  const look = async (warmFor: number) => {
    const counted = await statementsAfter(desk, { repeat, warm: warmFor, count })
    for (const each of counted) if (!isPlannedAnew(each)) kept.add(each.query)
    return counted.map((each) => (kept.has(each.query) ? { ...each, plans: 0 } : each))
  }
  const isDoubtful = (each: Counted) => isPlannedAnew(each) && !isOnPurpose(each)
  await restart()
  let counted = await look(warm)
  if (counted.some(isDoubtful)) counted = await look(warmAgain)
  if (counted.some(isDoubtful)) {
    await restart()
    counted = await look(warmAgain)
  }
  return counted
}

interface Times {
  warm: number
  count: number
  warmAgain: number
}

/** Of the job that sends email, which each commitment wakes. */
const isOfMail = ({ query }: Counted) => /\bmail|^(begin|commit|select \$1)\b/i.test(query)
const isOfSession = ({ query }: Counted) => /\bsessions s\b/i.test(query)
/** Planned for its values on purpose, as the product says in the statement (decision 23). */
const isOnPurpose = ({ query }: Counted) => query.includes('planned anew')

const readTimes: Times = { warm: 16, count: 20, warmAgain: 160 }
/**
 * Each needs people and a loan of its own, which takes several calls. Counted are more than twice as many as the six
 * plans that a new connection makes.
 */
const changeTimes: Times = { warm: 12, count: 16, warmAgain: 48 }

/** What was found of all calls so far. */
class Plans {
  statements = 0
  readonly anew = new Map<string, string>()
  readonly onPurpose = new Set<string>()

  add(name: string, counted: readonly Counted[]): void {
    this.statements += counted.length
    for (const each of counted.filter(isPlannedAnew))
      if (isOnPurpose(each)) this.onPurpose.add(each.query)
      else this.anew.set(each.query, `${name} ${beginningOf(each.query)}`)
  }
}

async function measure(bench: Bench): Promise<Measured[]> {
  const [desk, changing] = [await bench.small(), await bench.changing()]
  await countStatements(desk.client, 'on')
  await sleep(500)
  try {
    const plans = new Plans()
    const trips = await measureCommitment(bench, desk, plans)
    const reads = await measureReads(bench, desk, plans)
    const changes = await measureChanges(bench, changing, plans)
    const { statements, anew, onPurpose } = plans
    return [
      trips,
      measuredNumber(plannedAnew, anew.size, {
        ...{ 'calls that read': reads, 'calls that change something': changes },
        'statements of all calls': statements,
        ...(onPurpose.size > 0 ? { 'besides, on purpose': onPurpose.size } : {}),
        ...(anew.size > 0 ? { of: [...new Set(anew.values())].join(', ') } : {}),
      }),
    ]
  } finally {
    await countStatements(desk.client, 'off')
  }
}

const sending =
  (bench: Bench, desk: Desk, load: Load): Repeat =>
  (times) =>
    bench.runHttp(portOf(desk), { ...load, connections: 1, count: times }, 0)

/** One at a time, since those that come at once share statements. */
async function measureCommitment(bench: Bench, desk: Desk, plans: Plans): Promise<Measured> {
  const count = 320
  // To few loans, since a process reads a loan before its first commitment to it.
  const commits = commitLoad(desk)
  const lists = { ...commits.lists, loan: commits.lists.loan.slice(0, 8) }
  const repeat = sending(bench, desk, { ...commits, lists })
  const ofAll = await statementsOf(desk, repeat, { warm: 16, count, warmAgain: 160 })
  const ofCommit = ofAll.filter((each) => !isOfMail(each))
  if (ofCommit.length === 0) throw new Error('pg_stat_statements counted nothing')
  plans.add('commit', ofCommit)
  const trips = ofCommit
    .filter((each) => !isOfSession(each))
    .reduce((sum, { calls }) => sum + Math.round(calls / count), 0)
  return measuredNumber(roundTrips, trips, {
    statements: ofCommit.map(({ query }) => beginningOf(query)).join(', '),
  })
}

/** Every call that a screen makes; returns how many. */
async function measureReads(bench: Bench, desk: Desk, plans: Plans): Promise<number> {
  const calls = screenCalls(desk)
  for (const call of calls) {
    const requests = [{ method: 'GET' as const, path: call.path, headers: headersOf(call) }]
    const repeat = sending(bench, desk, { requests, lists: typedWords })
    plans.add(call.name, await statementsOf(desk, repeat, readTimes))
  }
  return calls.length
}

/**
 * Has the product open its connections anew. PostgreSQL compares a plan to keep with all those that a connection made
 * for actual values before; these looked cheap when the tables, which the calls before filled, had few rows.
 */
async function forgetPlans({ client, product }: Desk): Promise<void> {
  await client.query('analyze')
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and usename <> current_user`,
  )
  const isReady = async () =>
    (await fetch(`${product.address}/readyz`).catch(() => null))?.status === 200
  while (!(await isReady())) await sleep(20)
}

/** Every call that changes something; returns how many. */
async function measureChanges(bench: Bench, desk: Desk, plans: Plans): Promise<number> {
  const { calls, close } = await openChangingCalls(bench, desk)
  try {
    for (const [index, { name, repeat }] of calls.entries()) {
      if (index % 20 === 0) bench.say(`  ${index} of ${calls.length} calls that change something`)
      plans.add(name, await statementsOf(desk, repeat, changeTimes, () => forgetPlans(desk)))
    }
    return calls.length
  } finally {
    await close()
  }
}

/** As code, since in the document an asterisk would be taken for emphasis. */
const beginningOf = (query: string) => `\`${query.replaceAll(/\s+/g, ' ').trim().slice(0, 50)}…\``

export const plans: Group[] = [{ name: 'plans', measure }]
