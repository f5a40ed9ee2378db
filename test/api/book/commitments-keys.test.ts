/** Idempotency-Key: a repeated request creates only one commitment. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { discrepancies } from '#test/support/books.ts'
import type { Person } from '#test/support/builders.ts'
import { readJson, readRefusal, type Reply } from '#test/support/caller.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { somebodyWaits } from '#test/support/lock-waits.ts'

let desk: Desk
let lena: Person
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off' })
  lena = await desk.makeLender()
})
afterAll(() => desk.close())
afterEach(async () => {
  expect(await discrepancies(desk)).toEqual([])
})

type Body = { loanId: string; percentage: string } & Record<string, unknown>
const commit = (who: Person, key: string, body: Body) =>
  who.send('createCommitment', { body, headers: { 'idempotency-key': key } })
const idOf = (reply: Reply) => {
  expect(reply.status, reply.text).toBe(201)
  return (readJson(reply) as { id: string }).id
}
const committed = async (id: string) =>
  (await desk.visitor().call('getLoan', { params: { id } })).committedPercentage

let keys = 0
const newKey = () => `key-${(keys += 1)}`

describe('the idempotency key of a commitment', () => {
  it('returns the same commitment for the same idempotency key and body', async () => {
    const body = { loanId: (await desk.makeLoan()).id, percentage: '10', amount: '100000.00' }
    const key = newKey()
    const first = idOf(await commit(lena, key, body))
    expect(idOf(await commit(lena, key, body))).toBe(first)
    expect(await committed(body.loanId)).toBe('10.00')
  })

  it('recognizes a repeated commitment request even if the share is written differently', async () => {
    const { id: loanId } = await desk.makeLoan()
    const key = newKey()
    const first = idOf(await commit(lena, key, { loanId, percentage: '10' }))
    const again = { loanId: loanId.toUpperCase(), percentage: '10.00', isSoftCommit: 'false' }
    expect(idOf(await commit(lena, key, again))).toBe(first)
  })

  it('rejects the same idempotency key with a different body', async () => {
    const { id: loanId } = await desk.makeLoan()
    const other = await desk.makeLoan()
    const key = newKey()
    await commit(lena, key, { loanId, percentage: '10' })
    for (const body of [
      { loanId, percentage: '11' },
      { loanId, percentage: '10', isSoftCommit: 'true' },
      { loanId: other.id, percentage: '10' },
    ]) {
      const reply = await commit(lena, key, body)
      expect(reply.status).toBe(409)
      expect(readRefusal(reply)).toEqual({
        message: 'This Idempotency-Key was used for another request',
        code: 'key_reused',
      })
    }
    expect([await committed(loanId), await committed(other.id)]).toEqual(['10.00', '0.00'])
  })

  it("keeps different users' identical idempotency keys separate", async () => {
    const body = { loanId: (await desk.makeLoan()).id, percentage: '10' }
    const luis = await desk.makeLender()
    const key = newKey()
    const [one, other] = [await commit(lena, key, body), await commit(luis, key, body)]
    expect(idOf(one)).not.toBe(idOf(other))
    expect(await committed(body.loanId)).toBe('20.00')
  })

  it('expires an idempotency key after a day', async () => {
    const body = { loanId: (await desk.makeLoan()).id, percentage: '10' }
    const key = newKey()
    const first = idOf(await commit(lena, key, body))
    const age = (span: string) =>
      desk.rows('update idempotency_keys set created_at = now() - $2::interval where key = $1', [
        key,
        span,
      ])
    await age('23 hours 59 minutes')
    expect(idOf(await commit(lena, key, body))).toBe(first)
    await age('24 hours 1 second')
    expect(idOf(await commit(lena, key, { ...body, percentage: '5' }))).not.toBe(first)
    expect(await committed(body.loanId)).toBe('15.00')
  })

  it('creates one commitment when a day-old idempotency key is sent twice at once', async () => {
    const { id: loanId } = await desk.makeLoan()
    const key = newKey()
    await commit(lena, key, { loanId, percentage: '10' })
    await desk.rows(
      `update idempotency_keys set created_at = now() - interval '25 hours' where key = $1`,
      [key],
    )
    const loanLocker = await desk.db.$client.connect()
    await loanLocker.query('begin')
    await loanLocker.query('select id from loans where id = $1 for update', [loanId])
    const sent = [1, 2].map(() => commit(lena, key, { loanId, percentage: '5' }))
    await somebodyWaits(desk.db, 2)
    await loanLocker.query('commit')
    loanLocker.release()
    const [first, second] = (await Promise.all(sent)).map(idOf)
    expect(second).toBe(first)
    expect(await committed(loanId)).toBe('15.00')
  })

  it('returns the existing commitment for a repeated key even if that commitment has filled the loan', async () => {
    const body = { loanId: (await desk.makeLoan()).id, percentage: '100' }
    const key = newKey()
    const first = idOf(await commit(lena, key, body))
    expect(idOf(await commit(lena, key, body))).toBe(first)
  })
})

it('lets a corrected request reuse the key of a rejected commitment', async () => {
  const loan = await desk.makeLoan()
  const luis = await desk.makeLender()
  await desk.makeCommitment(luis, loan, { percentage: '95' })
  const key = newKey()
  const over = { loanId: loan.id, percentage: '10' }
  expect((await commit(lena, key, over)).status).toBe(409)
  const stale = { loanId: loan.id, percentage: '5', amount: '1.00' }
  expect((await commit(lena, key, stale)).status).toBe(409)
  expect((await commit(lena, key, { loanId: loan.id, percentage: '0' })).status).toBe(400)
  idOf(await commit(lena, key, { loanId: loan.id, percentage: '5' }))
  expect(await committed(loan.id)).toBe('100.00')
})

describe('twenty concurrent requests', () => {
  const twenty = (act: (index: number) => Promise<Reply>) =>
    Promise.all(Array.from({ length: 20 }, (_, index) => act(index)))

  // A commitment to the whole loan is the hardest case, because a repeated call finds the loan full.
  it.each(['3', '60', '100'])(
    'creates one commitment of %s for concurrent requests with the same key',
    async (percentage) => {
      for (const isSoftCommit of ['false', 'true'])
        for (let round = 0; round < 5; round += 1) {
          const loan = await desk.makeLoan()
          const key = newKey()
          const body = { loanId: loan.id, percentage, isSoftCommit }
          const ids = (await twenty(() => commit(lena, key, body))).map(idOf)
          expect(new Set(ids).size).toBe(1)
          const made = await desk.rows('select id from commitments where loan_id = $1', [loan.id])
          expect(made).toEqual([{ id: ids[0] }])
        }
    },
  )

  it('creates only one commitment for two requests with the same key but different bodies, and rejects the other with a conflict', async () => {
    const loan = await desk.makeLoan()
    const key = newKey()
    const replies = await twenty((index) =>
      commit(lena, key, { loanId: loan.id, percentage: index % 2 ? '2' : '3' }),
    )
    const made = new Set(replies.filter((reply) => reply.status === 201).map(idOf))
    expect(made.size).toBe(1)
    for (const reply of replies.filter(({ status }) => status !== 201))
      expect([reply.status, readRefusal(reply).code]).toEqual([409, 'key_reused'])
  })

  it('creates twenty commitments for concurrent requests with twenty idempotency keys', async () => {
    const loan = await desk.makeLoan()
    const ids = (
      await twenty(() => commit(lena, newKey(), { loanId: loan.id, percentage: '5' }))
    ).map(idOf)
    expect(new Set(ids).size).toBe(20)
    expect(await committed(loan.id)).toBe('100.00')
  })
})

it('accepts idempotency keys of 1 to 200 printable ASCII characters', async () => {
  const body = { loanId: (await desk.makeLoan()).id, percentage: '1' }
  for (const key of ['a'.repeat(201), 'two words', 'tab\there'])
    expect(readRefusal(await commit(lena, key, body)).message).toBe(
      'The Idempotency-Key must be 1 to 200 visible ASCII characters',
    )
  idOf(await commit(lena, 'a'.repeat(200), body))
  idOf(await commit(lena, `"!~'; drop table loans --"`.replaceAll(' ', ''), body))
})

it("ignores the idempotency key on endpoints that don't support it", async () => {
  const loan = await desk.makeLoan()
  const headers = { 'idempotency-key': 'x y' }
  await lena.call('addFavorite', { body: { loanId: loan.id }, headers })
})
