/** Commitments that come at the same time share statements; each is answered for itself all the same. */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { discrepancies } from '#test/support/books.ts'
import type { Person } from '#test/support/builders.ts'
import { readJson, readRefusal, type Reply } from '#test/support/caller.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { somebodyWaitsFor } from '#test/support/lock-waits.ts'

let desk: Desk
let admin: Person
let lenders: Person[]
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off' })
  admin = await desk.makeAdmin()
  lenders = []
  for (const lastName of ['Abel', 'Baker', 'Chen', 'Diaz', 'Evans', 'Frey'])
    lenders.push(await desk.makeLender({ lastName }))
})
afterAll(() => desk.close())
afterEach(async () => {
  expect(await discrepancies(desk)).toEqual([])
})

const made = (reply: Reply) => {
  expect(reply.status, reply.text).toBe(201)
  return readJson(reply) as { id: string }
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
  desk.rows<{ type: string; message: string }>(
    "select type, message from notifications where related_loan_id = any($1) and user_id = $2 and type <> 'newLoan'",
    [loans.map(({ id }) => id), personId],
  )

it('to many loans by many people are each on record and told with their own names and figures', async () => {
  const loans = await Promise.all(
    ['1000000.00', '2500000.50', '333333.33', '750000.00'].map((amount, index) =>
      desk.makeLoan({ title: `Loan ${randomUUID()}, no. ${index}`, amount }),
    ),
  )
  const acts = lenders
    .flatMap((lender) => loans.map((loan) => ({ lender, loan })))
    .map((act, index) => ({ ...act, percentage: `${1 + (index % 9)}.00`, isOwn: index % 3 !== 2 }))
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
  const ids = replies.map((reply) => made(reply).id)
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
  // The administrator hears of what lenders did themselves, each lender of what was done for it.
  const toAdmin = await toldOf(loans, admin.id)
  const own = acts.filter(({ isOwn }) => isOwn)
  expect(toAdmin).toHaveLength(own.length)
  for (const { lender, loan } of own) {
    const start = `${lender.firstName} ${lender.lastName} committed `
    expect(
      toAdmin.filter(({ message }) => message.startsWith(start) && message.endsWith(loan.title)),
    ).toHaveLength(1)
  }
  for (const lender of lenders) {
    const onBehalf = acts.filter((act) => act.lender === lender && !act.isOwn)
    const told = await toldOf(loans, lender.id)
    expect(told.map(({ type }) => type)).toEqual(onBehalf.map(() => 'commitmentRecorded'))
    for (const { loan } of onBehalf)
      expect(told.filter(({ message }) => message.endsWith(loan.title))).toHaveLength(1)
  }
})

it('are made for the other loans while one loan is locked by somebody else', async () => {
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

it('are made beside one whose key was used, or whose lender may no longer hold a share', async () => {
  const [loan, other] = [await desk.makeLoan(), await desk.makeLoan()]
  const [lena, luis] = lenders
  if (!lena || !luis) throw new Error('There are no lenders')
  const gone = await desk.makeLender()
  const commitAs = (who: Person, key: string, loanId = loan.id) =>
    who.send('createCommitment', {
      body: { loanId, percentage: '3' },
      headers: { 'idempotency-key': key },
    })
  const used = randomUUID()
  const first = made(await commitAs(lena, used))
  const replies = await Promise.all([
    ...lenders.map((lender) => commitAs(lender, randomUUID())),
    commitAs(lena, used),
    commitAs(lena, used, other.id),
    ...lenders.map((lender) => commitAs(lender, randomUUID(), other.id)),
    desk
      .rows(`update users set is_approved = false where id = $1 returning id`, [gone.id])
      .then(() => commitAs(gone, randomUUID())),
  ])
  const [again, elsewhere] = replies.slice(lenders.length, lenders.length + 2)
  if (!again || !elsewhere) throw new Error('There are no replies')
  expect(made(again).id).toBe(first.id)
  expect(readRefusal(elsewhere).code).toBe('key_reused')
  expect(replies.at(-1)?.status).toBe(403)
  const rest = [...replies.slice(0, lenders.length), ...replies.slice(lenders.length + 2, -1)]
  for (const reply of rest) made(reply)
  expect(await shareOf(loan)).toBe(`${3 + 3 * lenders.length}.00`)
  expect(await shareOf(other)).toBe(`${3 * lenders.length}.00`)
})
