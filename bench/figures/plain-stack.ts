/** The ten most used calls, next to a plain stack of today (bench/baseline). */
import { connect, noTimeouts, transactOnce } from '#server/database/client.ts'
import { recountLoans } from '#server/loans/figures.ts'
import { portOf, type Bench, type Group, type Load } from '#bench/bench.ts'
import type { Figure, Measured } from '#bench/figure.ts'
import { whyLimited } from '#bench/measured.ts'
import type { Desk } from '#bench/place.ts'
import { seedId } from '#bench/seed/ids.ts'
import { cookieOf } from '#bench/seed/sign-ins.ts'
import { alternate, perSecond, ratio } from '#bench/slices.ts'
import { geometricMean, spreadOf } from '#bench/statistics.ts'
import { commitLoad } from './commitments.ts'

const plainStack: Figure = {
  name: 'plain-stack',
  title: 'geometric mean of the ten most used calls / the plain stack',
  sense: 'at least',
  must: 1.5,
  aim: 3,
}

const reads = [
  ['account', '/api/auth/user'],
  ['unread', '/api/notifications/unread'],
  ['figures', '/api/stats'],
  ['page', '/api/loans?limit=50'],
  ['loan', '/api/loans/{loan}'],
  ['favorites', '/api/favorites'],
  ['own commitments', '/api/commitments/me'],
  ['documents', '/api/documents/loan/{loan}'],
  ['messages', '/api/messages/loan/{loan}'],
] as const

async function measure(bench: Bench): Promise<Measured[]> {
  const desk = await bench.small()
  const roomy = await bench.roomy()
  const lists = {
    cookie: desk.signIns.lenders.slice(0, 32).map(cookieOf),
    loan: Array.from({ length: 500 }, (_, index) => seedId('loan', index + 1)),
  }
  const loads: [string, Desk, Load][] = [
    ...reads.map(([name, path]): [string, Desk, Load] => [
      name,
      desk,
      { requests: [{ method: 'GET', path, headers: { cookie: '{cookie}' } }], lists },
    ]),
    ['commit', roomy, commitLoad(roomy)],
  ]
  const plan = bench.plan({ sliceMs: 800 })
  const ratios: number[][] = []
  const details: Measured['details'] = {}
  const limited: string[] = []
  for (const [name, on, load] of loads) {
    const slices = await alternate(
      [
        bench.httpSide('product', portOf(on), load),
        bench.httpSide('plain stack', await bench.baseline(on), load),
      ],
      plan,
    )
    const rounds = (slices['product'] ?? []).map((slice, round) => {
      const other = slices['plain stack']?.[round]
      return other ? perSecond(slice) / perSecond(other) : Number.NaN
    })
    ratios.push(rounds)
    details[name] = ratio(slices, 'product', 'plain stack', perSecond).median
    const reason = whyLimited(slices)
    if (reason) limited.push(`${name}: ${reason}`)
  }
  await recount(roomy)
  const means = Array.from({ length: plan.rounds }, (_, round) =>
    geometricMean(ratios.map((rounds) => rounds[round] ?? Number.NaN)),
  )
  return [
    {
      figure: plainStack,
      value: spreadOf(means),
      ...(limited.length > 0 ? { notJudged: limited.join(', ') } : {}),
      details,
    },
  ]
}

/** Keeps anew what the product keeps of its loans: the plain stack changed them, and adds up what it shows. */
async function recount({ url }: Desk): Promise<void> {
  const db = connect({ connectionString: url }, () => {}, noTimeouts)
  try {
    await transactOnce(db, recountLoans)
  } finally {
    await db.$client.end()
  }
}

export const plainStackGroup: Group = { name: 'plain-stack', measure }
