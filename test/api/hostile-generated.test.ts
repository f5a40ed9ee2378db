/** Sends a thousand generated hostile requests in every role. `npm run hostile` sends more requests. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { attack } from '#test/tools/hostile/attack.ts'
import { rowsOfTheTable } from '#test/support/rows-of-the-table.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { security } from '#test/support/requirements.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off' })
})
afterAll(() => desk.close())

it.each([{ seed: Math.trunc(Math.random() * 1_000_000) }])(
  'returns readable messages for hostile requests without revealing internals: seed $seed',
  async ({ seed }) => {
    security('1.2.1', '1.2.4', '1.2.5', '1.3.1', '1.3.5', '1.3.6', '1.3.7')
    security('1.5.2', '2.2.1', '2.2.2', '3.4.3', '3.4.4', '3.7.2', '4.1.1')
    security('8.2.1', '8.2.3', '8.4.1', '13.2.5', '13.4.4', '14.2.4', '15.3.1')
    security('15.3.6', '15.3.7', '16.5.1')
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
    // The test is meaningful only if nearly every call is made and many calls are accepted.
    expect(statuses.size).toBeGreaterThan(rowsOfTheTable.length * 0.9)
    const answers = [...statuses.values()].flatMap((each) => [...each.entries()])
    const successes = answers.filter(([status]) => status.startsWith('2'))
    expect(successes.reduce((sum, [, count]) => sum + count, 0)).toBeGreaterThan(200)
    expect(desk.errors).toEqual([])
  },
  120_000,
)
