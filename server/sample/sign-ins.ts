/** When the sample's people signed in: before what they did, and lately. */
import type { PortfolioRows } from './portfolio-rows.ts'
import { stableSeed } from './stable-id.ts'

const minute = 60_000
const hour = 60 * minute
/** Within it, a person was still signed in. */
const stay = 12 * hour

type People = Pick<PortfolioRows, 'users' | 'commitments' | 'messages'>

/** The times of each person's sign-ins, oldest first, by the person's id. */
export function signInsOf(rows: People, now: Date): Map<string, Date[]> {
  return new Map(
    rows.users.flatMap(({ id, createdAt, isApproved }) => {
      if (!createdAt) return []
      const seed = (name: string | number) => stableSeed('sign-in', id, String(name))
      const acts = actsOf(rows, id).map((at) => at.getTime())
      // Registering signs in, too. Who awaits approval comes back once.
      const lately = isApproved
        ? now.getTime() - (1 + (seed('lately') % 240)) * hour
        : createdAt.getTime() + 90 * minute
      const times: number[] = []
      for (const act of [...acts, lately].toSorted((a, b) => a - b)) {
        const at = act - (5 + (seed(times.length) % 30)) * minute
        if (at > createdAt.getTime() && act - (times.at(-1) ?? 0) > stay) times.push(at)
      }
      return [[id, times.map((at) => new Date(at))]]
    }),
  )
}

/** When a person made or withdrew a commitment, or wrote. */
const actsOf = ({ commitments, messages }: People, id: string): Date[] =>
  [
    ...commitments
      .filter(({ lenderId }) => lenderId === id)
      .flatMap(({ createdAt, endedAt, status }) => [
        createdAt,
        status === 'withdrawn' ? endedAt : null,
      ]),
    ...messages.filter(({ userId }) => userId === id).map(({ createdAt }) => createdAt),
  ].filter((at) => at instanceof Date)
