/** Committing: on many loans at once, its round trips, and a rush on one loan. */
import { manyAtOnce, portOf, type Bench, type Group } from '#bench/bench.ts'
import { findPgbench, runPgbench } from '#bench/bounds/pgbench.ts'
import { commitScript, commitSql, committers, isOpen } from '#bench/bounds/statements.ts'
import type { Figure, Measured } from '#bench/figure.ts'
import { cpuRatio, judgedBeside, notMeasured, throughputRatio } from '#bench/measured.ts'
import type { Desk } from '#bench/place.ts'
import { watchOthers } from '#bench/processes.ts'
import { seedId } from '#bench/seed/ids.ts'
import { cookieOf } from '#bench/seed/sign-ins.ts'
import { alternate, rotated, type Side } from '#bench/slices.ts'
import { spreadOf } from '#bench/statistics.ts'

const manyLoans: Figure = {
  name: 'commit-many-loans',
  title: '`POST /api/commitments`, many loans, 32 at once / pgbench doing session and commit',
  sense: 'at least',
  must: 0.45,
  aim: 0.65,
}
const manyLoansCpu: Figure = {
  name: 'commit-cpu',
  title: 'CPU of a commitment / bare `node:http` doing the same two statements',
  sense: 'at most',
  must: 2,
  aim: 1.5,
}
const rush: Figure = {
  name: 'commit-rush',
  title: 'a rush: 300 lenders commit 1 % of one loan at one moment: time / 100 single statements',
  sense: 'at most',
  must: 4,
  aim: 1.5,
}

/** Commitments of 1 % to random loans by random lenders, each with its own key. */
export function commitLoad(desk: Desk) {
  const open = Array.from({ length: desk.size.loans }, (_, index) => index + 1).filter(isOpen)
  return {
    requests: [
      {
        method: 'POST' as const,
        path: '/api/commitments',
        headers: { cookie: '{cookie}', 'idempotency-key': '{uuid}' },
        body: '{"loanId":"{loan}","percentage":"1","isSoftCommit":"false"}',
      },
    ],
    lists: {
      cookie: committers(desk.signIns.lenders).map(cookieOf),
      loan: open.map((number) => seedId('loan', number)),
    },
    expected: [201],
  }
}

async function measureManyLoans(bench: Bench): Promise<Measured[]> {
  const desk = await bench.roomy()
  const bare = await bench.bare(desk)
  const load = commitLoad(desk)
  const program = findPgbench()
  const sides = [
    bench.httpSide('product', portOf(desk), load),
    bench.httpSide('bare', bare, {
      ...load,
      requests: load.requests.map((each) => ({ ...each, path: '/commit' })),
    }),
    ...(program ? [pgbenchSide(bench, desk, program, await bench.file('commit.sql'))] : []),
  ]
  const slices = await alternate(sides, bench.plan({ sliceMs: 3_000 }))
  return [
    program
      ? throughputRatio(manyLoans, slices, 'product', 'pgbench')
      : notMeasured(manyLoans, 'pgbench is not installed'),
    cpuRatio(manyLoansCpu, slices, 'product', 'bare'),
  ]
}

function pgbenchSide(bench: Bench, desk: Desk, program: string, file: string): Side {
  const script = commitScript(desk.size.loans, committers(desk.signIns.lenders).length)
  return {
    name: 'pgbench',
    async run(ms) {
      const seconds = Math.max(1, Math.round(ms / 1000))
      const run = { program, url: desk.url, file, script, clients: manyAtOnce, seconds }
      let before = bench.cpuMs(null)
      const done = await runPgbench(run, () => {
        before = bench.cpuMs(null)
      })
      const [start, end] = [await before, await bench.cpuMs(null)]
      return {
        requests: done.transactions,
        seconds: done.seconds,
        cpuMs: start === null || end === null ? null : (end - start) / done.transactions,
        ...{ bytes: Number.NaN, latencies: [], generatorShare: 0, othersShare: null },
      }
    },
  }
}

const rushers = 300
/** Of 1 %. */
const shares = 100
/** What the others are told. */
const nothingLeft = 'not_enough_available'

/** A loan without any commitment, with what is kept of it. */
async function makeLoan({ client }: Desk, kind: string, number: number): Promise<string> {
  const id = seedId(kind, number)
  await client.query(
    `with made as (
       insert into loans (id, title, borrower_name, amount, interest_rate, term)
       values ($1, $2, 'Borrower', 12345678.90, 7.25, 24) returning *
     ), figured as (
       insert into loan_figures (status, property_type, loans, amount, committed_amount)
       select status, property_type, 1, amount, 0 from made
     )
     insert into loan_availability (loan_id, available, created_at, uncommitted, is_offered, published_at)
     select id, 100, created_at, amount, true, created_at from made`,
    [id, `Rush ${number}`],
  )
  return id
}

async function measureRush(bench: Bench): Promise<Measured[]> {
  const desk = await bench.small()
  const { rounds } = bench.plan()
  const othersShare = watchOthers()
  const ratios: number[] = []
  const times = { rush: [] as number[], bound: [] as number[] }
  // Its first round warms the product, the connections and the statements.
  for (let round = 0; round <= rounds; round += 1) {
    const found = { rush: 0, bound: 0 }
    for (const side of rotated(['rush', 'bound'] as const, round)) {
      found[side] =
        side === 'rush' ? await runRush(bench, desk, round) : await runSingle(desk, round)
      await bench.settle()
    }
    if (round === 0) continue
    ratios.push(found.rush / found.bound)
    times.rush.push(found.rush)
    times.bound.push(found.bound)
  }
  return [
    {
      figure: rush,
      value: spreadOf(ratios),
      ...judgedBeside(othersShare(), {
        'rush, ms': spreadOf(times.rush).median,
        '100 statements, ms': spreadOf(times.bound).median,
        answers: `${shares} times 201, ${rushers - shares} times 409 ${nothingLeft}`,
      }),
    },
  ]
}

/** Milliseconds until all are answered: exactly 100 get their share, and all others learn that nothing is left: nobody is told "busy". */
async function runRush(bench: Bench, desk: Desk, round: number): Promise<number> {
  const loan = await makeLoan(desk, 'rush', round)
  const { streams } = await bench.runHttp(
    portOf(desk),
    {
      ...commitLoad(desk),
      lists: { loan: [loan], cookie: [] },
      requests: desk.signIns.lenders.slice(0, rushers).map((lender) => ({
        method: 'POST',
        path: '/api/commitments',
        headers: { cookie: cookieOf(lender), 'idempotency-key': '{uuid}' },
        body: '{"loanId":"{loan}","percentage":"1","isSoftCommit":"false"}',
      })),
      connections: rushers,
      count: rushers,
      expected: [201, 409],
    },
    0,
  )
  const [result] = streams
  const { rows } = await desk.client.query<{ made: number; share: string }>(
    `select count(*)::int as made, (select committed_percentage from loans where id = $1) as share
     from commitments where loan_id = $1`,
    [loan],
  )
  const made = result?.statuses['201']
  if (made !== shares || rows[0]?.made !== shares || Number(rows[0].share) !== 100)
    throw new Error(`The rush made ${made} commitments, not ${shares}: ${JSON.stringify(rows)}`)
  const refusals = result?.refusals ?? {}
  const [others] = Object.keys(refusals).filter((code) => code !== nothingLeft)
  if (others !== undefined || refusals[nothingLeft] !== rushers - shares)
    throw new Error(`The others of the rush were told ${JSON.stringify(refusals)}`)
  return (result?.seconds ?? 0) * 1000
}

/** Milliseconds of 100 commitments to one loan, one statement after another. */
async function runSingle(desk: Desk, round: number): Promise<number> {
  const loan = await makeLoan(desk, 'single', round)
  const startedAt = performance.now()
  // The last percent is left: there, the product places the loan's remaining cents.
  for (let turn = 0; turn < 99; turn += 1) {
    const lender = seedId('lender', 1 + turn)
    const values = [loan, lender, `single-${round}-${turn}`]
    await desk.client.query({ name: 'commit', text: commitSql, values })
  }
  return ((performance.now() - startedAt) * 100) / 99
}

export const commitments: Group[] = [
  { name: 'commitments', measure: measureManyLoans },
  { name: 'rush', measure: measureRush },
]
