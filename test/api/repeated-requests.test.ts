/** Idempotency-Key on every call that accepts one. `book/commitments-keys.test.ts` has what else a key does. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { EndpointName, Endpoints } from '#contract/endpoints.ts'
import type { Person } from '#test/support/builders.ts'
import { readJson, readRefusal, type LooseInput } from '#test/support/caller.ts'
import { fingerprint } from '#test/support/counts.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { rowsOfTheTable, sampleInput } from '#test/support/rows-of-the-table.ts'

let desk: Desk
let admin: Person
let lender: Person
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off' })
  admin = await desk.makeAdmin()
  lender = await desk.makeLender()
})
afterAll(() => desk.close())

type IdempotentCall = {
  [Name in EndpointName]: Endpoints[Name] extends { idempotent: true } ? Name : never
}[EndpointName]

interface Repeated {
  caller: Person
  /** Parts of the request besides the sample input of its row. */
  input: { params?: Record<string, string>; body: object }
  /** What differs in another request. */
  other: object
}

const instruction = { instructedBy: 'Ada Cole, by phone', instructedOn: '2026-01-05' }
const commitmentOf = async (isSoftCommit: 'true' | 'false') =>
  desk.makeCommitment(lender, await desk.makeLoan(), { percentage: '5', isSoftCommit })
const everything = async () => [
  await fingerprint(desk),
  await desk.rows('select count(*) from audit'),
]
const newLoanId = async () => (await desk.makeLoan()).id

const prepare: Record<IdempotentCall, () => Promise<Repeated>> = {
  async createCommitment() {
    const body = { loanId: await newLoanId(), percentage: '5' }
    return { caller: lender, input: { body }, other: { percentage: '6' } }
  },
  async recordCommitment() {
    const loanId = await newLoanId()
    const body = { loanId, lenderId: lender.id, percentage: '5', ...instruction }
    return { caller: admin, input: { params: { loanId }, body }, other: { percentage: '6' } }
  },
  async makeCommitmentBinding() {
    const { id, amount, interestRate, term } = await commitmentOf('true')
    const input = { params: { id }, body: { amount, interestRate, term } }
    return { caller: lender, input, other: { term: term + 1 } }
  },
  async makeCommitmentBindingOnBehalf() {
    const { id, amount, interestRate, term } = await commitmentOf('true')
    const input = { params: { id }, body: { ...instruction, amount, interestRate, term } }
    return { caller: admin, input, other: { term: term + 1 } }
  },
  async releaseCommitment() {
    const { id } = await commitmentOf('false')
    const input = { params: { id }, body: { reason: 'The loan is smaller.' } }
    return { caller: admin, input, other: { reason: 'The lender asked.' } }
  },
  async createLoan() {
    const subjects = { loanId: '', id: '', userId: '', fileUrl: '' }
    const { body } = sampleInput('createLoan', subjects) as { body: object }
    return { caller: admin, input: { body }, other: { title: 'Pier 5 Warehouse' } }
  },
  async createMessage() {
    const body = { loanId: await newLoanId(), message: 'Is the roof new?' }
    return { caller: lender, input: { body }, other: { message: 'Is the floor new?' } }
  },
}

it('prepares a request of every call that accepts a key', () => {
  const accepting = rowsOfTheTable.filter(([, row]) => row.idempotent).map(([name]) => name)
  expect(Object.keys(prepare).toSorted()).toEqual(accepting.toSorted())
})

it.each(Object.keys(prepare) as IdempotentCall[])(
  'answers a repeated %s the same, changes nothing, and refuses another body under its key',
  async (name) => {
    const { caller, input, other } = await prepare[name]()
    const headers = { 'idempotency-key': `one-${name}` }
    const send = (sent: LooseInput) => caller.send(name, { ...sent, headers })
    const answers = await Promise.all([send(input), send(input)])
    const [first] = answers
    expect([200, 201], first?.text).toContain(first?.status)
    const before = await everything()

    const again = await send(input)
    for (const answer of [...answers, again]) {
      expect(answer.status).toBe(first?.status)
      expect(readJson(answer)).toEqual(first && readJson(first))
    }
    const refused = await send({ ...input, body: { ...input.body, ...other } })
    expect([refused.status, readRefusal(refused).code]).toEqual([409, 'key_reused'])
    expect(await everything()).toEqual(before)
  },
)
