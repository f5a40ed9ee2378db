/**
 * Benchmarks for actions on commitments: throughput, 300 lenders competing for one loan, and the number of SQL
 * statements.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { acts, requestOf, requestsFor, targetsOn, type ActName } from './acts.ts'
import { guardedCommit } from './bound.ts'
import type { Desk } from './desk.ts'
import { rateOf, sendAll, sendOne } from './load.ts'
import { alternate, type Side } from './measure.ts'
import { compare, type Group, type Row } from './report.ts'
import { emptyLoan } from './seed.ts'

const sidesOf = (desks: readonly Desk[], name: ActName): Side[] =>
  desks.map(
    (desk) => async (count) => rateOf(desk.program.address, await requestsFor(desk, name, count)),
  )

const ofOlder = { unit: '/s', name: 'older build' }

export const commitments: Group = async ({ ours, desks, bound }) => {
  const alone: Side = async (count) =>
    count / (await bound.commit(await targetsOn(ours, 'loan', count)))
  const [single, figures, others] = await alternate(alone, ...sidesOf(desks, 'binding commitments'))
  const promise = 'binding commitments to many loans, 32 at once'
  const ofBound = { unit: '/s', name: 'the statements alone' }
  return [
    ...compare(promise, { atLeast: 0.5 }, [figures, single], ofBound),
    ...compare(promise, { atLeast: 0.7 }, [figures, others], ofOlder),
  ]
}

const [soft, behalf] = ['soft commitments', 'commitments on behalf'] as const
const compared = [soft, behalf, 'commitments made binding', 'releases'] as const

export const otherActs: Group = async ({ desks }) => {
  const rows: Row[] = []
  for (const name of desks.length > 1 ? compared : []) {
    const figures = await alternate(...sidesOf(desks, name))
    rows.push(...compare(`${name}, 32 at once`, { atLeast: 3 }, figures, ofOlder))
  }
  return rows
}

/** Each of the 300 lenders tries to commit to 1% of the loan. The first 100 fill it, so the other 200 are rejected. */
const [rushers, shares] = [300, 100]

export const rush: Group = async ({ ours }) => {
  let number = 0
  const figures = await alternate(
    () => runRush(ours, emptyLoan(++number)),
    () => runSingle(ours, emptyLoan(++number)),
  )
  const promise = '300 lenders commit 1 % of a loan at once: 100 made, 200 refused'
  const beside = { unit: ' s', name: '100 guarded statements in turn' }
  return compare(promise, { atMost: 3 }, figures, beside)
}

/** Returns the number of seconds until the last response arrives. */
async function runRush({ client, program }: Desk, loanId: string): Promise<number> {
  const requests = Array.from({ length: rushers }, (_, index) =>
    requestOf(acts['binding commitments'], { id: '', loanId, lender: index + 1 }),
  )
  const { seconds, refusals } = await sendAll(program.address, requests, rushers)
  const { rows } = await client.query<{ made: number; share: number }>(
    `select count(*)::int as made, sum(percentage)::float as share from commitments
     where loan_id = $1 and status = 'active'`,
    [loanId],
  )
  const isExact = rows[0]?.made === shares && rows[0].share === 100
  const rightly = refusals.filter((each) => /^409 .*not_enough_available/.test(each))
  if (!isExact || rightly.length !== rushers - shares || refusals.length > rightly.length)
    throw new Error(`A rush made ${JSON.stringify(rows)}: ${[...new Set(refusals)].join()}`)
  return seconds
}

async function runSingle({ client }: Desk, loanId: string): Promise<number> {
  const startedAt = performance.now()
  for (let lender = 1; lender <= shares; lender += 1)
    await client.query(guardedCommit({ loanId, lender }))
  return (performance.now() - startedAt) / 1000
}

/**
 * The number of measurements per action, and the pause before each measurement. The pause keeps background jobs, such
 * as sealing, out of the next count.
 */
const [times, pauseMs] = [7, 150]

/**
 * Statements counted by `pg_stat_statements`: an upper bound on round trips, because BEGIN and COMMIT share a round
 * trip with another statement.
 */
export const roundTrips: Group = async ({ ours: { client, program }, ours }) => {
  await client.query('create extension if not exists pg_stat_statements')
  const count = async () => {
    const { rows } = await client.query<{ calls: number }>(
      `select sum(calls)::int as calls from pg_stat_statements
       where dbid = (select oid from pg_database where datname = current_database())`,
    )
    return rows[0]?.calls ?? 0
  }
  const names = Object.keys(acts) as ActName[]
  const trips: number[] = []
  for (const name of names) {
    const counts: number[] = []
    for (const request of await requestsFor(ours, name, times)) {
      await sleep(pauseMs)
      const before = await count()
      await sendOne(program.address, request)
      // The session lookup and this query itself are subtracted. Background polling can only increase the count, so the
      // minimum is used.
      counts.push((await count()) - before - 2)
    }
    trips.push(Math.min(...counts))
  }
  const [low, high] = [Math.min(...trips), Math.max(...trips)]
  const most = names.filter((_, index) => trips[index] === high)
  return [
    {
      promise: 'round trips of any act on a book after the session look-up',
      measured: low === high ? 'every act' : most.join(', '),
      ...{ beside: '', judged: { median: high, low, high }, must: { atMost: 4 } },
    },
  ]
}
