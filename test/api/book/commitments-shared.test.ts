/** Commitments that share a statement: each caller gets its own outcome, and nothing of the others'. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { discrepancies, writeLoans } from '#test/support/books.ts'
import type { Person } from '#test/support/builders.ts'
import { readJson, readRefusal, type Reply } from '#test/support/caller.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { somebodyWaits, somebodyWaitsFor } from '#test/support/lock-waits.ts'

let desk: Desk
let lena: Person
let early: Person
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off', TRUST_PROXY: '127.0.0.1' })
  ;[lena, early] = [await desk.makeLender(), await desk.makeLender()]
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
        () => () => lena.send('createCommitment', { body: { loanId: loan.id, percentage: '2' } }),
      ),
    )
    const made = await desk.rows<{ id: string }>(
      `select id from commitments where loan_id = $1 and lender_id = $2 order by created_at, id`,
      [loan.id, lena.id],
    )
    const recorded = await desk.rows<{ id: string }>(
      `select object_id as id from audit where loan_id = $1 and actor_id = $2 order by at`,
      [loan.id, lena.id],
    )
    expect(made).toHaveLength(replies.length)
    expect(made).toEqual(recorded)
  })

  it('one whose caller has just been deleted is refused, and the others are made', async () => {
    const loan = await desk.makeLoan()
    const leaving = await desk.makeLender()
    const commitAs = (person: Person) => () =>
      person.send('createCommitment', { body: { loanId: loan.id, percentage: '2' } })
    const acts = [commitAs(lena), commitAs(leaving), commitAs(lena)]
    const { replies } = await gather(loan.id, acts, () =>
      desk.rows('delete from users where id = $1', [leaving.id]),
    )
    expect(replies.map(({ status }) => status)).toEqual([201, 401, 201])
  })

  it('those with one key are one, also when it takes all that is left', async () => {
    const loan = await desk.makeLoan()
    await desk.makeCommitment(lena, loan, { percentage: '91' })
    // As another process would have: this one remembers more room.
    await writeLoans(
      desk,
      `with made as (insert into commitments
          (id, loan_id, lender_id, percentage, amount, loan_amount, interest_rate, term)
        select gen_random_uuid(), id, $2, 6, amount * 0.06, amount, interest_rate, term
        from loans where id = $1 returning amount)
      update loans set committed_percentage = committed_percentage + 6,
        committed_amount = committed_amount + made.amount from made where id = $1`,
      [loan.id, lena.id],
    )
    const replies = await Promise.all(
      Array.from({ length: 8 }, () =>
        lena.send('createCommitment', {
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
    Array.from({ length: inOneStatement + 5 }, () => () => lena.send('createCommitment', { body })),
    () => sleep(7_500),
  )
  const isRefused = replies.map(({ status }) => status === 503)
  expect(isRefused.filter(Boolean)).toHaveLength(5)
  const timesOfRefused = times.filter((_, index) => isRefused[index])
  expect(Math.max(...timesOfRefused)).toBeLessThan(7_000)
}, 30_000)

describe('of commitments to several loans at once', () => {
  let admin: Person
  let lenders: Person[]
  beforeAll(async () => {
    admin = await desk.makeAdmin()
    lenders = []
    for (const lastName of ['Abel', 'Baker', 'Chen', 'Diaz', 'Evans', 'Frey'])
      lenders.push(await desk.makeLender({ lastName }))
  })

  const made = (reply: Reply) => {
    expect(reply.status, reply.text).toBe(201)
    return idOf(reply)
  }
  const shareOf = async ({ id }: { id: string }) =>
    (await desk.visitor().call('getLoan', { params: { id } })).committedPercentage

  /** What is on record of a commitment: the position itself, and its entry in the audit trail. */
  const onRecord = `
  select c.lender_id as "lenderId", c.loan_id as "loanId", c.percentage, c.recorded_by as "recordedBy",
    a.actor_id as "actorId", a.person_id as "personId", a.loan_title as "loanTitle",
    a.after ->> 'percentage' as "auditedShare", a.after ->> 'amount' = c.amount::text as "isSameAmount",
    a.request_id is not null as "hasRequest"
  from commitments c join audit a on a.object_id = c.id and a.kind = 'commitmentMade'
  where c.id = $1`

  const toldOf = (loans: { id: string }[], personId: string) =>
    desk.rows<{ type: string; message: string; receiptFor: string | null }>(
      `select n.type, n.message, a.loan_title as "receiptFor"
       from notifications n left join audit a on a.id = n.receipt_id and a.person_id = n.user_id
       where n.related_loan_id = any($1) and n.user_id = $2 and n.type <> 'newLoan'`,
      [loans.map(({ id }) => id), personId],
    )

  it('each is on record and told with its own names and figures', async () => {
    const loans = await Promise.all(
      ['1000000.00', '2500000.50', '333333.33', '750000.00'].map((amount, index) =>
        desk.makeLoan({ title: `Loan ${randomUUID()}, no. ${index}`, amount }),
      ),
    )
    const acts = lenders
      .flatMap((lender) => loans.map((loan) => ({ lender, loan })))
      .map((act, index) => ({
        ...act,
        percentage: `${1 + (index % 9)}.00`,
        isOwn: index % 3 !== 2,
      }))
    const replies = await Promise.all(
      acts.map(({ lender, loan, percentage, isOwn }) => {
        const body = { loanId: loan.id, percentage }
        const headers = { 'idempotency-key': randomUUID() }
        if (isOwn) return lender.send('createCommitment', { body, headers })
        const params = { loanId: loan.id }
        return admin.send('recordCommitment', {
          params,
          body: { ...body, lenderId: lender.id, isSoftCommit: 'false' },
          headers,
        })
      }),
    )
    const ids = replies.map((reply) => made(reply))
    for (const [index, { lender, loan, percentage, isOwn }] of acts.entries())
      expect(await desk.rows(onRecord, [ids[index]])).toEqual([
        {
          lenderId: lender.id,
          loanId: loan.id,
          percentage,
          recordedBy: isOwn ? null : admin.id,
          actorId: isOwn ? lender.id : admin.id,
          personId: lender.id,
          loanTitle: loan.title,
          auditedShare: percentage,
          isSameAmount: true,
          hasRequest: true,
        },
      ])
    // The administrator hears of what lenders did themselves, each lender of all that was done for it, with the receipt.
    const toAdmin = await toldOf(loans, admin.id)
    const own = acts.filter(({ isOwn }) => isOwn)
    expect(toAdmin).toHaveLength(own.length)
    for (const { lender, loan } of own) {
      const start = `${lender.firstName} ${lender.lastName} committed `
      expect(
        toAdmin.filter(({ message }) => message.startsWith(start) && message.includes(loan.title)),
      ).toHaveLength(1)
    }
    for (const lender of lenders) {
      const told = await toldOf(loans, lender.id)
      const ofLender = acts.filter((act) => act.lender === lender)
      expect(told).toHaveLength(ofLender.length)
      for (const { loan, isOwn } of ofLender)
        expect(told.filter(({ message }) => message.includes(loan.title))).toMatchObject([
          { type: isOwn ? 'receipt' : 'commitmentRecorded', receiptFor: loan.title },
        ])
    }
  })

  it('those to other loans are made while one loan is locked by someone else', async () => {
    const [locked, ...others] = await Promise.all([1, 2, 3].map(() => desk.makeLoan()))
    if (!locked) throw new Error('There is no loan')
    const client = await desk.db.$client.connect()
    try {
      await client.query('begin')
      await client.query('select id from loans where id = $1 for update', [locked.id])
      const commitTo = ({ id }: { id: string }) =>
        lenders.map((lender) =>
          lender.send('createCommitment', { body: { loanId: id, percentage: '2' } }),
        )
      const waiting = commitTo(locked)
      const free = await Promise.all(others.flatMap(commitTo))
      for (const reply of free) made(reply)
      await somebodyWaitsFor(client)
      await client.query('commit')
      for (const reply of await Promise.all(waiting)) made(reply)
    } finally {
      client.release()
    }
    for (const loan of [locked, ...others]) expect(await shareOf(loan)).toBe('12.00')
  })

  it('one whose key was used, or whose lender may hold none any more, leaves the others alone', async () => {
    const [loan, other] = [await desk.makeLoan(), await desk.makeLoan()]
    const [abel, baker] = lenders
    if (!abel || !baker) throw new Error('There are no lenders')
    const gone = await desk.makeLender()
    const commitAs = (who: Person, key: string, loanId = loan.id) =>
      who.send('createCommitment', {
        body: { loanId, percentage: '3' },
        headers: { 'idempotency-key': key },
      })
    const used = randomUUID()
    const first = made(await commitAs(abel, used))
    const replies = await Promise.all([
      ...lenders.map((lender) => commitAs(lender, randomUUID())),
      commitAs(abel, used),
      commitAs(abel, used, other.id),
      ...lenders.map((lender) => commitAs(lender, randomUUID(), other.id)),
      desk
        .rows(`update users set is_approved = false where id = $1 returning id`, [gone.id])
        .then(() => commitAs(gone, randomUUID())),
    ])
    const [again, elsewhere] = replies.slice(lenders.length, lenders.length + 2)
    if (!again || !elsewhere) throw new Error('There are no replies')
    expect(made(again)).toBe(first)
    expect(readRefusal(elsewhere).code).toBe('key_reused')
    expect(replies.at(-1)?.status).toBe(403)
    const rest = [...replies.slice(0, lenders.length), ...replies.slice(lenders.length + 2, -1)]
    for (const reply of rest) made(reply)
    expect(await shareOf(loan)).toBe(`${3 + 3 * lenders.length}.00`)
    expect(await shareOf(other)).toBe(`${3 * lenders.length}.00`)
  })
})
