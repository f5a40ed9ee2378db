/** Only an approved, active account can make a binding commitment, even if its status changes during the request. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EndpointName } from '#contract/endpoints.ts'
import { discrepancies } from '#test/support/books.ts'
import type { Person } from '#test/support/builders.ts'
import { readRefusal, type LooseInput, type Reply } from '#test/support/caller.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { somebodyWaits } from '#test/support/lock-waits.ts'
import { security, spec } from '#test/support/requirements.ts'

let desk: Desk
let olga: Person
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off' })
  olga = await desk.makeAdmin()
})
afterAll(() => desk.close())

const describeReply = (reply: Reply) =>
  reply.status < 300 ? `${reply.status}` : `${reply.status}: ${readRefusal(reply).message}`

const unauthorized = '401: Unauthorized: please sign in'
const awaitingApproval = '403: Your account is awaiting approval'

describe('making eight soft commitments binding while approval is withdrawn', () => {
  const rounds = Array.from({ length: 10 }, (_, index) => index + 1)
  const bindingOf = async (lender: Person) => {
    const query = 'select id from commitments where lender_id = $1 and not is_soft_commit'
    const rows = await desk.rows<{ id: string }>(query, [lender.id])
    return rows.map(({ id }) => id).toSorted()
  }

  it.each(rounds)(
    'either makes a soft commitment binding before approval is withdrawn or rejects the request (round %i)',
    async () => {
      spec('6.3')
      security('2.3.4')
      const lender = await desk.makeLender()
      const makeSoft = async () =>
        desk.makeCommitment(lender, await desk.makeLoan(), { isSoftCommit: 'true' })
      const softs = await Promise.all(Array.from({ length: 8 }, makeSoft))
      const withdrawn = olga.send('updateUser', {
        params: { id: lender.id },
        body: { isApproved: 'false' },
      })
      const firmingUp = softs.map(({ id }) =>
        lender.send('makeCommitmentBinding', { params: { id }, body: {} }),
      )
      expect((await withdrawn).status).toBe(200)
      const boundBefore = await bindingOf(lender)

      const outcomes = (await Promise.all(firmingUp)).map(describeReply)
      expect(await bindingOf(lender)).toEqual(boundBefore)
      expect(outcomes.filter((outcome) => outcome === '200')).toHaveLength(boundBefore.length)
      for (const outcome of outcomes)
        expect(['200', unauthorized, awaitingApproval]).toContain(outcome)
      expect(await discrepancies(desk)).toEqual([])
      expect(desk.errors).toEqual([])
    },
  )
})

describe.each([
  {
    what: 'approval is withdrawn',
    loses: 'is_approved = false',
    own: awaitingApproval,
    onBehalf: "409: This lender's account awaits approval",
  },
  {
    what: 'the account is deactivated',
    loses: 'deactivated_at = now()',
    own: unauthorized,
    onBehalf: "409: This lender's account is deactivated",
  },
])('requests waiting for a lock while $what', ({ loses, own, onBehalf }) => {
  /**
   * Sends a request while a transaction revokes the lender's permission, and commits the transaction once the request
   * is waiting.
   */
  async function duringLoss(lender: Person, caller: Person, name: EndpointName, input: LooseInput) {
    const client = await desk.db.$client.connect()
    try {
      await client.query('begin')
      await client.query(`update users set ${loses} where id = $1`, [lender.id])
      const reply = caller.send(name, input)
      await somebodyWaits(desk.db)
      await client.query('commit')
      return describeReply(await reply)
    } finally {
      client.release()
    }
  }

  async function lenderWithSoft() {
    const [lender, loan] = [await desk.makeLender(), await desk.makeLoan()]
    const { id } = await desk.makeCommitment(lender, loan, { isSoftCommit: 'true' })
    return { lender, loan, id }
  }

  const standing = (lender: Person) =>
    desk.rows('select percentage, is_soft_commit, status from commitments where lender_id = $1', [
      lender.id,
    ])

  it.each([
    ['makeCommitmentBinding', {}],
    ['changeCommitment', { percentage: '20' }],
    ['withdrawCommitment', undefined],
  ] as const)(
    'rejects %s if the lender loses permission during the request, and leaves the soft commitment unchanged',
    async (name, body) => {
      const { lender, id } = await lenderWithSoft()
      const before = await standing(lender)
      expect(await duringLoss(lender, lender, name, { params: { id }, body })).toBe(own)
      expect(await standing(lender)).toEqual(before)
    },
  )

  it.each(['true', 'false'])(
    'rejects createCommitment with isSoftCommit %s if the lender loses permission to commit during the request',
    async (isSoft) => {
      const { lender, loan } = await lenderWithSoft()
      const before = await standing(lender)
      const body = { loanId: loan.id, percentage: '5', isSoftCommit: isSoft }
      expect(await duringLoss(lender, lender, 'createCommitment', { body })).toBe(own)
      const onBehalfOf = { params: { loanId: loan.id }, body: { ...body, lenderId: lender.id } }
      expect(await olga.refusal('recordCommitment', onBehalfOf)).toBe(onBehalf)
      expect(await standing(lender)).toEqual(before)
    },
  )

  it.each(['true', 'false'])(
    'rejects recordCommitment with isSoftCommit %s if the lender loses permission to commit during the request',
    async (isSoft) => {
      const { lender, loan } = await lenderWithSoft()
      const before = await standing(lender)
      const body = { loanId: loan.id, lenderId: lender.id, percentage: '5', isSoftCommit: isSoft }
      const input = { params: { loanId: loan.id }, body }
      expect(await duringLoss(lender, olga, 'recordCommitment', input)).toBe(onBehalf)
      expect(await standing(lender)).toEqual(before)
    },
  )
})
