/** Commitments that share a statement: each caller gets its own outcome, and nothing of the others'. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { discrepancies } from '#test/support/books.ts'
import type { Person } from '#test/support/builders.ts'
import { readJson, type Reply } from '#test/support/caller.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { somebodyWaits } from '#test/support/lock-waits.ts'

let desk: Desk
let lender: Person
let early: Person
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off', TRUST_PROXY: '127.0.0.1' })
  ;[lender, early] = [await desk.makeLender(), await desk.makeLender()]
})
afterAll(() => desk.close())
afterEach(async () => {
  expect(await discrepancies(desk)).toEqual([])
})

const idOf = (reply: Reply) => (readJson(reply) as { id: string }).id

interface Gathered {
  replies: Reply[]
  /** How long the answers took, once somebody held the lock. */
  times: number[]
}

/**
 * Holds the loan's lock, so that what is sent meanwhile waits in the program behind an earlier commitment,
 * and then goes together; `meanwhile` runs before the lock is given back.
 */
async function gather(
  loanId: string,
  sends: (() => Promise<Reply>)[],
  meanwhile: () => Promise<unknown> = async () => {},
): Promise<Gathered> {
  const holder = await desk.db.$client.connect()
  try {
    await holder.query('begin')
    await holder.query('select id from loans where id = $1 for update', [loanId])
    const first = early.send('createCommitment', { body: { loanId, percentage: '1' } })
    await somebodyWaits(desk.db)
    const startedAt = performance.now()
    const others = sends.map(async (send) => {
      const reply = await send()
      return { reply, time: performance.now() - startedAt }
    })
    await sleep(300)
    await meanwhile()
    await holder.query('rollback')
    await first
    const answered = await Promise.all(others)
    return {
      replies: answered.map(({ reply }) => reply),
      times: answered.map(({ time }) => time),
    }
  } finally {
    holder.release()
  }
}

describe('of commitments that go together', () => {
  it('each is on record with its own person, address and request', async () => {
    const loan = await desk.makeLoan()
    const people = await Promise.all(
      ['Ada', 'Bo', 'Cy'].map((firstName) => desk.makeLender({ firstName })),
    )
    const { replies } = await gather(
      loan.id,
      people.map(
        (person, index) => () =>
          person.send('createCommitment', {
            body: { loanId: loan.id, percentage: `${index + 2}` },
            headers: { 'x-forwarded-for': `192.0.2.${index}` },
          }),
      ),
    )
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201])
    const entries = await desk.rows<Record<string, unknown>>(
      `select object_id, actor_id, person_id, actor_name, address, request_id, after::text
        from audit where loan_id = $1 and kind = 'commitmentMade' and actor_id <> $2 order by address`,
      [loan.id, early.id],
    )
    expect(entries).toEqual(
      people.map((person, index) => ({
        object_id: idOf(replies[index] as Reply),
        actor_id: person.id,
        person_id: person.id,
        actor_name: `${person.firstName} ${person.lastName}`,
        address: `192.0.2.${index}`,
        request_id: replies[index]?.headers['x-request-id'],
        after: JSON.stringify({
          kind: 'binding',
          percentage: `${index + 2}.00`,
          amount: `${index + 2}0000.00`,
          loanAmount: loan.amount,
          interestRate: loan.interestRate,
          term: loan.term,
        }),
      })),
    )
    expect(new Set(entries.map((entry) => entry['request_id'])).size).toBe(3)
  })

  it('those that came earlier were made earlier', async () => {
    const loan = await desk.makeLoan()
    const { replies } = await gather(
      loan.id,
      Array.from(
        { length: 12 },
        () => () => lender.send('createCommitment', { body: { loanId: loan.id, percentage: '2' } }),
      ),
    )
    const made = await desk.rows<{ id: string }>(
      `select id from commitments where loan_id = $1 and lender_id = $2 order by created_at, id`,
      [loan.id, lender.id],
    )
    const recorded = await desk.rows<{ id: string }>(
      `select object_id as id from audit where loan_id = $1 and actor_id = $2 order by at`,
      [loan.id, lender.id],
    )
    expect(made).toHaveLength(replies.length)
    expect(made).toEqual(recorded)
  })

  it('one whose caller has just been deleted is refused, and the others are made', async () => {
    const loan = await desk.makeLoan()
    const admin = await desk.makeAdmin()
    const record = (person: Person) =>
      person.send('recordCommitment', {
        params: { loanId: loan.id },
        body: { loanId: loan.id, lenderId: lender.id, percentage: '3' },
      })
    const commit = () =>
      lender.send('createCommitment', { body: { loanId: loan.id, percentage: '2' } })
    const { replies } = await gather(loan.id, [commit, () => record(admin), commit], () =>
      desk.rows('delete from users where id = $1', [admin.id]),
    )
    expect(replies.map(({ status }) => status)).toEqual([201, 401, 201])
  })

  it('those with one key are one, also when it takes all that is left', async () => {
    const loan = await desk.makeLoan()
    await desk.makeCommitment(lender, loan, { percentage: '91' })
    // As another process would have: this one remembers more room.
    await desk.rows(
      `with made as (insert into commitments
          (id, loan_id, lender_id, percentage, amount, loan_amount, interest_rate, term)
        select gen_random_uuid(), id, $2, 6, amount * 0.06, amount, interest_rate, term
        from loans where id = $1 returning amount)
      update loans set committed_percentage = committed_percentage + 6,
        committed_amount = committed_amount + made.amount from made where id = $1`,
      [loan.id, lender.id],
    )
    const replies = await Promise.all(
      Array.from({ length: 8 }, () =>
        lender.send('createCommitment', {
          body: { loanId: loan.id, percentage: '3' },
          headers: { 'idempotency-key': `last of ${loan.id}`.replaceAll(' ', '-') },
        }),
      ),
    )
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 201))
    expect(new Set(replies.map(idOf)).size).toBe(1)
  })
})

it('refuses those that wait for five seconds without being sent', async () => {
  const loan = await desk.makeLoan()
  const body = { loanId: loan.id, percentage: '1', isSoftCommit: 'false' } as const
  const inOneStatement = 100
  const { replies, times } = await gather(
    loan.id,
    Array.from(
      { length: inOneStatement + 5 },
      () => () => lender.send('createCommitment', { body }),
    ),
    () => sleep(7_500),
  )
  const isRefused = replies.map(({ status }) => status === 503)
  expect(isRefused.filter(Boolean)).toHaveLength(5)
  const timesOfRefused = times.filter((_, index) => isRefused[index])
  expect(Math.max(...timesOfRefused)).toBeLessThan(7_000)
}, 30_000)
