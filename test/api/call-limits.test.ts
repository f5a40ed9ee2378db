/** Rate limits for each account. The limits are high enough for people but stop a program in an endless loop. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EndpointName } from '#contract/endpoints.ts'
import type { Person } from '#test/support/builders.ts'
import { readRefusal, type LooseInput } from '#test/support/caller.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { security } from '#test/support/requirements.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())

type Call = readonly [EndpointName, LooseInput]

const loanId = randomUUID()
const commitmentId = randomUUID()
// These ids don't have to exist, because failed calls also count toward the limit.
const commit: Call = ['createCommitment', { body: { loanId, percentage: '1' } }]
const ask: Call = ['createMessage', { body: { loanId, message: 'When is closing?' } }]
const markRead: Call = ['markNotificationRead', { params: { id: randomUUID() } }]
const unfavorite: Call = ['removeFavorite', { params: { loanId } }]
const rename: Call = ['updateLoan', { params: { id: loanId }, body: { title: 'Quay' } }]
const release: Call = [
  'releaseCommitment',
  { params: { id: commitmentId }, body: { reason: 'Agreed' } },
]
const makeLink: Call = ['createResetLink', { params: { id: randomUUID() } }]

async function sendMany(person: Person, [name, input]: Call, times: number) {
  const statuses = new Set<number>()
  let left = times
  const sendOn = async () => {
    while (left > 0) {
      left -= 1
      statuses.add((await person.send(name, input)).status)
    }
  }
  await Promise.all(Array.from({ length: 10 }, sendOn))
  return statuses
}

describe.each([
  {
    what: 'commitments',
    call: commit,
    answer: 404,
    others: [ask, markRead, unfavorite],
    most: 600,
    minutes: 10,
    words: "You've made too many commitments in a short time.",
  },
  {
    what: 'messages',
    call: ask,
    answer: 404,
    others: [commit, markRead, unfavorite],
    most: 300,
    minutes: 10,
    words: "You've sent too many messages in a short time.",
  },
  {
    what: 'changes',
    call: markRead,
    answer: 404,
    others: [commit, ask, unfavorite],
    most: 600,
    minutes: 10,
    words: "You've made too many changes in a short time.",
  },
  {
    what: 'favorites',
    call: unfavorite,
    answer: 204,
    others: [commit, ask, markRead],
    most: 600,
    minutes: 10,
    words: "You've changed your favorites too often in a short time.",
  },
  {
    what: 'reset links',
    call: makeLink,
    answer: 404,
    others: [commit, ask, rename],
    most: 30,
    minutes: 60,
    words: "You've created too many reset links in a short time.",
  },
])("an account's rate limit for $what", ({ call, answer, others, most, minutes, words }) => {
  it(
    `accepts ${most} calls in ${minutes} minutes and rejects the next call`,
    { timeout: 120_000 },
    async () => {
      security('2.4.1')
      const [person, another] = [await desk.makeAdmin(), await desk.makeAdmin()]
      expect(await sendMany(person, call, most)).toEqual(new Set([answer]))

      const reply = await person.send(...call)
      expect(reply.status, reply.text).toBe(429)
      const seconds = Number(reply.headers['retry-after'])
      expect(seconds).toBeGreaterThan(0)
      expect(seconds).toBeLessThanOrEqual(minutes * 60)
      const { message, code } = readRefusal(reply)
      expect(message).toMatch(/^.+\. Try again in \d+ minutes?\.$/)
      expect(message.replace(/ Try again.*/, '')).toBe(words)
      expect(code).toBe('too_many_requests')

      expect((await another.send(...call)).status).toBe(answer)
      for (const other of others) expect((await person.send(...other)).status).toBeLessThan(429)
      expect((await person.send('listOwnCommitments')).status).toBe(200)
    },
  )
})

it('counts all calls in the same rate limit category together', { timeout: 120_000 }, async () => {
  security('2.4.1')
  const admin = await desk.makeAdmin()
  const recording: Call = [
    'recordCommitment',
    { params: { loanId }, body: { loanId, lenderId: admin.id, percentage: '1' } },
  ]
  for (const call of [commit, release, recording])
    expect(await sendMany(admin, call, 200)).toEqual(new Set([404]))
  for (const call of [commit, release, recording])
    expect((await admin.send(...call)).status).toBe(429)
})

it("doesn't count calls rejected by the access check toward a rate limit", async () => {
  const [lender, pending] = [await desk.makeLender(), await desk.makePending()]
  expect(await sendMany(lender, makeLink, 40)).toEqual(new Set([403]))
  expect(await sendMany(pending, ask, 310)).toEqual(new Set([403]))
  await desk.rows('update users set is_admin = true where id = $1', [lender.id])
  await desk.rows('update users set is_approved = true where id = $1', [pending.id])
  expect((await lender.send(...makeLink)).status).toBe(404)
  expect((await pending.send(...ask)).status).toBe(404)
  expect((await desk.visitor().send(...commit)).status).toBe(401)
})

it('adds no rate limit headers to responses within the limit', async () => {
  const { headers } = await (await desk.makeLender()).send(...unfavorite)
  expect(Object.keys(headers).filter((name) => /rate|retry/.test(name))).toEqual([])
})

it('disables the rate limits on accounts if RATE_LIMIT is off', async () => {
  const open = await openDesk({ RATE_LIMIT: 'off' })
  try {
    expect(await sendMany(await open.makeAdmin(), makeLink, 40)).toEqual(new Set([404]))
  } finally {
    await open.close()
  }
})
