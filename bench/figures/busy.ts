/** Reads while other things happen: a hundred commitments a second, or people signing in. */
import { portOf, type Bench, type Group, type Load } from '#bench/bench.ts'
import type { Figure, Measured } from '#bench/figure.ts'
import type { Stream } from '#bench/load/messages.ts'
import { p99, limitOf } from '#bench/measured.ts'
import { password, type Desk } from '#bench/place.ts'
import { cookieOf } from '#bench/seed/sign-ins.ts'
import { alternate, medianOf, perSecond, ratio } from '#bench/slices.ts'
import { seedId } from '#bench/seed/ids.ts'
import { commitLoad } from './commitments.ts'

const whileCommitting: Figure = {
  name: 'reads-while-committing',
  title: 'reads while 100 commitments a second change things / quiet',
  sense: 'at least',
  must: 0.5,
  aim: 0.9,
}
const whileSigningIn: Figure = {
  name: 'reads-while-signing-in',
  title: "reads' 99th percentile with 8 sign-ins in flight / quiet",
  sense: 'at most',
  must: 3,
  aim: 1.5,
}

/** Reads by lenders who don't commit meanwhile. */
const signedInRead = (desk: Desk, path: string): Load => ({
  requests: [{ method: 'GET', path, headers: { cookie: '{cookie}', 'accept-encoding': 'br' } }],
  lists: {
    cookie: desk.signIns.lenders.slice(-32).map(cookieOf),
    loan: Array.from({ length: 500 }, (_, index) => seedId('loan', index + 1)),
  },
})

/** A stream that runs beside what is measured. */
const beside = (desk: Desk, load: Load, connections: number): Stream => ({
  host: '127.0.0.1',
  port: portOf(desk).port,
  connections,
  ...load,
})

const readsBesideCommitments = [
  { name: 'list', path: '/api/loans' },
  { name: 'page', path: '/api/loans?limit=50' },
  { name: 'loan', path: '/api/loans/{loan}' },
]

async function measureCommitting(bench: Bench): Promise<Measured[]> {
  const desk = await bench.small()
  const commits = beside(desk, { ...commitLoad(desk), perSecond: 100 }, 16)
  const sides = readsBesideCommitments.flatMap(({ name, path }) => {
    const load = { ...signedInRead(desk, path), connections: 16 }
    return [
      bench.httpSide(`${name}, quiet`, portOf(desk), load),
      bench.httpSide(`${name}, committing`, portOf(desk), { ...load, besides: [commits] }),
    ]
  })
  const slices = await alternate(sides, bench.plan())
  const ratios = readsBesideCommitments.map(({ name }) => ({
    name,
    value: ratio(slices, `${name}, committing`, `${name}, quiet`, perSecond),
  }))
  const [worst] = ratios.toSorted((a, b) => a.value.median - b.value.median)
  const details = Object.fromEntries(
    ratios.flatMap(({ name, value }) => [
      [name, value.median],
      [`${name}, quiet, requests/s`, medianOf(slices, `${name}, quiet`, perSecond)],
    ]),
  )
  return [
    {
      figure: whileCommitting,
      value: worst?.value ?? null,
      ...limitOf(slices, { 'the slowest read': worst?.name ?? '', ...details }),
    },
  ]
}

async function measureSigningIn(bench: Bench): Promise<Measured[]> {
  const desk = await bench.small()
  const signIn: Load = {
    requests: [
      {
        method: 'POST',
        path: '/api/auth/login',
        body: JSON.stringify({ email: '{email}', password }),
      },
    ],
    lists: {
      email: desk.signIns.lenders.map((_, index) => `lender${index + 1}@example.com`),
    },
  }
  // A given rate, far from what the product can do, so that waiting for the other readers doesn't count.
  const load = { ...signedInRead(desk, '/api/loans/{loan}'), connections: 16, perSecond: 150 }
  const sides = [
    bench.httpSide('quiet', portOf(desk), load),
    bench.httpSide('signing in', portOf(desk), { ...load, besides: [beside(desk, signIn, 8)] }),
  ]
  const slices = await alternate(sides, bench.plan({ sliceMs: 8_000 }))
  return [
    {
      figure: whileSigningIn,
      value: ratio(slices, 'signing in', 'quiet', p99),
      ...limitOf(slices, {
        'quiet, p99 ms': medianOf(slices, 'quiet', p99),
        'signing in, p99 ms': medianOf(slices, 'signing in', p99),
      }),
    },
  ]
}

export const busy: Group[] = [
  { name: 'committing', measure: measureCommitting },
  { name: 'signing-in', measure: measureSigningIn },
]
