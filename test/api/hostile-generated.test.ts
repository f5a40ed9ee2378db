/** A thousand generated hostile requests to every call as every role; `npm run hostile` sends more. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { attack } from '#test/tools/hostile/attack.ts'
import { rowsOfTheTable } from '#test/support/rows-of-the-table.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { roundsOf } from '#test/support/repetitions.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off' })
})
afterAll(() => desk.close())

it.each(roundsOf(1, 4).map(() => ({ seed: Math.trunc(Math.random() * 1_000_000) })))(
  'answers hostile requests in words and shows nothing: seed $seed',
  async ({ seed }) => {
    const { findings, sent, statuses } = await attack(desk, {
      requests: 1_000,
      seed,
      senders: 4,
    })
    const described = findings.map(
      ({ what, role, call, number, sent: bytes }) =>
        `${what}: ${call} as ${role}, request ${number}: ${bytes.slice(0, 1_000)}`,
    )
    expect(described, `seed ${seed}`).toEqual([])
    expect(sent).toBeGreaterThanOrEqual(1_000)
    // It is no walk past closed doors: nearly every call was made, and many were let in.
    expect(statuses.size).toBeGreaterThan(rowsOfTheTable.length * 0.9)
    const answers = [...statuses.values()].flatMap((each) => [...each.entries()])
    const successes = answers.filter(([status]) => status.startsWith('2'))
    expect(successes.reduce((sum, [, count]) => sum + count, 0)).toBeGreaterThan(200)
    expect(desk.errors).toEqual([])
  },
  120_000,
)
